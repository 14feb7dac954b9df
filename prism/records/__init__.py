"""The records that travel through prism, each a plain immutable value."""
