"""Keys of conjunctions against a plain computation, and how samples are put together."""

from hashlib import blake2b

import numpy as np
import pytest

from prism.text.templates import Samples, Templates, beside, code

COLUMNS = {
    "word": np.array([code("rain"), code("flood"), code("rain")], dtype=np.uint64),
    "gap": np.array([-1, 0, 3]),
    "first": np.array([True, False, True]),
}


def drawn(*words: str) -> int:
    return int.from_bytes(blake2b(" ".join(words).encode(), digest_size=8).digest(), "little")


def test_a_key_is_a_linear_form_of_the_codes_modulo_two_to_the_64():
    table = "word, gap word, first"
    keys = Templates("demo", table).keys(COLUMNS)
    for column, row in enumerate(each.split() for each in table.split(",")):
        for sample in range(3):
            total = drawn("demo", *row) + sum(
                (drawn("demo", *row, name) | 1) * int(COLUMNS[name][sample]) for name in row
            )
            assert int(keys[sample, column]) == total % 2**64


def test_columns_that_a_template_leaves_out_do_not_matter():
    shapes = Templates("demo", "word, gap word")
    other = COLUMNS | {"gap": np.array([7, 7, 7])}
    one, two = shapes.keys(COLUMNS), shapes.keys(other)
    assert np.array_equal(one[:, 0], two[:, 0])
    assert (one[:, 1] != two[:, 1]).all()


def test_tables_of_other_names_have_other_keys():
    one, two = (Templates(name, "word").keys(COLUMNS) for name in ("one", "two"))
    assert not np.intersect1d(one, two).size


def test_samples_are_joined_by_feature_and_stacked_by_sample():
    dense = Templates("dense", "word").samples(COLUMNS)
    sparse = Templates("sparse", "gap").samples(COLUMNS, np.array([2, 2, 0]))
    both = Samples.joined([dense, sparse])
    assert both.count == 3
    assert sorted(both.owner.tolist()) == [0, 0, 1, 2, 2, 2]
    twice = Samples.stacked([both, both])
    assert twice.count == 6
    assert np.bincount(twice.owner).tolist() == [2, 1, 3, 2, 1, 3]


@pytest.mark.parametrize(("by", "wanted"), [(-1, [0, 5, 7]), (1, [7, 9, 0]), (5, [0, 0, 0])])
def test_beyond_the_ends_there_is_nothing(by, wanted):
    column = np.array([5, 7, 9], dtype=np.uint64)
    assert beside(column, np.arange(3), by).tolist() == wanted
