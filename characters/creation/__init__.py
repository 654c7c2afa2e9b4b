"""Making a character, step by step."""
