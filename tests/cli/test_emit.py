"""What the command line says beside its reports."""

import pytest

from prism.cli.emit import LONG, WIDTHS, console, foretell


@pytest.mark.parametrize(("length", "lines"), [(LONG, 0), (LONG + 1, 1)])
def test_a_long_text_is_announced(
    capsys: pytest.CaptureFixture[str], length: int, lines: int
) -> None:
    foretell("a" * length)
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == lines


@pytest.mark.parametrize("columns", ["0", "00", "-5", "²", "٣", "", " ", "wide", "1e3", "9" * 5000])
def test_a_width_that_is_none_is_as_if_it_were_not_set(
    monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    usual = console().width
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("LINES", columns)
    assert console().width == usual


@pytest.mark.parametrize(
    ("columns", "width"), [("1", WIDTHS[0]), ("72", 72), ("9" * 12, WIDTHS[1])]
)
def test_a_width_out_of_reason_is_brought_to_reason(
    monkeypatch: pytest.MonkeyPatch, columns: str, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert console().width == width
