"""The fights of the game: cards, turns, blows and defences, death and rallying, monsters, spells."""
