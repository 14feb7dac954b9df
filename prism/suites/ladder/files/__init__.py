"""Files of multiple-choice questions."""
