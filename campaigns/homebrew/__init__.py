"""A campaign's compendium and house rules: read, written and linked to."""
