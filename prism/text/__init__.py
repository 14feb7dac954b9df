"""Text → graph by rules, and other readings of text that need no language model."""
