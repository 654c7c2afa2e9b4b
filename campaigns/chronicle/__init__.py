"""The chronicle: entries written, followed by documents, replayed, undone and verified."""
