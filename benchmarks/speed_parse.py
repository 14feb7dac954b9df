"""What parsing costs beside spaCy alone, and how much memory one text takes.

``python -m benchmarks.speed_parse``: CPU time of ``parse`` ÷ CPU time of the bare pipeline on the
same texts in the same process (at most 1.3), and peak memory after one 600-word text (under
250 MB). :mod:`benchmarks.memory` has the growth over many texts.
"""

import resource
import time
from collections.abc import Callable
from statistics import median

import spacy
from rich.console import Console

from prism.text import nlp
from prism.text.parse import parse

SENTENCES = (
    "If the river rises by a metre, the lower town floods within hours.",
    "Because the sluices were built for smaller ships, they cannot be closed in time.",
    "The council raised the dyke, which means that the water now backs up at the bridge.",
    "As a result, insurers left the quarter, pushing house prices down.",
    "The mill, which had stood idle since the war, was turned into a museum.",
    "Engineers argue that a bypass would lower the peak, but farmers oppose it.",
    "Without the forest upstream, rain runs off faster and carries more silt.",
    "To save money, the region postponed dredging for a decade.",
)


def text(number: int, words: int) -> str:
    """Return a text of about ``words`` words with some of its own."""
    parts: list[str] = []
    count = 0
    while count < words:
        sentence = SENTENCES[(number + len(parts)) % len(SENTENCES)]
        parts.append(f"{sentence} Gauge {number}k{len(parts)} read {number % 97}.")
        count += len(parts[-1].split())
    return "\n\n".join(" ".join(parts[at : at + 4]) for at in range(0, len(parts), 4))


def peak() -> float:
    """Return the peak resident memory of this process in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def seconds(run: Callable[[str], object], texts: list[str]) -> float:
    """Return the CPU time of one pass over the texts."""
    start = time.process_time()
    for each in texts:
        run(each)
    return time.process_time() - start


def compare(texts: list[str], rounds: int) -> tuple[float, float, float]:
    """Return median CPU seconds of spaCy and of ``parse``, in turn, and the median ratio."""
    bare = spacy.load(nlp.installed_models()[0], exclude=["ner"])
    pairs = [(seconds(bare, texts), seconds(parse, texts)) for _ in range(rounds + 1)][1:]
    return (
        median(alone for alone, _ in pairs),
        median(ours for _, ours in pairs),
        median(ours / alone for alone, ours in pairs),
    )


def main() -> None:
    """Print the figures."""
    console = Console()
    parse(text(0, 600))
    console.print(f"peak memory after one text of 600 words: {peak():.0f} MB (limit 250)")
    texts = [text(number, 600) for number in range(8)]
    alone, ours, ratio = compare(texts, 9)
    console.print(
        f"8 texts of 600 words: spaCy alone {alone:.2f} s, parse {ours:.2f} s, "
        f"ratio {ratio:.2f} (limit 1.3)"
    )


if __name__ == "__main__":
    main()
