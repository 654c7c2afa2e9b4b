"""The house rules about features: each turns a point that the text leaves open to its other reading (D-3)."""

from rules.engine.content.switches import Switch, under

# -- in a fight -------------------------------------------------------------------------------------------------------

FAVOUR_AS_TOKEN = Switch(
    "favour_as_token",
    "Tag Team and Yoink give Favor tokens",
    "The ally, or the Maverick after a clash, gains a token; otherwise the next attack has Favor for free.",
    False,
    "LIN-022, LIN-023",
)
CRITICAL_MULTIPLIES = Switch(
    "critical_multiplies",
    "Critical hits multiply doubled damage",
    "A natural 20 with Mix It Up does four times the damage; otherwise three times.",
    False,
    "LIN-021",
)
LARIAT_SPARES = Switch(
    "lariat_spares",
    "Spinning Lariat can spare foes",
    "The Brawler chooses who is hit; otherwise it hits every foe within 5 ft.",
    False,
    "LIN-032",
)
BURST_SPARES = Switch(
    "burst_spares", "Elemental Burst spares allies", "It hits foes only; otherwise everybody.", False, "LIN-032"
)
TAKEDOWN_MIXED = Switch(
    "takedown_mixed",
    "A mixed Top Rope Takedown works",
    "A mixed contest throws the foe down as well; otherwise nothing happens.",
    False,
    "LIN-018",
)
SLAB_ON_OWN_TURN = Switch(
    "slab_on_own_turn",
    "Slab of Beef on your own turn only",
    "Otherwise at any time before damage is rolled.",
    False,
    "LIN-023",
)

OF_FEATURES: tuple[Switch, ...] = under(
    "Features in a fight",
    (
        FAVOUR_AS_TOKEN,
        CRITICAL_MULTIPLIES,
        LARIAT_SPARES,
        BURST_SPARES,
        TAKEDOWN_MIXED,
        SLAB_ON_OWN_TURN,
    ),
)
