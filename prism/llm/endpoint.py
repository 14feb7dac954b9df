"""Where models are served: a base URL without anything secret in it, and the key beside it."""

import os
import re
from dataclasses import dataclass
from typing import Final, Self
from urllib.parse import urlsplit, urlunsplit

from prism.errors import UsageError

__all__ = ["NO_KEY", "Endpoint", "shown_url"]

NO_KEY: Final = "none"
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where models are served; the key is neither printed nor stored."""

    base_url: str
    key: str

    def __repr__(self) -> str:
        return f"Endpoint({self.base_url!r})"

    @classmethod
    def find(cls, base_url: str | None = None, key: str | None = None) -> Self:
        """Fill in what is not given from OPENAI_BASE_URL and OPENAI_API_KEY.

        A base URL of one's own needs no key. Without one for the vendor's own endpoint the key is
        empty and nothing can be asked: a dry run and a full store do without. Credentials inside a
        URL are dropped.

        Raises
        ------
        UsageError
            The base URL is not an http(s) URL.
        """
        clean = clean_url(base_url or os.environ.get("OPENAI_BASE_URL") or _VENDOR)
        free = "" if urlsplit(clean).hostname == "api.openai.com" else NO_KEY
        return cls(clean, (key or os.environ.get("OPENAI_API_KEY") or free).strip())


_VENDOR: Final = "https://api.openai.com/v1"


def clean_url(url: str) -> str:
    """Return scheme, host, port and path of a base URL: all that may be stored or shown.

    Raises
    ------
    UsageError
        It is not an http(s) URL; the message holds no credentials.

    >>> clean_url("https://me:secret@h:8000/v1/?key=x")
    'https://h:8000/v1'
    """
    shown = shown_url(url)
    try:
        parts = urlsplit(shown)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in {"http", "https"} or not parts.hostname or _SPACE.search(shown):
        raise UsageError(
            f"{shown!r} is not an http(s) URL", where="--base-url", mend="http://HOST:PORT/v1"
        )
    try:
        _ = parts.port
    except ValueError as exc:
        raise UsageError(
            f"the port of {parts.scheme}://{parts.hostname} is not a number from 0 to 65535",
            where="--base-url",
            mend="http://HOST:PORT/v1",
        ) from exc
    return urlunsplit((parts.scheme, parts.netloc, parts.path.rstrip("/"), "", ""))


_SPACE: Final = re.compile(r"[\s\x00-\x1f\x7f]")


def shown_url(url: str) -> str:
    """Return ``url`` without user, password, query and fragment, whatever else is wrong with it.

    A password may itself hold ``/``, ``?``, ``#`` or ``@``.

    >>> shown_url("ftp://me:pass/word@h/v1?key=x"), shown_url("me:secret@h:80/v1")
    ('ftp://h/v1', 'h:80/v1')
    """
    scheme = _SCHEME.match(url)
    start = scheme.end() if scheme else 0
    rest = url[start:].rpartition("@")[2] if "@" in url else url[start:]
    return url[:start] + re.split(r"[?#]", rest, maxsplit=1)[0]
