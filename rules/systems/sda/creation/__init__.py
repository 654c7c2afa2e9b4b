"""Making a character by the path of a life, or in short (D-6)."""
