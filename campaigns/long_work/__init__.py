"""Long work: what a worker carries on by itself, a little at a time."""
