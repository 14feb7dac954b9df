"""The words that mark relations: one table of connectives, and lists of causative verbs.

A row reads: words, relation label, kind, which argument is the cause. Argument 2 is always the
one the connective introduces. A row whose words have other readings names a guard, a rule over
the parse in :mod:`prism.text.connectives`, that may change the reading or refuse it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

__all__ = ["CONNECTIVES", "VERBS", "CausativeVerb", "Entry", "Kind", "by_first_word"]

Kind = Literal["mark", "prep", "coord", "adverb"]
CauseEnd = Literal["arg1", "arg2"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One reading of a connective.

    Attributes
    ----------
    words
        Its lower-case words.
    label
        The relation it marks, one of the 24 labels.
    kind
        ``mark`` introduces a clause, ``prep`` a noun phrase or gerund, ``coord`` joins two
        clauses, ``adverb`` points back from its own clause to what stands before.
    cause
        The argument that is the cause, or None where the relation is not causal.
    guard
        Name of the rule that settles an ambiguous reading, or ''.
    negated
        Whether it denies the link it names (``even if``).
    """

    words: tuple[str, ...]
    label: str
    kind: Kind
    cause: CauseEnd | None = None
    guard: str = ""
    negated: bool = False


_TABLE: Final = """
because                CAUSE        mark    arg2  because
'cause                 CAUSE        mark    arg2
cuz                    CAUSE        mark    arg2
cause                  CAUSE        mark    arg2  conjunction
cos                    CAUSE        mark    arg2  conjunction
since                  CAUSE        mark    arg2  since
as                     CAUSE        mark    arg2  as
inasmuch as            CAUSE        mark    arg2
insofar as             CAUSE        mark    arg2
in that                CAUSE        mark    arg2  in_that
now that               CAUSE        mark    arg2  clause
given that             CAUSE        mark    arg2
seeing that            CAUSE        mark    arg2
considering that       CAUSE        mark    arg2
seeing as              CAUSE        mark    arg2
given                  CAUSE        prep    arg2  given
because of             CAUSE        prep    arg2  because
due to                 CAUSE        prep    arg2  due
owing to               CAUSE        prep    arg2
thanks to              CAUSE        prep    arg2  thanks
as a result of         CAUSE        prep    arg2
as a consequence of    CAUSE        prep    arg2
on account of          CAUSE        prep    arg2
on the grounds that    CAUSE        mark    arg2
on the basis of        CAUSE        prep    arg2  never
by virtue of           CAUSE        prep    arg2
in the wake of         CAUSE        prep    arg2
in response to         CAUSE        prep    arg2
for fear of            CAUSE        prep    arg2
out of                 CAUSE        prep    arg2  motive
from                   CAUSE        prep    arg2  undergone
by                     CAUSE        prep    arg2  gerund
through                CAUSE        prep    arg2  gerund
for                    EXPLANATION  mark    arg2  for
after all              EXPLANATION  adverb  arg2
so                     RESULT       coord   arg1  so
and so                 RESULT       coord   arg1  so
so that                RESULT       mark    arg1  so_that
such that              RESULT       mark    arg1  clause
as a result            RESULT       adverb  arg1  not_of
as a consequence       RESULT       adverb  arg1  not_of
as such                RESULT       adverb  arg1  initial
thereby                RESULT       adverb  arg1
whereby                RESULT       mark    arg1  never
in turn                RESULT       adverb  arg1
with the result that   RESULT       mark    arg1
to the point that      RESULT       mark    arg1
to the point where     RESULT       mark    arg1
therefore              CONSEQUENCE  adverb  arg1
thus                   CONSEQUENCE  adverb  arg1  thus
hence                  CONSEQUENCE  adverb  arg1  hence
consequently           CONSEQUENCE  adverb  arg1
accordingly            CONSEQUENCE  adverb  arg1  initial
in consequence         CONSEQUENCE  adverb  arg1  not_of
for this reason        CONSEQUENCE  adverb  arg1
for that reason        CONSEQUENCE  adverb  arg1
for these reasons      CONSEQUENCE  adverb  arg1
because of this        CONSEQUENCE  adverb  arg1
because of that        CONSEQUENCE  adverb  arg1
due to this            CONSEQUENCE  adverb  arg1
that is why            RESULT       adverb  arg1
that 's why            RESULT       adverb  arg1
that ’s why            RESULT       adverb  arg1
this is why            RESULT       adverb  arg1
which is why           RESULT       adverb  arg1
that is the reason     RESULT       adverb  arg1
this is the reason     RESULT       adverb  arg1
this means             RESULT       adverb  arg1
that means             RESULT       adverb  arg1
which means            RESULT       adverb  arg1  which_means
meaning that           RESULT       adverb  arg1
if                     CONDITION    mark    arg2  if
even if                CONCESSION   mark    arg2
as long as             CONDITION    mark    arg2  clause
so long as             CONDITION    mark    arg2  clause
provided that          CONDITION    mark    arg2
providing that         CONDITION    mark    arg2
provided               CONDITION    mark    arg2  conjunction
on condition that      CONDITION    mark    arg2
on the condition that  CONDITION    mark    arg2
in the event that      CONDITION    mark    arg2
in case                CONDITION    mark    arg2  clause
in case of             CONDITION    prep    arg2
in the event of        CONDITION    prep    arg2
assuming that          CONDITION    mark    arg2
assuming               CONDITION    mark    arg2  assuming
supposing              CONDITION    mark    arg2  assuming
suppose                CONDITION    mark    arg2  never
only if                CONDITION    mark    arg2
if only                CONDITION    mark    arg2
unless                 CONDITION    mark    arg2
without                CONDITION    prep    arg2  without
but for                CONDITION    prep    arg2  but_for
absent                 CONDITION    prep    arg2  fronted
otherwise              CONDITION    adverb  arg1  otherwise
or else                CONDITION    coord   arg1
depending on           CONDITION    prep    arg2
depending upon         CONDITION    prep    arg2
whenever               CONDITION    mark    arg2
when                   CONDITION    mark    arg2  when
once                   CONDITION    mark    arg2  once
until                  CONDITION    mark    arg2  never
in order to            PURPOSE      mark    arg1  infinitive
in order for           PURPOSE      mark    arg1
in order that          PURPOSE      mark    arg1
so as to               PURPOSE      mark    arg1
so as not to           PURPOSE      mark    arg1
lest                   PURPOSE      mark    arg1
for the purpose of     PURPOSE      prep    arg1
for the sake of        PURPOSE      prep    arg1
with the aim of        PURPOSE      prep    arg1
with the goal of       PURPOSE      prep    arg1
with a view to         PURPOSE      prep    arg1
for                    PURPOSE      prep    arg1  goal
for                    CAUSE        prep    arg2  merited
in an effort to        PURPOSE      mark    arg1
in an attempt to       PURPOSE      mark    arg1
although               CONCESSION   mark    -
though                 CONCESSION   mark    -
even though            CONCESSION   mark    -
despite                CONCESSION   prep    -
in spite of            CONCESSION   prep    -
regardless of          CONCESSION   prep    -
nevertheless           CONCESSION   adverb  -
nonetheless            CONCESSION   adverb  -
still                  CONCESSION   adverb  -     initial
even so                CONCESSION   adverb  -
however                CONTRAST     adverb  -     however
but                    CONTRAST     coord   -     joins_clauses
yet                    CONTRAST     coord   -     joins_clauses
whereas                CAUSE        mark    arg2  recital
whereas                CONTRAST     mark    -
while                  CONTRAST     mark    -     while
by contrast            CONTRAST     adverb  -
in contrast            CONTRAST     adverb  -
on the other hand      CONTRAST     adverb  -
conversely             CONTRAST     adverb  -
instead                ANTITHESIS   adverb  -     not_of
rather than            ANTITHESIS   prep    -
rather                 ANTITHESIS   adverb  -     initial
instead of             ANTITHESIS   prep    -
likewise               COMPARISON   adverb  -     initial
similarly              COMPARISON   adverb  -     initial
just as                COMPARISON   mark    -
as if                  COMPARISON   mark    -
as though              COMPARISON   mark    -
after                  TEMPORAL     mark    -     clause
before                 TEMPORAL     mark    -     clause
until                  TEMPORAL     mark    -     clause
till                   TEMPORAL     mark    -     clause
as soon as             TEMPORAL     mark    -
by the time            TEMPORAL     mark    -     clause
meanwhile              TEMPORAL     adverb  -
at the same time       TEMPORAL     adverb  -
simultaneously         TEMPORAL     adverb  -     initial
then                   SEQUENCE     adverb  -     then
afterwards             SEQUENCE     adverb  -
afterward              SEQUENCE     adverb  -
subsequently           SEQUENCE     adverb  -     initial
later                  SEQUENCE     adverb  -     initial
eventually             SEQUENCE     adverb  -     initial
finally                SEQUENCE     adverb  -     initial
next                   SEQUENCE     adverb  -     initial
for example            EXAMPLE      adverb  -
for instance           EXAMPLE      adverb  -
such as                EXAMPLE      prep    -     never
in short               SUMMARY      adverb  -
in summary             SUMMARY      adverb  -
in sum                 SUMMARY      adverb  -
in conclusion          SUMMARY      adverb  -
to summarize           SUMMARY      adverb  -
overall                SUMMARY      adverb  -     initial
ultimately             SUMMARY      adverb  -     initial
in other words         RESTATEMENT  adverb  -
that is                RESTATEMENT  adverb  -     parenthetic
i.e.                   RESTATEMENT  adverb  -
namely                 RESTATEMENT  adverb  -
in fact                ELABORATION  adverb  -
indeed                 ELABORATION  adverb  -     initial
specifically           ELABORATION  adverb  -     initial
in particular          ELABORATION  adverb  -
also                   ELABORATION  adverb  -     initial
in addition            ELABORATION  adverb  -     not_of
additionally           ELABORATION  adverb  -
moreover               ELABORATION  adverb  -
furthermore            ELABORATION  adverb  -
"""

