"""The command as a user calls it, in this process."""

import io
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from prism.cli import main


@dataclass(frozen=True)
class Outcome:
    """What a call printed and how it exited."""

    code: int
    out: str
    err: str


@pytest.fixture
def prism(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Outcome]:
    """Call ``prism ARGS`` and return what it printed and its exit code."""

    def call(*args: object, columns: int = 80, stdin: bytes | None = None) -> Outcome:
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setattr("sys.argv", ["prism", *map(str, args)])
        if stdin is not None:
            monkeypatch.setattr("sys.stdin", _Stdin(stdin))
        with pytest.raises(SystemExit) as stop:
            main()
        out, err = capsys.readouterr()
        code = stop.value.code
        return Outcome(code if isinstance(code, int) else 0, out, err)

    return call


class _Stdin:
    def __init__(self, raw: bytes) -> None:
        self.buffer = io.BytesIO(raw)
