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
THROW_HURTS = Switch(
    "throw_hurts",
    "Counter Throw comes with a counter attack",
    "The foe is attacked, then thrown; otherwise thrown without damage.",
    False,
    "LIN-043",
)
PUSH_WITHOUT_RISK = Switch(
    "push_without_risk",
    "Driving back in a clash is safe",
    "A Driving Attack that pushes in a clash gives no opening; otherwise a counter move may follow.",
    False,
    "LIN-030",
)
SAME_DAMAGE = Switch(
    "same_damage",
    "Standing against a Driving Attack repeats the damage",
    "The foe takes what the hit did once more; otherwise base damage is rolled anew.",
    False,
    "LIN-038",
)
INTERCEPT_COMPARED = Switch(
    "intercept_compared",
    "Intercept compares the attack anew",
    "The attack must beat the Knight’s own Armor; otherwise it hits the Knight.",
    False,
    "LIN-028, LIN-029",
)
BURST_COMPARED = Switch(
    "burst_compared",
    "Bursting Shot compares the attack with each foe",
    "Half the damage only for those whose Armor it beats; otherwise for all.",
    False,
    "LIN-032",
)
ONE_ROLL = Switch(
    "one_roll",
    "One roll for two attacks",
    "The die of the first attack of Twin Attack or Balanced Fighter counts for both; otherwise each is rolled.",
    False,
    "LIN-028",
)
#: House rules for which an attack roll has to be remembered.
LOOK_BACK = (INTERCEPT_COMPARED, BURST_COMPARED, ONE_ROLL)

OF_FEATURES: tuple[Switch, ...] = under(
    "Features in a fight",
    (
        FAVOUR_AS_TOKEN,
        CRITICAL_MULTIPLIES,
        LARIAT_SPARES,
        BURST_SPARES,
        TAKEDOWN_MIXED,
        SLAB_ON_OWN_TURN,
        THROW_HURTS,
        PUSH_WITHOUT_RISK,
        SAME_DAMAGE,
        INTERCEPT_COMPARED,
        BURST_COMPARED,
        ONE_ROLL,
    ),
)
