"""The books: data files, their entries, coins, and the house rules that a campaign may turn."""
