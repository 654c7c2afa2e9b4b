"""The house rules of what comes after: healing, Fortune, corruption and magick."""

from rules.engine.content.switches import Switch, under

VENOM_TURNS = Switch(
    "venom_turns",
    "Turns of venom",
    "Venom does 1d10 + 1 damage on each of this many turns.",
    3,
    "",  # D-8
)
SURGERY = Switch(
    "surgery",
    "Difficulty of surgery",
    "Heal test needed before grievous wounds and injuries can recuperate.",
    -20,
    "GRM-125",  # D-8
)
SURGERY_DAILY = Switch(
    "surgery_daily",
    "One operation a day",
    "On: one try per patient and day. Off: as often as you like.",
    True,
    "GRM-125",  # D-8
)
DRAWBACK_LOSS = Switch(
    "drawback_loss",
    "Loss from the same drawback twice",
    "If failed surgery brings a drawback you already have, its attribute drops by this much.",
    9,
    "GRM-125",  # D-8
)
HEALING_PACE = Switch(
    "healing_pace",
    "Days of recuperation, in per cent",
    "Share of the days that wounds and injuries need. Lower is gentler.",
    100,
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
FORCE_REROLL = Switch(
    "force_reroll",
    "Fortune Points against others",
    "On: a Fortune Point can force a foe to re-roll a successful attack. Off: only your own tests.",
    True,  # D-8
)
SESSION_FORTUNE = Switch(
    "session_fortune",
    "Fortune Points at the start of a session",
    "A new session restores Fortune up to this.",
    1,
    "GRM-093",  # D-1
)
FORTUNE_POINTS = Switch(
    "fortune_points",
    "Fortune Points each",
    "Starting Fortune Points. By the book the group shares one more than its players.",
    1,
)  # D-1
FATE_POINTS = Switch("fate_points", "Fate Points each", "Starting Fate Points.", 1, "GRM-020")
CHAOS_EACH = Switch(
    "chaos_each",
    "Corruption per test",
    "Each time you gain this much, test Resolve; failure brings a rank of chaos.",
    10,
    "GRM-014",  # D-8
)
GENERALIST = Switch(
    "generalist_price",
    "Action Points for generalist magick",
    "By rank (every printed spell is petty), or always this many.",
    "by rank",
    "GRM-035",  # D-8
    ("by rank", "1", "2", "3"),
)
BLOOD_PRICE = Switch(
    "blood_magick",
    "Corruption from Blood Magick",
    "A sacrifice with the talent costs this much Corruption for petty, lesser and greater magick.",
    "3, 6, 9",
    "GRM-035",  # D-8
    ("3, 6, 9", "1, 2, 3"),
)

#: In the order in which the page shows them.
SWITCHES: tuple[Switch, ...] = (
    *under(
        "Healing",
        (
            VENOM_TURNS,
            SURGERY,
            SURGERY_DAILY,
            DRAWBACK_LOSS,
            HEALING_PACE,
            NIGHT_PERIL,
            DISEASE_STOPS,
        ),
    ),
    *under(
        "Fortune and chaos",
        (
            FORCE_REROLL,
            SESSION_FORTUNE,
            FORTUNE_POINTS,
            FATE_POINTS,
            CHAOS_EACH,
        ),
    ),
    *under(
        "Magick",
        (
            GENERALIST,
            BLOOD_PRICE,
        ),
    ),
)
