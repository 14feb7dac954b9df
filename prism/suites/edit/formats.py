"""The file formats of counterfactual edits."""

from typing import Final

from prism.files.formats import Format
from prism.files.ratings import Sheet
from prism.suites.edit.files.cobe import is_cobe, read_cobe
from prism.suites.edit.files.edit import is_edit, read_edits
from prism.suites.edit.files.pasta import is_pasta, read_pasta
from prism.suites.edit.files.pasta_ratings import is_pasta_ratings, read_pasta_ratings
from prism.suites.edit.files.timetravel import is_timetravel, read_timetravel

__all__ = ["FORMATS"]

FORMATS: Final = (
    Format("cobe", "CoBe's records", is_cobe, read_cobe, rank=20, in_parts=True),
    Format("prism-edit", "prism's own edit items", is_edit, read_edits, rank=21, in_parts=True),
    Format("timetravel", "TimeTravel's stories", is_timetravel, read_timetravel, rank=22),
    Format(
        "pasta",
        "PASTA's stories",
        is_pasta,
        read_pasta,
        rank=23,
        sheet=Sheet("PASTA's ratings", is_pasta_ratings, read_pasta_ratings),
    ),
)
