"""``prism merge``: several runs, or several stores, in one file."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from prism.cli.emit import notice
from prism.display.plain import counted, one_line
from prism.errors import BadInput, UsageError
from prism.runs.ledger import Ledger, arms_of
from prism.store.cached import readable
from prism.store.sqlite import is_sqlite, tables
from prism.store.verdicts import Store

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  prism merge gpt.db claude.db --out both.db
  prism merge mine.sqlite theirs.sqlite --out all.sqlite     stores of verdicts
"""


@click.command("merge", epilog=EXAMPLES)
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The file to write.")
def command(files: tuple[str, ...], out: Path) -> int:
    """Put the arms of several runs into one file, and the verdicts of several stores.

    The files themselves stay as they are. Arms of the same configuration become one; of a task
    that several hold, what came furthest is kept. What was judged and paid for comes along: of an
    answer that several hold, the first that can be read is kept.
    """
    paths = [Path(name) for name in files]
    if any(_same(path, out) for path in paths):
        raise UsageError("a file to be merged is the one to be written", where="--out")
    held = [_parts(path) for path in paths]
    runs = [path for path, parts in zip(paths, held, strict=True) if "arm" in parts]
    stores = [path for path, parts in zip(paths, held, strict=True) if "kept" in parts]
    with arms_of(map(str, runs)):
        pass  # nothing is written where one cannot be read
    for path in stores:
        Store(path, create=False).close()
    with _written(out) as target:
        _merge(target, runs, stores)
    return 0


def _merge(out: Path, runs: Sequence[Path], stores: Sequence[Path]) -> None:
    """Take all over into ``out``, and say what it holds then."""
    if runs:
        with Ledger(out, tell=notice) as ledger:
            for path in runs:
                ledger.absorb(path)
            for arm in ledger.arms():
                counts = ledger.counts(arm)
                name = one_line(arm.plan.name)
                click.echo(f"{name}: {counts['line']} of {counts['tasks']} scored")
    if stores:
        with Store(out, tell=notice) as store:
            for path in stores:
                store.absorb(path, readable)
            told = (counted(n, kind) for kind, n in store.counts().items())
            click.echo(f"kept: {', '.join(told) or 'nothing'}")


def _parts(path: Path) -> set[str]:
    """Return the tables by which a run or a store is known; one of them at least is there."""
    if not path.is_file():
        raise BadInput("no such file", where=str(path), mend="name runs or stores")
    found = set(tables(path)) & {"arm", "kept"} if is_sqlite(path) else set[str]()
    if not found:
        raise BadInput(
            "neither a run nor a store",
            where=str(path),
            mend="'prism run … --out FILE' makes a run, '--store FILE' a store",
        )
    return found


@contextmanager
def _written(out: Path) -> Iterator[Path]:
    """Give the file to write; one that is new appears whole, or not at all."""
    if out.exists():
        yield out
        return
    making = out.with_name(f".{out.name}.making")
    try:
        making.unlink(missing_ok=True)
        yield making
        making.replace(out)
    finally:
        for end in ("", "-wal", "-shm", "-journal"):
            making.with_name(f"{making.name}{end}").unlink(missing_ok=True)


def _same(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and one.samefile(other)
