"""Verdicts and graphs that outlive a process."""
