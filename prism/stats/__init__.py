"""Intervals, comparisons and agreement; scipy, statsmodels and scikit-learn do the arithmetic."""

from prism.stats.agreement import Agreement, agreement
from prism.stats.compare import McNemar, mcnemar
from prism.stats.intervals import DIFFERENCE, SHARE, Interval, cluster_bootstrap

__all__ = [
    "DIFFERENCE",
    "SHARE",
    "Agreement",
    "Interval",
    "McNemar",
    "agreement",
    "cluster_bootstrap",
    "mcnemar",
]
