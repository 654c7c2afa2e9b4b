"""The books: data files, their entries, the vocabulary of effects, and the house rules that a campaign may turn."""
