"""Texts that only sound causal, scored beside the honest answers they are made from."""
