"""What the choices of a fight are worth on average, for advice: in injury boxes, with spirit reckoned into them.

* ``harm``: what hits of a weapon cost whoever takes them;
* ``duels``: a blow or a shot against the best answer to it, and what is kept back for a second one;
* ``later``: the blows that may still come this round, and what dice kept for them bring;
* ``next_exchange``: the blows of two at each other as they stand, by which control is worth something;
* ``measure``: what hits come to, on damage and on control, and ``mixes``: all that they pay for.
"""
