"""Magic: six kinds of it, the spells, casting in a fight and out of one, and what spells do (SDA-275, SDA-283 to 286).

Whoever wants its commands asks :mod:`rules.systems.sda.magic.commands`; this room itself brings nothing along, since
rules of the fight look into parts of it.
"""
