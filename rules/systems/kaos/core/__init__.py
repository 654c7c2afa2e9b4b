"""People, their figures and health, and the tests that they roll."""

from rules.engine.character.readiness import OnSheet
from rules.engine.fight import people
from rules.systems.kaos.core.casting import (
    DRAIN,
    Casting,
    best_school,
    castable,
    most_specialities,
    needed_score,
    open_schools,
    specialities,
)
from rules.systems.kaos.core.chances import chance
from rules.systems.kaos.core.figures import (
    ACROBATICS,
    BODY,
    MAGIC_TOGETHER,
    NATURAL,
    RATE,
    RESISTANCE,
    armour_of,
    athletics_needed,
    attribute,
    base_of,
    damage_bonus,
    defence,
    explained_skill,
    helps_defence,
    hp_limit,
    initiative_bonus,
    lent,
    magic_together,
    most_of,
    movement,
    own_score,
    reduction_of,
    shield_of,
    squares,
    taken_off,
    tenth,
    unmet,
)
from rules.systems.kaos.core.gear import APART, coins, hold, in_coins, price, thing, wares
from rules.systems.kaos.core.health import able, full, keep_limits
from rules.systems.kaos.core.points import (
    EASE_PRICE,
    ESCAPE_PRICE,
    KIND,
    NAME,
    healing_rate,
    points_held,
    refuse_without,
    reroll_price,
    spend,
)
from rules.systems.kaos.core.skill_tests import EASED, EASED_HELP, Decided, ends_of, odds_of_luck, roll_until_decided
from rules.systems.kaos.core.trials import (
    CONSEQUENCES,
    LAST,
    MODES,
    STANDS,
    Known,
    Outcome,
    Stake,
    Trial,
    field_eased,
    forget,
    goes_on,
    pay,
    prepared,
    prepared_later,
    refuse_untrained,
    risk,
)
from rules.systems.kaos.core.valuation import (
    CHANCES,
    HIT_POINTS,
    MEASURE,
    gain,
    in_chances,
    in_hit_points,
    in_points,
    loss,
    of_chance,
    value,
    with_ease,
)
from rules.systems.kaos.core.wording import weapon_words
