"""Characters, their sheets, ranks and experience for programs."""
