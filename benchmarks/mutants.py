"""How many planted faults the tests notice: ``python -m benchmarks.mutants --seeds 1 2``.

Samples mutants of the rooms that bear the numbers, runs the tests of each, and prints a table of
room × (sampled, killed, survived, equivalent) with every survivor and, where one is known, the
reason. Exits with 1 where fewer than ``--floor`` per cent of the sample were killed.

The mutants are those of cosmic-ray (``pip install '.[mutants]'``), whose operators work on any code
of a file. Its runner is not used: it starts a process a mutant, and here loading the language
pipeline takes longer than the tests do; nor can it draw a sample by seed. mutmut (3.8) draws none
either, leaves alone what stands at the top of a module and in decorated functions, of which these
rooms are full, and puts a wrapper around each function, whose name then is another. So a process
that has the pipeline loaded forks a child for each mutant, in a copy of the tree. First run the
tests of the module's own, ``tests/<room>/test_<module>.py`` and its doctests, then, where these
notice nothing, the other tests of the room, without those that take over ``SLOW`` seconds of
processor time: the share of killed mutants is one from below. To cosmic-ray's operators comes one
that drops a call made for its effect.

A place of the code is drawn first and then one of the operators that change it, so that a ``+``,
which has eleven other signs, counts no more than an ``and``. Left out are annotations, texts, lists
of words, what changes nothing but speed (a cache, ``slots``), and zip's guard ``strict``. A mutant
that cannot be imported is noticed by anyone: it is not counted and another one drawn.
"""

import argparse
import ast
import compileall
import difflib
import json
import os
import py_compile
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import chain, islice
from pathlib import Path
from queue import Queue
from threading import Lock
from typing import Any, ClassVar, Final

from rich.console import Console
from rich.table import Table

ROOT: Final = Path(__file__).resolve().parent.parent
REASONS: Final = Path(__file__).with_suffix(".toml")
COPIED: Final = ("prism", "tests", "benchmarks", "prompts", "schemas", "graphs", "pyproject.toml")
# A room: its files, and its tests beside those of the mutated module's own.
# The metrics are those files of the suites that score; the rest of a suite reads and prints.
ROOMS: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "entailment": (("prism/entailment/*.py",), ("tests/entailment",)),
    "judges": (("prism/judges/**/*.py",), ("tests/judges",)),
    "metrics": (
        tuple(
            f"prism/suites/{suite}/{name}.py"
            for suite, names in (
                ("whatif", ("process", "rubric", "outcome", "failure")),
                ("edit", ("checks", "invariants", "latent", "quantities", "failure")),
                ("ladder", ("distractors", "positions")),
            )
            for name in names
        ),
        ("tests/suites/whatif", "tests/suites/edit", "tests/suites/ladder"),
    ),
    "stats": (("prism/stats/*.py",), ("tests/stats", "tests/test_stats.py")),
    "store": (("prism/store/*.py",), ("tests/store",)),
}
# What the forking process has loaded: everything a room stands on, never the room itself.
GROUND: Final = ("pytest", "hypothesis", "numpy", "prism.text.parse", "prism.text.request")
GROUNDS: Final[dict[str, tuple[str, ...]]] = {
    "entailment": (),
    "metrics": ("prism.entailment.check", "prism.entailment.sides", "prism.entailment.fit"),
    "judges": ("prism.entailment.check", "prism.entailment.sides", "prism.llm.client", "openai"),
    "stats": ("scipy.stats", "sklearn.metrics", "statsmodels.stats.power"),
    "store": ("prism.llm.client", "prism.judges.model.judge", "prism.judges.replay"),
}
SLOW: Final = 2.0  # seconds of processor time of one test, so that a busy machine drops no more
CPU: Final = 60  # seconds of processor time after which a child is stopped, which counts as killed
WALL: Final = 300.0  # and of the clock, for what waits forever
UNIMPORTABLE: Final = 77  # exit code of a child whose mutant cannot be imported


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the room and file, operator, line, the changed source and what is changed."""

    room: str
    path: str
    operator: str
    line: int
    code: str
    diff: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a mutant: killed by its ``own`` tests or by the ``room``, or survived."""

    mutant: Mutant
    by: str
    seconds: float


