"""Where reports stood in 0.1.0; now in ``prism.records.report`` and beside each suite."""

from prism.moved import moved

__getattr__ = moved(
    __name__,
    {
        "prism.records.report": (
            "ControlLine Controls FailureMode Final Notice ParserLine Report Votes"
        ),
        "prism.suites.edit.report": "AnchorLine Check ClaimLine EditReport FactLine Quantity",
        "prism.suites.ladder.report": "Answer DistractorLine LadderReport",
        "prism.suites.truth.report": "TruthLine TruthReport",
        "prism.suites.whatif.report": "CriterionLine EdgeLine OutcomeLine Process WhatIfReport",
    },
)
