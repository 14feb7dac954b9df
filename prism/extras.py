"""The one door to optional dependencies."""

import importlib
from types import ModuleType

from prism.errors import Unavailable

__all__ = ["import_extra"]


def import_extra(module: str, extra: str) -> ModuleType:
    """Import ``module``, which belongs to the optional extra ``extra``.

    Raises
    ------
    Unavailable
        The module is not installed; the message names the command that installs it.

    >>> import_extra("json", "none").__name__
    'json'
    >>> import_extra("no_such_module", "scm")
    Traceback (most recent call last):
    prism.errors.Unavailable: no_such_module is not installed (pip install 'prism-causal[scm]')
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as exc:
        raise Unavailable(
            f"{exc.name or module} is not installed", mend=f"pip install 'prism-causal[{extra}]'"
        ) from exc
