"""What a file of ladder answers says: accuracy, error kinds, profiles, places, two models.

Tables group reports by setting and rung, or by model; intervals resample whole contexts, for the
questions over one context are not independent. An answer without an extracted option stands in its
own column: it is in no accuracy, and ``as_wrong`` says what the accuracy would be if it counted.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final, get_args

from pydantic import BaseModel, ConfigDict

from prism.records.item import Rung
from prism.stats import DIFFERENCE, SHARE, Interval, McNemar, agreement, cluster_bootstrap, mcnemar
from prism.suites.ladder.positions import PositionBias, position_bias
from prism.suites.ladder.report import LadderReport

__all__ = [
    "AccuracyRow",
    "Comparison",
    "ErrorRow",
    "KindAgreement",
    "LadderTable",
    "Profile",
    "RungTest",
    "compare",
    "ladder_table",
    "profile",
]

RUNGS: Final[tuple[Rung, ...]] = get_args(Rung)
UNDECIDED: Final = "undecided"


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class AccuracyRow(_Row):
    """Accuracy of one setting on one rung.

    ``n`` questions were put, ``right`` of the ``read`` answers are right; ``unextracted`` counts
    the others by reason. ``accuracy`` is right ÷ read, ``as_wrong`` right ÷ n.
    """

    setting: str
    rung: Rung
    n: int
    read: int
    right: int
    unextracted: dict[str, int]
    accuracy: float | None
    as_wrong: float | None
    interval: Interval | None


class ErrorRow(_Row):
    """Kinds of the wrong answers of one setting on one rung, in counts; ``labelled`` by the file.

    Where the file labels a chosen distractor its label counts, otherwise the kind found.
    """

    setting: str
    rung: Rung
    n: int
    labelled: int
    kinds: dict[str, int]

    @property
    def shares(self) -> dict[str, float]:
        """Share of every kind among the wrong answers."""
        return {kind: count / self.n for kind, count in self.kinds.items()}


class Profile(_Row):
    """How far up the ladder contexts hold: all three rungs over the same facts.

    ``patterns`` counts contexts by which rungs hold, such as ``110`` (discovery and intervention
    hold, counterfactual does not); a rung holds if every question on it is right. ``falls`` counts
    by the first rung that does not hold (None: all hold), ``inverted`` the contexts in which a
    higher rung holds above one that does not. Contexts without a read answer on all three rungs
    are only counted, as ``incomplete``.
    """

    setting: str
    contexts: int
    incomplete: int
    patterns: dict[str, int]
    falls: dict[str, int]
    inverted: int


class RungTest(_Row):
    """McNemar's exact test between two rungs over the contexts that have both."""

    setting: str
    lower: Rung
    higher: Rung
    test: McNemar


class Comparison(_Row):
    """Two models on the same questions of one setting and rung.

    ``difference`` is the second's accuracy minus the first's, its interval over contexts.
    """

    first: str
    second: str
    setting: str
    rung: Rung
    n: int
    difference: Interval | None
    test: McNemar


class KindAgreement(_Row):
    """How the kinds found agree with those the file names, over the decided distractors.

    ``confusion`` counts every (label, kind found) pair, undecided ones included.
    """

    decided: int
    undecided: int
    accuracy: float | None
    kappa: float | None
    confusion: tuple[tuple[str, str, int], ...]


class LadderTable(_Row):
    """All tables over one model's answers.

    ``kinds`` is there where the file names the kinds of its distractors. Without the extra
    ``stats`` intervals, tests and kappa are left out, and ``tested`` is False.
    """

    model: str | None
    signatures: tuple[str, ...]
    accuracy: tuple[AccuracyRow, ...]
    errors: tuple[ErrorRow, ...]
    profiles: tuple[Profile, ...]
    between_rungs: tuple[RungTest, ...]
    places: PositionBias
    kinds: KindAgreement | None
    tested: bool


def ladder_table(
    reports: Sequence[LadderReport], *, seed: int = 0, tested: bool = True
) -> LadderTable:
    """Return the tables over the answers of one model.

    Parameters
    ----------
    reports
        Its reports, one an answer.
    seed
        Seed of the bootstrap.
    tested
        Whether intervals and tests are wanted, which need the extra ``stats``.

    Raises
    ------
    Unavailable
        They are wanted and the extra is not installed.
    """
    cells = _cells(reports)
    settings = sorted({setting for setting, _ in cells})
    tests = (test for name in settings for test in _between_rungs(reports, name)) if tested else ()
    return LadderTable(
        model=next((report.model for report in reports if report.model), None),
        signatures=tuple(sorted({report.signature for report in reports})),
        accuracy=tuple(
            _accuracy(key, cell, seed if tested else None) for key, cell in cells.items()
        ),
        errors=tuple(_errors(key, cell) for key, cell in cells.items()),
        profiles=tuple(profile(reports, setting) for setting in settings),
        between_rungs=tuple(tests),
        places=position_bias(_places(reports)),
        kinds=_agreement(reports, tested),
        tested=tested,
    )


def profile(reports: Iterable[LadderReport], setting: str) -> Profile:
    """Return how far up the ladder the contexts hold in one setting."""
    by_context: defaultdict[str, dict[Rung, list[bool]]] = defaultdict(dict)
    contexts = set()
    for report in reports:
        if _setting(report) != setting or report.rung is None:
            continue
        contexts.add(report.context)
        if report.answer.correct is not None:
            held = by_context[report.context].setdefault(report.rung, [])
            held.append(report.answer.correct)
    patterns: Counter[str] = Counter()
    for rungs in by_context.values():
        if len(rungs) == len(RUNGS):
            patterns["".join(str(int(all(rungs[rung]))) for rung in RUNGS)] += 1
    falls: Counter[str] = Counter()
    for pattern, count in patterns.items():
        falls["none" if "0" not in pattern else RUNGS[pattern.index("0")]] += count
    return Profile(
        setting=setting,
        contexts=sum(patterns.values()),
        incomplete=len(contexts) - sum(patterns.values()),
        patterns={key: patterns[key] for key in _patterns()},
        falls={key: falls[key] for key in (*RUNGS, "none")},
        inverted=sum(count for key, count in patterns.items() if "01" in key),
    )


