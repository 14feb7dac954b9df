"""The embedded judge: deterministic, without a network, honest about what it cannot know."""
