"""The file formats of questions with a computable answer, and of the models it follows from."""

from typing import Final

from prism.files.formats import Format, Found
from prism.suites.truth.files.calm_items import is_calm, read_calm
from prism.suites.truth.files.clear_items import is_clear, read_clear
from prism.suites.truth.files.scm import is_scm, scm_faults
from prism.suites.truth.files.scm_files import cladder_faults, is_cladder_models
from prism.suites.truth.files.truth import is_truth, read_truth

__all__ = ["FORMATS"]

_NONE_COMPUTABLE: Final = "no question here has a computable answer"

FORMATS: Final = (
    Format(
        "prism-scm",
        "a structural causal model",
        is_scm,
        lambda document: Found(faults=tuple(scm_faults(document))),
        rank=10,
        holds_items=False,
    ),
    Format(
        "cladder-models",
        "CLadder's models",
        is_cladder_models,
        lambda document: Found(faults=tuple(cladder_faults(document))),
        rank=11,
        holds_items=False,
    ),
    Format(
        "prism-truth",
        "prism's own ground-truth items",
        is_truth,
        read_truth,
        rank=12,
        in_parts=True,
    ),
    Format("calm", "CaLM's questions", is_calm, read_calm, rank=13, empty=_NONE_COMPUTABLE),
    Format(
        "clear",
        "CLEAR's questions about graphs",
        is_clear,
        read_clear,
        rank=14,
        empty=_NONE_COMPUTABLE,
    ),
)
