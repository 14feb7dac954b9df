"""Structural causal models: the right answer to a causal question, computed.

Start with :func:`prism.scm.ask.ask`, which takes any question in the grammar of
:mod:`prism.scm.query`; :mod:`prism.suites.truth.files.scm` reads models from files.
"""
