"""Where a unit may start, and what speaks for it: candidates and features of the re-scorer."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final, Literal

from prism.text.claims import claim_starts
from prism.text.finding import Range
from prism.text.layout import lines
from prism.text.linear import weights
from prism.text.segment import clause_starts, is_clause
from prism.text.tokens import Tokens

__all__ = ["unit_ranges", "walk"]

_REACH: Final = 60  # words back in which a verb is looked for
_THRESHOLD: Final = -0.35

_OPENING_TAGS: Final = frozenset(
    {"CC", "IN", "TO", "WDT", "WP", "WP$", "WRB", "VBG", "VBN", "-LRB-", "``", ":", "NFP", "HYPH"}
)
_OPENING_WORDS: Final = frozenset({"(", "[", "{", "—", "–", "-", "“", "‘", '"'})
_CLAUSAL: Final = frozenset(
    {
        "advcl",
        "relcl",
        "acl",
        "ccomp",
        "xcomp",
        "conj",
        "parataxis",
        "pcomp",
        "csubj",
        "appos",
        "ROOT",
    }
)


def candidates(tokens: Tokens) -> tuple[list[int], dict[int, list[int]], dict[int, list[int]]]:
    """Return tokens at which a unit may start, clause heads by left edge and by what follows."""
    opened: dict[int, list[int]] = {}
    closed: dict[int, list[int]] = {}
    for place, dep in enumerate(tokens.dep):
        if dep in _CLAUSAL and (
            is_clause(tokens, place) or dep in ("relcl", "acl", "advcl", "appos")
        ):
            opened.setdefault(tokens.left[place], []).append(place)
            closed.setdefault(tokens.right[place] + 1, []).append(place)
    found = []
    idle = idle_brackets(tokens, opened)
    opening = set(sentence_starts(tokens))
    fixed = set(line_starts(tokens))
    for first, last in tokens.sentences:
        for place in range(first, last):
            if tokens.pos[place] == "SPACE" or place in fixed or place in idle - opening:
                continue
            if (
                place in opening
                or place in opened
                or place in closed
                or tokens.tag[place] in _OPENING_TAGS
                or tokens.low[place] in _OPENING_WORDS
                or (place + 1 in opened and tokens.pos[place] == "ADV")
                or tokens.pos[place - 1] in ("PUNCT", "SPACE")
            ):
                found.append(place)
    return found, opened, closed


def sentence_starts(tokens: Tokens) -> list[int]:
    """Return the first visible token of every sentence that has one."""
    found = []
    for first, last in tokens.sentences:
        place = next((i for i in range(first, last) if tokens.pos[i] != "SPACE"), None)
        if place is not None:
            found.append(place)
    return found


def line_starts(tokens: Tokens) -> list[int]:
    """Return the sentence starts that open a line: these are never in doubt."""
    return [
        place
        for place in sentence_starts(tokens)
        if place == 0
        or all(tokens.pos[i] == "SPACE" for i in range(place))
        or (tokens.pos[place - 1] == "SPACE" and "\n" in tokens.low[place - 1])
    ]


def idle_brackets(tokens: Tokens, opened: Collection[int]) -> frozenset[int]:
    """Return the tokens in short round brackets that tell nothing, such as ``(WHO)``.

    The one after them counts too, unless a clause opens there: the bracket cut nothing off.
    """
    idle: set[int] = set()
    for place, word in enumerate(tokens.low):
        if word != "(":
            continue
        inner = place + 1
        while inner < min(len(tokens), place + 5) and tokens.low[inner] != ")":
            inner += 1
        inside = range(place + 1, inner)
        if (
            inner < len(tokens)
            and tokens.low[inner] == ")"
            and not any(tokens.pos[i] in ("VERB", "AUX") for i in inside)
        ):
            idle.update(range(place, inner + 1))
            after = inner + 1
            if after not in opened and after + 1 not in opened:
                idle.add(after)
    return frozenset(idle)


def features(
    tokens: Tokens,
    place: int,
    ruled: frozenset[int],
    opened: Mapping[int, list[int]],
    closed: Mapping[int, list[int]],
    before_this: Collection[int],
    latest: int,
) -> list[str]:
    """Return what speaks for or against a unit that starts at ``place``.

    ``before_this`` holds the starts decided so far, ``latest`` the last of them.
    """
    low, pos, tag, dep, lemma = tokens.low, tokens.pos, tokens.tag, tokens.dep, tokens.lemma
    size = len(low)
    word, before = low[place], low[place - 1] if place else "^"
    after = low[place + 1] if place + 1 < size else "$"
    tag_before = tag[place - 1] if place else "^"
    tag_after = tag[place + 1] if place + 1 < size else "$"
    tag_second = tag[place + 2] if place + 2 < size else "$"
    tag_far = tag[place - 2] if place > 1 else "^"
    head = tokens.head[place]
    toward = "<" if head < place else ">"
    first, last = tokens.sentences[tokens.sentence[place]]
    rule = "1" if place in ruled else "0"
    opens = "S" if place == first else "-"
    found = [
        "bias",
        f"S{opens}",
        f"S{opens}{before}|{tag[place]}",
        f"S{opens}{pos[place - 1] if place else ''}|{word}",
        f"S{opens}{lemma[head]}|{tag[head]}",
        "r" + rule,
        "w" + word,
        "b" + before,
        "a" + after,
        f"bw{before}|{word}",
        f"wa{word}|{after}",
        f"t{tag_before}|{tag[place]}|{tag_after}",
        f"u{tag[place]}|{tag_after}|{tag_second}",
        f"v{tag_far}|{tag_before}|{tag[place]}",
        f"rt{rule}{tag[place]}|{before if pos[place - 1] == 'PUNCT' else tag_before}",
        f"rw{rule}{word}",
        f"d{dep[place]}|{tag[place]}|{dep[head]}{toward}",
        f"h{dep[place]}|{lemma[head]}{toward}",
        f"hp{pos[head]}|{dep[head]}|{toward}|{rule}",
        f"s{min(place - first, 6)}|{min(last - place, 6)}",
        f"n{_next_verb(tokens, place, last)}|{rule}",
    ]
    near = next((place - back for back in range(1, 9) if place - back in ruled), None)
    found.append(f"x{place - near if near else 9}|{rule}")
    coming = next((ahead for ahead in range(1, 9) if place + ahead in ruled), 9)
    found.append(f"y{coming}|{rule}|{tag[place]}")
    reach = range(max(latest, place - _REACH), place)
    verb = any(tokens.pos[i] in ("VERB", "AUX") for i in reach)
    since = min(7, (place - latest) // 2)
    found += [
        f"l{verb}|{rule}|{tag[place]}",
        f"m{since}|{rule}|{verb}",
        f"k{low[latest]}|{tag[place]}|{verb}",
        f"kb{low[latest]}|{before if pos[place - 1] == 'PUNCT' else '-'}",
    ]
    for head_ in closed.get(place, ())[:3]:
        begun = tokens.left[head_] in before_this or tokens.left[head_] - 1 in before_this
        found.append(f"z{begun}|{dep[head_]}")
        found.append(f"zt{begun}|{tag[place]}|{before if pos[place - 1] == 'PUNCT' else '-'}")
        found.append(f"zh{begun}|{dep[place]}|{pos[head]}|{head < tokens.left[head_]}")
    found.extend(_government_features(tokens, place, opened, rule))
    found.extend(_clause_features(tokens, place, opened, "o"))
    found.extend(_clause_features(tokens, place, closed, "c"))
    return found


def _clause_features(
    tokens: Tokens, place: int, edges: Mapping[int, list[int]], name: str
) -> Iterator[str]:
    """Describe the clauses that open at, or closed just before, ``place``."""
    heads = edges.get(place, ())
    if not heads:
        yield name + "-"
        return
    word = tokens.low[place]
    for head in heads[:3]:
        above = tokens.head[head]
        dep, tag = tokens.dep[head], tokens.tag[head]
        length = min(8, (tokens.right[head] - tokens.left[head]) // 2)
        yield f"{name}1{dep}|{tag}"
        yield f"{name}2{dep}|{word}"
        yield f"{name}3{dep}|{tokens.lemma[above]}"
        yield f"{name}4{dep}|{tokens.pos[above]}|{tokens.dep[above]}"
        yield f"{name}5{dep}|{length}|{tag}"
        yield f"{name}6{dep}|{tokens.lemma[head]}"
        subject = tokens.has(head, "nsubj", "nsubjpass", "expl")
        before = tokens.low[place - 1] if place else ""
        yield f"{name}7{dep}|{tag}|{subject}|{above < head}|{before}"


def _government_features(
    tokens: Tokens, place: int, opened: Mapping[int, list[int]], rule: str
) -> Iterator[str]:
    """Describe what a conjunction joins and what a preposition or mark introduces."""
    word, head, tag = tokens.low[place], tokens.head[place], tokens.tag
    if tokens.dep[place] == "cc":
        after = [i for i in tokens.children[head] if i > place and tokens.dep[i] == "conj"]
        joined = after[0] if after else head
        subject = tokens.has(joined, "nsubj", "nsubjpass", "expl")
        comma = tokens.low[place - 1] == "," if place else False
        yield f"G1{tag[head]}|{tag[joined]}|{subject}|{comma}"
        yield f"G2{word}|{tag[joined]}|{subject}|{comma}"
        yield f"G3{word}|{tokens.dep[head]}|{tag[head]}|{tag[joined]}|{subject}"
        yield f"G4{word}|{min(5, joined - place)}|{min(6, place - head)}|{tag[joined]}|{comma}"
        yield from _clause_features(tokens, place + 1, opened, "q")
    elif tokens.children[place]:
        below = tokens.children[place][0]
        yield f"G5{word}|{tag[below]}|{tokens.dep[below]}"
        yield f"G6{word}|{tag[below]}|{tokens.lemma[head]}"
        yield f"G7{word}|{tag[below]}|{tokens.pos[head]}|{rule}"
    if tokens.dep[place] in ("mark", "aux", "nsubj", "nsubjpass", "advmod"):
        above = tokens.head[head]
        yield f"G8{word}|{tokens.dep[head]}|{tokens.lemma[above]}"
        yield f"G9{tokens.dep[place]}|{tokens.dep[head]}|{tag[head]}|{tag[above]}|{rule}"


def _next_verb(tokens: Tokens, place: int, last: int) -> str:
    """Return how far the next verb is, and its form."""
    for ahead in range(place, min(last, place + 8)):
        if tokens.pos[ahead] in ("VERB", "AUX"):
            return f"{ahead - place}{tokens.tag[ahead]}"
    return "-"


def walk(tokens: Tokens, decide: Callable[[int, list[str]], bool]) -> list[int]:
    """Return the starts, deciding candidate by candidate from left to right.

    ``decide`` gets the token and its features, which know the decisions before it.
    """
    places, opened, closed = candidates(tokens)
    ruled = frozenset(clause_starts(tokens))
    fixed = line_starts(tokens)
    done: set[int] = set()
    latest, reached = 0, 0
    for place in places:
        while reached < len(fixed) and fixed[reached] <= place:
            latest = fixed[reached]
            done.add(latest)
            reached += 1
        if decide(place, features(tokens, place, ruled, opened, closed, done, latest)):
            done.add(place)
            latest = place
    done.update(fixed)
    return sorted(done)


def unit_ranges(
    tokens: Tokens, text: str, granularity: Literal["clause", "claim"] = "clause"
) -> list[Range]:
    """Return the units as token ranges that cover every token; code and table rows are whole."""
    model = weights("boundaries")
    starts = walk(tokens, lambda _, found: model.logit(found) > _THRESHOLD)
    whole = [(line.start, line.end) for line in lines(text) if line.kind in ("code", "table")]
    if whole:
        starts = [
            place
            for place in starts
            if not any(first < tokens.start[place] < last for first, last in whole)
        ]
    ranges = _ranges(starts, len(tokens))
    if granularity == "clause" or not ranges:
        return ranges
    fixed = frozenset(sentence_starts(tokens)) & frozenset(starts)
    return _ranges(claim_starts(tokens, ranges, fixed), len(tokens))


def _ranges(starts: Sequence[int], size: int) -> list[Range]:
    """Return the ranges between starts; the first one begins with the text."""
    return list(zip([0, *starts[1:]], [*starts[1:], size], strict=True)) if starts else []
