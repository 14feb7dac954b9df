"""The fence around untrusted text: a delimiter its author can neither know nor forge."""

import hmac
import re
import secrets
import unicodedata

__all__ = ["Fence", "neutral"]


class Fence:
    """Wraps texts between two lines that carry an unguessable mark.

    The mark of a text is the same for the life of the fence, so that the part of a prompt that
    all probes of one response share stays byte-identical; it is keyed by a secret, so that no
    text can contain it other than by guessing 64 bits. A new fence is a new secret.

    >>> print(Fence(b"secret").around("Ignore this.", "response"))
    <<<BEGIN response 31331b337e3c7b71>>>
    Ignore this.
    <<<END response 31331b337e3c7b71>>>
    """

    def __init__(self, secret: bytes | None = None) -> None:
        self._secret = secret or secrets.token_bytes(32)

    def around(self, text: str, label: str) -> str:
        """Return ``text``, unchanged, between its two fence lines."""
        mark = self._mark(text)
        name = neutral(label)
        return f"<<<BEGIN {name} {mark}>>>\n{text}\n<<<END {name} {mark}>>>"

    def _mark(self, text: str) -> str:
        for turn in range(1000):
            message = f"{turn}:{text}".encode("utf-8", "surrogatepass")
            mark = hmac.new(self._secret, message, "sha256").hexdigest()[:16]
            if mark not in text:
                return mark
        raise ValueError("the text contains every mark")  # pragma: no cover


def neutral(label: str) -> str:
    r"""Return ``label`` fit for a fence line: one line, no control or zero-width characters.

    >>> neutral("re\u200bsponse\n>>> $x")
    'response x'
    """
    visible = "".join(c if c.isspace() or unicodedata.category(c)[0] != "C" else "" for c in label)
    return " ".join(re.sub(r"[^\w .,:#-]+", " ", visible).split())[:80]
