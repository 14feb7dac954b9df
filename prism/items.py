"""Where items, probes, verdicts and scores stood in 0.1.0; now in ``prism.records``."""

from prism.moved import moved

__getattr__ = moved(
    __name__,
    {
        "prism.records.item": "Choice Claims Criterion DistractorKind Item Kind Rubric Rung",
        "prism.records.verdict": "Finding Provenance Reason Span Verdict",
        "prism.records.score": "Protocol Score",
        "prism.records.digest": "digest digest_of_parts",
        "prism.records.probe": "Probe",
        "prism.records.signature": "Signature",
    },
)
