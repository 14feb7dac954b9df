"""A suite of a package outside prism, whole: why-questions, and whether the answer explains."""
