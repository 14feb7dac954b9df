"""Property tests: the same examples every time, and no limit on a slow machine's patience."""

from hypothesis import settings

settings.register_profile("prism", deadline=None, derandomize=True)
settings.load_profile("prism")
