"""Content of a game: data files and their strict reading, entries, switches, and a campaign's own additions."""
