"""Settles what an ambiguous connective means where it stands, from the parse around it.

A guard sees the tokens, the cue and the head of the clause it introduces; it returns the label
that holds (often the one of the table), or None where the words mark no relation here.
"""

from collections.abc import Callable, Mapping
from typing import Final

from prism.lexicon.lexicon import VERBS
from prism.text.finding import Range, is_finite
from prism.text.predicates import (
    asks,
    auxiliaries,
    describes,
    has_modal,
    is_past,
    is_perfect,
    is_static,
)
from prism.text.so import so, so_that
from prism.text.tokens import Tokens

__all__ = ["GUARDS", "Guard"]

Guard = Callable[[Tokens, Range, int, int, str], str | None]  # tokens, cue, head1, head2, label

_ASKING: Final = frozenset("ask wonder know see check doubt determine tell decide test".split())
_SHOWING: Final = frozenset(
    "show say note mention see describe discuss explain suggest argue put report expect know "
    "indicate illustrate state order predict observe define intend plan want call require".split()
)
_BELIEVING: Final = frozenset("assume believe think understand imagine".split())
_TIMES: Final = frozenset(
    "then now year years month months week weeks day days yesterday monday tuesday wednesday "
    "thursday friday saturday sunday january february march april may june july august september "
    "october november december time morning night evening afternoon".split()
)
_MOTIVES: Final = frozenset(
    "spite fear curiosity necessity respect love habit pity desperation anger concern kindness "
    "boredom frustration malice loyalty jealousy gratitude ignorance need desire greed".split()
)
_REPAID: Final = frozenset(
    "thank praise blame criticize criticise punish apologize apologise arrest fine jail reward "
    "sue condemn honor honour scold".split()
)
_MERITS: Final = _REPAID | frozenset(
    "famous responsible know reason excuse sorry account opt vote call notorious".split()
)
_UNDERGOING: Final = frozenset("die suffer peel perish collapse recover tire benefit bleed".split())
_NOMINAL: Final = frozenset({"DET", "PRON", "ADJ", "NUM", "NOUN"})
_LETTING: Final = frozenset("wait allow cost take ask call long arrange".split())


