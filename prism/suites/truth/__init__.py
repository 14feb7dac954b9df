"""Questions that a structural causal model answers."""
