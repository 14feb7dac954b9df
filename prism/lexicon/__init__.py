"""Every list of words, with its source, read by one reader."""
