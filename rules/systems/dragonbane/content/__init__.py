"""The books: data files, their entries, and the house rules that a campaign may turn."""
