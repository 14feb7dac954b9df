"""CoBe: counterfactual edits of a story."""
