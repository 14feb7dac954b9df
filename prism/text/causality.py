"""Does a sentence claim a cause, and which of two spans is it? Two small models trained on CNC.

Both see news prose about causes and events; they know what words claim, not what is true. A
purpose counts as the cause of the action it motivates, as that corpus has it.
"""

from collections.abc import Iterator, Sequence

from prism.lexicon.lexicon import VERBS
from prism.text.connectives import find
from prism.text.finding import Finding, Range
from prism.text.kinds import head_of
from prism.text.linear import weights
from prism.text.tokens import Tokens

__all__ = ["causal_logit", "first_is_cause", "order_features", "sentence_features"]


def causal_logit(tokens: Tokens, span: Range | None = None) -> float:
    """Return the log-odds that the tokens of ``span`` (all of them by default) claim a cause."""
    return weights("causal").logit(sentence_features(tokens, span or (0, len(tokens))))


def first_is_cause(
    tokens: Tokens, one: Range, two: Range, signals: Sequence[Range] = ()
) -> tuple[bool, float]:
    """Return whether the span ``one``, which starts first, is the cause, and the log-odds of it.

    ``signals`` are token ranges of the words that link the two, where they are known.
    """
    logit = weights("order").logit(order_features(tokens, one, two, signals))
    return logit > 0, logit


def sentence_features(tokens: Tokens, span: Range) -> list[str]:
    """Return what speaks for a causal claim in ``span``."""
    first, last = span
    marked = [each for each in find(tokens) if first <= each.cue[0] < last]
    causal = sum(each.cause is not None for each in marked)
    found = ["bias", f"n{min(3, causal)}", f"len{min(6, (last - first) // 10)}"]
    for each in marked:
        cue = " ".join(tokens.lemma[each.cue[0] : each.cue[1]])
        is_cause = each.cause is not None
        found += [f"K{each.kind}|{is_cause}", f"L{each.label}", f"W{cue}", f"C{is_cause}"]
    for place in range(first, last):
        if tokens.pos[place] != "SPACE":
            found.extend(_word_features(tokens, place))
    return found


def _word_features(tokens: Tokens, place: int) -> Iterator[str]:
    lemma, dep, tag = tokens.lemma[place], tokens.dep[place], tokens.tag[place]
    yield "l" + lemma
    yield f"b{lemma}_{tokens.at(place + 1, tokens.lemma)}"
    yield f"d{dep}|{lemma}"
    if tokens.pos[place] == "VERB":
        yield f"v{tag}|{dep}"
        yield f"vc{tag}|{dep}|{tokens.at(tokens.left[place] - 1, tokens.low)}"
    if dep in ("prep", "mark", "agent"):
        above = tokens.head[place]
        below = tokens.children[place][0] if tokens.children[place] else None
        yield f"p{tokens.lemma[above]}|{lemma}"
        yield f"pt{tokens.pos[above]}|{lemma}|{tokens.tag[below] if below is not None else ''}"


def order_features(
    tokens: Tokens, one: Range, two: Range, signals: Sequence[Range] = ()
) -> list[str]:
    """Return what tells whether ``one``, which starts first, causes ``two``."""
    low, lemma, tag, dep = tokens.low, tokens.lemma, tokens.tag, tokens.dep
    head1, head2 = head_of(tokens, one), head_of(tokens, two)
    between = lemma[one[1] : two[0]][:8]
    found = ["bias", "m" + " ".join(between), *(f"B{word}" for word in between)]
    for name, span, head in (("1", one, head1), ("2", two, head2)):
        start, above = span[0], tokens.head[head]
        before = tokens.at(start - 1, low)
        found += [
            f"f{name}{low[start]}",
            f"g{name}{' '.join(low[start : start + 2])}",
            f"p{name}{before}",
            f"pp{name}{' '.join(low[max(0, start - 2) : start])}",
            f"t{name}{tag[head]}|{dep[head]}",
            f"s{name}{tag[start]}",
            f"l{name}{lemma[head]}",
            f"v{name}{_tells_result(tokens, start, start + 3)}|{tag[start]}",
            f"a{name}{lemma[above]}|{dep[head]}",
            f"x{name}{tag[start]}|{before}",
            f"y{name}{tag[start]}|{tag[head]}|{dep[head]}",
        ]
    found += [f"tt{tag[head1]}|{tag[head2]}", f"ss{tag[one[0]]}|{tag[two[0]]}"]
    hangs = two[0] <= tokens.head[head1] < two[1], one[0] <= tokens.head[head2] < one[1]
    found += [f"h{hangs}", f"h1{hangs}|{dep[head1]}", f"h2{hangs}|{dep[head2]}|{tag[head2]}"]
    found.extend(_signal_features(tokens, one, two, signals))
    for each in find(tokens):
        found.extend(_cue_features(tokens, each, one, two))
    return found


def _signal_features(
    tokens: Tokens, one: Range, two: Range, signals: Sequence[Range]
) -> Iterator[str]:
    if not signals:
        yield "S-"
        yield f"S-{tokens.tag[two[0]]}"
        yield f"S-{tokens.low[two[0]]}"
    for first, last in signals:
        where = _where(first, one, two)
        words = " ".join(tokens.lemma[first:last])
        yield f"S{words}|{where}"
        yield f"Sw{where}"
        yield f"St{tokens.tag[first]}|{where}"
        yield f"Sd{tokens.dep[first]}|{where}"
        yield f"Sx{where}|{first <= two[0]}|{tokens.tag[first]}"
        yield f"S0{words}"
        yield f"SV{_tells_result(tokens, first, last)}|{where}|{tokens.tag[first]}"
        yield f"SL{tokens.lemma[first]}|{where}"
        yield f"SR{tokens.lemma[last - 1]}|{where}"
        yield f"Sp{tokens.at(first - 1, tokens.low)}|{words}"


def _tells_result(tokens: Tokens, first: int, last: int) -> bool:
    """Whether one of the words is a verb of bringing something about."""
    return any(tokens.lemma[i] in VERBS for i in range(first, min(last, len(tokens))))


def _where(place: int, one: Range, two: Range) -> str:
    if one[0] <= place < one[1]:
        return "1"
    if two[0] <= place < two[1]:
        return "2"
    return "before" if place < one[0] else "between" if place < two[0] else "after"


def _cue_features(tokens: Tokens, each: Finding, one: Range, two: Range) -> Iterator[str]:
    if each.cause is None:
        return
    forward = min(_common(each.arg1, one), _common(each.arg2, two))
    backward = min(_common(each.arg2, one), _common(each.arg1, two))
    words = " ".join(tokens.lemma[each.cue[0] : each.cue[1]])
    if max(forward, backward) > 0:
        first = (each.cause == "arg1") == (forward >= backward)
        yield f"R{first}"
        yield f"R{first}{each.label}"
        yield f"R{first}{each.kind}"
        yield f"R{first}{words}"
    if one[0] - 4 <= each.cue[0] < two[1]:
        yield f"Q{each.label}|{each.cause}|{_where(each.cue[0], one, two)}"


def _common(one: Range, two: Range) -> int:
    return max(0, min(one[1], two[1]) - max(one[0], two[0]))
