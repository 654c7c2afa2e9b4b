"""The house rules about rest, healing, corruption, advancement and trade, each with the default of our reading."""

from rules.engine.content.switches import Switch

HEALING_PACE = Switch(
    "healing_pace",
    "Days of recuperation, in percent",
    "Wounds and injuries take this share of their days; less is a gentler world.",
    100,
    "GRM-125",  # D-8
)
SURGERY = Switch(
    "surgery",
    "Difficulty of surgery",
    "The difficulty of the Heal test that grievous wounds and injuries need before they can be recuperated.",
    -20,
    "GRM-125",  # D-8
)
NIGHT_PERIL = Switch(
    "night_peril",
    "A night's sleep takes all Peril",
    "Whoever sleeps a night is Unhindered; off, a night takes one step of Peril as a short rest does.",
    True,
    "GRM-014",  # D-8
)
DISEASE_STOPS = Switch(
    "disease_stops",
    "Nobody recuperates while diseased",
    "Days spent with a disease heal neither wounds nor injuries.",
    True,
    "GRM-127",  # D-8
)
CHAOS_EACH = Switch(
    "chaos_each",
    "Corruption to a test against chaos",
    "Every so many points of Corruption ask for a test of Resolve; a failure is a rank of chaos.",
    10,
    "GRM-014",  # D-8
)
ADVANCE_PRICE = Switch(
    "advance_price",
    "Price of an advance",
    "An advance costs so many reward points in the first profession, twice as many in the second, thrice in the third.",
    100,
)
PROFESSION_BINDS = Switch(
    "profession_binds",
    "Only the profession teaches",
    "Advances are those of the current profession, each once; off, whatever somebody wants.",
    True,
)
SESSION_FORTUNE = Switch(
    "session_fortune",
    "Fortune Points at the start of a session",
    "A new session fills everybody's Fortune up to so many points.",
    1,
    "GRM-093",  # D-1
)
PRICES = Switch("prices", "Prices in percent", "Everything costs this share of the listed price.", 100)

SWITCHES = (
    HEALING_PACE,
    SURGERY,
    NIGHT_PERIL,
    DISEASE_STOPS,
    CHAOS_EACH,
    ADVANCE_PRICE,
    PROFESSION_BINDS,
    SESSION_FORTUNE,
    PRICES,
)
