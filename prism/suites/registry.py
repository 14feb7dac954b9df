"""Every suite, one row each; a suite is loaded when an item of its kind is met."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from prism.items import Kind
from prism.suites.base import Suite

__all__ = ["SUITES", "suite_for"]

SUITES: Mapping[Kind, str] = {
    "whatif": "prism.suites.whatif",
    "structure": "prism.suites.whatif",
    "ladder": "prism.suites.ladder",
    "edit": "prism.suites.edit",
    "truth": "prism.suites.truth",
}


@cache
def suite_for(kind: Kind) -> Suite:
    """Return the suite that scores items of ``kind``.

    >>> suite_for("whatif").roles
    ('response',)
    """
    suite = import_module(SUITES[kind]).SUITE
    if not isinstance(suite, Suite):
        raise TypeError(f"{SUITES[kind]}.SUITE is not a suite")
    return suite
