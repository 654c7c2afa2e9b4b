"""People as they are: body, traits, virtues, and the odds of their dice."""
