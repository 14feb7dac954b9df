"""Judges, one a file: probes in, verdicts out."""
