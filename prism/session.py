"""Where settings and sessions stood in 0.1.0; now ``prism.Settings`` and ``prism.engine``."""

from prism.moved import moved

__getattr__ = moved(
    __name__,
    {
        "prism.engine.session": "Session",
        "prism": "Settings",
    },
)
