"""Whole benchmarks: answers, graphs, verdicts and scores of many items, kept in one file."""
