"""White box: how information flows from evidence to options inside an open model (extra ``mech``).

torch is imported in :mod:`prism.mech.flows` and transformers in :mod:`prism.mech.model`, nowhere
else. Method: saliency of attention, attention times its gradient, after Wang et al., "Label Words
are Anchors" (EMNLP 2023), grouped as in METER (arXiv 2604.11502).
"""
