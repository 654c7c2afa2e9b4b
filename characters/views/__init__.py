"""The campaign's own page with its people, and the sheet."""
