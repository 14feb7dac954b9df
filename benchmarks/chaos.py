"""Trouble on purpose: a hostile server, and a command that is killed again and again.

Run as ``python -m benchmarks.chaos``; both parts drive the real command against the scripted
server and exit with 1 where a promise is broken.

1. *Hostile*: 10 % garbage, 5 % 429, 2 % 400, 1 % empty by length. Exactly what was answered
   properly is counted, the exit code is 4, and a rerun against the healed server has full
   coverage and the numbers of an untroubled run.
2. *Killed*: SIGKILL at random moments, 30 times. What was served and is not in the store was under
   way at a kill; the final report is byte-identical to an untroubled one.
"""

import argparse
import json
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from prism.graph import CausalGraph
from prism.graph.convert import to_dict
from tests.scripted.answers import troubled, well
from tests.scripted.server import Server

SHARES = {"garbage": 0.10, "429": 0.05, "400": 0.02, "length": 0.01}
JOBS = 16
LATENCY = 0.1
WORDS = "pump valve dam bridge engine cable roof wall mill lamp clock boat crane gate drain".split()


@dataclass(frozen=True)
class Work:
    """A folder with responses and a rubric, and the command that scores them."""

    folder: Path
    options: tuple[str, ...] = ()

    def command(self, url: str, store: str, report: str) -> list[str]:
        """Return the command line; store and report are files in the folder."""
        given = {
            "--rubric": self.folder / "item.json",
            "--judge": "openai:m",
            "--base-url": url,
            "--store": self.folder / store,
            "--json": self.folder / report,
            "--calls": JOBS,
            "--calls-start": JOBS,
            "--tries": 3,
        }
        options = [str(part) for pair in given.items() for part in pair]
        response = str(self.folder / "responses.jsonl")
        return [sys.executable, "-m", "prism", "score", response, *options, *self.options]

    def run(self, url: str, store: str, report: str) -> int:
        """Run the command to its end; return its exit code."""
        done = subprocess.run(
            self.command(url, store, report), capture_output=True, text=True, check=False
        )
        if done.returncode not in (0, 4):
            print(done.stderr[-2000:])
        return done.returncode

    def report(self, name: str) -> str:
        """Return a report as it was written."""
        return (self.folder / name).read_text(encoding="utf-8")

    def kept(self, store: str) -> int:
        """Return how many verdicts a store holds."""
        file = self.folder / store
        if not file.exists():
            return 0
        with sqlite3.connect(file) as database:
            try:
                found: int = database.execute("SELECT count(*) FROM kept").fetchone()[0]
            except sqlite3.OperationalError:
                found = 0
        database.close()
        return found


