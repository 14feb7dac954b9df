"""Names that 0.1.0 had are found, and those that stand elsewhere say where."""

import importlib
import json
import warnings
from pathlib import Path

import pytest

# Of every module that 0.1.0 named as the home of a name of ``prism``: its public names.
NAMES = json.loads(
    (Path(__file__).parent / "data" / "from_0_1_0" / "public.json").read_text("utf-8")
)
MOVED = ("prism.envelope", "prism.items", "prism.session")


@pytest.mark.parametrize("module", NAMES)
def test_every_public_name_of_0_1_0_is_found(module: str) -> None:
    old = importlib.import_module(module)
    for name in NAMES[module]:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            found = getattr(old, name)
        assert [each.category for each in told] == [DeprecationWarning] * (module in MOVED)
        for each in told:
            assert each.filename == __file__
            _, _, new = str(each.message).partition(" is now ")
            home, _, same = new.partition(";")[0].rpartition(".")
            assert same == name
            assert getattr(importlib.import_module(home), name) is found


@pytest.mark.parametrize("module", MOVED)
def test_what_it_never_had_is_told_as_ever(module: str) -> None:
    old = importlib.import_module(module)
    with pytest.raises(AttributeError, match=f"module '{module}' has no attribute 'nothing'"):
        _ = old.nothing
