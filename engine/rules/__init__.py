"""The rules of the core box, one module per chapter; each registers the effect words that it stands for."""
