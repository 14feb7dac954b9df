"""Files of models and of questions about them."""
