"""The mean of scores of which some are missing: within its bounds, and over all of them.

A mean over what is scored alone takes every missing score to be like the rest. Where the bounds of
a missing one say otherwise, such a mean can lie outside its own bounds, and whoever fails often
enough may rank first. Here a missing score is taken to be like the rest *as far as its own bounds
allow*: one that cannot be as good as the mean counts at its upper bound, one that cannot be as bad
at its lower bound, and only one that may be either way is left out.
"""

from typing import Final

import numpy
from numpy.typing import NDArray

__all__ = ["counted"]

Numbers = NDArray[numpy.float64]
HALVINGS: Final = 60  # of the unit interval: below the last digit of a double


def counted(values: Numbers, low: Numbers, high: Numbers) -> Numbers:
    """Return what the mean counts of every score: its value, a bound, or NaN where nothing.

    The mean of what is counted lies within the means of the bounds; it does not rise when an
    answer is added that lies, or can lie, nowhere above it; and of answers of which nothing is
    known it does not depend. Without any value there is nothing to be like: all are left out.

    Parameters
    ----------
    values
        Scores in [0, 1], NaN where one is missing.
    low, high
        Their bounds; those of a value are not looked at.

    >>> one_of_two = numpy.array([0.9, numpy.nan])
    >>> counted(one_of_two, numpy.array([0.9, 0.05]), numpy.array([0.9, 0.55])).tolist()
    [0.9, 0.55]
    >>> counted(one_of_two, numpy.array([0.9, 0.0]), numpy.array([0.9, 1.0])).tolist()
    [0.9, nan]
    """
    scored = ~numpy.isnan(values)
    if scored.all() or not scored.any():
        return values
    mean = _common(values[scored], low[~scored], high[~scored])
    like = numpy.clip(mean, low, high)
    return numpy.where(scored, values, numpy.where(like == mean, numpy.nan, like))


def _common(values: Numbers, low: Numbers, high: Numbers) -> float:
    """Return the mean that is the mean of ``values`` and of itself, clipped to every bound."""
    mean = float(values.mean())
    if ((low <= mean) & (mean <= high)).all():
        return mean
    least, most = 0.0, 1.0
    for _ in range(HALVINGS):
        mean = (least + most) / 2
        excess = (values - mean).sum() + (numpy.clip(mean, low, high) - mean).sum()
        least, most = (mean, most) if excess > 0 else (least, mean)
    return mean