# ---- drawing


def drawn(count: int, seed: int, rooms: list[str], only: str) -> Iterator[Mutant]:
    """Yield mutants in an order that the seed decides; ``only`` is a part of a path."""
    dice = random.Random(seed)
    places = [
        (room, path, place, operators)
        for room in rooms
        for path in _files(room)
        if only in str(path)
        for place, operators in sorted(_places(path).items())
    ]
    dice.shuffle(places)
    print(f"seed {seed}: {count} of {len(places)} places", flush=True)
    for room, path, (line, _), operators in places:
        name, occurrence = dice.choice(operators)
        source = path.read_text(encoding="utf-8")
        code = _mutated(source, name, occurrence)
        if code is not None:
            yield Mutant(room, str(path.relative_to(ROOT)), name, line, code, _diff(source, code))


def _files(room: str) -> list[Path]:
    """Return the files of a room, each once."""
    found = {path: sorted(ROOT.glob(path)) for path in ROOMS[room][0]}
    missing = [path for path, files in found.items() if not files]
    if missing:
        raise SystemExit(f"{room}: there is no {', '.join(missing)}")
    return sorted({path for files in found.values() for path in files})


@cache
def _operators() -> dict[str, Any]:
    """Return the operators by name: cosmic-ray's that need no argument, and our own."""
    from cosmic_ray.operators.provider import OperatorProvider  # noqa: PLC0415 (optional)

    provider = OperatorProvider()
    found = {name: provider[name] for name in provider if not provider[name].arguments()}
    found["DropCall"] = _drop_call()
    return {name: operator() for name, operator in found.items()}


def _drop_call() -> Any:
    from cosmic_ray.operators.operator import Operator  # noqa: PLC0415
    from parso.python.tree import Keyword  # noqa: PLC0415

    class DropCall(Operator):  # type: ignore[misc]
        """Replaces a call whose value nobody takes, also an awaited one, by ``pass``."""

        def mutation_positions(self, node: Any) -> Iterator[Any]:
            parent = getattr(node, "parent", None)
            calls = node.type in ("atom_expr", "power") and node.children[-1].type == "trailer"
            if calls and parent is not None and parent.type == "simple_stmt":
                yield node.start_pos, node.end_pos

        def mutate(self, node: Any, index: int) -> Any:
            return Keyword("pass", node.start_pos, node.get_first_leaf().prefix)

        @classmethod
        def examples(cls) -> tuple[()]:
            return ()

    return DropCall


@cache
def _places(path: Path) -> dict[tuple[int, int], list[tuple[str, int]]]:
    """Return where a file can be changed, and how: operator and occurrence."""
    from cosmic_ray.ast import ast_nodes, get_ast  # noqa: PLC0415

    source = path.read_text(encoding="utf-8")
    nodes, out = list(ast_nodes(get_ast(source))), _left_out(source)
    found = defaultdict(list)
    for name, operator in _operators().items():
        spans = (span for node in nodes for span in operator.mutation_positions(node))
        for occurrence, (start, _) in enumerate(spans):
            if not any(first <= start < last for first, last in out):
                found[start].append((name, occurrence))
    return dict(found)


def _diff(source: str, code: str) -> tuple[str, ...]:
    """Return the lines taken away and put in."""
    lines = difflib.unified_diff(source.splitlines(), code.splitlines(), n=0, lineterm="")
    return tuple(x for x in lines if x[0] in "+-" and x[:3] not in ("+++", "---"))


def _mutated(source: str, operator: str, occurrence: int) -> str | None:
    """Return the changed source, None where nothing changed."""
    from cosmic_ray.mutating import mutate_code  # noqa: PLC0415

    code = mutate_code(source, _operators()[operator], occurrence)
    if code is None:
        return None
    try:
        same = ast.dump(ast.parse(code)) == ast.dump(ast.parse(source))
    except SyntaxError:
        return None
    return None if same else str(code)


Place = tuple[int, int]


