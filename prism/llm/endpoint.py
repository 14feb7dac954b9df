"""Where models are served: a base URL without anything secret in it, and the key beside it."""

import os
import re
from dataclasses import dataclass
from typing import Final, Self
from urllib.parse import unquote, urlsplit, urlunsplit

from prism.errors import UsageError
from prism.llm.mask import KEY, Mask

__all__ = ["NO_KEY", "Endpoint", "shown_url"]

NO_KEY: Final = "none"
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where models are served; the key is neither printed nor stored."""

    base_url: str
    key: str

    def __repr__(self) -> str:
        return f"Endpoint({self.shown!r})"

    @property
    def shown(self) -> str:
        """The base URL as it is stored and shown: without a key that stands in its path."""
        return "/".join(KEY if part in self.secrets else part for part in self.base_url.split("/"))

    @property
    def secrets(self) -> tuple[str, ...]:
        """The key, and the parts of the path that look like one; none where there is none."""
        mask = Mask("" if self.key == NO_KEY else self.key)
        parts = urlsplit(self.base_url).path.split("/")
        found = [part for part in parts if _is_secret(part) or mask(part) != part]
        return tuple(dict.fromkeys([*([] if self.key in ("", NO_KEY) else [self.key]), *found]))

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
    """Return scheme, host, port and path of a base URL: what calls are made with.

    Raises
    ------
    UsageError
        It is not an http(s) URL; the message holds no credentials.

    >>> clean_url("https://me:secret@h:8000/v1/?key=x")
    'https://h:8000/v1'
    """
    bare = _bare(url)
    try:
        parts = urlsplit(bare)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in {"http", "https"} or not parts.hostname or _SPACE.search(bare):
        raise UsageError(
            f"{shown_url(url)!r} is not an http(s) URL",
            where="--base-url",
            mend="http://HOST:PORT/v1",
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
    """Return ``url`` as it may be stored and shown, whatever is wrong with it.

    User, password, query and fragment are left out; a part of the path that looks like a key is
    replaced by ``[key]``.

    >>> shown_url("ftp://me:pass/word@h/v1?key=x"), shown_url("me:secret@h:80/v1")
    ('ftp://h/v1', 'h:80/v1')
    >>> shown_url("https://h/sk-Ab3dEf6hIj9k/v1"), shown_url("https://h/Llama-3.3-70B-Instruct/v1")
    ('https://h/[key]/v1', 'https://h/Llama-3.3-70B-Instruct/v1')
    """
    scheme, slashes, rest = _bare(url).rpartition("://")
    host, *path = rest.split("/")
    return scheme + slashes + "/".join([host, *(KEY if _is_secret(p) else p for p in path)])


def _bare(url: str) -> str:
    """Return ``url`` without user, password, query and fragment.

    A password may itself hold ``/``, ``?``, ``#`` or ``@``.
    """
    scheme = _SCHEME.match(url)
    start = scheme.end() if scheme else 0
    rest = url[start:].rpartition("@")[2] if "@" in url else url[start:]
    return url[:start] + re.split(r"[?#]", rest, maxsplit=1)[0]


def _is_secret(part: str) -> bool:
    """Whether a part of a path looks like a key and not like the name of a model or a route.

    A key names itself (``sk-…``, ``token=…``), or holds letters and digits in a row as no name
    does: 16 of both, ten with a capital, or the groups of a UUID.

    >>> [_is_secret(part) for part in ("v1beta", "gpt-4o-mini", "PWSECRET77", "hf_aBcDeFgHiJkL")]
    [False, False, True, True]
    """
    text = unquote(part)
    if _NAMED.match(text) or _UUID.search(text):
        return True
    runs = [run for run in re.findall(r"[A-Za-z0-9]+", text) if not run.isalpha()]
    return any(len(run) >= _LONG or (len(run) >= _MIXED and run != run.lower()) for run in runs)


_LONG, _MIXED = 16, 10
_NAMED: Final = re.compile(
    r"(?:sk|pk|rk|hf|gsk|xai|key|api[-_]?key|token|secret|pass(?:word)?|bearer|auth)[-_=:+ ]"
    r"(?=.*\d|.{12})|.*(?:secret|passw)",
    re.IGNORECASE,
)
_UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
