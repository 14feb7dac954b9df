"""Saliency of attention as information flow: attention times its gradient, layer by layer.

The only module of prism that imports torch.
"""

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Final

from prism.errors import Unavailable
from prism.extras import import_extra
from prism.mech.groups import FLOWS

if TYPE_CHECKING:
    from torch import Tensor, device
    from torch.nn import Module
    from transformers import PreTrainedModel

    Told = tuple[tuple[object, ...], Mapping[str, Tensor]]
    Hook = Callable[[Module, tuple[object, ...], Mapping[str, Tensor]], Told]

__all__ = ["REST", "flows", "mean_flows", "saliency", "without_flow"]

Groups = Mapping[str, Sequence[int]]

REST: Final = "rest"


def saliency(
    model: "PreTrainedModel", tokens: "Tensor", answer: int
) -> "tuple[list[Tensor], Tensor]":
    """Return I_l = |Σ_h A_hl ⊙ ∂L/∂A_hl| of every layer, and the logits of the next token.

    Parameters
    ----------
    model
        A causal decoder that returns attentions, in evaluation mode.
    tokens
        Token ids, of shape (1, n).
    answer
        The id of the answer token; L is the cross-entropy of it after the last token.

    Returns
    -------
    tuple
        A list of (n, n) tensors, row = the token that attends, column = the one attended to;
        and the logits, of shape (vocabulary,).

    Raises
    ------
    Unavailable
        The model returns no attentions that its output depends on.
    """
    torch = import_extra("torch", "mech")
    with torch.enable_grad():
        out = model(input_ids=tokens, output_attentions=True, use_cache=False)
        logits = out.logits[0, -1]
        attentions = [a for a in (getattr(out, "attentions", None) or ()) if a is not None]
        if not attentions or not all(layer.requires_grad for layer in attentions):
            raise _no_attentions()
        target = torch.tensor([answer], device=logits.device)
        loss = torch.nn.functional.cross_entropy(logits[None].float(), target)
        try:
            gradients = torch.autograd.grad(loss, attentions)
        except RuntimeError as exc:
            raise _no_attentions() from exc
    layers = [(a * g).sum(dim=1)[0].abs() for a, g in zip(attentions, gradients, strict=True)]
    return [layer.detach() for layer in layers], logits.detach()


def mean_flows(layer: "Tensor", groups: Groups) -> dict[str, float]:
    """Return the mean saliency of the flows between groups in one layer, and of the rest.

    Pairs in which a token attends to a later one do not count: there is no flow between them.
    A flow without a pair is 0.
    """
    torch = import_extra("torch", "mech")
    n = layer.shape[-1]
    open_pairs = torch.tril(torch.ones(n, n, dtype=torch.bool, device=layer.device))
    left = open_pairs.clone()
    found = {}
    for name, (source, target) in FLOWS.items():
        pairs = _pairs(n, groups[target], groups[source], layer.device) & open_pairs
        found[name] = float(layer[pairs].mean()) if bool(pairs.any()) else 0.0
        left &= ~pairs
    found[REST] = float(layer[left].mean()) if bool(left.any()) else 0.0
    return found


def flows(
    model: "PreTrainedModel", tokens: "Tensor", answer: int, groups: Groups
) -> tuple[list[dict[str, float]], list[float]]:
    """Return the mean flows of every layer, and the logits of the next token."""
    layers, logits = saliency(model, tokens, answer)
    return [mean_flows(layer, groups) for layer in layers], logits.tolist()


def without_flow(
    model: "PreTrainedModel",
    tokens: "Tensor",
    groups: Groups,
    attention: "Sequence[Module]",
    layers: Sequence[int],
) -> tuple[list[float], float]:
    """Return the logits of the next token with evidence → option attention masked in ``layers``.

    The scores of those pairs are set to the least value there is before the softmax, so that the
    other tokens share their weight. The second value is the greatest weight left on a masked
    pair, which is 0 where the mask took hold.

    Parameters
    ----------
    attention
        The attention module of every layer.
    """
    torch = import_extra("torch", "mech")
    n = tokens.shape[-1]
    pairs = _pairs(n, groups["O"], groups["E"], tokens.device)
    handles = [
        attention[layer].register_forward_pre_hook(_mask(torch, pairs), with_kwargs=True)
        for layer in layers
    ]
    try:
        with torch.no_grad():
            out = model(input_ids=tokens, output_attentions=True, use_cache=False)
    finally:
        for handle in handles:
            handle.remove()
    weights = [out.attentions[layer][0][:, pairs] for layer in layers]
    left = max((float(w.abs().max()) for w in weights if w.numel()), default=0.0)
    return out.logits[0, -1].tolist(), left


def _mask(torch: ModuleType, pairs: "Tensor") -> "Hook":
    """Return a hook that closes ``pairs`` in the attention mask a module is called with."""

    def hook(
        module: "Module", args: tuple[object, ...], kwargs: Mapping[str, "Tensor"]
    ) -> tuple[tuple[object, ...], Mapping[str, "Tensor"]]:
        mask = kwargs.get("attention_mask")
        if mask is None or mask.dim() != 4:
            raise Unavailable(
                f"{type(module).__name__} takes no mask of tokens by tokens",
                mend="trace without --mask",
            )
        n = pairs.shape[-1]
        closed = mask[..., :n, :n].clone()
        least = False if mask.dtype == torch.bool else torch.finfo(mask.dtype).min
        return args, {**kwargs, "attention_mask": closed.masked_fill(pairs, least)}

    return hook


def _pairs(n: int, rows: Sequence[int], columns: Sequence[int], device: "device") -> "Tensor":
    torch = import_extra("torch", "mech")
    pairs = torch.zeros(n, n, dtype=torch.bool, device=device)
    if rows and columns:
        at = torch.tensor(list(rows), device=device)[:, None]
        pairs[at, torch.tensor(list(columns), device=device)[None, :]] = True
    return pairs


def _no_attentions() -> Unavailable:
    return Unavailable(
        "the model returns no attentions that its output depends on",
        mend="give a causal decoder with eager attention",
    )
