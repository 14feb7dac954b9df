"""Saliency and masking on tiny models of several architectures."""

from itertools import product
from typing import Any

import numpy
import pytest

from prism.errors import Unavailable
from prism.mech.flows import mean_flows, saliency, without_flow
from prism.mech.groups import FLOWS
from prism.mech.model import attention_modules
from tests.mech.oracle import gpt2, llama, slow_saliency
from tests.mech.tiny import CONFIGS, VOCABULARY, build, torch, transformers

N = 9
GROUPS = {"E": [1, 2], "N": [3], "Q": [4, 5], "O": [6, 7], "T": [8]}


@pytest.fixture(params=CONFIGS)
def model(request: pytest.FixtureRequest) -> Any:
    return build(request.param)


def tokens(seed: int = 1, n: int = N) -> Any:
    torch.manual_seed(seed)
    return torch.randint(0, VOCABULARY, (1, n))


# transformers computes Llama's rotations and softmax in single precision whatever the model's own.
@pytest.mark.parametrize(
    ("name", "forward", "near"), [("gpt2", gpt2, 1e-7), ("llama", llama, 1e-5)]
)
def test_saliency_against_slow_arithmetic(name: str, forward: Any, near: float) -> None:
    model, asked, answer = build(name), tokens(n=6), 7
    layers, logits = saliency(model, asked, answer)
    plain, _ = forward(model, asked[0].tolist(), numpy.zeros((3, 2, 6, 6)))
    assert numpy.allclose(logits.numpy(), plain, atol=near)
    slow = slow_saliency(forward, model, asked[0].tolist(), answer)
    assert max(layer.max() for layer in slow) > 1e-3
    for layer, expected in zip(layers, slow, strict=True):
        assert numpy.allclose(layer.numpy(), expected, atol=near)


def test_saliency_of_every_architecture(model: Any) -> None:
    layers, logits = saliency(model, tokens(), 3)
    assert len(layers) == 3
    assert logits.shape == (VOCABULARY,)
    for layer in layers:
        assert layer.shape == (N, N)
        assert bool((layer >= 0).all())
        assert float(layer.triu(1).abs().max()) == 0.0
    assert float(layers[0].max()) > 0
    # In the last layer only the last token's attention reaches its own logits.
    assert float(layers[-1][:-1].abs().max()) == 0.0


def test_the_answer_token_matters() -> None:
    model = build("gpt2")
    first, second = saliency(model, tokens(), 3)[0], saliency(model, tokens(), 4)[0]
    assert not torch.allclose(first[0], second[0])


def test_mean_flows_against_plain_loops() -> None:
    torch.manual_seed(0)
    layer = torch.rand(N, N, dtype=torch.double)
    found = mean_flows(layer, GROUPS)
    named: set[tuple[int, int]] = set()
    for name, (source, target) in FLOWS.items():
        pairs = [(q, k) for q, k in product(GROUPS[target], GROUPS[source]) if k <= q]
        assert found[name] == pytest.approx(sum(float(layer[p]) for p in pairs) / len(pairs))
        named |= set(pairs)
    rest = [(q, k) for q, k in product(range(N), repeat=2) if k <= q and (q, k) not in named]
    assert found["rest"] == pytest.approx(sum(float(layer[p]) for p in rest) / len(rest))


def test_flows_backwards_in_time_are_nothing() -> None:
    turned = {"E": [6, 7], "N": [5], "Q": [4], "O": [1, 2], "T": [8]}
    found = mean_flows(torch.ones(N, N), turned)
    assert (found["E_O"], found["N_O"], found["Q_O"], found["O_T"]) == (0.0, 0.0, 0.0, 1.0)


@pytest.mark.parametrize("layers", [(0,), (2,), (0, 1, 2)])
def test_masking_zeroes_the_flow_and_nothing_else(model: Any, layers: tuple[int, ...]) -> None:
    asked, attention = tokens(), attention_modules(model)
    seen = []
    keep = model.register_forward_hook(lambda _module, _args, out: seen.append(out.attentions))
    logits, left = without_flow(model, asked, GROUPS, attention, layers)
    keep.remove()
    with torch.no_grad():
        plain = model(input_ids=asked, output_attentions=True)
    assert left == 0.0
    for place in range(3):
        masked, before = seen[0][place][0], plain.attentions[place][0]
        flow = masked[:, GROUPS["O"]][:, :, GROUPS["E"]]
        if place in layers:
            assert float(flow.abs().max()) == 0.0
            assert torch.allclose(masked.sum(-1), torch.ones_like(masked.sum(-1)))
        else:
            assert float(flow.abs().min()) > 0
        if place == min(layers):
            others = [q for q in range(N) if q not in GROUPS["O"]]
            assert torch.allclose(masked[:, others], before[:, others])
    assert not numpy.allclose(logits, plain.logits[0, -1].tolist()) or layers == (2,)


def test_masking_the_last_layer_cannot_reach_the_last_token() -> None:
    model, asked = build("llama"), tokens()
    logits, _ = without_flow(model, asked, GROUPS, attention_modules(model), (2,))
    with torch.no_grad():
        assert numpy.allclose(logits, model(input_ids=asked).logits[0, -1].tolist())


def test_masking_leaves_the_model_as_it_was(model: Any) -> None:
    asked = tokens()
    with torch.no_grad():
        before = model(input_ids=asked).logits
        without_flow(model, asked, GROUPS, attention_modules(model), (0, 1))
        assert torch.equal(model(input_ids=asked).logits, before)


def test_nothing_to_mask_changes_nothing() -> None:
    model, asked = build("gpt2"), tokens()
    logits, left = without_flow(
        model, asked, {**GROUPS, "E": []}, attention_modules(model), (0, 1, 2)
    )
    with torch.no_grad():
        assert numpy.allclose(logits, model(input_ids=asked).logits[0, -1].tolist())
    assert left == 0.0


def test_a_model_that_does_not_attend_is_refused() -> None:
    config = transformers.MambaConfig(vocab_size=8, hidden_size=8, num_hidden_layers=1)
    with pytest.raises(Unavailable, match="no attentions"):
        saliency(
            transformers.AutoModelForCausalLM.from_config(config).eval(), torch.ones(1, 4).long(), 3
        )


def test_a_model_without_attentions_is_refused() -> None:
    model = build("gpt2")

    class Silent(torch.nn.Module):
        def forward(self, **given: Any) -> Any:
            out = model(**{**given, "output_attentions": False})
            out.attentions = None
            return out

    with pytest.raises(Unavailable, match="no attentions"):
        saliency(Silent(), tokens(), 3)


def test_one_attention_module_a_layer(model: Any) -> None:
    found = attention_modules(model)
    assert len(found) == len({id(each) for each in found}) == 3
    with pytest.raises(Unavailable, match="one attention module a layer"):
        attention_modules(torch.nn.ModuleDict({"config": _Config()}))


class _Config(torch.nn.Module):
    num_hidden_layers = 2


def test_all_architectures_are_tested() -> None:
    assert len(CONFIGS) >= 5
