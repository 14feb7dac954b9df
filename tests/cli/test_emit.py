"""What the command line says beside its reports."""

import pytest

from prism.cli.emit import LONG, foretell


@pytest.mark.parametrize(("length", "lines"), [(LONG, 0), (LONG + 1, 1)])
def test_a_long_text_is_announced(
    capsys: pytest.CaptureFixture[str], length: int, lines: int
) -> None:
    foretell("a" * length)
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == lines