def _left_out(source: str) -> list[tuple[Place, Place]]:
    """Return the spans of annotations, caching decorators, ``slots`` and the ``strict`` of zip."""
    found: list[ast.AST] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.AnnAssign | ast.arg):
            found += [node.annotation] if node.annotation is not None else []
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found += [node.returns] if node.returns is not None else []
            found += [d for d in node.decorator_list if "cache" in ast.unparse(d)]
        elif isinstance(node, ast.keyword) and node.arg in ("slots", "strict"):
            found.append(node)
    # a decorator's own operator starts at its sign, one column before the name
    return [((n.lineno, n.col_offset - 1), (n.end_lineno, n.end_col_offset)) for n in found]  # type: ignore[attr-defined]


# ---- running: the side that asks


class Worker:
    """A process in a copy of the tree that has the ground of one room loaded and forks."""

    known: ClassVar[dict[str, dict[str, list[str]]]] = {}  # what the first run of a room told
    first: ClassVar[Lock] = Lock()

    def __init__(self, room: str, tree: Path, own: bool) -> None:
        self.room, self.ready, self.own = room, False, own
        environment = os.environ | {"PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"}
        environment.setdefault("PRISM_DATA", str(ROOT.parent / "shared" / "data"))
        command = [sys.executable, "-m", "benchmarks.mutants", "--serve", room]
        self.process = subprocess.Popen(
            command, cwd=tree, env=environment, text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )  # fmt: skip

    def by(self, mutant: Mutant) -> str:
        """Return who notices a mutant; of the first of a room, once its tests pass without any."""
        with self.first:
            if self.room not in self.known:
                self.known[self.room] = self._ask(baseline=True, own=self.own)
        known = self.known[self.room]
        if known["failed"]:
            raise SystemExit(f"{self.room}: these fail without a mutant: {known['failed']}")
        if not self.ready:
            self._ask(texts=known["texts"])
            self.ready = True
        job = {"path": mutant.path, "code": mutant.code, "own": self.own}
        return str(self._ask(**job, slow=known["slow"])["by"])

    def _ask(self, **job: Any) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()
        return dict(json.loads(self.process.stdout.readline()))

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def run(
    mutants: list[Mutant], spare: Iterator[Mutant], jobs: int, own: bool = False
) -> list[Outcome]:
    """Try every mutant; where one cannot be imported, a spare one."""
    queue: Queue[Mutant] = Queue()
    for mutant in sorted(mutants, key=lambda m: (m.room, m.path)):
        queue.put(mutant)
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        trees = [_compiled(_copied(Path(folder) / "0"))]
        trees += [_copied(Path(folder) / str(number), trees[0]) for number in range(1, jobs)]
        with ThreadPoolExecutor(jobs) as pool:
            parts = pool.map(lambda tree: _work(queue, spare, tree, own), trees)
            return [outcome for part in parts for outcome in part]


def _copied(tree: Path, source: Path = ROOT) -> Path:
    tree.mkdir()
    left = shutil.ignore_patterns("__pycache__") if source == ROOT else None
    for name in COPIED:
        if (source / name).is_dir():
            shutil.copytree(source / name, tree / name, ignore=left)
        else:
            shutil.copy2(source / name, tree / name)
    return tree


def _compiled(tree: Path) -> Path:
    """Compile a copy once for all children; by content, as a mutant may be as long and as old."""
    kinds = py_compile.PycInvalidationMode.CHECKED_HASH
    compileall.compile_dir(tree / "prism", quiet=2, invalidation_mode=kinds)
    return tree


def _work(queue: "Queue[Mutant]", spare: Iterator[Mutant], tree: Path, own: bool) -> list[Outcome]:
    found: list[Outcome] = []
    worker, room = None, ""
    while not queue.empty():
        mutant = queue.get()
        if worker is None or mutant.room != room:
            if worker is not None:
                worker.close()
            worker, room = Worker(mutant.room, tree, own), mutant.room
        start = time.perf_counter()
        by = worker.by(mutant)
        if by == "import":
            other = next((each for each in spare if each.room == room), None)
            if other is not None:
                queue.put(other)
            continue
        found.append(Outcome(mutant, by, time.perf_counter() - start))
        print(f"{by:9}{mutant.path}:{mutant.line} {mutant.operator}", flush=True)
    if worker is not None:
        worker.close()
    return found


