"""How a judge did on probes whose answer is known, in the terminal."""

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from prism.judges.controls import ControlResult
from prism.judges.quality import control_section
from prism.records.report import ControlLine, Controls, Report

__all__ = ["ALARM", "pooled", "render"]

ALARM = (
    "Alarm: the judge believed a unit that is nowhere in the response (canary). "
    "Its other verdicts deserve no trust."
)


def render(controls: Controls) -> Iterator[RenderableType]:
    """Yield the judge's false positives by kind, and an alarm where it believed a canary."""
    if not controls.kinds:
        yield Text("none: without a causal edge there is nothing to put them beside", style="dim")
        return
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("kind")
    for name in ("believed", "judged", "false positives"):
        table.add_column(name, justify="right")
    for kind, line in controls.kinds.items():
        table.add_row(kind.replace("_", "-"), *_cells(line))
    table.add_row(Text("all", style="bold"), *(Text(c, style="bold") for c in _cells(controls.all)))
    yield table
    if controls.alarm:
        yield Text(ALARM, style="bold red")


def pooled(reports: Sequence[Report]) -> Controls | None:
    """Return the controls of several reports counted together, None where none has any."""
    told = [report.controls for report in reports if report.controls is not None]
    if not told:
        return None
    believed, judged, unscored = Counter[str](), Counter[str](), Counter[str]()
    for controls in told:
        for kind, line in controls.kinds.items():
            believed[kind] += line.believed
            judged[kind] += line.judged
            unscored[kind] += line.unscored
    return control_section(ControlResult.of(believed, judged, unscored))


def _cells(line: ControlLine) -> tuple[str, str, str]:
    rate = "–" if line.rate is None else f"{line.rate:.0%}"
    asked = line.judged + line.unscored
    return str(line.believed), f"{line.judged}/{asked}" if line.unscored else str(asked), rate
