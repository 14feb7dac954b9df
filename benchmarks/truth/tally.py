"""Counts of agreement between computed and stored answers."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Miss:
    """One question on which the two differ; ``why`` says whose fault it is, as far as known."""

    id: str
    ours: object
    stored: object
    why: str = "unexplained"


@dataclass
class Tally:
    """Agreement on one part of a set; a ``subset`` counts questions of other parts once more."""

    name: str
    agree: int = 0
    unread: int = 0
    misses: list[Miss] = field(default_factory=list)
    subset: bool = False

    @property
    def asked(self) -> int:
        """Questions that could be read."""
        return self.agree + len(self.misses)

    def note(self, id: str, ours: object, stored: object, right: bool, why: str = "") -> None:
        """Count one question."""
        if right:
            self.agree += 1
        else:
            self.misses.append(Miss(id, ours, stored, why or "unexplained"))

    def line(self) -> str:
        """Return one line of the table."""
        share = f"{self.agree / self.asked:8.2%}" if self.asked else f"{'–':>8}"
        unread = f"  ({self.unread} not read)" if self.unread else ""
        return f"{self.name:<44} {self.agree:>5} of {self.asked:>5}  {share}{unread}"


def show(title: str, tallies: list[Tally]) -> bool:
    """Print a table and every miss; return whether each miss has an explanation."""
    print(f"\n{title}")
    for tally in tallies:
        print(f"  {tally.line()}")
    tallies = [tally for tally in tallies if not tally.subset]
    agree, asked = sum(t.agree for t in tallies), sum(t.asked for t in tallies)
    total = Tally("all", agree, sum(t.unread for t in tallies))
    total.misses = [miss for tally in tallies for miss in tally.misses]
    print(f"  {total.line()}" if asked else "  nothing to ask")
    for miss in total.misses:
        print(f"    {miss.id}: computed {miss.ours}, stored {miss.stored}: {miss.why}")
    return all(miss.why != "unexplained" for miss in total.misses)
