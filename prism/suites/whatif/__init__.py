"""WhatIfBench: open what-if explanations, scored as causal processes."""
