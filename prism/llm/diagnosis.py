"""What a call that failed says of its endpoint, and what a user can do about it."""

import re
import socket
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

__all__ = ["NOT_SERVED", "Diagnosis", "denied", "unreachable"]

# What a server answers that has no such path, or does no such thing.
NOT_SERVED: Final = frozenset({404, 405, 501})


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
    root = _root(fault)
    if isinstance(root, socket.gaierror) and root.errno == socket.EAI_NONAME:
        return Diagnosis(f"no host is called {urlsplit(base_url).hostname!r}", "check --base-url")
    if isinstance(root, ConnectionRefusedError):
        mend = "start the server, or check the port of --base-url"
        return Diagnosis("connection refused", mend, may_heal=True)
    said = f"connection failed: {root}"
    return Diagnosis(said, "check the network and --base-url", may_heal=True)


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
    """Return the error of the operating system behind ``fault``, or the first one there is."""
    while not isinstance(fault, socket.gaierror | ConnectionRefusedError):
        cause = fault.__cause__ or fault.__context__
        if cause is None:
            break
        fault = cause
    return fault
