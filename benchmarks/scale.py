"""A run of many scored responses: when a resume judges, how long a report takes, what both hold.

    python -m benchmarks.scale [--responses 200000] [--folder DIR]

Builds a run synthetically: a few demo responses are really parsed and judged, and stand for all;
the last ones are left unjudged. Then ``prism run`` and ``prism report`` are started on it as a
user starts them: a fresh start that reads all items and asks nothing, a resume, and a report.
Prints seconds and peak memory beside what is promised, and before them the same for a tenth of the
responses: what memory grows by from one to the other is what a response costs.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from prism.engine.score import run_sync
from prism.files.source import read_source
from prism.files.textfile import open_text
from prism.judges.local.judge import LocalJudge
from prism.parsers.embedded import EmbeddedParser
from prism.prompts import Prompts
from prism.records.digest import digest
from prism.records.verdict import Provenance
from prism.runs.arms import RunSettings, make_plans
from prism.runs.intake import read_tasks
from prism.runs.ledger import Ledger
from prism.runs.line import Line
from prism.runs.records import Answered, Arm, Outcome, Work
from prism.runs.stages import Crafts
from prism.suites.reading import read_items
from prism.suites.registry import find_suite

DEMO = Path(__file__).parent / "demo"
UNJUDGED = 200
BATCH = 2000
PROMISED = {"judging after (s)": 60, "report (s)": 120, "peak memory (MB)": 2000}
URL = "http://127.0.0.1:9/v1"  # nobody is asked


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--responses", type=int, default=200_000)
    options.add_argument("--folder", type=Path, help="where to build; kept if given")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = chosen.folder or Path(temporary)
        sizes = (chosen.responses // 10, chosen.responses)
        peaks = [measure(folder / str(n), n) for n in sizes]
        for name, small, large in zip(("start", "resume", "report"), *peaks, strict=True):
            grown = (large - small) * 2**20 / (sizes[1] - sizes[0])
            print(f"memory of a {name} grows by {grown:.0f} bytes a response")


def measure(folder: Path, n: int) -> tuple[float, float, float]:
    """Build a run of ``n`` responses, start, resume, report on it; return peak MB of the three."""
    folder.mkdir(parents=True, exist_ok=True)
    began = time.perf_counter()
    items, run = build(folder, n)
    size = run.stat().st_size / 2**20
    print(f"{n} responses in {size:.0f} MB, built in {since(began):.0f} s")
    return start(items, folder / "other.db"), resume(items, run), report(run)


def build(folder: Path, n: int) -> tuple[Path, Path]:
    """Write the items and a run in which all but the last responses are scored, once a folder."""
    items, run = folder / "items.jsonl", folder / "run.db"
    if run.is_file():
        return items, run
    questions = [f"What if the river {number} had been dammed?" for number in range(n)]
    bands = dict.fromkeys(("1-2", "3-4", "5-6", "7-8", "9-10"), "as far as that")
    rubric = {"criteria": [{"name": "Chain", **bands}]}
    with items.open("w") as out:
        for number, question in enumerate(questions):
            domain = ("STEM", "HASS", "Hybrid")[number % 3]
            item = {
                "id": f"river-{number:07}",
                "question": question,
                "domain": domain,
                "rubrics": rubric,
            }
            out.write(json.dumps(item) + "\n")
    whatif, file = find_suite("whatif"), open_text(str(items))
    (plan,) = make_plans(whatif, RunSettings(model="openai:synthetic", base_url=URL), file, None)
    with Ledger(run) as ledger:
        arm = ledger.add(plan, read_tasks(whatif, file, None, plan.strategy))
        fill(ledger, arm, n)
    return items, run


def fill(ledger: Ledger, arm: Arm, n: int) -> None:
    """Commit answers and graphs of all tasks, verdicts and lines of all but the last."""
    patterns = list(examples(arm))
    batch: list[Outcome] = []
    for task in range(1, n + 1):
        pattern = patterns[task % len(patterns)]
        done = pattern if task <= n - UNJUDGED else pattern[:2]
        batch += [named(replace(o, task=task, key=digest([o.key, task]))) for o in done]
        if len(batch) > BATCH:
            ledger.commit(batch)
            batch = []
    ledger.commit(batch)


def named(outcome: Outcome) -> Outcome:
    """Return ``outcome`` with its line under the name of its own item."""
    if outcome.stage != "line":
        return outcome
    line = Line.model_validate_json(outcome.value or "")
    name = f"river-{outcome.task - 1:07}"
    line = line.model_copy(update={"item": name, "cluster": name})
    return replace(outcome, value=line.model_dump_json())


def examples(arm: Arm) -> Iterator[tuple[Outcome, ...]]:
    """Yield what the stages really come to for the demo's responses."""
    crafts = Crafts(arm.plan, EmbeddedParser(), LocalJudge(), Prompts())
    for file in sorted(DEMO.glob("*/*.txt")):
        (item,) = read_items(read_source(str(file.parent / "q.json")))
        provenance = Provenance(judge="synthetic")
        answer = Answered(text=file.read_text("utf-8"), provenance=provenance).model_dump_json()
        outcomes = [Outcome(0, "answer", digest(answer), answer)]
        done = {"answer": answer}
        for stage in ("graphs", "verdicts", "line"):
            work = Work(0, item, {}, 0, dict(done))
            outcome = run_sync(partial(crafts.do, stage, work))
            done[stage] = outcome.value
            outcomes.append(outcome)
        yield tuple(outcomes)


