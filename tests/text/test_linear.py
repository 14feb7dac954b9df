import hashlib
import json
from importlib.resources import files

import numpy as np

from prism.text.linear import Linear, rows, tags, weights
from prism.text.templates import Samples

FOLDER = files("prism.text") / "weights"
NAMES = ("attach", "boundaries", "causal", "order", "types")


def test_the_record_names_every_file_that_ships():
    record = json.loads((FOLDER / "record.json").read_text(encoding="utf-8"))
    found = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in FOLDER.iterdir()
        if path.name.endswith(".npz")
    }
    assert record["files"] == found
    assert set(found) == {f"{name}.npz" for name in NAMES}
    assert len(record["data"]) == 64


def test_all_weights_together_stay_under_a_megabyte():
    assert sum(len((FOLDER / f"{name}.npz").read_bytes()) for name in NAMES) < 1_000_000


def test_shares_are_a_distribution_and_follow_the_logits():
    samples = Samples.of([["x", "y"], ["z"]])
    held = np.zeros(16, dtype=np.uint8)
    held[rows(samples.keys, 4)] = tags(samples.keys)
    model = Linear(np.arange(32, dtype=np.float32).reshape(16, 2), held, ("a", "b"))
    shares = model.probabilities(samples)
    assert np.allclose(shares.sum(axis=1), 1)
    assert (shares[:, 1] > shares[:, 0]).all()
    # Together or alone, a sample's shares are the same to the bit.
    assert np.array_equal(shares[1], model.probabilities(Samples.of([["z"]]))[0])
    assert model.probabilities(Samples.of([])).shape == (0, 2)


def test_a_text_and_a_sample_are_summed_alike():
    model = weights("causal")
    examples = [["bias", "lrain", "lflood"], ["bias"], []]
    together = model.logits(Samples.of(examples))[:, 0].tolist()
    assert together == [model.logit(example) for example in examples]


def test_features_of_another_tag_count_nothing():
    samples = Samples.of([["x"], ["y"]])
    model = Linear(np.ones((1, 1), dtype=np.float32), tags(samples.keys)[:1])
    assert model.logits(samples)[:, 0].tolist() == [1, 0]
    assert [model.logit(["x"]), model.logit(["y"]), model.logit(["x", "y"])] == [1, 0, 1]


def test_models_are_read_once():
    assert weights("attach") is weights("attach")
