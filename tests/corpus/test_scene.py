"""Every scene plays as it was frozen."""

import pytest

from tests.corpus.scene import SCENES, played, unlike


@pytest.mark.parametrize("name", SCENES)
def test_it_plays_as_it_was_frozen(name: str) -> None:
    said = unlike(name, played(name))
    assert not said, f"freeze anew if this is meant (python -m tests.corpus.scene {name}):\n{said}"
