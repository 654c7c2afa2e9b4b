"""The house rules about features: each turns a point that the text leaves open to its other reading (D-3)."""

from rules.engine.content.switches import Switch, under

# -- in a fight -------------------------------------------------------------------------------------------------------

FAVOUR_AS_TOKEN = Switch(
    "favour_as_token",
    "Tag Team and Yoink give Favor tokens",
    "The ally, or the Maverick after a clash, gains a token; otherwise the next attack has favour.",
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
CRIPPLE_ANNOUNCED = Switch(
    "cripple_announced",
    "Crippling Strike is paid for with the attack",
    "Announce it before the roll and pay even on a miss; otherwise you pay once you hit.",
    False,
    "LIN-008",
)
TAKEDOWN_FIRST = Switch(
    "takedown_first",
    "Top Rope Takedown begins with the contest",
    "Win it before the attack is rolled, and a hit throws the foe down; otherwise the contest follows a hit.",
    False,
    "LIN-018",
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
    "The foe takes what the hit did once more; otherwise base damage is rolled again.",
    False,
    "LIN-038",
)
INTERCEPT_COMPARED = Switch(
    "intercept_compared",
    "Intercept compares the attack again",
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
CHARGE_AT_MISSES = Switch(
    "charge_at_misses",
    "Charger throws back on a miss",
    "A veteran Charger throws the foe back even if the attack clashes or is countered; otherwise only on a hit.",
    False,
    "LIN-030, LIN-031",
)
IMBUED_REPLACES = Switch(
    "imbued_replaces",
    "Imbued Attacks replace the damage type",
    "Damage is of the chosen type only; otherwise of whichever of both types hurts the target more.",
    False,
    "LIN-038",
)
POISON_FOR_ONE_HIT = Switch(
    "poison_for_one_hit", "Poisoned Blade lasts one hit", "Otherwise until the Ranger catches their breath.", False
)
OVERCHARGE_FOR_A_ROUND = Switch(
    "overcharge_for_a_round", "Overcharge lapses with the round", "Otherwise it waits for an attack.", False
)
BLAST_STAT = Switch(
    "blast_stat", "Power Overwhelming triples the stat", "Otherwise the stat is added once.", False, "LIN-038"
)
BLAST_PLAIN_HALF = Switch(
    "blast_plain_half",
    "Power Overwhelming does less to those it misses",
    "They take half of a third of the damage; otherwise half of all of it.",
    False,
    "LIN-038",
)

REINVIGORATE_FREE = Switch(
    "reinvigorate_free",
    "Reinvigorate costs no Stamina",
    "Its three uses a day are its only price; otherwise 3 Stamina as well.",
    False,
    "LIN-008",
)
SMALL_FORM_PRINTED = Switch(
    "small_form_printed",
    "The small form has the features of the medium one",
    "As this edition prints it; otherwise those of the later edition.",
    False,
)
ROT_D4 = Switch("rot_d4", "The small form’s venom is 1d4", "As in the later edition; otherwise 1d6.", False, "LIN-038")
FORM_HEART = Switch(
    "form_heart", "In a form Heart counts for damage", "If it is higher; otherwise for attacks only.", False, "LIN-038"
)
FORM_TAKES_HEALTH = Switch(
    "form_takes_health",
    "The big form takes its Health back",
    "When it ends you lose the Health it lent, down to 1; otherwise only Health above your maximum.",
    False,
    "LIN-009",
)
MASTER_OR_HANDS = Switch(
    "master_or_hands",
    "Weapon Master and two hands do not stack",
    "One step for both; otherwise two.",
    False,
    "LIN-047",
)
WHIP_NEAR = Switch(
    "whip_near", "Whips reach foes nearby", "From 0 to 20 ft; otherwise from 10 ft on.", False, "LIN-034"
)

#: House rules for which an attack roll has to be remembered.
LOOK_BACK = (INTERCEPT_COMPARED, BURST_COMPARED, ONE_ROLL)

# -- tests and rests --------------------------------------------------------------------------------------------------

NEGATIVE_STATS = Switch(
    "negative_stats",
    "Negative Heart or Intellect is subtracted",
    "Wild Guide, Enhance and Distracting Strike pass it on; otherwise it counts as 0.",
    False,
    "LIN-062",
)
ONES_STAY = Switch(
    "ones_stay",
    "A natural 1 cannot be lifted",
    "Unfailing and Minor Intervention do nothing on a 1; otherwise they lift it as well.",
    False,
    "LIN-020",
)
INTERVENTION_GIVES_FAVOUR = Switch(
    "intervention_gives_favour",
    "A failure lifted by Minor Intervention gives Favor",
    "The roll did fail; otherwise only a failure that stands gives Favor.",
    False,
    "LIN-022",
)
HIGHEST_BONUS = Switch(
    "highest_bonus",
    "Only the highest bonus of features counts",
    "Of several on one test; otherwise they stack.",
    False,
    "LIN-014",
)
DARING_IN_PEACE = Switch("daring_in_peace", "Daring only outside combat", "Otherwise in combat, too.", False, "LIN-014")
RELIABLE_TOTAL = Switch(
    "reliable_total",
    "Reliable Skill makes the total 12",
    "The stat is not added; otherwise the die counts as 12.",
    False,
    "LIN-014",
)
INDEPENDENT_AFTER = Switch(
    "independent_after",
    "Independent is announced after the roll",
    "Only a test that it changes uses it up; otherwise the next test does.",
    False,
    "LIN-014",
)
LONG_JUMPER_HIGH = Switch(
    "long_jumper_high", "Long Jumper also jumps higher", "Otherwise only further.", False, "LIN-065"
)
FOLK_HERO_POINT = Switch(
    "folk_hero_point",
    "Folk Hero’s success point",
    "Success point of the luck test for being heard of; the failure point lies the usual gap below it.",
    15,
    "LIN-054",
)
LEGENDARY_TESTS = Switch(
    "legendary_tests", "Legendary doubles bonuses to tests only", "Otherwise Speed and leaps, too.", False
)
SIGNS_IN_REST = Switch(
    "signs_in_rest",
    "Reading the Signs works during a rest",
    "Catching your breath does not end its favour; otherwise its Stamina ends the rest.",
    False,
    "LIN-010",
)
STALKER_OUTLASTS_BREATH = Switch(
    "stalker_outlasts_breath",
    "Cunning Stalker outlasts catching your breath",
    "It lasts until you rest and relax; otherwise for an hour, or until you catch your breath.",
    False,
    "LIN-011",
)

OF_FEATURES: tuple[Switch, ...] = (
    *under(
        "Features in a fight",
        (
            FAVOUR_AS_TOKEN,
            CRITICAL_MULTIPLIES,
            LARIAT_SPARES,
            BURST_SPARES,
            CRIPPLE_ANNOUNCED,
            TAKEDOWN_FIRST,
            TAKEDOWN_MIXED,
            SLAB_ON_OWN_TURN,
            THROW_HURTS,
            PUSH_WITHOUT_RISK,
            SAME_DAMAGE,
            *LOOK_BACK,
            CHARGE_AT_MISSES,
            IMBUED_REPLACES,
            POISON_FOR_ONE_HIT,
            OVERCHARGE_FOR_A_ROUND,
            BLAST_STAT,
            BLAST_PLAIN_HALF,
            REINVIGORATE_FREE,
            SMALL_FORM_PRINTED,
            ROT_D4,
            FORM_HEART,
            FORM_TAKES_HEALTH,
            MASTER_OR_HANDS,
            WHIP_NEAR,
        ),
    ),
    *under(
        "Features in tests and rests",
        (
            NEGATIVE_STATS,
            ONES_STAY,
            INTERVENTION_GIVES_FAVOUR,
            HIGHEST_BONUS,
            DARING_IN_PEACE,
            RELIABLE_TOTAL,
            INDEPENDENT_AFTER,
            LONG_JUMPER_HIGH,
            FOLK_HERO_POINT,
            LEGENDARY_TESTS,
            SIGNS_IN_REST,
            STALKER_OUTLASTS_BREATH,
        ),
    ),
)
