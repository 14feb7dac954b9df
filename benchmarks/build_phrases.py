"""Packs the thesaurus of phrases: ``python -m benchmarks.build_phrases``.

``benchmarks/phrases.txt`` is the one to edit; ``prism/entailment/data/phrases.txt.z`` ships.
"""

import zlib
from pathlib import Path

SOURCE = Path(__file__).with_name("phrases.txt")
TARGET = Path(__file__).parents[1] / "prism" / "entailment" / "data" / "phrases.txt.z"


def main() -> None:
    """Write the packed table."""
    TARGET.write_bytes(zlib.compress(SOURCE.read_bytes(), 9))


if __name__ == "__main__":
    main()
