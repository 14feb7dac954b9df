"""The query grammar, parsed strictly.

::

    query      := probability | effect | structure
    probability:= "P(" events [ "|" given ] ")"
    events     := event { "," event }
    event      := term [ "=" STATE ]            without a state: the whole distribution
    term       := NAME [ "[" world "]" ]        NAME in the world where …
    world      := setting { "," setting }       … these are set
    setting    := NAME "=" ( STATE | term )     a term: to the value it takes in its own world
    given      := ( event | "do(" world ")" ) { "," … }
    effect     := EFFECT "(" change "," outcome { "," event } [ "|" events ] ")"
    EFFECT     := RD | ATE | ATT | ETT | CDE | NDE | NIE | PN | PS | PNS
    change     := NAME [ "=" STATE "->" STATE ] control -> treated; default first -> last state
    outcome    := NAME [ "=" STATE ]            default the last state
    structure  := "affects(" X "," Y ")"                    is there a directed path?
                | "direct_cause(" X "," Y ")"               is there an arrow?
                | "dsep(" X "," Y [ "|" names ] ")"
                | "backdoor(" X "," Y [ "|" names ] ")"     with "|": is this set valid?
                | "minimal_backdoor(" X "," Y "|" names ")" valid, and no part of it is?
                | "frontdoor(" X "," Y [ "|" names ] ")"    without: all, and the minimal ones
                | "instruments(" X "," Y [ "|" names ] ")"
                | "identify(" names "|" [names ","] "do(" names ")" ")"
                | "collider_bias(" X "," Y "|" names ")"
                | "explaining_away(" X "," Y "|" events ")"
                | LIST "(" [ names ] ")"
    LIST       := nodes | edges | root_set | c_components | chains | forks | v_structures | orders
                | ancestors | descendants | parents | children | markov_blanket         of one
                | paths | directed_paths | backdoor_paths | separators                  of two
                | c_component | c_forest | c_tree             of none; is the graph one? yes, no

Examples: ``P(Y=1 | do(X=1), Z=0)``, ``P(Y[X=1]=1 | X=0, Y=0)``, ``P(Y[X=1, M=M[X=0]]=1)``,
``ATE(X, Y)``, ``ATE(X=0->1, Y=1 | Z=0)``, ``CDE(X, Y, M=1)``, ``backdoor(X, Y | Z, W)``,
``identify(Y | do(X))``. ``| ∅`` (or ``| {}``) asks about the empty set.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from prism.errors import UsageError

__all__ = [
    "EFFECTS",
    "LISTS",
    "STRUCTURES",
    "Effect",
    "Event",
    "Probability",
    "Query",
    "Setting",
    "StructureQuery",
    "Term",
    "parse_query",
]

EFFECTS = ("RD", "ATE", "ATT", "ETT", "CDE", "NDE", "NIE", "PN", "PS", "PNS")
LISTS: Mapping[str, int] = {
    **dict.fromkeys(("nodes", "edges", "root_set", "c_components"), 0),
    **dict.fromkeys(("chains", "forks", "v_structures", "orders"), 0),
    **dict.fromkeys(("ancestors", "descendants", "parents", "children", "markov_blanket"), 1),
    **dict.fromkeys(("paths", "directed_paths", "backdoor_paths", "separators"), 2),
}
STRUCTURES: Mapping[str, int | None] = {  # how many variables each asks about; None: any number
    **dict.fromkeys(("affects", "direct_cause", "dsep", "backdoor", "minimal_backdoor"), 2),
    **dict.fromkeys(("frontdoor", "instruments", "collider_bias", "explaining_away"), 2),
    **dict.fromkeys(("c_component", "c_forest", "c_tree"), 0),
    "identify": None,
    **LISTS,
}
_COUNTS = ("no variable", "one variable", "two variables")
_TOKEN = re.compile(r"\s*(?:(?P<sign>->|\{\}|[()\[\],=|∅])|(?P<word>[\w.+]+(?:-(?!>)[\w.+]+)*))")
_DEEPEST = 20


@dataclass(frozen=True, slots=True)
class Term:
    """A variable in a world; the world is the settings, none for the factual one."""

    name: str
    world: tuple["Setting", ...] = ()

    def __str__(self) -> str:
        """Return the term as it is written."""
        inside = ", ".join(map(str, self.world))
        return f"{self.name}[{inside}]" if inside else self.name


@dataclass(frozen=True, slots=True)
class Setting:
    """One intervention: a variable set to a state, or to its own value in another world."""

    name: str
    value: "str | Term"

    def __str__(self) -> str:
        """Return the setting as it is written."""
        return f"{self.name}={self.value}"


@dataclass(frozen=True, slots=True)
class Event:
    """A term takes a state; ``state`` None asks for the distribution."""

    term: Term
    state: str | None = None

    def __str__(self) -> str:
        """Return the event as it is written."""
        return str(self.term) if self.state is None else f"{self.term}={self.state}"


@dataclass(frozen=True, slots=True)
class Probability:
    """P(events | given); a ``do(…)`` has already moved into the worlds of all terms."""

    events: tuple[Event, ...]
    given: tuple[Event, ...] = ()

    def __str__(self) -> str:
        """Return the question, every world with brackets."""
        given = f" | {', '.join(map(str, self.given))}" if self.given else ""
        return f"P({', '.join(map(str, self.events))}{given})"


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect of ``treatment`` on ``outcome``; None stands for the default states."""

    kind: str
    treatment: str
    outcome: str
    control: str | None = None
    treated: str | None = None
    state: str | None = None
    held: tuple[Event, ...] = ()
    given: tuple[Event, ...] = ()

    def __str__(self) -> str:
        """Return the question as it is written.

        >>> str(parse_query("CDE(X=0->1,Y=1,M=0|Z=1)"))
        'CDE(X=0->1, Y=1, M=0 | Z=1)'
        """
        change = f"={self.control}->{self.treated}" if self.control and self.treated else ""
        state = "" if self.state is None else f"={self.state}"
        parts = [f"{self.treatment}{change}", f"{self.outcome}{state}", *map(str, self.held)]
        given = f" | {', '.join(map(str, self.given))}" if self.given else ""
        return f"{self.kind}({', '.join(parts)}{given})"


