"""The house rules about rest, healing, corruption, advancement and trade, each with the default of our reading."""

from rules.engine.content.switches import Switch

HEALING_PACE = Switch(
    "healing_pace",
    "Days of recuperation, in per cent",
    "Share of the days that wounds and injuries need. Lower is gentler.",
    100,
    "GRM-125",  # D-8
)
SURGERY = Switch(
    "surgery",
    "Difficulty of surgery",
    "Heal test needed before grievous wounds and injuries can recuperate.",
    -20,
    "GRM-125",  # D-8
)
NIGHT_PERIL = Switch(
    "night_peril",
    "A night's sleep removes all Peril",
    "On: a night makes you Unhindered. Off: it removes one step, like a short rest.",
    True,
    "GRM-014",  # D-8
)
DISEASE_STOPS = Switch(
    "disease_stops",
    "No recuperation while diseased",
    "Days with a disease heal no wounds or injuries.",
    True,
    "GRM-127",  # D-8
)
CHAOS_EACH = Switch(
    "chaos_each",
    "Corruption per test against chaos",
    "Every this many points of Corruption call for a Resolve test; failure brings a rank of chaos.",
    10,
    "GRM-014",  # D-8
)
ADVANCE_PRICE = Switch(
    "advance_price",
    "Price of an advance",
    "Reward points per advance in the first profession; double in the second, triple in the third.",
    100,
)
PROFESSION_BINDS = Switch(
    "profession_binds",
    "Advances from the profession only",
    "On: only those of the current profession, once each. Off: any.",
    True,
)
SESSION_FORTUNE = Switch(
    "session_fortune",
    "Fortune Points at the start of a session",
    "A new session restores Fortune up to this.",
    1,
    "GRM-093",  # D-1
)
PRICES = Switch("prices", "Prices in per cent", "Share of the listed price.", 100)

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
