"""An empty hall furnished to look around in, with fights that go on by themselves."""