def compare(
    first: Sequence[LadderReport], second: Sequence[LadderReport], *, seed: int = 0
) -> tuple[Comparison, ...]:
    """Compare two models on the questions that both answered readably, paired by context.

    Raises
    ------
    Unavailable
        The extra ``stats`` is not installed.
    """
    names = [next((r.model for r in reports if r.model), None) for reports in (first, second)]
    one, other = _cells(first), _cells(second)
    rows = []
    for key in one.keys() & other.keys():
        theirs = {report.item: report for report in other[key]}
        pairs = [
            (report.context, report.answer.correct, theirs[report.item].answer.correct)
            for report in one[key]
            if report.item in theirs
        ]
        known = [(name, bool(a), bool(b)) for name, a, b in pairs if None not in (a, b)]
        tallies = _by_context((name, float(b) - float(a)) for name, a, b in known)
        rows.append(
            Comparison(
                first=names[0] or "first",
                second=names[1] or "second",
                setting=key[0],
                rung=key[1],
                n=len(known),
                difference=cluster_bootstrap(tallies, seed=seed, span=DIFFERENCE),
                test=mcnemar([(a, b) for _, a, b in known]),
            )
        )
    return tuple(sorted(rows, key=lambda row: (row.setting, RUNGS.index(row.rung))))


def _cells(
    reports: Iterable[LadderReport],
) -> Mapping[tuple[str, Rung], list[LadderReport]]:
    cells: defaultdict[tuple[str, Rung], list[LadderReport]] = defaultdict(list)
    for report in reports:
        if report.rung is not None:
            cells[_setting(report), report.rung].append(report)
    return dict(sorted(cells.items(), key=lambda entry: (entry[0][0], RUNGS.index(entry[0][1]))))


def _setting(report: LadderReport) -> str:
    return report.setting or "-"


def _accuracy(key: tuple[str, Rung], cell: Sequence[LadderReport], seed: int | None) -> AccuracyRow:
    read = [report for report in cell if report.answer.correct is not None]
    right = sum(bool(report.answer.correct) for report in read)
    missing = Counter(str(r.answer.reason) for r in cell if r.answer.reason is not None)
    tallies = _by_context((r.context, float(bool(r.answer.correct))) for r in read)
    return AccuracyRow(
        setting=key[0],
        rung=key[1],
        n=len(cell),
        read=len(read),
        right=right,
        unextracted=dict(sorted(missing.items())),
        accuracy=right / len(read) if read else None,
        as_wrong=right / len(cell) if cell else None,
        interval=None if seed is None else cluster_bootstrap(tallies, seed=seed, span=SHARE),
    )


def _by_context(marks: Iterable[tuple[str, float]]) -> list[tuple[float, float]]:
    tallies: defaultdict[str, list[float]] = defaultdict(list)
    for name, mark in marks:
        tallies[name].append(mark)
    return [(sum(values), float(len(values))) for values in tallies.values()]


def _errors(key: tuple[str, Rung], cell: Sequence[LadderReport]) -> ErrorRow:
    chosen = [line for report in cell for line in report.distractors if line.chosen]
    return ErrorRow(
        setting=key[0],
        rung=key[1],
        n=len(chosen),
        labelled=sum(line.label is not None for line in chosen),
        kinds=dict(Counter(line.label or line.kind or UNDECIDED for line in chosen)),
    )


def _between_rungs(reports: Sequence[LadderReport], setting: str) -> list[RungTest]:
    held: defaultdict[Rung, dict[str, bool]] = defaultdict(dict)
    for report in reports:
        if _setting(report) == setting and report.rung and report.answer.correct is not None:
            before = held[report.rung].get(report.context, True)
            held[report.rung][report.context] = before and report.answer.correct
    tests = []
    for lower, higher in combinations(RUNGS, 2):
        both = sorted(held[lower].keys() & held[higher].keys())
        pairs = [(held[lower][name], held[higher][name]) for name in both]
        if pairs:
            tests.append(RungTest(setting=setting, lower=lower, higher=higher, test=mcnemar(pairs)))
    return tests


def _places(reports: Iterable[LadderReport]) -> list[tuple[int, int]]:
    """Return (place of the right option, place chosen) of every read answer."""
    return [
        (report.answer.order.index(report.answer.right), report.answer.place)
        for report in reports
        if report.answer.right is not None and report.answer.place is not None
    ]


def _agreement(reports: Iterable[LadderReport], tested: bool) -> KindAgreement | None:
    """Return how the kinds found agree with the file's labels; None where it has none."""
    pairs = {
        (report.item, line.option): (str(line.label), line.kind or UNDECIDED)
        for report in reports
        for line in report.distractors
        if line.label is not None
    }
    if not pairs:
        return None
    decided = [pair for pair in pairs.values() if pair[1] != UNDECIDED]
    agreed = agreement(decided) if tested else None
    return KindAgreement(
        decided=len(decided),
        undecided=len(pairs) - len(decided),
        accuracy=sum(a == b for a, b in decided) / len(decided) if decided else None,
        kappa=agreed.kappa if agreed else None,
        confusion=tuple((*pair, n) for pair, n in sorted(Counter(pairs.values()).items())),
    )


def _patterns() -> list[str]:
    return [f"{number:03b}" for number in range(7, -1, -1)]
