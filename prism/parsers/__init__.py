"""Parsers, one a file: text in, causal graph out."""
