"""The actions of a turn that are no plain attacks: movement, perilous stunts, special actions, mounts."""
