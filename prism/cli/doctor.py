"""``prism doctor``: what is installed, what is reachable, what would leave the machine."""

import importlib.util
import os
import platform
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from urllib.parse import urlsplit

import click
from rich.table import Table
from rich.text import Text

from prism import __version__
from prism.cli.emit import console
from prism.display.plain import one_line
from prism.errors import PrismError, Unavailable
from prism.judges.base import JudgeKind
from prism.judges.registry import JUDGES, kind_of
from prism.llm.endpoint import Endpoint
from prism.parsers.base import ParserKind
from prism.parsers.registry import PARSERS
from prism.plugins import brought, load_entry, package_of
from prism.store.verdicts import default_path
from prism.text.nlp import installed_models, load

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  prism doctor
  prism doctor --judge openai:gpt-5.4    what would be sent, and where

\b
Exit codes: 0 everything that is needed works, 5 something that is needed is missing.
"""
EXTRAS = {
    "scm": ("pgmpy", "ground truth from structural causal models"),
    "stats": ("statsmodels", "intervals and agreement"),
    "fast": ("aiohttp", "a faster connection to language models"),
    "mech": ("torch", "attention analysis of open models"),
}
BETTER_MODEL = "python -m spacy download en_core_web_lg"


@dataclass(frozen=True, slots=True)
class _Finding:
    name: str
    text: str
    good: bool | None = True  # None: neither good nor bad


@click.command("doctor", epilog=EXAMPLES)
@click.option("--judge", default="local", show_default=True, help="The judge you mean to use.")
@click.option("--parser", default="embedded", show_default=True, help="The parser you mean to use.")
@click.option("--base-url", metavar="URL", help="The endpoint you mean to use.")
def command(judge: str, parser: str, base_url: str | None) -> int:
    """Check the installation, and tell which text would leave this machine.

    Nothing is sent: an endpoint is only knocked at, and a key is never shown.
    """
    asked = [*_remote("judge", judge, kind_of), *_remote("parser", parser, _parser_kind)]
    remote = [spec for spec in asked if isinstance(spec, str)]
    findings = [
        *_installation(),
        *_brought(),
        *(spec for spec in asked if isinstance(spec, _Finding)),
        *_endpoint(base_url, needed=bool(remote)),
        _Finding("store", one_line(str(default_path())), None),
        _departure(remote, base_url),
    ]
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, style="dim")
    table.add_column(overflow="fold")
    for finding in findings:
        table.add_row(_mark(finding.good), finding.name, Text(finding.text))
    console().print(table)
    return Unavailable.exit_code if any(f.good is False for f in findings) else 0


def _remote(
    option: str, spec: str, kind: Callable[[str], JudgeKind | ParserKind]
) -> Iterator[str | _Finding]:
    """Yield what asks a language model, as an option; or why it cannot be had."""
    try:
        if kind(spec).remote:
            yield f"--{option} {spec}"
    except PrismError as exc:
        yield _Finding(option, str(exc), good=False)


def _parser_kind(spec: str) -> ParserKind:
    return PARSERS.find(spec)[0]


def _brought() -> Iterator[_Finding]:
    """Yield the judges and parsers that other packages bring, and those that cannot be loaded."""
    for registry in (JUDGES, PARSERS):
        for entry in brought(registry.group):
            name = f"{registry.what} {entry.name}"
            try:
                load_entry(entry, registry.kind, registry.what)
            except Unavailable as exc:
                yield _Finding(name, str(exc), None)
            else:
                yield _Finding(name, f"from package {package_of(entry)}")


def _mark(good: bool | None) -> Text:
    if good is None:
        return Text("·", style="dim")
    return Text("✓", style="green") if good else Text("✗", style="red")


def _installation() -> Iterator[_Finding]:
    yield _Finding("prism", __version__)
    yield _Finding("python", f"{platform.python_version()} at {one_line(sys.executable)}")
    yield _spacy()
    for extra, (module, use) in EXTRAS.items():
        if importlib.util.find_spec(module) is None:
            missing = f"not installed: pip install 'prism-causal[{extra}]' ({use})"
            yield _Finding(f"extra {extra}", missing, None)
        else:
            yield _Finding(f"extra {extra}", f"{module} {_version(module)} ({use})")


def _spacy() -> _Finding:
    try:
        meta = load().meta
    except PrismError as exc:
        return _Finding("spacy model", str(exc), good=False)
    name = f"{meta['lang']}_{meta['name']} {meta['version']}, spaCy {_version('spacy')}"
    others = len(installed_models()) - 1
    more = f"; {others} more installed" if others > 0 else f"; a larger one: {BETTER_MODEL}"
    return _Finding("spacy model", name + more)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "(version unknown)"


def _endpoint(base_url: str | None, *, needed: bool) -> Iterator[_Finding]:
    has_key = bool(os.environ.get("OPENAI_API_KEY"))
    key = "OPENAI_API_KEY is set (not shown)" if has_key else "OPENAI_API_KEY is not set"
    yield _Finding("key", key, has_key or None)
    if not (needed or has_key or base_url or os.environ.get("OPENAI_BASE_URL")):
        yield _Finding("endpoint", "none set, none needed: the local judge asks nobody", None)
        return
    try:
        endpoint = Endpoint.find(base_url)
    except PrismError as exc:
        yield _Finding("endpoint", str(exc), False if needed else None)
        return
    reached = _reachable(endpoint.base_url)
    state = "reachable" if reached else "cannot be reached"
    yield _Finding(
        "endpoint",
        f"{one_line(endpoint.shown)} {state}",
        reached if needed else reached or None,
    )


def _reachable(url: str) -> bool:
    """Whether something accepts a connection there; nothing is sent."""
    parts = urlsplit(url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        with socket.create_connection((parts.hostname or "", port), timeout=3):
            return True
    except OSError:
        return False


def _departure(remote: Sequence[str], base_url: str | None) -> _Finding:
    if not remote:
        return _Finding("leaves here", "nothing: parsing and judging run on this machine")
    try:
        where = Endpoint.find(base_url).shown
    except PrismError:
        where = "the endpoint"
    what = "question, rubric and the whole response"
    return _Finding("leaves here", f"{what} go to {one_line(where)} ({' and '.join(remote)})", None)
