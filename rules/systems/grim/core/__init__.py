"""People, their figures, harm, and the tests that they roll."""

from rules.systems.grim.core.careers import CAREERS, SPELL, current, left_skills, tier
from rules.systems.grim.core.chances import SPAN, clamped, degree_counts, opposed, shares, succeeds, within
from rules.systems.grim.core.effects import (
    added,
    begin,
    end,
    flipped_to_fail,
    heaviest,
    is_in,
    lost_hands,
    state_named,
    state_with,
    states_of,
)
from rules.systems.grim.core.figures import (
    ATTRIBUTE,
    BODY,
    BONUS,
    COVERED,
    FULL_COVER,
    MAN_SIZED,
    RUNNING,
    SKILL,
    bonus,
    carried,
    explained_bonus,
    explained_encumbrance,
    explained_initiative,
    explained_movement,
    explained_peril_threshold,
    explained_threshold,
    initiative,
    movement,
    overage,
    peril_threshold,
    signed,
    size,
    threshold,
)
from rules.systems.grim.core.fortune import FORTUNE, pay_fortune, refuse_without_fortune, risk
from rules.systems.grim.core.gifts import given, immune_to
from rules.systems.grim.core.harm import (
    BLEEDING,
    CORRUPTION,
    FATE,
    INCAPACITATED,
    PRONE,
    Wound,
    corrupt,
    ease_peril,
    get_into,
    heal,
    hurt,
    keep_in_line,
    mortal,
    suffer_injury,
    suffer_peril,
    throw_peril,
    wounded,
)
from rules.systems.grim.core.resisting import AVERTED, Resist, Yield, ask_to_resist, best_of, resisted
from rules.systems.grim.core.skill_tests import AFRAID, INSPIRED, GroupTest, OpposedTest, PlainTest, terrify
from rules.systems.grim.core.special_dice import chance_of_six, fury, throw_chaos, throw_fury
from rules.systems.grim.core.state import (
    MAKING,
    SLAIN,
    WAITED,
    OnSheet,
    able,
    alive,
    living,
    made,
    no_fight,
    takes_part,
)
from rules.systems.grim.core.things import (
    BOTH,
    LIES_AT,
    OFF_HAND,
    RUINED,
    drop,
    in_hand,
    in_use,
    is_natural,
    is_ruined,
    primary,
    qualities_of,
    ruin,
    with_stats,
)
from rules.systems.grim.core.tracks import BOX, DAMAGE, LAST_STEP, PERIL, has_track, level, level_name, steps_of
from rules.systems.grim.core.trials import (
    DIFFICULTY_CHOICES,
    Known,
    Outcome,
    Sources,
    Trial,
    difficulty_named,
    goes_on,
    judged,
    name_of,
    odds_of,
    opposite,
    own_chance,
    people,
    throw,
    trial_for,
)
