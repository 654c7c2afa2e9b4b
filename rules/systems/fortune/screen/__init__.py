"""The sheet laid out, its numbers explained, the compendium as lists show it, and questions about dice in words."""
