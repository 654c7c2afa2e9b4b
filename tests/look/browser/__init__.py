"""What only a real browser can tell about the look."""
