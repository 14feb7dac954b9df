"""GPT-2 and Llama in plain numpy, with a place to nudge attention weights: the slow oracle."""

from typing import Any

import numpy


def softmax(scores: numpy.ndarray) -> numpy.ndarray:
    spread = numpy.exp(scores - scores.max(axis=-1, keepdims=True))
    return spread / spread.sum(axis=-1, keepdims=True)


def normed(x: numpy.ndarray, weight: Any, bias: Any, eps: float) -> numpy.ndarray:
    centred = x - x.mean(-1, keepdims=True)
    return centred / numpy.sqrt((centred**2).mean(-1, keepdims=True) + eps) * weight + bias


def gelu(x: numpy.ndarray) -> numpy.ndarray:
    return 0.5 * x * (1 + numpy.tanh(numpy.sqrt(2 / numpy.pi) * (x + 0.044715 * x**3)))


def attend(q: Any, k: Any, v: Any, nudge: Any) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Return the heads' output, (n, heads × size), and the weights before the nudge."""
    heads, n, size = q.shape
    scores = q @ k.transpose(0, 2, 1) / numpy.sqrt(size)
    scores = numpy.where(numpy.tril(numpy.ones((n, n), bool)), scores, -numpy.inf)
    weights = softmax(scores)
    return ((weights + nudge) @ v).transpose(1, 0, 2).reshape(n, heads * size), weights


def split(x: numpy.ndarray, heads: int) -> numpy.ndarray:
    return x.reshape(len(x), heads, -1).transpose(1, 0, 2)


def gpt2(model: Any, tokens: list[int], nudges: Any) -> tuple[numpy.ndarray, list[numpy.ndarray]]:
    w = {name: value.numpy() for name, value in model.state_dict().items()}
    heads, found = model.config.n_head, []
    x = w["transformer.wte.weight"][tokens] + w["transformer.wpe.weight"][: len(tokens)]
    for layer in range(model.config.n_layer):
        p = f"transformer.h.{layer}."
        a = normed(x, w[p + "ln_1.weight"], w[p + "ln_1.bias"], 1e-5)
        mixed = a @ w[p + "attn.c_attn.weight"] + w[p + "attn.c_attn.bias"]
        q, k, v = (split(part, heads) for part in numpy.split(mixed, 3, axis=-1))
        out, weights = attend(q, k, v, nudges[layer])
        found.append(weights)
        x = x + out @ w[p + "attn.c_proj.weight"] + w[p + "attn.c_proj.bias"]
        a = normed(x, w[p + "ln_2.weight"], w[p + "ln_2.bias"], 1e-5)
        a = gelu(a @ w[p + "mlp.c_fc.weight"] + w[p + "mlp.c_fc.bias"])
        x = x + a @ w[p + "mlp.c_proj.weight"] + w[p + "mlp.c_proj.bias"]
    x = normed(x, w["transformer.ln_f.weight"], w["transformer.ln_f.bias"], 1e-5)
    return x[-1] @ w["lm_head.weight"].T, found


def rms(x: numpy.ndarray, weight: numpy.ndarray, eps: float) -> numpy.ndarray:
    return x / numpy.sqrt((x**2).mean(-1, keepdims=True) + eps) * weight


def rotated(x: numpy.ndarray, base: float = 10000.0) -> numpy.ndarray:
    _, n, size = x.shape
    angles = numpy.outer(numpy.arange(n), base ** (-numpy.arange(0, size, 2) / size))
    angles = numpy.concatenate([angles, angles], axis=-1)
    half = size // 2
    turned = numpy.concatenate([-x[..., half:], x[..., :half]], axis=-1)
    return x * numpy.cos(angles) + turned * numpy.sin(angles)


def llama(model: Any, tokens: list[int], nudges: Any) -> tuple[numpy.ndarray, list[numpy.ndarray]]:
    w = {name: value.numpy() for name, value in model.state_dict().items()}
    heads, eps, found = model.config.num_attention_heads, model.config.rms_norm_eps, []
    x = w["model.embed_tokens.weight"][tokens]
    for layer in range(model.config.num_hidden_layers):
        p = f"model.layers.{layer}."
        a = rms(x, w[p + "input_layernorm.weight"], eps)
        q, k, v = (split(a @ w[f"{p}self_attn.{c}_proj.weight"].T, heads) for c in "qkv")
        out, weights = attend(rotated(q), rotated(k), v, nudges[layer])
        found.append(weights)
        x = x + out @ w[p + "self_attn.o_proj.weight"].T
        a = rms(x, w[p + "post_attention_layernorm.weight"], eps)
        gate = a @ w[p + "mlp.gate_proj.weight"].T
        gate = gate / (1 + numpy.exp(-gate))
        x = x + (gate * (a @ w[p + "mlp.up_proj.weight"].T)) @ w[p + "mlp.down_proj.weight"].T
    return rms(x, w["model.norm.weight"], eps)[-1] @ w["lm_head.weight"].T, found


def slow_saliency(forward: Any, model: Any, tokens: list[int], answer: int) -> list[numpy.ndarray]:
    """|Σ_h A ⊙ ∂L/∂A| by central differences, one attention weight at a time."""
    step, n = 1e-5, len(tokens)
    layers, heads = model.config.num_hidden_layers, model.config.num_attention_heads
    nudges = numpy.zeros((layers, heads, n, n))

    def loss() -> float:
        logits, _ = forward(model, tokens, nudges)
        top = logits.max()
        return float(top + numpy.log(numpy.exp(logits - top).sum()) - logits[answer])

    weights = forward(model, tokens, nudges)[1]
    gradients = numpy.zeros_like(nudges)
    for place in numpy.ndindex(*nudges.shape):
        if place[3] > place[2]:
            continue
        values = []
        for sign in (1, -1):
            nudges[place] = sign * step
            values.append(loss())
        nudges[place] = 0
        gradients[place] = (values[0] - values[1]) / (2 * step)
    return [numpy.abs((a * g).sum(axis=0)) for a, g in zip(weights, gradients, strict=True)]
