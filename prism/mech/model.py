"""Loads an open-weight causal decoder; the only module of prism that imports transformers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from prism.errors import Unavailable
from prism.extras import import_extra
from prism.text.answer import letter

if TYPE_CHECKING:
    from torch import Tensor
    from torch.nn import Module
    from transformers import PreTrainedModel, PreTrainedTokenizerFast

__all__ = ["Decoder", "attention_modules", "letter_tokens", "load_decoder"]


@dataclass(frozen=True, slots=True)
class Decoder:
    """A model in evaluation mode, its tokenizer, and the attention module of every layer."""

    name: str
    model: "PreTrainedModel"
    tokenizer: "PreTrainedTokenizerFast"
    attention: "Sequence[Module]"

    def encode(self, text: str) -> "tuple[Tensor, list[tuple[int, int]]]":
        """Return the token ids of ``text``, of shape (1, n), and their character ranges.

        Raises
        ------
        Unavailable
            The tokenizer does not tell where its tokens stand.
        """
        try:
            coded = self.tokenizer(text, return_offsets_mapping=True, return_tensors="pt")
        except NotImplementedError as exc:
            raise Unavailable(
                f"the tokenizer of {self.name} does not tell where its tokens stand",
                mend="give a model with a fast tokenizer",
            ) from exc
        offsets = [(int(a), int(b)) for a, b in coded["offset_mapping"][0]]
        return coded["input_ids"].to(self.model.device), offsets


def load_decoder(name: str, *, device: str = "cpu") -> Decoder:
    """Load the model and tokenizer called ``name``: a folder, or a name on the hub.

    Raises
    ------
    Unavailable
        The extra ``mech`` is not installed, or the model cannot be loaded.
    """
    transformers = import_extra("transformers", "mech")
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(name)
        model = transformers.AutoModelForCausalLM.from_pretrained(name, attn_implementation="eager")
    except (OSError, ValueError) as exc:
        line = str(exc).strip().split("\n")[0]
        raise Unavailable(f"the model {name!r} cannot be loaded: {line}") from exc
    model = model.to(device).eval()
    return Decoder(name, model, tokenizer, attention_modules(model))


def attention_modules(model: "PreTrainedModel") -> "list[Module]":
    """Return the attention module of every layer, first layer first.

    Raises
    ------
    Unavailable
        The model does not have one such module a layer.
    """
    wanted = int(model.config.num_hidden_layers)
    for module in model.modules():
        children = list(module.children())
        if type(module).__name__ == "ModuleList" and len(children) == wanted:
            found = [_attention(layer) for layer in children]
            if all(each is not None for each in found):
                return found
    raise Unavailable(
        f"{type(model).__name__} does not have one attention module a layer",
        mend="trace without --mask, or give another architecture",
    )


def letter_tokens(tokenizer: "PreTrainedTokenizerFast", size: int) -> list[int]:
    """Return the token that each option's letter is written with after ``Answer:``.

    Raises
    ------
    Unavailable
        Two letters share a token, so that answers could not be told apart.
    """
    found = [_letter_token(tokenizer, letter(place)) for place in range(size)]
    if len(set(found)) < size:
        raise Unavailable("the tokenizer has no token of its own for every letter")
    return found


def _letter_token(tokenizer: "PreTrainedTokenizerFast", char: str) -> int:
    for text in (f" {char}", char):
        coded = tokenizer(text, add_special_tokens=False)["input_ids"]
        if len(coded) == 1:
            return int(coded[0])
    return int(tokenizer(f" {char}", add_special_tokens=False)["input_ids"][-1])


def _attention(layer: "Module") -> "Module | None":
    named = (m for m in layer.children() if "Attention" in type(m).__name__)
    return next(named, None)
