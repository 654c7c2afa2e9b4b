"""People, their figures, harm, and the tests that they roll."""

from rules.engine.character.creation import MAKING
from rules.engine.character.readiness import ByMaster, is_in_fight, made, no_fight
from rules.engine.fight import people
from rules.systems.grim.core.careers import CAREERS, SPELL, begun, current, left_skills, tier
from rules.systems.grim.core.chances import (
    SPAN,
    chance_of_six,
    clamped,
    degree_counts,
    fury,
    opposed,
    shares,
    succeeds,
    throw_chaos,
    throw_fury,
    within,
)
from rules.systems.grim.core.effects import (
    added,
    begin,
    end,
    given,
    heaviest,
    immune_to,
    is_in,
    lost_hands,
    state_named,
    state_naming,
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
    size,
    threshold,
)
from rules.systems.grim.core.fortune import FORTUNE, pay_fortune, priced, refuse_without_fortune, risk
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
from rules.systems.grim.core.state import (
    SLAIN,
    WAITED,
    OnSheet,
    able,
    alive,
    living,
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
from rules.systems.grim.core.tracks import (
    BOX,
    DAMAGE,
    LAST_STEP,
    PERIL,
    has_track,
    level,
    level_name,
    moved,
    steps_by,
    steps_of,
    steps_within,
)
from rules.systems.grim.core.trials import (
    DIFFICULTY_CHOICES,
    Known,
    Outcome,
    Sources,
    Trial,
    always,
    difficulty_named,
    goes_on,
    judged,
    name_of,
    odds_of,
    opposite,
    own_chance,
    throw,
    trial_for,
    unless_fumbled,
)
from rules.systems.grim.core.wording import armour_words, damage_words, gear_words, names_of, weapon_words
