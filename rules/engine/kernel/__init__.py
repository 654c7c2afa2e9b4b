"""The kernel: sheets and encounters, the facts that change them, commands, asks, the table and the dice."""

from rules.engine.kernel.amounts import Amount, amount, distribution, throw
from rules.engine.kernel.book import CLOSED, OURS, Homemade, House, HouseRules, OwnBook, lay_open, lying_open, opened
from rules.engine.kernel.calendars import (
    DAY,
    HOUR,
    MOST_DAYS,
    PLAIN,
    UNITS,
    Almanac,
    Calendar,
    Date,
    Month,
    clock,
    minutes_in,
    part_of,
    refuse_span,
    span,
)
from rules.engine.kernel.commands import (
    Choice,
    Command,
    Field,
    Place,
    Reply,
    Who,
    described_fields,
    foretell,
    is_possible,
    json_value,
    many,
    number,
    pick,
    refuse_without_choice,
    switch,
)
from rules.engine.kernel.dice import Dice, QuickDice, SecureDice, SeededDice, Throw, TypedDice
from rules.engine.kernel.evolve import evolve_almanac, evolve_encounter, evolve_homemade, evolve_house, evolve_sheet
from rules.engine.kernel.facts import (
    AlmanacFact,
    Answered,
    Begun,
    BookFact,
    BoxesTicked,
    BudgetSet,
    CalendarChosen,
    ConditionEnded,
    ConditionSet,
    Die,
    ExperienceChanged,
    Fact,
    HomebrewShown,
    HomebrewWithdrawn,
    HomebrewWritten,
    ItemLost,
    ItemSet,
    Joined,
    Judged,
    LadderSet,
    Left,
    LimitChanged,
    MemoKept,
    Moved,
    RankChanged,
    ResourceChanged,
    Rolled,
    RoundBegan,
    RuleChosen,
    SceneFact,
    SceneMemoKept,
    SheetFact,
    StageSet,
    TextChanged,
    TimePassed,
    Told,
    TrackSet,
    TurnBegan,
    TurnEnded,
    Veiled,
)
from rules.engine.kernel.kept_dice import at_most, kept, throw_kept
from rules.engine.kernel.luck import among, chance_to_be_as_far, even, rolled, spread, unusual, usual
from rules.engine.kernel.references import (
    Said,
    Wording,
    in_words,
    joined,
    plain_wording,
    plainly,
    somebody,
    wording_from,
)
from rules.engine.kernel.refusals import NotNow, Refused, Unknown, unknown
from rules.engine.kernel.sheets import (
    FOR_GM,
    Ask,
    Combatant,
    Condition,
    Encounter,
    Item,
    Json,
    Line,
    Order,
    Resource,
    Rung,
    Sheet,
)
from rules.engine.kernel.table import RankRange, Table
from rules.engine.kernel.valuation import Weighing, Worth
from rules.engine.kernel.words import counted, ordinal, setting, spoken
