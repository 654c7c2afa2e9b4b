"""People and their figures, the one roll, health and harm, and the tests that are rolled from a sheet."""

from rules.systems.fortune.core.arms import (
    MAGIC,
    MELEE,
    MELEE_RANGE,
    Arm,
    arm_named,
    arms,
    attack_parts,
    attack_stat,
    best_arm,
    class_range,
    explained_attack,
    explained_damage,
    refuse_beyond,
)
from rules.systems.fortune.core.bases import Answer, Deed, OnSheet, Trying, refuse_on_sheet
from rules.systems.fortune.core.chances import (
    FAILURE,
    FAVOUR,
    KEEP,
    MISFORTUNE,
    MIXED,
    PLAIN,
    SIDES,
    SUCCESS,
    Chances,
    faces,
    least_face,
)
from rules.systems.fortune.core.contests import companions, contest_ends, settled_contest
from rules.systems.fortune.core.effects import ADD, DOUBLE, HALVE, SET, amount_of, build_of, chosen_of, on, until_of
from rules.systems.fortune.core.favour import (
    AID,
    FAVOUR_TOKEN,
    HELPED,
    LABEL,
    favour_choices,
    field_favour,
    gain_favour,
    keep_tokens,
    refuse_without_favour,
    spend_favour,
)
from rules.systems.fortune.core.features import FEATURE, feature_named, has_feature, refresh_uses, said_left, uses_left
from rules.systems.fortune.core.figures import (
    ARMOUR,
    ATTACK,
    BODY,
    COIN,
    COUNTER,
    SPEED,
    STAT,
    TRAINING,
    armour,
    armour_score,
    calling_of,
    counter,
    counter_score,
    feet,
    form_of,
    health_limit,
    level,
    reduction_of,
    shield_of,
    signed,
    size_of,
    speed,
    stamina_limit,
    stat,
    unmet,
    worn,
)
from rules.systems.fortune.core.harm import Split, deal, suffer
from rules.systems.fortune.core.health import (
    HEALTH,
    STAMINA,
    begin_status,
    die,
    end_last_stand,
    end_status,
    has_stamina,
    heal,
    held,
    hindrance_to_heal,
    is_dying,
    keep_limits,
    lose_stamina,
    mark,
    most_to_stamina,
    pass_last_stand,
    price_of,
    refuse_stamina,
    refuse_unused,
    regain_stamina,
    spend_stamina,
    use_feature,
)
from rules.systems.fortune.core.skill_tests import CIRCUMSTANCES, field_below, field_success, usual_points
from rules.systems.fortune.core.state import (
    DEAD,
    DYING,
    EXHAUSTED,
    LAST_STAND,
    MAKING,
    able,
    alive,
    is_held,
    is_helpless,
    is_in_fight,
    no_fight,
    noted,
    noted_by_key,
)
from rules.systems.fortune.core.steps import Step, forget_steps, go_on, is_step, next_comes, then_comes
from rules.systems.fortune.core.trials import Outcome, Trial, judge, odds_of, roll, spent_chance, throw, trial_for
from rules.systems.fortune.core.valuation import CHANCES, MEASURE, POINTS, loss, of_test
