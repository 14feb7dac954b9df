"""The file formats of WhatIfBench, and prism's own rubric."""

from typing import Final

from prism.files.formats import Format
from prism.suites.whatif.files.rubric import is_rubric_file, read_rubrics
from prism.suites.whatif.files.whatif import (
    is_answers,
    is_benchmark,
    is_metrics,
    is_rubric,
    read_benchmark,
    read_rubric,
    read_scored,
)

__all__ = ["FORMATS", "METRICS"]

METRICS: Final = Format(
    "whatif-metrics", "a WhatIfBench metrics file", is_metrics, read_scored, rank=91
)
FORMATS: Final = (
    Format("prism-rubric", "prism's own rubric", is_rubric_file, read_rubrics, rank=-3),
    Format("whatif-rubric", "a bare WhatIfBench rubric", is_rubric, read_rubric, rank=90),
    METRICS,
    Format(
        "whatif-answers",
        "a WhatIfBench answers file",
        is_answers,
        read_benchmark,
        rank=92,
        in_parts=True,
    ),
    Format(
        "whatif-benchmark",
        "a WhatIfBench benchmark file or item",
        is_benchmark,
        read_benchmark,
        rank=93,
        in_parts=True,
    ),
)
