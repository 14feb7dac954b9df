"""Suites: which texts are parsed, which metrics are asked, what the report holds."""
