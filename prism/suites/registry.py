"""Every suite, one row each."""

from collections.abc import Mapping

from prism.items import Kind
from prism.suites import edit, ladder, truth, whatif
from prism.suites.base import Suite

__all__ = ["SUITES"]

SUITES: Mapping[Kind, Suite] = {
    "whatif": whatif.SUITE,
    "structure": whatif.SUITE,
    "ladder": ladder.SUITE,
    "edit": edit.SUITE,
    "truth": truth.SUITE,
}
