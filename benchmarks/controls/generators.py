"""Controls: texts made from an honest answer that a score of reasoning should put below it.

The way ROSCOE (Golovneva et al. 2023, arXiv 2212.07919) checks its scores on perturbed reasoning.
Each generator is a pure function of the answer, of the other answers and of a seed; it returns no
text where the answer gives it nothing to change.
"""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from prism.records.item import Rubric
from prism.text.nlp import analyse
from prism.text.sentences import sentence_spans

__all__ = ["CONTROLS", "FRAMES", "GAINS", "Answer", "Generator"]


@dataclass(frozen=True, slots=True)
class Answer:
    """An honest answer, its question, and its rubric where it has one."""

    name: str
    question: str
    text: str
    rubric: Rubric | None = None


Generator = Callable[[Answer, Sequence[Answer], random.Random], Iterator[str]]

JOINS: Final = ("because", "and therefore", "so", "which means that", "and as a result")
NOUNS: Final = tuple(
    "lantern gravel ministry violin harvest pigment ladder comet ledger orchard turbine glacier "
    "sonnet harbour button kettle treaty mushroom pendulum carpet".split()
)
VERBS: Final = tuple("hums folds drifts rusts sings narrows glows wanders sinks blinks".split())
TEMPLATE: Final = (
    "This is a complex question with many factors. Because everything is connected, the change "
    "would have many effects. As a result, some things would improve and others would become "
    "worse. Therefore, society would adapt over time. Consequently, the long-term outcome would "
    "depend on many conditions, so it is important to consider all sides."
)
FRAMES: Final = (
    "It is false that {}.",
    "It is not true that {}.",
    "Nobody believes that {}.",
    "There is no evidence that {}.",
    "It would be absurd to claim that {}.",
    "I doubt that {}.",
    "It is a myth that {}.",
    "Only a fool would say that {}.",
    "He wrongly assumed that {}.",
    "It has been disproved that {}.",
    "She pretended that {}.",
    "They lied when they said that {}.",
    "It is unlikely that {}.",
    "No study has shown that {}.",
    "It is a mistake to think that {}.",
    "We reject the idea that {}.",
    "It cannot be the case that {}.",
    "Contrary to fact, the novel imagines that {}.",
    "The court dismissed the allegation that {}.",
    "It is nonsense that {}.",
    "Critics refute the notion that {}.",
    "Oh sure, as if {}.",
)
_CUE: Final = re.compile(
    r",?\s+\b(because of|because|so that|so|and therefore|therefore|which means|means that|due to|"
    r"(?:which )?(?:would |could |will |might )?(?:lead to|leads to|led to|leading to|cause|causes|"
    r"caused|causing|result in|results in|resulting in|create|creates|creating|force|forces|"
    r"forcing|allow|allows|allowing|trigger|triggers|triggering))\s+",
    re.I,
)
_CONNECTIVE: Final = re.compile(
    r"\b(because of|because|since|so that|so|therefore|thus|hence|consequently|as a result|"
    r"which means that|due to|thereby|if|then|unless|although|however|but)\b,?\s*",
    re.I,
)


def _sentences(text: str) -> list[str]:
    found = (text[start:end].strip() for start, end in sentence_spans(text))
    return [each for each in found if re.search(r"\w", each)]


def _clause(sentence: str) -> str:
    """Return a sentence as it stands after "that": no full stop, no capital but of a name."""
    bare = sentence.strip(" .!?*#-\n")
    first = analyse(bare)[0] if bare else None
    name = first is not None and (first.tag_ in ("NNP", "NNPS") or first.text == "I")
    return bare if name else bare[:1].lower() + bare[1:]


def nonsense(answer: Answer, _: Sequence[Answer], rng: random.Random) -> Iterator[str]:
    """Clauses without sense, joined by connectives; as many sentences as the answer has."""

    def clause() -> str:
        return f"the {rng.choice(NOUNS)} {rng.choice(VERBS)}"

    count = len(_sentences(answer.text))
    made = (f"{clause()} {rng.choice(JOINS)} {clause()}." for _ in range(count))
    yield " ".join(each[:1].upper() + each[1:] for each in made)


def other_nouns(answer: Answer, _: Sequence[Answer], rng: random.Random) -> Iterator[str]:
    """Every noun is replaced by one drawn at random."""
    yield "".join(
        (rng.choice(NOUNS) if token.tag_.startswith("NN") else token.text) + token.whitespace_
        for token in analyse(answer.text)
    )


def another_answer(answer: Answer, others: Sequence[Answer], _: random.Random) -> Iterator[str]:
    """The answers to other questions."""
    yield from (each.text for each in others if each.question != answer.question)


def template(_: Answer, __: Sequence[Answer], ___: random.Random) -> Iterator[str]:
    """A text that answers every question alike."""
    yield TEMPLATE


def _bands(answer: Answer) -> list[str]:
    criteria = answer.rubric.criteria if answer.rubric else ()
    return [list(each.bands.values())[-1].strip(" .") for each in criteria if each.bands]


