"""Structural causal models: the right answer to a causal question, computed."""
