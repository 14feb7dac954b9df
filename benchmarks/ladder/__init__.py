"""Kinds of distractors on our own labelled contexts."""
