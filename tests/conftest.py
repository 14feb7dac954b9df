"""What several tests share."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.marking import marking

ROOT = Path(__file__).resolve().parent.parent

# No test depends on the machine's load, nor on what other runs happened to try.
settings.register_profile(
    "prism", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("prism")


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of external data, or a skip where this machine has none."""
    folder = Path(os.environ.get("PRISM_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"no external data at {folder} (set PRISM_DATA)")
    return folder


@pytest.fixture(scope="session")
def demo() -> Path:
    """The packaged demo: questions, rubrics and responses of our own."""
    return ROOT / "benchmarks" / "demo"


@pytest.fixture
def marked() -> Iterator[None]:
    """The embedded judge marks criteria, so that there are final scores without a model."""
    with marking():
        yield


@pytest.fixture(scope="module")
def all_marked() -> Iterator[None]:
    """As ``marked``, for a whole module."""
    with marking():
        yield
