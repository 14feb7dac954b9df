"""The file formats of METER, and of question sets that share its shape."""

from typing import Final

from prism.files.formats import Format
from prism.suites.ladder.files.copa import is_copa, parse_copa, read_copa
from prism.suites.ladder.files.meter import is_flat, is_nested, read_flat, read_nested
from prism.suites.ladder.files.neighbours import (
    is_crass,
    is_ecare,
    is_yes_no,
    read_crass,
    read_ecare,
    read_yes_no,
)

__all__ = ["FORMATS"]

FORMATS: Final = (
    Format(
        "meter",
        "METER's contexts with their questions, published or prism's own",
        is_nested,
        read_nested,
        rank=30,
        in_parts=True,
    ),
    Format("meter-flat", "METER's questions, one a line", is_flat, read_flat, rank=31),
    Format("crass", "CRASS", is_crass, read_crass, rank=32),
    Format("e-care", "e-CARE", is_ecare, read_ecare, rank=33),
    Format("copa", "COPA", is_copa, read_copa, rank=34, parse=parse_copa),
    Format(
        "yes-no",
        "CLadder's or CounterBench's yes-or-no questions",
        is_yes_no,
        read_yes_no,
        rank=35,
    ),
)
