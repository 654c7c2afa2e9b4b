"""Work that takes many rolls, alone or together."""
