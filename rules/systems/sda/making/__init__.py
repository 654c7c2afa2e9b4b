"""Making a character by the path of a life: people, origin, events, occupations, reason, motivation, experience (D-6).

``entries``, ``makers`` and ``shelf`` hold what can be chosen; ``life`` what has been chosen, ``reckoning`` the sheet
that follows from it, ``state`` writes it. The steps stand in ``begin``, ``chapters``, ``character``, ``learning`` and
``finishing``; ``short`` and ``at_random`` are the quick ways.
"""
