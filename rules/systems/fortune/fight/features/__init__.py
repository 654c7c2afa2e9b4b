"""Features of classes and spells as they are used: their price, how often, and what they do."""
