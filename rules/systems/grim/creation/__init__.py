"""Making a character: choices are kept until the end, and each step writes the sheet from them (D-1)."""
