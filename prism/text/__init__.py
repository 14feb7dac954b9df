"""Text to graph without a language model."""

from prism.text.lean import defer_spacy_cli

defer_spacy_cli()
