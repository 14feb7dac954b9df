"""The order of options, and whether a place draws answers."""

from itertools import permutations

import pytest

from prism.suites.ladder.positions import Place, option_order, position_bias


def test_places_are_counted() -> None:
    found = position_bias([(0, 0), (1, 0), (1, 1), (2, 0)])
    assert found.n == 4
    assert found.places == (Place(0, 1, 3, 1), Place(1, 2, 1, 1), Place(2, 1, 0, 0))
    assert found.distance == 0.5  # two of four answers would have to move


@pytest.mark.parametrize(
    ("pairs", "distance"),
    [
        ([], 0.0),
        ([(0, 0), (1, 1)], 0.0),
        ([(0, 1), (1, 0)], 0.0),  # wrong, but no place is drawn to
        ([(0, 1), (0, 1)], 1.0),
        ([(0, 0), (1, 0), (2, 0), (3, 0)], 0.75),
    ],
)
def test_distance_is_the_share_that_would_have_to_move(
    pairs: list[tuple[int, int]], distance: float
) -> None:
    assert position_bias(pairs).distance == distance


def test_an_order_is_a_permutation_that_name_and_seed_alone_decide() -> None:
    assert option_order("a", 5, None) == (0, 1, 2, 3, 4)
    orders = {option_order(name, 4, seed) for name in "abcdef" for seed in range(40)}
    assert orders <= set(permutations(range(4)))
    assert len(orders) > 20  # of 24
    assert option_order("a", 4, 1) == option_order("a", 4, 1)
    firsts = [option_order(f"q{i}", 4, 7)[0] for i in range(400)]
    assert all(60 < firsts.count(place) < 140 for place in range(4))


@pytest.mark.parametrize(
    ("right", "correct", "share"), [(4, 1, 0.25), (2, 2, 1.0), (3, 0, 0.0), (0, 0, None)]
)
def test_accuracy_is_of_where_the_right_option_stood(
    right: int, correct: int, share: float | None
) -> None:
    assert Place(0, right, 1, correct).accuracy == share
