"""The books: data files and their entries, read strictly and widened by a campaign's own."""