_NEGATED: Final = frozenset({"even if"})


def _rows() -> tuple[Entry, ...]:
    found = []
    for row in _TABLE.strip().splitlines():
        words, rest = row[:23].split(), row[23:].split()
        label, kind, cause, guard = (*rest, "")[:4]
        found.append(
            Entry(
                words=tuple(words),
                label=label,
                kind=kind,  # type: ignore[arg-type]
                cause=None if cause == "-" else cause,  # type: ignore[arg-type]
                guard=guard,
                negated=" ".join(words) in _NEGATED,
            )
        )
    return tuple(row for row in found if row.guard != "never")


CONNECTIVES: Final = _rows()


def by_first_word() -> Mapping[str, tuple[Entry, ...]]:
    """Return the connectives by their first word, longest first."""
    index: dict[str, list[Entry]] = {}
    for row in CONNECTIVES:
        index.setdefault(row.words[0], []).append(row)
    return {
        word: tuple(sorted(rows, key=lambda row: -len(row.words))) for word, rows in index.items()
    }


@dataclass(frozen=True, slots=True)
class CausativeVerb:
    """A verb that links its subject to another argument.

    ``links`` are what may introduce the other argument: ``dobj``, ``clause`` (an object with a
    predicate of its own), or a word. ``cause`` is the end that causes while the verb is active.
    ``strong`` verbs always claim a cause; the others do so only in a participle that tells a
    result (``, flooding the valley``).
    """

    links: frozenset[str]
    cause: Literal["subject", "object"] = "subject"
    strong: bool = True


