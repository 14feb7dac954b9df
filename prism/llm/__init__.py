"""The only way out of the process."""
