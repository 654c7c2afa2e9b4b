"""The mean worth of choices in a fight, for advice: in injury boxes, with spirit reckoned into them.

* ``harm``: the cost of a weapon's hits to the one who takes them;
* ``duels``: a blow or a shot against the best answer to it, and against that to a second one with the rest;
* ``later``: the blows that may still come this round, and the worth of dice kept for them;
* ``next_exchange``: the blows of two at each other as they stand, which give control its worth;
* ``measure``: the worth of hits on damage and on control, and ``mixes``: all ways to spend them.
"""
