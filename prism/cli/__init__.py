"""The command line, one command a file; the only place that prints.

A command's module is imported when the command is called, so that ``prism --help`` stays light.
"""

import codecs
import io
import os
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from types import MappingProxyType

import click

from prism import __version__
from prism.display.ascii import ERRORS, stand_in
from prism.errors import BadInput, InternalError, PrismError, UsageError

__all__ = ["COMMANDS", "cli", "main"]

INTERRUPTED = 130

COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "score": "Score a response: structure, process, rubric.",
        "run": "Answer and score a whole benchmark; resumes where it stopped.",
        "report": "Show the tables of a run: scores with intervals, slices, failure modes.",
        "compare": "Compare models on the same items: what flipped, with the tests.",
        "merge": "Put several runs, or several stores, into one file.",
        "sample": "Write a blind rating sheet for people.",
        "agree": "Say how far a judge agrees with people.",
        "show": "Draw the causal graph of a text, a graph file or a report.",
        "explain": "Say how an edge, criterion, claim or option of a report was judged.",
        "replay": "Recompute the scores of a WhatIfBench metrics file.",
        "validate": "Say which format a file is, and every fault in it.",
        "rubric": "Write a rubric to fill in.",
        "prompts": "Print the request of an edit item at one of four tiers.",
        "scm": "Ask a structural causal model: association, intervention, counterfactual.",
        "trace": "Trace the flow from evidence to options inside an open model.",
        "doctor": "Check the installation, and what would leave this machine.",
    }
)


class _LazyGroup(click.Group):
    """Lists commands from the table above and imports one only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        with _undisturbed():
            command = import_module(f"prism.cli.{cmd_name}").command
        if not isinstance(command, click.Command):
            raise TypeError(f"prism.cli.{cmd_name}.command is not a command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            near = get_close_matches(args[0], COMMANDS, n=1)
            mend = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(COMMANDS)}"
            raise UsageError(f"no command {args[0]!r}", mend=mend)
        return super().resolve_command(ctx, args)


@click.command(
    cls=_LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="prism COMMAND --help shows the options of a command, with examples.",
)
@click.version_option(__version__, prog_name="prism", message="%(prog)s %(version)s")
def cli() -> None:
    """Score what a text claims about cause and effect.

    prism turns a text into a typed causal graph, asks small questions about it, and turns the
    answers into a score that can be traced to an edge and a span of text.

    \b
        prism score response.txt --rubric q17.json
        prism show response.txt
    """  # noqa: D301 - the backspace is click's mark for text that is not to be wrapped


def main() -> None:
    """Run the command line; what the user can mend is one line on stderr and an exit code."""
    _ready_streams()
    try:
        status = _run()
    except click.exceptions.Abort:
        _stop("interrupted", INTERRUPTED)
    except click.exceptions.NoArgsIsHelpError as exc:
        click.echo(exc.format_message(), err=True)
        sys.exit(UsageError.exit_code)
    except click.ClickException as exc:
        where = f"{exc.ctx.command_path}: " if isinstance(exc, click.UsageError) and exc.ctx else ""
        _stop(f"{where}{exc.format_message()}", 2)
    except PrismError as exc:
        _stop(str(exc), exc.exit_code)
    except KeyboardInterrupt:
        _stop("interrupted", INTERRUPTED)
    except BrokenPipeError:
        _drop_output()  # the reader of our pipe has gone: there is nothing to say
        sys.exit(0)
    except OSError as exc:
        _drop_output()
        _stop(f"cannot read or write: {exc.strerror or exc}", BadInput.exit_code)
    except Exception as exc:
        if sys.flags.dev_mode:  # python -X dev -m prism …: the traceback, for whoever mends it
            raise
        _stop(str(InternalError.of(exc)), InternalError.exit_code)
    sys.exit(status if isinstance(status, int) else 0)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Heed Ctrl-C only after the block: some extension modules swallow it while they load."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


def _run() -> object:
    """Run the command and write out what it printed, so that a full disk is told, too."""
    status: object
    try:
        with cli.make_context("prism", sys.argv[1:]) as ctx:
            status = cli.invoke(ctx)
    except click.exceptions.Exit as stop:
        status = stop.exit_code
    sys.stdout.flush()
    return status


def _ready_streams() -> None:
    """Open closed streams on nothing; what their encoding cannot hold is shown in ASCII."""
    codecs.register_error(ERRORS, stand_in)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            nothing = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - until the end
            setattr(sys, name, nothing)
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ERRORS)


def _drop_output() -> None:
    """Let nothing more be written to standard output, also not when Python ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _stop(line: str, code: int) -> None:
    text = " ".join("".join(c if c.isprintable() else " " for c in line).split())
    click.echo(f"prism: {text}", err=True)
    sys.exit(code)
