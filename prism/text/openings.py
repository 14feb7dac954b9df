"""What speaks for a unit that starts at a token: the columns and templates of the re-scorer."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from prism.text.candidates import Candidates
from prism.text.templates import Column, Samples, Templates, beside
from prism.text.tokens import Tokens

__all__ = ["Openings", "Places"]

Places = NDArray[np.int64]
Codes = NDArray[np.uint64]

_REACH: Final = 60  # words back in which a verb is looked for
_AHEAD: Final = 8  # words ahead in which a verb is looked for
_NEAR: Final = 9  # words beyond which a start of the rules is far
_CLAUSES: Final = 3  # clauses that are looked at where several begin or end
_MANY: Final = 2  # verbs and subjects beyond which more count no more
_FAR: Final = 8  # words beyond which a punctuation mark is far
_SUBJECTS: Final = frozenset({"nsubj", "nsubjpass", "expl"})
_CLAUSE_SUBJECTS: Final = _SUBJECTS | {"csubj"}
_FINITE: Final = frozenset({"VBD", "VBZ", "VBP", "MD"})
_HEADED: Final = frozenset({"mark", "aux", "nsubj", "nsubjpass", "advmod"})

_WORDS: Final = Templates(
    "words",
    """opens, opens before tag, opens before_pos word, opens head_lemma head_tag, rule, word,
    before, after, before word, word after, before_tag tag after_tag, tag after_tag second_tag,
    far_tag before_tag tag, rule tag glue, rule word, dep tag head_dep back, dep head_lemma back,
    head_pos head_dep back rule, from_first to_last, verb_in verb_tag rule, since_rule rule,
    until_rule rule tag, opened, closed, before_dep dep after_dep, word after_dep, word head_dep,
    before_dep before word, dep verb_in verb_tag, rule before_tag tag after_tag,
    before word after, far before word, word after second, tag after, tag second,
    tag before_lemma, farther_tag far_tag before_tag tag, tag after_tag second_tag third_tag,
    far_tag before_tag tag after_tag second_tag, before_dep dep after_dep tag,
    subjects_left finite_left tag, subjects_left finite_left word,
    subjects_left finite_to_stop rule before_tag, finite_past verbs_past before_tag tag,
    since_stop until_stop, since_stop until_stop verbs_to_stop word, next_stop word,
    until_stop verbs_to_stop finite_to_stop tag,
    verbs_to_stop finite_to_stop next_stop before_tag tag""",
)
_CLAUSE: Final = """dep tag, dep word, dep above_lemma, dep above_pos above_dep, dep length tag,
    dep lemma, dep tag subject back before"""
_OPENED: Final = Templates("opened", _CLAUSE)
_CLOSED: Final = Templates("closed", _CLAUSE)
_COORDINATED: Final = Templates("coordinated", _CLAUSE)
_JOINED: Final = Templates(
    "joined",
    """head_tag tag subject stop, word tag subject stop, word head_dep head_tag tag subject,
    word ahead behind tag stop""",
)
_GOVERNED: Final = Templates(
    "governed", "word tag dep, word tag head_lemma, word tag head_pos rule"
)
_HEADED_BY: Final = Templates(
    "headed", "word head_dep above_lemma, dep head_dep head_tag above_tag rule"
)
_CONTEXT: Final = Templates(
    "context", "verb rule tag, since rule verb, latest tag verb, latest stop"
)
_ENDED: Final = Templates("ended", "begun clause, begun tag stop, begun dep head_pos back")


@dataclass(frozen=True)
class Openings:
    """The candidates of a text, seen by the model; ``ruled`` are the starts by rule, in order."""

    tokens: Tokens
    found: Candidates
    ruled: Places

    @cached_property
    def places(self) -> Places:
        """The candidates, as an array."""
        return np.array(self.found.places, dtype=np.int64)

    @cached_property
    def _heads(self) -> Places:
        return np.array(self.tokens.head, dtype=np.int64)

    @cached_property
    def _left(self) -> Places:
        return np.array(self.tokens.left, dtype=np.int64)

    @cached_property
    def _rule(self) -> NDArray[np.bool_]:
        return np.isin(self.places, self.ruled)

    @cached_property
    def _verbs(self) -> Places:
        """The verbs of the text between two that stand out of reach at its ends."""
        verbs = [i for i, pos in enumerate(self.tokens.pos) if pos in ("VERB", "AUX")]
        return np.array([-_REACH, *verbs, len(self.tokens) + _AHEAD], dtype=np.int64)

    @cached_property
    def _stops(self) -> Codes:
        """The punctuation mark before each token, 0 where there is none."""
        low = self.tokens.codes["low"]
        marks = np.array([pos == "PUNCT" for pos in self.tokens.pos])
        return np.concatenate([[np.uint64(0)], np.where(marks, low, np.uint64(0))[:-1]])

    @cached_property
    def _subjects(self) -> NDArray[np.bool_]:
        """Which tokens have a subject."""
        found = np.zeros(len(self.tokens), dtype=np.bool_)
        heads = self.tokens.head
        found[[heads[i] for i, dep in enumerate(self.tokens.dep) if dep in _SUBJECTS]] = True
        return found

    @cached_property
    def _ended(self) -> tuple[Places, Places]:
        return _pairs(self.found.closed, self.found.places)

    def features(self) -> Samples:
        """Return what speaks for each candidate, whatever is decided about the others."""
        opened = _pairs(self.found.opened, self.found.places)
        return Samples.joined(
            [
                _WORDS.samples(self._words() | self._distances() | self._amounts()),
                self._clauses(_OPENED, opened, self.places),
                self._clauses(_CLOSED, self._ended, self.places),
                *self._conjunctions(),
                self._governed(),
                self._headed(),
            ]
        )

    def context(self, starts: Places) -> Samples:
        """Return what speaks for each candidate given the ``starts`` of units, in order."""
        places, codes = self.places, self.tokens.codes
        latest = starts[np.maximum(np.searchsorted(starts, places) - 1, 0)]
        verb = self._verbs[np.searchsorted(self._verbs, places) - 1]
        around: dict[str, Column] = {
            "verb": verb >= np.maximum(latest, places - _REACH),
            "rule": self._rule,
            "tag": codes["tag"][places],
            "since": np.minimum(7, (places - latest) // 2),
            "latest": codes["low"][latest],
            "stop": self._stops[places],
        }
        owner, heads = self._ended
        at, left = places[owner], self._left[heads]
        above = self._heads[at]
        ended: dict[str, Column] = {
            "begun": np.isin(left, starts) | np.isin(left - 1, starts),
            "clause": codes["dep"][heads],
            "tag": codes["tag"][at],
            "stop": self._stops[at],
            "dep": codes["dep"][at],
            "head_pos": codes["pos"][above],
            "back": above < left,
        }
        return Samples.joined([_CONTEXT.samples(around), _ENDED.samples(ended, owner)])

    def _words(self) -> dict[str, Column]:
        places, codes, head = self.places, self.tokens.codes, self._heads[self.places]
        low, tag, stop = codes["low"], codes["tag"], self._stops[self.places]
        before_tag = beside(tag, places, -1)
        return {
            "word": low[places],
            "before": beside(low, places, -1),
            "after": beside(low, places, 1),
            "far": beside(low, places, -2),
            "second": beside(low, places, 2),
            "before_lemma": beside(codes["lemma"], places, -1),
            "farther_tag": beside(tag, places, -3),
            "far_tag": beside(tag, places, -2),
            "before_tag": before_tag,
            "tag": tag[places],
            "after_tag": beside(tag, places, 1),
            "second_tag": beside(tag, places, 2),
            "third_tag": beside(tag, places, 3),
            "before_pos": beside(codes["pos"], places, -1),
            "glue": np.where(stop, stop, before_tag),
            "dep": codes["dep"][places],
            "before_dep": beside(codes["dep"], places, -1),
            "after_dep": beside(codes["dep"], places, 1),
            "head_lemma": codes["lemma"][head],
            "head_tag": tag[head],
            "head_dep": codes["dep"][head],
            "head_pos": codes["pos"][head],
            "back": head < places,
            "opened": np.array([place in self.found.opened for place in self.found.places]),
            "closed": np.array([place in self.found.closed for place in self.found.places]),
        }

    @cached_property
    def _bounds(self) -> tuple[Places, Places]:
        """Where the sentence of each candidate begins and ends."""
        bounds = np.array(self.tokens.sentences, dtype=np.int64)
        first, last = bounds[np.array(self.tokens.sentence, dtype=np.int64)[self.places]].T
        return first, last

    def _distances(self) -> dict[str, Column]:
        """Return how far the ends of the sentence, the rules' starts and the next verb are."""
        tokens, places, verbs = self.tokens, self.places, self._verbs
        first, last = self._bounds
        ruled = np.concatenate([[-_NEAR], self.ruled, [len(tokens) + _NEAR]])
        number = np.searchsorted(ruled, places)
        verb = verbs[np.searchsorted(verbs, places)]
        seen = verb < np.minimum(last, places + _AHEAD)
        verb = np.where(seen, verb, places)
        return {
            "rule": self._rule,
            "opens": places == first,
            "from_first": np.minimum(places - first, 6),
            "to_last": np.minimum(last - places, 6),
            "since_rule": np.minimum(places - ruled[number - 1], _NEAR),
            "until_rule": np.minimum(ruled[number + self._rule] - places, _NEAR),
            "verb_in": np.where(seen, verb - places, _AHEAD),
            "verb_tag": np.where(seen, tokens.codes["tag"][verb], np.uint64(0)),
        }

    def _amounts(self) -> dict[str, Column]:
        """Return how many verbs and subjects the sentence holds before and after each candidate.

        ``…_to_stop`` counts up to the next punctuation mark alone.
        """
        tokens, places, low = self.tokens, self.places, self.tokens.codes["low"]
        first, last = self._bounds
        verbs = _sums(pos in ("VERB", "AUX") for pos in tokens.pos)
        finite = _sums(tag in _FINITE for tag in tokens.tag)
        subjects = _sums(dep in _CLAUSE_SUBJECTS for dep in tokens.dep)
        marks = [i for i, pos in enumerate(tokens.pos) if pos == "PUNCT"]
        stops = np.array([-1, *marks, len(tokens)], dtype=np.int64)
        latest = stops[np.searchsorted(stops, places) - 1]
        coming = stops[np.searchsorted(stops, places, side="right")]
        stop = np.minimum(coming, last)
        return {
            "subjects_left": np.minimum(_MANY, subjects[last] - subjects[places]),
            "finite_left": np.minimum(_MANY, finite[last] - finite[places]),
            "finite_past": np.minimum(_MANY, finite[places] - finite[first]),
            "verbs_past": np.minimum(_MANY, verbs[places] - verbs[first]),
            "finite_to_stop": np.minimum(_MANY, finite[stop] - finite[places]),
            "verbs_to_stop": np.minimum(_MANY, verbs[stop] - verbs[places]),
            "since_stop": np.minimum(_FAR, places - np.maximum(latest, first)),
            "until_stop": np.minimum(_FAR, stop - places),
            "next_stop": np.append(low, np.uint64(0))[coming],
        }

    def _clauses(
        self, templates: Templates, pairs: tuple[Places, Places], places: Places
    ) -> Samples:
        """Describe the clauses at the edges of ``places``: pairs of their numbers and heads."""
        codes, (owner, heads) = self.tokens.codes, pairs
        at, above = places[owner], self._heads[heads]
        right = np.array([self.tokens.right[i] for i in heads.tolist()], dtype=np.int64)
        columns: dict[str, Column] = {
            "dep": codes["dep"][heads],
            "tag": codes["tag"][heads],
            "lemma": codes["lemma"][heads],
            "word": codes["low"][at],
            "before": beside(codes["low"], at, -1),
            "above_lemma": codes["lemma"][above],
            "above_pos": codes["pos"][above],
            "above_dep": codes["dep"][above],
            "length": np.minimum(8, (right - self._left[heads]) // 2),
            "subject": self._subjects[heads],
            "back": above < heads,
        }
        return templates.samples(columns, owner)

    def _conjunctions(self) -> tuple[Samples, Samples]:
        """Describe what conjunctions join, and the clauses that open behind them."""
        tokens, codes = self.tokens, self.tokens.codes
        numbers = np.flatnonzero(np.array([tokens.dep[i] == "cc" for i in self.found.places]))
        at = self.places[numbers]
        head = self._heads[at]
        joined = np.array([_conjunct(tokens, i) for i in at.tolist()], dtype=np.int64)
        columns: dict[str, Column] = {
            "word": codes["low"][at],
            "head_tag": codes["tag"][head],
            "head_dep": codes["dep"][head],
            "tag": codes["tag"][joined],
            "subject": self._subjects[joined],
            "stop": self._stops[at],
            "ahead": np.minimum(5, joined - at),
            "behind": np.minimum(6, at - head),
        }
        owner, heads = _pairs(self.found.opened, (at + 1).tolist())
        behind = numbers[owner], heads
        return (
            _JOINED.samples(columns, numbers),
            self._clauses(_COORDINATED, behind, self.places + 1),
        )

    def _governed(self) -> Samples:
        """Describe what prepositions and other heads introduce."""
        tokens, codes = self.tokens, self.tokens.codes
        governs = [bool(tokens.children[i]) and tokens.dep[i] != "cc" for i in self.found.places]
        numbers = np.flatnonzero(np.array(governs))
        at = self.places[numbers]
        below = np.array([tokens.children[i][0] for i in at.tolist()], dtype=np.int64)
        columns: dict[str, Column] = {
            "word": codes["low"][at],
            "tag": codes["tag"][below],
            "dep": codes["dep"][below],
            "head_lemma": codes["lemma"][self._heads[at]],
            "head_pos": codes["pos"][self._heads[at]],
            "rule": self._rule[numbers],
        }
        return _GOVERNED.samples(columns, numbers)

    def _headed(self) -> Samples:
        """Describe the clauses of marks, subjects and adverbs."""
        codes, heads = self.tokens.codes, self._heads
        numbers = np.flatnonzero(
            np.array([self.tokens.dep[i] in _HEADED for i in self.found.places])
        )
        at = self.places[numbers]
        head = heads[at]
        columns: dict[str, Column] = {
            "word": codes["low"][at],
            "dep": codes["dep"][at],
            "head_dep": codes["dep"][head],
            "head_tag": codes["tag"][head],
            "above_lemma": codes["lemma"][heads[head]],
            "above_tag": codes["tag"][heads[head]],
            "rule": self._rule[numbers],
        }
        return _HEADED_BY.samples(columns, numbers)


def _sums(held: Iterable[bool]) -> Places:
    """Return how many tokens before each one hold; the last entry counts all."""
    found: Places = np.cumsum([False, *held], dtype=np.int64)
    return found


def _pairs(edges: Mapping[int, list[int]], places: list[int]) -> tuple[Places, Places]:
    """Return the numbers of places, and the heads of the clauses at their edges."""
    pairs = [
        (number, head)
        for number, place in enumerate(places)
        if place in edges
        for head in edges[place][:_CLAUSES]
    ]
    table = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return table[:, 0], table[:, 1]


def _conjunct(tokens: Tokens, place: int) -> int:
    """Return the first conjunct after a conjunction, else what the conjunction hangs on."""
    head = tokens.head[place]
    after = (i for i in tokens.children[head] if i > place and tokens.dep[i] == "conj")
    return next(after, head)
