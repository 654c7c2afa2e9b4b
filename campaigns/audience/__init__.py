"""Who may come in, and what a viewer may see: the one place that decides it."""
