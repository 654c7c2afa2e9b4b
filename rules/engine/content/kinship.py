"""Kinship of creatures: common words for foes, by family, so that a wolf leads to a hound where no wolf lives.

Only what may stand in for another at the table is its kin: no horse for a wolf, and no dragon for a bird.
"""

from collections.abc import Iterable

#: A family a line: words of one circle stand together, and circles further out follow.
FAMILIES: tuple[tuple[str, ...], ...] = (
    ("wolf wolves worg worgs warg hound hounds dog dogs jackal fox", "beast animal lycanthrope bear boar"),
    ("bear boar lion tiger beast animal", "wolf worg griffon griffin", "minotaur"),
    ("horse pony mule mount", "animal goat", "griffon griffin beast"),
    ("rat rats vermin", "ratfolk bat insect", "spider animal"),
    (
        "goblin goblins hobgoblin hobgoblins kobold kobolds gnoll",
        "orc ork",
        "ratfolk beastman redcap",
        "bandit thief thug guard",
    ),
    ("orc orcs ork uruk", "hobgoblin goblin ogre", "beastman raider brute", "guard bandit"),
    (
        "bandit bandits brigand brigands robber robbers outlaw outlaws highwayman thug thugs thief thieves pirate",
        "mercenary deserter raider",
        "guard hunter",
    ),
    (
        "guard guards guardsman soldier soldiers watchman watchmen watch knight veteran",
        "mercenary deserter enforcer vanguard",
        "bandit thug",
    ),
    ("villager peasant commoner citizen", "humanoid hunter thug", "guard bandit"),
    ("cultist zealot fanatic priest", "occultist witch acolyte", "bandit guard"),
    ("mage wizard witch warlock sorcerer occultist archmage", "scholar shaman cultist", "lich zealot"),
    ("skeleton skeletons bones", "corpse zombie draugr", "wight ghoul"),
    ("zombie zombies corpse ghoul mummy", "draugr wight skeleton"),
    ("ghost ghosts spirit spectre phantom apparition", "banshee wraith", "wight skull skeleton"),
    ("vampire vampires nosferatu", "ghoul wight lich wraith", "skeleton"),
    ("dragon dragons drake wyvern wyrm", "hydra basilisk chimaera manticore", "giant troll minotaur"),
    ("giant giants ogre troll ettin oni", "minotaur brute"),
    ("spider spiders scorpion insect", "spider-folk bat", "beast animal"),
    ("demon demons devil imp fiend", "rakshasa barghest", "lich wraith"),
    ("bird eagle griffon griffin harpy bat", "wyvern manticore cockatrice"),
    ("golem construct statue elemental", "sentry armor animated", "giant skeleton"),
)


def circles(word: str) -> list[frozenset[str]]:
    """The words for kin of what a word names, nearest first; none for a word of no family.

    >>> "hound" in circles("wolf")[0], "bear" in circles("wolf")[-1], circles("teapot")
    (True, True, [])
    """
    split = [[frozenset(circle.split()) for circle in family] for family in FAMILIES]
    return next((family for family in split if word in family[0]), []) or next(
        (family for family in split if any(word in circle for circle in family)), []
    )


def words() -> Iterable[str]:
    """All words that belong to a family."""
    return {word for family in FAMILIES for circle in family for word in circle.split()}
