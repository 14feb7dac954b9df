"""Scores explanations and edits by the causal graph they express."""