# ---- running: the side that is asked


def serve(room: str) -> None:
    """Answer jobs on standard input, one line of JSON each."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.dont_write_bytecode = True  # a mutant written within a second of another looks like it
    for name in (*GROUND, *GROUNDS[room]):
        import_module(name)
    nlp: Any = import_module("prism.text.nlp")
    nlp._KEPT = nlp._NEW_STRINGS = 10**6  # every child inherits the texts that were parsed
    for line in sys.stdin:
        job = json.loads(line)
        if "baseline" in job:
            answer: dict[str, Any] = _baseline(room, job["own"])
        elif "texts" in job:
            answer = {"read": sum(bool(nlp.analyse(text)) for text in job["texts"])}
        else:
            answer = {"by": _noticed(() if job["own"] else ROOMS[room][1], job)}
        print(json.dumps(answer), file=answers, flush=True)


def _baseline(room: str, own: bool) -> dict[str, list[str]]:
    """Run the tests of a room once; return which fail, which are slow, and what texts they read."""
    with tempfile.NamedTemporaryFile() as kept:
        files = [str(path.relative_to(ROOT)) for path in _files(room)]
        tests = tuple(test for path in files for test in (*_own(path), path))
        _forked("", tests if own else ROOMS[room][1], [], Path(kept.name))
        found = json.loads(Path(kept.name).read_text(encoding="utf-8") or "{}")
    rows = found.get("rows", [("all", "failed", 0.0)])
    return {
        "failed": sorted({name for name, outcome, _ in rows if outcome == "failed"}),
        "slow": sorted({name for name, _, seconds in rows if seconds > SLOW}),
        "texts": found.get("texts", []),
    }


def _noticed(others: tuple[str, ...], job: dict[str, Any]) -> str:
    """Return who notices a mutant: its ``own`` tests, the ``room``, ``import``, or ``nobody``."""
    path, file = job["path"], ROOT / job["path"]
    original = file.read_text(encoding="utf-8")
    try:
        file.write_text(job["code"], encoding="utf-8")
        for by, tests in (("own", (*_own(path), path)), ("room", others)):
            ended = _forked(path, tests, job["slow"], None) if tests else 5
            if ended == UNIMPORTABLE:
                return "import"
            if ended not in (0, 5):  # 5: there are no such tests
                return by
    finally:
        file.write_text(original, encoding="utf-8")
    return "nobody"


def _own(path: str) -> tuple[str, ...]:
    inside = Path(path).relative_to("prism")
    test = Path("tests") / inside.parent / f"test_{inside.name}"
    return (str(test),) if (ROOT / test).exists() else ()


def _forked(path: str, tests: tuple[str, ...], slow: list[str], kept: Path | None) -> int:
    """Run tests in a child; return its exit code, negative where it was stopped."""
    child = os.fork()
    if child:
        return _awaited(child)
    ended = 1  # a mutant may raise whatever there is
    try:
        ended = _in_child(path, tests, frozenset(slow), kept)
    finally:
        os._exit(ended)


def _in_child(path: str, tests: tuple[str, ...], slow: frozenset[str], kept: Path | None) -> int:
    os.setsid()
    sink = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(sink, stream)
    if path:
        resource.setrlimit(resource.RLIMIT_CPU, (CPU, CPU))
        try:
            import_module(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        except BaseException:
            return UNIMPORTABLE
    watch = Watch(slow)
    stop = ["-x"] if path else []
    there = [test for test in tests if (ROOT / test).exists()]
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=0"]
    options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # the ground is loaded already
    ended = import_module("pytest").main([*stop, *options, *there], plugins=[watch]) if there else 5
    if kept is not None:
        texts = [key[1] for key in import_module("prism.text.nlp")._cache]
        kept.write_text(json.dumps({"rows": watch.rows, "texts": texts}), encoding="utf-8")
    return int(ended)


def _awaited(child: int) -> int:
    end = time.monotonic() + WALL
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return -signal.SIGKILL


class Watch:
    """A plug-in of pytest that leaves out slow tests and notes how each of the others went."""

    def __init__(self, slow: frozenset[str]) -> None:
        self.slow = slow
        self.spent = 0.0
        self.rows: list[tuple[str, str, float]] = []

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = [item for item in items if item.nodeid not in self.slow]

    def pytest_runtest_logstart(self) -> None:
        self.spent = _processor()

    def pytest_runtest_logreport(self, report: Any) -> None:
        spent = _processor()
        self.rows.append((report.nodeid, report.outcome, spent - self.spent))
        self.spent = spent


def _processor() -> float:
    """Return the seconds of processor time of this process and of those it waited for."""
    return sum(os.times()[:4])


# ---- telling


def told(outcomes: list[Outcome], rooms: list[str]) -> float:
    """Print the table and the survivors; return the share of killed mutants of the sample."""
    reasons = tomllib.loads(REASONS.read_text(encoding="utf-8")) if REASONS.exists() else {}
    survivors = [o.mutant for o in outcomes if o.by == "nobody"]
    why = {m: _reason(m, reasons) for m in survivors}
    table = Table(title="Planted faults by room")
    for name in ("room", "sampled", "killed", "by own tests", "survived", "equivalent", "killed %"):
        table.add_column(name, justify="left" if name == "room" else "right")
    for room in (*rooms, "all"):
        mine = [o for o in outcomes if room in (o.mutant.room, "all")]
        killed = sum(o.by != "nobody" for o in mine)
        own = sum(o.by == "own" for o in mine)
        equal = sum(why[o.mutant].startswith("equivalent") for o in mine if o.by == "nobody")
        alive = len(mine) - killed - equal
        share = f"{killed / len(mine):.1%}" if mine else "-"
        row = (len(mine), killed, own, alive, equal)
        table.add_row(room, *map(str, row), share, end_section=room == rooms[-1])
    Console(width=100).print(table)
    for mutant in sorted(survivors, key=lambda m: (m.path, m.line)):
        print(f"\n{mutant.path}:{mutant.line} {mutant.operator}\n  {why[mutant]}")
        print("\n".join(f"    {line}" for line in mutant.diff))
    killed = sum(o.by != "nobody" for o in outcomes)
    equal = sum(reason.startswith("equivalent") for reason in why.values())
    print(f"\nof the {len(outcomes) - equal} not known to be equivalent {killed} were killed")
    return 100 * killed / (len(outcomes) or 1)


def _reason(mutant: Mutant, reasons: dict[str, dict[str, str]]) -> str:
    """Return why a mutant may live, by its file and the line it puts in or takes away."""
    known = reasons.get("*", {}) | reasons.get(mutant.path, {})
    lines = [line[1:].strip() for line in mutant.diff]
    return next((known[line] for line in reversed(lines) if line in known), "no reason known")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    parser.add_argument("--count", type=int, default=200, help="mutants in all (200)")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1], help="share the count")
    parser.add_argument("--rooms", nargs="+", choices=list(ROOMS), default=list(ROOMS))
    parser.add_argument("--only", default="", help="part of the path of the files to change")
    parser.add_argument("--own", action="store_true", help="ask only each module's own tests")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--floor", type=float, default=90.0, help="per cent killed (90)")
    options = parser.parse_args()
    if options.serve:
        serve(options.serve)
        return 0
    share, rest = divmod(options.count, len(options.seeds))
    mutants, spare = list[Mutant](), list[Iterator[Mutant]]()
    for number, seed in enumerate(options.seeds):
        spare.append(drawn(share + (number < rest), seed, options.rooms, options.only))
        mutants += islice(spare[-1], share + (number < rest))
    outcomes = run(mutants, chain.from_iterable(spare), options.jobs, options.own)
    killed = told(outcomes, options.rooms)
    print(f"\nseeds {options.seeds}: {len(outcomes)} sampled, {killed:.1f} % killed")
    return int(killed < options.floor)


if __name__ == "__main__":
    sys.exit(main())
