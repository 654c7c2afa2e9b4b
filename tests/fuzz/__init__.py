"""Forms as nobody means them: every page address gets what its own forms send, bent in many ways, from everybody."""
