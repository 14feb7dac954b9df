"""Does memory grow over many texts? ``python -m benchmarks.memory [--texts N]``.

Distinct texts of 80 to 200 words are parsed and scored in one process, in turn; resident memory is
printed along the way. Every text has its own names and numbers and a fresh order of clauses, so
that caches keyed by text or by word never hit by design. Exits with 1 where memory at the end is
more than 10 % above that at a fifth of the way.
"""

import argparse
import gc
import random
import resource
import sys
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console

import prism

STAGES = (0.1, 0.2, 0.5, 1.0)
ALLOWED = 1.10
WHO = "the council,a farmer,every miller,the northern port,an engineer,her brother".split(",")
DID = "raised,lowered,rebuilt,forgot,measured,sold,flooded,repaired,abandoned".split(",")
WHAT = "the dyke,two sluices,the old bridge,its reserves,the harvest,a reservoir".split(",")
JOINED = (
    "{0} because {1}.", "If {0}, {1}.", "{0}, so {1}.", "{0}. As a result, {1}.", "{0}, and {1}.",
    "Although {0}, {1}.", "{0}, which means that {1}.", "{0}. {1}.",
)  # fmt: skip


def texts(count: int, seed: int) -> Iterator[str]:
    """Yield texts of 80 to 200 words, no two alike."""
    draw = random.Random(seed)

    def name() -> str:
        return "".join(draw.choice("bdfgklmnprst") + draw.choice("aeiou") for _ in range(3))

    def clause() -> str:
        when = f"in {draw.randrange(1000, 2000)}"
        return f"{draw.choice(WHO)} near {name()} {draw.choice(DID)} {draw.choice(WHAT)} {when}"

    for _ in range(count):
        wanted, parts, words = draw.randint(80, 180), [], 0
        while words < wanted:
            sentence = draw.choice(JOINED).format(clause(), clause())
            parts.append(sentence[0].upper() + sentence[1:])
            words += len(sentence.split())
        yield " ".join(parts)


def resident() -> float:
    """Return the resident memory of this process in MB (its peak where that is all one gets)."""
    statm = Path("/proc/self/statm")
    if statm.is_file():
        return int(statm.read_text(encoding="utf-8").split()[1]) * resource.getpagesize() / 2**20
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> int:
    """Print resident memory at every stage."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=10_000)
    options = parser.parse_args()
    console = Console()
    stages = {round(options.texts * share) for share in STAGES}
    seen: list[float] = []
    for number, text in enumerate(texts(options.texts, seed=0), start=1):
        if number % 2:
            prism.parse(text)
        else:
            prism.score(text)
        if number in stages:
            gc.collect()
            seen.append(resident())
            console.print(f"after {number:>6,} texts: {seen[-1]:.0f} MB")
    grown = seen[-1] / seen[1]
    console.print(f"growth over the last four fifths: {grown - 1:+.1%} (limit +10 %)")
    return 1 if grown > ALLOWED else 0


if __name__ == "__main__":
    sys.exit(main())
