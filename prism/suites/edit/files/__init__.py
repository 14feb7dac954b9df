"""Files of edits."""