def start(items: Path, run: Path) -> float:
    """Time how all items are read into a new run, and what it would ask."""
    command = ["run", "whatif", "--items", items, "--model", "openai:synthetic", "--base-url", URL]
    seconds, peak = watched(*command, "--out", run, "--dry-run")
    print(f"fresh start (s)      {seconds:8.1f}")
    said("peak memory (MB)", peak)
    return peak


def resume(items: Path, run: Path) -> float:
    """Start ``prism run`` and time its first verdict."""
    command = ["run", "whatif", "--items", items, "--model", "openai:synthetic", "--base-url", URL]
    began, first, peak = time.perf_counter(), None, 0.0
    process = subprocess.Popen(
        [sys.executable, "-m", "prism", *map(str, command), "--out", run, "--jobs", "1",
         "--max-items", "20", "--json-lines"],
        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    for line in process.stderr or ():
        peak = max(peak, memory(process.pid))
        told = json.loads(line) if line.startswith("{") else {}
        if first is None and told.get("stage") == "judges" and told["done"]:
            first = since(began)
    process.wait()
    said("judging after (s)", first if first is not None else float("inf"))
    said("peak memory (MB)", peak)
    return peak


def report(run: Path) -> float:
    """Time ``prism report``."""
    seconds, peak = watched("report", run)
    said("report (s)", seconds)
    said("peak memory (MB)", peak)
    return peak


def watched(*command: object) -> tuple[float, float]:
    """Run prism; return the seconds it takes, and its peak memory in MB."""
    began, peak = time.perf_counter(), 0.0
    with subprocess.Popen(
        [sys.executable, "-m", "prism", *map(str, command)], stdout=subprocess.DEVNULL
    ) as process:
        while process.poll() is None:
            peak = max(peak, memory(process.pid))
            time.sleep(0.1)
    return since(began), peak


def memory(pid: int) -> float:
    """Return the largest resident size of a process so far, in MB; 0 where it cannot be read."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return 0.0
    found = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")]
    return int(found[0]) / 1024 if found else 0.0


def said(name: str, value: float) -> None:
    promised = PROMISED[name]
    print(
        f"{name:20} {value:8.1f}   promised {promised}   {'ok' if value < promised else 'MISSED'}"
    )


def since(began: float) -> float:
    return time.perf_counter() - began


if __name__ == "__main__":
    os.environ.setdefault("COLUMNS", "100")
    main()
