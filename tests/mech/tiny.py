"""Tiny randomly initialised models of several architectures; nothing is downloaded.

These tests need torch and transformers, so they run in an environment of their own: ``.ci/mech``.
"""

import os
from collections.abc import Callable
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: run .ci/mech")
transformers = pytest.importorskip("transformers", reason="transformers is missing: run .ci/mech")

os.environ["HF_HUB_OFFLINE"] = "1"

VOCABULARY = 64
SMALL = {
    "vocab_size": VOCABULARY, "hidden_size": 16, "num_hidden_layers": 3, "num_attention_heads": 2,
    "max_position_embeddings": 1024, "bos_token_id": 0, "eos_token_id": 0, "pad_token_id": 0,
}  # fmt: skip
WIDE = {**SMALL, "intermediate_size": 24}
CONFIGS: dict[str, Callable[[], Any]] = {
    "gpt2": lambda: transformers.GPT2Config(
        vocab_size=VOCABULARY, n_embd=16, n_layer=3, n_head=2, n_positions=1024,
        bos_token_id=0, eos_token_id=0,
    ),
    "llama": lambda: transformers.LlamaConfig(**WIDE, num_key_value_heads=2),
    "grouped-query": lambda: transformers.Qwen2Config(**WIDE, num_key_value_heads=1),
    "mistral": lambda: transformers.MistralConfig(**WIDE, num_key_value_heads=1),
    "neox": lambda: transformers.GPTNeoXConfig(**WIDE),
    "opt": lambda: transformers.OPTConfig(
        **SMALL, ffn_dim=24, word_embed_proj_dim=16, do_layer_norm_before=True
    ),
    "bloom": lambda: transformers.BloomConfig(
        vocab_size=VOCABULARY, hidden_size=16, n_layer=3, n_head=2, bos_token_id=0, eos_token_id=0
    ),
}  # fmt: skip


def build(name: str, seed: int = 0) -> Any:
    """Return a tiny model in double precision, with weights large enough to matter."""
    torch.manual_seed(seed)
    model = transformers.AutoModelForCausalLM.from_config(
        CONFIGS[name](), attn_implementation="eager"
    )
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() > 1:
                parameter.normal_(0, 0.4)
    return model.double().eval()


def tokenizer_over(*texts: str) -> Any:
    """Return a word tokenizer that knows the words of ``texts``."""
    tokenizers = pytest.importorskip("tokenizers")
    core = tokenizers.Tokenizer(tokenizers.models.WordLevel(unk_token="?"))
    core.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    trainer = tokenizers.trainers.WordLevelTrainer(special_tokens=["?"])
    core.train_from_iterator([*texts, "A B C D E"], trainer)
    return transformers.PreTrainedTokenizerFast(tokenizer_object=core, unk_token="?")
