"""METER: three rungs of the causal ladder over one context."""