def prepare(folder: Path, responses: int, links: int, seed: int = 0) -> Work:
    """Write responses with many causal links, and an item with two criteria."""
    dice = random.Random(seed)
    lines = []
    for _ in range(responses):
        sentences = [
            f"The {dice.choice(WORDS)} {dice.choice(WORDS)} failed because the "
            f"{dice.choice(WORDS)} {dice.choice(WORDS)} broke."
            for _ in range(links)
        ]
        lines.append(json.dumps({"response": " ".join(sentences), "item": "q"}))
    (folder / "responses.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    bands = dict.fromkeys(("1-2", "3-4", "5-6", "7-8", "9-10"), "so far")
    names = ("Depth", "Order")
    criteria = [{"name": name, "criteria_description": "how far", **bands} for name in names]
    item = {
        "id": "q",
        "question": "What if it all failed?",
        "domain": "STEM",
        "answer_type": "open",
        "rubrics": {"rubric_title": "t", "question_focus": "f", "criteria": criteria},
    }
    (folder / "item.json").write_text(json.dumps(item), encoding="utf-8")
    return Work(folder)


def chain(folder: Path, links: int) -> Work:
    """Write one response whose graph is given, a chain, so that the command starts quickly."""
    prepare(folder, 1, 1)
    units = [f"step {number} was taken" for number in range(links + 1)]
    text = "; ".join(units)
    (folder / "responses.jsonl").write_text(json.dumps({"response": text}), encoding="utf-8")
    edges = [(number, number + 1, "CAUSE") for number in range(links)]
    graph = folder / "graph.json"
    graph.write_text(json.dumps(to_dict(CausalGraph.of(units, edges, text=text))), encoding="utf-8")
    return Work(folder, ("--graph", str(graph)))


def reports(text: str) -> list[Any]:
    """Return the reports in a file: one object, or one a line where there are several."""
    if text.startswith("{\n"):
        return [json.loads(text)]
    return [json.loads(line) for line in text.splitlines()]


def verdicts(report: str) -> Iterable[Mapping[str, Any]]:
    """Yield every verdict of a report that was asked for."""
    for whole in reports(report):
        for edge in whole["edges"]:
            yield from ([edge["directed"]] if edge["directed"] else edge["published"])
        yield from (criterion["verdict"] for criterion in whole["criteria"])


def hostile(work: Work, calm: str) -> dict[str, bool]:
    """Score against a troubled server, then a healed one; return what held."""
    with Server(troubled(1, SHARES), keep_requests=False) as server:
        code = work.run(server.base_url, "hostile.sqlite", "troubled.jsonl")
        good = server.good
        server.script = well
        healed = work.run(server.base_url, "hostile.sqlite", "healed.jsonl")
        asked_again = server.good - good
    report = work.report("troubled.jsonl")
    scored = [v for v in verdicts(report) if v["value"] is not None]
    missing = [v for v in verdicts(report) if v["value"] is None]
    print(f"hostile: {len(scored)} scored, {len(missing)} unscored, {asked_again} asked again")
    return {
        "exactly what was answered properly is counted": len(scored) == good,
        "everything else has a reason": all(v["reason"] for v in missing) and bool(missing),
        "the exit code says partly unscored": code == 4,
        "the healed run is whole": healed == 0,
        "only what was missing is asked again": asked_again == len(missing),
        "its numbers are those of an untroubled run": numbers(work.report("healed.jsonl"))
        == numbers(calm),
    }


def numbers(report: str) -> list[Any]:
    """Return the scores of a report, and every verdict's value."""
    scores = [[whole[name] for name in ("final", "process", "rubric")] for whole in reports(report)]
    return [scores, [verdict["value"] for verdict in verdicts(report)]]


def killed(work: Work, calm: str, times: int, seed: int = 0) -> dict[str, bool]:
    """Kill the command ``times`` times at random moments, then let it finish; return what held."""
    dice, lost, kills = random.Random(seed), [0], 0
    with Server(latency=LATENCY, keep_requests=False) as server:
        for number in range(times):
            command = work.command(server.base_url, "killed.sqlite", "killed.jsonl")
            process = subprocess.Popen(
                command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            # A third of the kills fall anywhere, start-up included; the rest among the verdicts.
            if number % 3 == 0:
                time.sleep(dice.uniform(0, 3))
            else:
                _await_verdicts(process, work)
                time.sleep(dice.uniform(0, 1.5 * LATENCY))
            kills += process.poll() is None
            process.kill()
            process.wait()
            time.sleep(LATENCY)
            server.settle()  # what was under way is served to nobody
            lost.append(server.good - work.kept("killed.sqlite"))
        code = work.run(server.base_url, "killed.sqlite", "killed.jsonl")
        served = server.good
    kept = work.kept("killed.sqlite")
    print(f"killed: {kills} kills, {served} served, {kept} kept, {served - kept} lost")
    return {
        "the last run is whole": code == 0,
        "each kill lost no more than was under way": all(
            0 <= after - before <= JOBS for before, after in pairwise(lost)
        ),
        "the last run lost nothing": served - kept == lost[-1],
        "the report is byte-identical": work.report("killed.jsonl") == calm,
    }


def _await_verdicts(process: "subprocess.Popen[bytes]", work: Work) -> None:
    before = work.kept("killed.sqlite")
    while process.poll() is None and work.kept("killed.sqlite") == before:
        time.sleep(0.01)


def main() -> int:
    """Run both parts and print what held."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--responses", type=int, default=16)
    options.add_argument("--links", type=int, default=20)
    options.add_argument("--kills", type=int, default=30)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        work = prepare(Path(name), chosen.responses, chosen.links)
        with Server(keep_requests=False) as server:
            if work.run(server.base_url, "calm.sqlite", "calm.jsonl") != 0:
                return 1
        calm = work.report("calm.jsonl")
        held = hostile(work, calm) | killed(work, calm, chosen.kills)
    for what, holds in held.items():
        print("held" if holds else "FAILED", what)
    return int(not all(held.values()))


if __name__ == "__main__":
    raise SystemExit(main())
