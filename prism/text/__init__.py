"""Text to graph without a language model."""
