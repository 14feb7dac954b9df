"""The only way out of the process: any OpenAI-compatible endpoint, and the fence around text."""
