"""What a call that failed says of its endpoint, and what a user can do about it."""

import os
import re
import socket
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit
from urllib.request import proxy_bypass

__all__ = ["NOT_SERVED", "Diagnosis", "denied", "hindered", "unreachable"]

# What a server answers that has no such path, or does no such thing.
NOT_SERVED: Final = frozenset({404, 405, 501})


_CERTIFICATES: Final = ("SSL_CERT_FILE", "SSL_CERT_DIR")
_PROXIES: Final = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Why nobody answers: in words, how to mend it, and whether another try may help."""

    what: str
    mend: str
    may_heal: bool = False


def unreachable(fault: BaseException, base_url: str) -> Diagnosis:
    """Return what a failed connection to ``base_url`` means.

    A server may still be starting, and a resolver out of reach for a while; a host that the
    resolver does not know will not come to be.

    >>> unreachable(socket.gaierror(socket.EAI_NONAME, "unknown"), "http://llm.invalid/v1").what
    "no host is called 'llm.invalid'"
    >>> unreachable(ConnectionRefusedError(), "http://localhost:1/v1").may_heal
    True
    """
    root, proxies = _root(fault), ", ".join(_proxies(base_url))
    if proxies and not isinstance(root, TimeoutError):
        mend = f"check --base-url and the proxy in the environment ({proxies})"
        return Diagnosis(f"connection failed: {root}", mend, may_heal=True)
    if isinstance(root, socket.gaierror) and root.errno == socket.EAI_NONAME:
        return Diagnosis(f"no host is called {urlsplit(base_url).hostname!r}", "check --base-url")
    if isinstance(root, ConnectionRefusedError):
        mend = "start the server, or check the port of --base-url"
        return Diagnosis("connection refused", mend, may_heal=True)
    said = f"connection failed: {str(root) or type(root).__name__}"
    return Diagnosis(said, "check the network and --base-url", may_heal=True)


def hindered(fault: Exception) -> Diagnosis:
    """Return why the HTTP client could not even be made: what the environment sets is not usable.

    Values are not told of proxies, which may hold a password.

    >>> hindered(ValueError("odd")).what
    'the HTTP client cannot be made: odd'
    """
    certificates, proxies = _set(_CERTIFICATES), _set(_PROXIES)
    if isinstance(fault, OSError) and certificates:
        named = ", ".join(f"{name}={os.environ[name]!r}" for name in certificates)
        why = fault.strerror or str(fault)
        mend = f"name a file of certificates in {certificates[0]}, or unset it"
        return Diagnosis(f"no certificates can be read where {named} says: {why}", mend)
    if proxies:
        what = f"the proxy in the environment is not usable: {type(fault).__name__}"
        return Diagnosis(what, f"mend or unset {', '.join(proxies)}")
    return Diagnosis(f"the HTTP client cannot be made: {fault}", "check the environment")


def _proxies(base_url: str) -> list[str]:
    """Return which variables send calls to ``base_url`` through a proxy."""
    parts = urlsplit(base_url)
    if proxy_bypass(parts.hostname or ""):
        return []
    return _set((f"{parts.scheme.upper()}_PROXY", "ALL_PROXY"))


def _set(names: tuple[str, ...]) -> list[str]:
    """Return which of the variables ``names`` are set, in capitals or small letters."""
    either = (spelt for name in names for spelt in (name, name.lower()))
    return [spelt for spelt in either if os.environ.get(spelt)]


def denied(status: int, message: str, base_url: str, model: str, *, has_key: bool) -> str | None:
    """Return how to mend an HTTP error that every call will meet; None for any other.

    >>> denied(404, "The model `m` does not exist.", "http://h/v1", "m", has_key=True)
    "check the model's name"
    >>> denied(404, "Not Found", "http://h:8000", "m", has_key=True)
    'check --base-url: http://h:8000/v1 is usual'
    """
    if status in (401, 403):
        return "check OPENAI_API_KEY" if has_key else "set OPENAI_API_KEY"
    if status not in NOT_SERVED:
        return None
    if re.search(rf"(?i)\bmodel\b|(?<!\w){re.escape(model)}(?!\w)", message):
        return "check the model's name"
    if not urlsplit(base_url).path.strip("/"):
        return f"check --base-url: {base_url}/v1 is usual"
    return "check the path of --base-url; it usually ends in /v1"


def _root(fault: BaseException) -> BaseException:
    """Return the error of the operating system behind ``fault``, else the nearest with words."""
    chain: list[BaseException] = []
    behind: BaseException | None = fault
    while behind is not None and behind not in chain:
        chain.append(behind)
        if isinstance(behind, BaseExceptionGroup):
            behind = behind.exceptions[0]
        else:
            behind = behind.__cause__ or behind.__context__
    known = (e for e in chain if isinstance(e, socket.gaierror | ConnectionRefusedError))
    return next(known, next((e for e in chain if str(e)), fault))
