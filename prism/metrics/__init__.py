"""Metrics: each asks its probes and counts the verdicts."""
