import pytest

from prism.text.templates import Samples

training = pytest.importorskip("benchmarks.train.fit")

EXAMPLES = [[f"word={n % 7}", f"tag={n % 3}", "bias"] for n in range(300)]
SAMPLES = Samples.of(EXAMPLES)
TARGETS = [int(n % 7 > 3) for n in range(300)]


def test_the_same_data_and_seed_give_the_same_bytes():
    one = training.fit(SAMPLES, TARGETS, bits=8, seed=1)
    two = training.fit(SAMPLES, TARGETS, bits=8, seed=1)
    assert one.table.tobytes() == two.table.tobytes()
    assert one.table.tobytes() != training.fit(SAMPLES, TARGETS, bits=8, seed=2).table.tobytes()


def test_what_can_be_learnt_is_learnt():
    model = training.fit(SAMPLES, TARGETS, bits=8)
    said = [model.logit(example) > 0 for example in EXAMPLES]
    assert said == [bool(target) for target in TARGETS]


def test_classes_are_told_apart():
    targets = [n % 3 for n in range(300)]
    model = training.fit(SAMPLES, targets, classes=("a", "b", "c"), bits=8)
    said = model.probabilities(SAMPLES).argmax(axis=1).tolist()
    assert said == targets


def test_rare_features_are_left_out():
    model = training.fit(Samples.of([*EXAMPLES, ["once"]]), [*TARGETS, 1], bits=16, least=2)
    assert model.logit(["once"]) == 0
