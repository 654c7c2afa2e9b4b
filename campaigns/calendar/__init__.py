"""A campaign's own time: its days, its calendar, and the sessions on which it is played."""
