"""Magic: six kinds of it, the spells, casting in a fight and out of one (SDA-275, SDA-283 to 286)."""
