"""Content digests: the same value, the same SHA-256, in every process."""

import hashlib
import json
from collections.abc import Iterable

from pydantic import JsonValue

__all__ = ["digest", "digest_of_parts"]


def digest(value: JsonValue) -> str:
    """Return the SHA-256 of ``value`` as canonical JSON, in hex.

    >>> digest({"b": 1, "a": "é"}) == digest({"a": "é", "b": 1})
    True
    """
    canonical = json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def digest_of_parts(parts: Iterable[str]) -> str:
    r"""Return the digest of the text that ``parts`` make up, of which one at a time is held.

    >>> digest_of_parts(["a\nb", "é"]) == digest("a\nbé")
    True
    """
    found = hashlib.sha256(b'"')
    for part in parts:
        found.update(json.dumps(part)[1:-1].encode())
    found.update(b'"')
    return found.hexdigest()