_STRONG_VERBS: Final = {
    "cause": "dobj clause",
    "trigger provoke induce spur precipitate engender prompt ignite necessitate spawn "
    "foster exacerbate aggravate generate unleash hasten ruin devastate cripple undermine": "dobj",
    "lead": "to into clause",
    "contribute": "to into",
    "culminate": "in",
    "bring": "about",
    "give": "rise",
    "force compel allow enable drive let": "clause into out",
    "make leave render": "clause",
    "keep": "from",
    "prevent preclude deter prohibit stop block": "dobj clause from",
    "mean imply ensure guarantee entail": "dobj clause",
}
_BACKWARD_VERBS: Final = {"stem arise originate": "from"}
_RESULT_VERBS: Final = (
    "produce create spark fuel boost accelerate worsen intensify amplify weaken strengthen "
    "destabilize destabilise disrupt destroy halt stall reduce increase raise lower diminish erode "
    "deplete damage kill delay slow reshape transform alter affect shape stimulate inspire yield "
    "deepen widen encourage discourage facilitate hinder impede limit restrict eliminate end flood "
    "push permit require turn send put set cut cost claim help give bring drive trap bury wipe "
    "upset hit paralyse paralyze jeopardise jeopardize threaten endanger "
    "plunge throw free open expose release weaken tear split burn injure wound block close"
)


def _verbs() -> Mapping[str, CausativeVerb]:
    weak = CausativeVerb(frozenset({"dobj", "clause"}), strong=False)
    table = dict.fromkeys(_RESULT_VERBS.split(), weak)
    for verbs, links in _BACKWARD_VERBS.items():
        for verb in verbs.split():
            table[verb] = CausativeVerb(frozenset(links.split()), cause="object")
    for verbs, links in _STRONG_VERBS.items():
        for verb in verbs.split():
            table[verb] = CausativeVerb(frozenset(links.split()))
    return table


VERBS: Final = _verbs()