@dataclass(frozen=True, slots=True)
class StructureQuery:
    """A question about the graph alone; ``given`` None where there was no ``|``."""

    kind: str
    names: tuple[str, ...]
    given: tuple[Event, ...] | None = None
    do: tuple[str, ...] = ()


Query = Probability | Effect | StructureQuery


def parse_query(text: str) -> Query:
    """Return the query that ``text`` writes.

    Raises
    ------
    UsageError
        The text does not follow the grammar; the message shows the place.

    >>> parse_query("P(Y[X=1]=1 | X=0)").events[0].term.world
    (Setting(name='X', value='1'),)
    >>> parse_query("P(Y=1 | do(X=1), Z=0)").given[0].term.world
    (Setting(name='X', value='1'),)
    >>> parse_query("P(Y=1 | do(X=1)")
    Traceback (most recent call last):
    prism.errors.UsageError: query 'P(Y=1 | do(X=1)': ends too early (expected ')')
    """
    return _Parser(text).query()


class _Parser:
    """Recursive descent over the tokens of one query."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = self._tokens(text)
        self.place = 0

    def _tokens(self, text: str) -> list[str]:
        found: list[str] = []
        place = 0
        while place < len(text.rstrip()):
            match = _TOKEN.match(text, place)
            if match is None:
                raise self._fault(f"unexpected {text[place:].strip()[0]!r}", "see the grammar")
            found.append(match["word"] or match["sign"])
            place = match.end()
        return found

    def _fault(self, what: str, mend: str) -> UsageError:
        return UsageError(what, where=f"query {self.text!r}", mend=mend)

    @property
    def here(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, *wanted: str) -> str:
        """Consume one of the wanted tokens."""
        if self.here not in wanted:
            what = f"unexpected {self.here!r}" if self.here else "ends too early"
            raise self._fault(what, f"expected {' or '.join(map(repr, wanted))}")
        self.place += 1
        return self.tokens[self.place - 1]

    def word(self, what: str) -> str:
        """Consume a name or a state."""
        token = self.here
        if not token or not re.fullmatch(r"[\w.+-]+", token):
            raise self._fault(
                f"unexpected {token!r}" if token else "ends too early", f"expected {what}"
            )
        self.place += 1
        return token

    def maybe(self, sign: str) -> bool:
        """Consume ``sign`` if it stands here."""
        if self.here == sign:
            self.place += 1
            return True
        return False

    def query(self) -> Query:
        head = self.word("P, an effect or a structural question")
        self.take("(")
        query: Query
        if head == "P":
            query = self.probability()
        elif head in EFFECTS:
            query = self.effect(head)
        elif head in STRUCTURES:
            query = self.structure(head)
        else:
            raise self._fault(
                f"unknown question {head!r}", f"one of P, {', '.join([*EFFECTS, *STRUCTURES])}"
            )
        self.take(")")
        if self.here:
            raise self._fault(f"unexpected {self.here!r}", "the query should end here")
        return query

    def probability(self) -> Probability:
        events = self.events()
        given: list[Event] = []
        world: tuple[Setting, ...] = ()
        if self.maybe("|"):
            while True:
                if self.here == "do":
                    world += self.do()
                else:
                    given.append(self.event())
                if not self.maybe(","):
                    break
        self._check_once([setting.name for setting in world])
        for event in given:
            if event.state is None:
                raise self._fault(f"the evidence {event} has no state", f"write {event}=STATE")
        return Probability(
            tuple(self._inside(event, world) for event in events),
            tuple(self._inside(event, world) for event in given),
        )

    def _inside(self, event: Event, world: tuple[Setting, ...]) -> Event:
        """Move an event of P(… | do(…)) into the world that ``do`` makes."""
        if world and event.term.world:
            raise self._fault("do(…) and [ ] stand in one query", "write every world with [ ]")
        return Event(Term(event.term.name, world), event.state) if world else event

    def do(self) -> tuple[Setting, ...]:
        self.take("do")
        self.take("(")
        world = self.world(0)
        self.take(")")
        return world

    def events(self) -> tuple[Event, ...]:
        events = [self.event()]
        while self.maybe(","):
            events.append(self.event())
        return tuple(events)

    def event(self) -> Event:
        term = self.term(0)
        return Event(term, self.word("a state") if self.maybe("=") else None)

    def term(self, depth: int) -> Term:
        if depth > _DEEPEST:
            raise self._fault("worlds are nested too deeply", f"at most {_DEEPEST} levels")
        name = self.word("a variable")
        if not self.maybe("["):
            return Term(name)
        world = self.world(depth + 1)
        self.take("]")
        return Term(name, world)

    def world(self, depth: int) -> tuple[Setting, ...]:
        settings = [self.setting(depth)]
        while self.maybe(","):
            settings.append(self.setting(depth))
        self._check_once([setting.name for setting in settings])
        return tuple(settings)

    def _check_once(self, names: list[str]) -> None:
        if len(set(names)) != len(names):
            raise self._fault("a variable is set twice in one world", "set it once")

    def setting(self, depth: int) -> Setting:
        name = self.word("a variable")
        self.take("=")
        following = self.tokens[self.place + 1] if self.place + 1 < len(self.tokens) else ""
        if following != "[":
            return Setting(name, self.word("a state"))
        term = self.term(depth)
        if term.name != name:
            raise self._fault(
                f"{name} is set to the value of {term.name}", f"write {name}={name}[…]"
            )
        return Setting(name, term)

    def effect(self, kind: str) -> Effect:
        treatment = self.word("the treatment")
        control = treated = state = None
        if self.maybe("="):
            control = self.word("the control state")
            self.take("->")
            treated = self.word("the treated state")
        self.take(",")
        outcome = self.word("the outcome")
        if self.maybe("="):
            state = self.word("a state")
        held = self.events() if self.maybe(",") else ()
        if len({event.term.name for event in held} - {treatment, outcome}) < len(held):
            raise self._fault("a mediator stands in two places", "name it once")
        given = self.events() if self.maybe("|") else ()
        self._check_effect(kind, held, given)
        return Effect(kind, treatment, outcome, control, treated, state, held, given)

    def _check_effect(self, kind: str, held: tuple[Event, ...], given: tuple[Event, ...]) -> None:
        if held and kind not in ("CDE", "NDE", "NIE"):
            raise self._fault(f"{kind} takes a treatment and an outcome only", "move it after '|'")
        if kind == "CDE" and (not held or any(event.state is None for event in held)):
            raise self._fault("CDE needs the mediators it holds", "write CDE(X, Y, M=0)")
        if kind in ("NDE", "NIE") and any(event.state is not None for event in held):
            raise self._fault(f"{kind} takes mediators without states", f"write {kind}(X, Y, M)")
        if given and kind in ("PN", "PS", "PNS"):
            raise self._fault(f"{kind} takes no condition", "use P(Y[X=…]=… | …)")
        if any(event.state is None for event in given):
            raise self._fault("a condition has no state", "write NAME=STATE")
        if any(event.term.world for event in held + given):
            raise self._fault(f"{kind} takes factual variables", "use P(…) for other worlds")

    def structure(self, kind: str) -> StructureQuery:
        count = STRUCTURES[kind]
        names = () if count == 0 and self.here in (")", "|") else self.names()
        example = f"{kind}({', '.join('XY'[: 2 if count is None else count])})"
        if count is not None and len(names) != count:
            raise self._fault(f"{kind} asks about {_COUNTS[count]}", f"write {example}")
        given: tuple[Event, ...] | None = None
        do: tuple[str, ...] = ()
        if self.maybe("|"):
            given, do = self.conditions()
        if (kind == "identify") != bool(do):
            raise self._fault(f"{kind} and do(…) do not fit", "write identify(Y | do(X))")
        if count == 2 and len(set(names)) < 2 and kind not in ("affects", "direct_cause"):
            raise self._fault(f"{kind} asks about two different variables", f"write {example}")
        if kind == "dsep" and (twice := set(names) & {event.term.name for event in given or ()}):
            raise self._fault(f"{min(twice)} stands in two places", f"write {kind}(X, Y | Z)")
        fixed = kind in LISTS or kind in ("affects", "direct_cause") or count == 0
        if fixed and given is not None:
            raise self._fault(f"{kind} takes no condition", f"write {example}")
        if kind == "minimal_backdoor" and given is None:
            raise self._fault(f"{kind} asks about one set", f"write {kind}(X, Y | Z)")
        if kind in ("collider_bias", "explaining_away") and not given:
            raise self._fault(f"{kind} needs what is conditioned on", f"write {kind}(X, Y | C=1)")
        return StructureQuery(kind, names, given, do)

    def conditions(self) -> tuple[tuple[Event, ...], tuple[str, ...]]:
        if self.maybe("∅") or self.maybe("{}"):
            return (), ()
        given: list[Event] = []
        do: tuple[str, ...] = ()
        while True:
            if self.maybe("do"):
                self.take("(")
                do += self.names()
                self.take(")")
            else:
                given.append(self.event())
            if not self.maybe(","):
                return tuple(given), do

    def names(self) -> tuple[str, ...]:
        names = [self.word("a variable")]
        while self.maybe(","):
            names.append(self.word("a variable"))
        return tuple(names)
