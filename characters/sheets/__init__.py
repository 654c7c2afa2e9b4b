"""Characters and their sheets as a member may read them, on the page and on paper."""
