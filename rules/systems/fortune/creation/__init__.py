"""Making a hero: choices are kept until the end, and each step writes the sheet from them (LIN-001 to LIN-004)."""
