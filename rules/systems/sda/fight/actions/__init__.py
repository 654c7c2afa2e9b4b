"""Everything else that is done on a turn: shots, hits spent, healing, grapples, mounts."""
