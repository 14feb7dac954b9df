"""Files of explanations."""