def rubric_joined(answer: Answer, _: Sequence[Answer], rng: random.Random) -> Iterator[str]:
    """The best bands of the rubric, copied and joined by connectives."""
    bands = _bands(answer)
    if bands:
        yield bands[0] + "".join(f" {rng.choice(JOINS)} {each}" for each in bands[1:]) + "."


def _keywords(answer: Answer) -> str:
    text = " ".join([answer.question, *_bands(answer)])
    words = [t.text.lower() for t in analyse(text) if t.tag_.startswith("NN")]
    unique = list(dict.fromkeys(words))
    return " ".join(f"This is about {each}." for each in unique)


def keywords(answer: Answer, _: Sequence[Answer], __: random.Random) -> Iterator[str]:
    """Sentences that only name the nouns of question and rubric."""
    yield _keywords(answer)


def with_keywords(answer: Answer, _: Sequence[Answer], __: random.Random) -> Iterator[str]:
    """The answer with the keyword sentences after it."""
    yield f"{answer.text}\n\n{_keywords(answer)}"


def repeated(answer: Answer, _: Sequence[Answer], __: random.Random) -> Iterator[str]:
    """The answer with its sentences once more after it."""
    yield f"{answer.text}\n\n{answer.text}"


def swapped(answer: Answer, _: Sequence[Answer], __: random.Random) -> Iterator[str]:
    """What stands before and after the first causal cue of a sentence change places."""
    made: list[str] = []
    for sentence in _sentences(answer.text):
        cut = _CUE.search(sentence)
        before, after = (sentence[: cut.start()], sentence[cut.end() :]) if cut else ("", "")
        turn = cut is not None and bool(before and after)
        made.append(f"{_clause(after)} {cut[1]} {_clause(before)}." if turn and cut else sentence)
    if made != _sentences(answer.text):
        yield " ".join(each[:1].upper() + each[1:] for each in made)


def negated(answer: Answer, _: Sequence[Answer], __: random.Random) -> Iterator[str]:
    """Every finite verb is denied, after its auxiliary or with one of its own."""
    parts: list[str] = []
    for token in analyse(answer.text):
        word, space = token.text, token.whitespace_
        auxiliary = token.pos_ == "AUX" or token.tag_ == "MD"
        if auxiliary and token.tag_ in ("MD", "VBD", "VBP", "VBZ"):
            word = f"{word} not"
        elif token.tag_ in ("VBD", "VBP", "VBZ"):
            # "froze" is at times tagged VBZ: a present form of the third person ends in s
            past = token.tag_ == "VBD" or (token.tag_ == "VBZ" and not word.endswith("s"))
            helper = "did" if past else {"VBP": "do", "VBZ": "does"}[token.tag_]
            word = f"{helper} not {token.lemma_}"
        parts.append(word + space)
    yield "".join(parts)


def disavowed(answer: Answer, _: Sequence[Answer], __: random.Random) -> Iterator[str]:
    """Every sentence stands in a frame that takes it back; one text a frame."""
    clauses = [_clause(each) for each in _sentences(answer.text)]
    for frame in FRAMES:
        yield " ".join(frame.format(each) for each in clauses)


def circular(answer: Answer, _: Sequence[Answer], __: random.Random) -> Iterator[str]:
    """Every sentence is given as its own reason."""
    clauses = [_clause(each) for each in _sentences(answer.text)]
    yield " ".join(f"{each[:1].upper()}{each[1:]} because {each}." for each in clauses)


def shuffled(answer: Answer, _: Sequence[Answer], rng: random.Random) -> Iterator[str]:
    """The sentences in an order drawn at random."""
    sentences = _sentences(answer.text)
    if len(sentences) > 1:
        drawn = sentences
        while drawn == sentences:
            drawn = rng.sample(sentences, len(sentences))
        yield " ".join(drawn)


def unconnected(answer: Answer, _: Sequence[Answer], __: random.Random) -> Iterator[str]:
    """Connectives are taken out, causal ones and others."""
    bare = _CONNECTIVE.sub("", answer.text)
    if bare != answer.text:
        yield bare


CONTROLS: Final[dict[str, tuple[Generator, float]]] = {
    "connective nonsense": (nonsense, 0.90),
    "nouns replaced at random": (other_nouns, 0.90),
    "another question's answer": (another_answer, 0.90),
    "generic template": (template, 0.90),
    "rubric copied, joined by connectives": (rubric_joined, 0.90),
    "keyword sentences alone": (keywords, 0.90),
    "causes and effects swapped": (swapped, 0.85),
    "every verb negated": (negated, 0.85),
    "every claim disavowed": (disavowed, 0.85),
    "circular rewrite": (circular, 0.85),
    "sentences shuffled": (shuffled, 0.70),
    "connectives removed": (unconnected, 0.70),
}
"""Name → generator, and the least share of pairs in which the real answer should score higher."""
GAINS: Final[dict[str, Generator]] = {
    "keyword sentences appended": with_keywords,
    "sentences repeated": repeated,
}
"""Name → generator of what should gain nothing."""
