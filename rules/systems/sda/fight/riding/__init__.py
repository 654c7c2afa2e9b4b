"""Fighting from the saddle (SDA-251 to SDA-259). The commands stand in ``riding.commands``.

This file stays empty of imports: the rest of the fight asks ``riding.pairs`` who rides whom.
"""
