"""One command that opens the whole hall: its servers and their processes."""