def _because(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    """Epistemic ``must be …, because``: a reason to believe, not a cause."""
    before = tokens.at(cue[0] - 1, tokens.low)
    if before == "," and "must" in auxiliaries(tokens, head1) and head1 < cue[0]:
        return "EXPLANATION"
    return label


def _clause(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    """The words must introduce a finite clause or a gerund."""
    if is_finite(tokens, head2) or tokens.tag[head2] in ("VBG", "VBN"):
        return label
    return None


def _conjunction(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    place = cue[0]
    after_break = tokens.at(place - 1, tokens.low) == ","
    subject = after_break and tokens.at(place + 1, tokens.dep) in ("nsubj", "nsubjpass", "expl")
    joins = subject or tokens.dep[place] == "mark" or tokens.pos[place] == "SCONJ"
    return label if joins and is_finite(tokens, head2) else None


def _since(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    place = cue[0]
    if tokens.at(place - 1, tokens.low) == "ever" or not is_finite(tokens, head2):
        return None
    if tokens.dep[place] != "mark" or tokens.at(place + 1, tokens.low) in _TIMES:
        return None
    if tokens.lemma[tokens.head[head2]] in ("elapse", "pass"):
        return None
    if is_perfect(tokens, head1) and (is_past(tokens, head2) or is_perfect(tokens, head2)):
        return None if not is_static(tokens, head2) or tokens.lemma[head2] == "be" else label
    if head2 < head1 and not is_past(tokens, head1) and tokens.lemma[head1] in _SHOWING:
        return "EXPLANATION"
    return label


def _as(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    place = cue[0]
    if tokens.dep[place] != "mark" or not is_finite(tokens, head2) or _is_view(tokens, head2):
        return None
    before = tokens.at(place - 1, tokens.low)
    if before in ("just", "exactly", "such", "same", "so", "much") or _measures(
        tokens, place, head2
    ):
        return None
    if before in ("especially", "particularly"):
        return label
    if tokens.at(place + 1, tokens.low) in ("if", "though", "well", "soon", "long", "far"):
        return None
    if tokens.lemma[head2] in _SHOWING or tokens.dep[tokens.head[place]] not in ("advcl", "ROOT"):
        return None
    echoes = tokens.pos[head2] == "AUX" and not tokens.has(head2, "attr", "acomp")
    if before in (",", "(", "—") and head2 > head1:
        return None if echoes or tokens.lemma[head2] in ("do", "call", "need") else label
    if is_static(tokens, head2) and (head2 < head1 or describes(tokens, head2)):
        return label
    return "CIRCUMSTANCE"


def _measures(tokens: Tokens, place: int, head2: int) -> bool:
    """Whether *as* goes with a quality before it: *as dark as it was*, *tired as she was*."""
    quality = place - 1
    if tokens.at(quality, tokens.pos) not in ("ADJ", "ADV"):
        return False
    paired = tokens.at(quality - 1, tokens.low) in ("as", "so")
    first = tokens.sentences[tokens.sentence[place]][0]
    return paired or (quality == first and not tokens.has(head2, "attr", "acomp"))


def _is_view(tokens: Tokens, head2: int) -> bool:
    """``as many philosophers assume``, ``as would follow``: whose view or what manner, not why."""
    believed = tokens.lemma[head2] in _BELIEVING and not tokens.has(head2, "ccomp", "xcomp")
    return believed or not tokens.has(head2, "nsubj", "nsubjpass", "expl", "csubj")


def _for(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    if tokens.dep[cue[0]] == "mark" and tokens.tag[head2] == "VB" and tokens.has(head2, "aux"):
        return "PURPOSE" if _adverbial(tokens, head2) else None
    if tokens.at(cue[0] - 1, tokens.low) not in (",", ";", "—", "–", ".", "("):
        return None
    if tokens.at(cue[1], tokens.tag) in ("WDT", "WP"):
        return None
    if head2 <= cue[0] or not is_finite(tokens, head2):
        return None
    subject = tokens.child(head2, "nsubj", "nsubjpass", "expl")
    if subject is None or tokens.at(tokens.right[subject] + 1, tokens.low) == ",":
        return None
    return label if tokens.left[subject] - cue[0] <= 2 else None


def _adverbial(tokens: Tokens, place: int) -> bool:
    """Whether ``for X to act`` adds a purpose; not ``time for X to act``, ``wait for X to act``."""
    above = tokens.head[place]
    verbal = tokens.pos[above] == "VERB" and tokens.lemma[above] not in _LETTING
    return tokens.dep[place] in ("advcl", "acl", "relcl") and (
        verbal or tokens.pos[above] == "NOUN"
    )


def _due(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    return None if tokens.tag[head2] in ("VB", "VBP") else label


def _thanks(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    place = cue[0]
    if tokens.dep[place] in ("dobj", "nsubj", "pobj", "conj"):
        return None
    return label


def _given(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    place = cue[0]
    if tokens.dep[place] not in ("prep", "mark") or tokens.at(place - 1, tokens.pos) == "AUX":
        return None
    return label


def _gerund(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    """``by damming the brook, they turned …``: a means that stands first, or brings a change."""
    if tokens.tag[head2] != "VBG" or tokens.dep[head2] != "pcomp":
        return None
    if tokens.pos[head1] not in ("VERB", "AUX"):
        return None
    return label if cue[0] < head1 or tokens.lemma[head1] in VERBS else None


def _recital(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    """``WHEREAS, …``: the recital of a decree gives its grounds."""
    return label if tokens.at(cue[1], tokens.low) == "," else None


def _in_that(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    """``odd in that it flows north``; not ``in that year``."""
    return _clause(tokens, cue, head1, head2, label) if tokens.dep[cue[1] - 1] == "mark" else None


def _goal(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    """``a method for testing``: what something is for; not ``thanked for coming``."""
    above = tokens.head[cue[0]]
    if tokens.tag[head2] != "VBG" or tokens.dep[head2] != "pcomp":
        return None
    return None if tokens.lemma[above] in _MERITS else label


def _merited(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    """``fined for speeding``, ``thanked for coming``: what somebody gets something for."""
    if tokens.tag[head2] != "VBG" or tokens.dep[head2] != "pcomp":
        return None
    above = tokens.head[cue[0]]
    return label if tokens.pos[above] == "VERB" and tokens.lemma[above] in _REPAID else None


def _motive(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    return label if tokens.lemma[head2] in _MOTIVES else None


def _undergone(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    """``died from cold``: a verb of undergoing and a bare or abstract noun."""
    verb = tokens.lemma[tokens.head[cue[0]]]
    return label if verb in _UNDERGOING and tokens.pos[head2] in ("NOUN", "VERB") else None


def _not_of(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    return None if tokens.at(cue[1], tokens.low) in ("of", "to") else label


def _initial(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    """Only at the start of a clause, set off by what is around it."""
    lead = tokens.before(cue[0])
    opens = all(tokens.pos[i] in ("PUNCT", "SPACE", "CCONJ", "INTJ") for i in lead)
    before = tokens.at(cue[0] - 1, tokens.low)
    return label if opens or before in (",", ";", "—", "and", "but") else None


def _thus(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    after = tokens.at(cue[1], tokens.low)
    if after in ("far", "and", ".", "") or tokens.lemma[tokens.head[cue[0]]] in ("far",):
        return None
    return label


def _hence(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    before = tokens.at(cue[0] - 1, tokens.low)
    return None if before in _TIMES else label


def _which_means(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    """A result where a clause follows; a definition where a noun does."""
    verb = cue[1] - 1
    return label if tokens.has(verb, "ccomp", "xcomp") or tokens.has(verb, "advcl") else None


def _if(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    place = cue[0]
    if tokens.at(place - 1, tokens.low) in ("as", "even", "only") or _concedes(tokens, cue):
        return None
    asks = tokens.lemma[tokens.head[head2]] in _ASKING
    if tokens.dep[head2] in ("ccomp", "pcomp") and (asks or tokens.dep[head2] == "pcomp"):
        return None
    if tokens.at(place - 1, tokens.lemma) in (*_ASKING, "care") and head2 > place:
        return None
    return label


def _concedes(tokens: Tokens, cue: Range) -> bool:
    """``many, if not all``, ``hard, if not impossible``: no clause of its own."""
    inside = bool(tokens.before(cue[0])) and tokens.at(cue[1], tokens.low) == "not"
    return inside and tokens.at(cue[1] + 1, tokens.pos) in _NOMINAL


def _assuming(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    opens = not any(tokens.pos[i] not in ("PUNCT", "SPACE") for i in tokens.before(cue[0]))
    return label if opens or tokens.at(cue[0] - 1, tokens.low) in (",", "—") else None


def _without(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    """Conditional where the rest is unreal or generic: ``without the canal … would have``."""
    if has_modal(tokens, head1, unreal=True):
        return label
    fronted = cue[0] < head1 and cue[0] - tokens.before(cue[0]).start <= 2
    return (
        label
        if fronted and (has_modal(tokens, head1) or tokens.tag[head1] in ("VBZ", "VBP"))
        else None
    )


def _but_for(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    return label if has_modal(tokens, head1, unreal=True) else None


def _fronted(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    return label if cue[0] - tokens.before(cue[0]).start <= 1 and cue[0] < head1 else None


def _otherwise(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    if tokens.pos[tokens.head[cue[0]]] == "ADJ" and tokens.head[cue[0]] == cue[1]:
        return None
    return label if has_modal(tokens, head2) or _initial(tokens, cue, head1, head2, label) else None


def _when(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    """Generic present in both clauses is a condition, anything else a time.

    Generic is what is told of a thing not yet known: ``when water freezes``.
    """
    if tokens.dep[head2] not in ("advcl", "ROOT") and tokens.dep[cue[0]] != "mark":
        return None
    if tokens.low[cue[1] : cue[1] + 3] == ["it", "comes", "to"]:
        return None
    present = ("VBZ", "VBP")
    first = tokens.tag[head1] in present or bool(auxiliaries(tokens, head1) & {"is", "are", "will"})
    second = tokens.tag[head2] in present or bool(auxiliaries(tokens, head2) & {"is", "are"})
    at_work = is_perfect(tokens, head1) or tokens.tag[head1] == "VBG"
    if first and second and not at_work and _indefinite(tokens, head2) and not asks(tokens, cue[0]):
        return label
    return "CIRCUMSTANCE"


def _indefinite(tokens: Tokens, place: int) -> bool:
    """Whether the subject of ``place`` is a common noun that nothing singles out."""
    subject = tokens.child(place, "nsubj", "nsubjpass")
    if subject is None or tokens.pos[subject] != "NOUN":
        return False
    below = tokens.children[subject]
    return all(
        tokens.dep[i] != "poss" and (tokens.dep[i] != "det" or tokens.low[i] in ("a", "an"))
        for i in below
    )


def _once(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    if tokens.dep[head2] != "advcl" or not is_finite(tokens, head2):
        return None
    enabled = auxiliaries(tokens, head1) & {"can", "could", "may", "might"}
    return label if enabled else "TEMPORAL"


def _infinitive(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    return label if tokens.tag[head2] == "VB" else None


def _while(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    if tokens.dep[cue[0]] not in ("mark", "advmod"):
        return None
    if tokens.tag[head2] == "VBG" or not (is_static(tokens, head2) or is_static(tokens, head1)):
        return "CIRCUMSTANCE"
    return "CONCESSION" if head2 < head1 and is_static(tokens, head2) else label


def _however(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    return None if tokens.pos[tokens.head[cue[0]]] in ("ADJ", "ADV") else label


def _joins_clauses(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    return label if is_finite(tokens, head2) or tokens.has(head2, "nsubj") else None


def _then(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    for below in tokens.children[head2]:
        mark = tokens.child(below, "mark")
        if tokens.dep[below] == "advcl" and mark is not None and tokens.low[mark] == "if":
            return None
    return label


def _parenthetic(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    return label if tokens.at(cue[1], tokens.low) in (",", ":", "—") else None


GUARDS: Final[Mapping[str, Guard]] = {
    "because": _because,
    "clause": _clause,
    "conjunction": _conjunction,
    "since": _since,
    "as": _as,
    "so": so,
    "so_that": so_that,
    "for": _for,
    "due": _due,
    "thanks": _thanks,
    "given": _given,
    "gerund": _gerund,
    "recital": _recital,
    "goal": _goal,
    "merited": _merited,
    "in_that": _in_that,
    "motive": _motive,
    "undergone": _undergone,
    "not_of": _not_of,
    "initial": _initial,
    "thus": _thus,
    "hence": _hence,
    "which_means": _which_means,
    "if": _if,
    "assuming": _assuming,
    "without": _without,
    "but_for": _but_for,
    "fronted": _fronted,
    "otherwise": _otherwise,
    "when": _when,
    "once": _once,
    "infinitive": _infinitive,
    "while": _while,
    "however": _however,
    "joins_clauses": _joins_clauses,
    "then": _then,
    "parenthetic": _parenthetic,
}
