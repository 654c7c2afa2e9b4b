"""Pools of dice: what they hold, what they come to, and what follows from them."""

from rules.systems.sda.core.person import measured, mos
from rules.systems.sda.core.rolls.advancement import (
    MOST_ATTRIBUTE,
    MOST_RANK,
    TRADED,
    attribute_price,
    can_trade,
    skill_price,
)
from rules.systems.sda.core.rolls.burden import BODILY, MOUNTED, load, on_the_back, pace
from rules.systems.sda.core.rolls.buying import buy, carried_by, could_buy, price, with_bought
from rules.systems.sda.core.rolls.consequences import (
    Aftermath,
    Left,
    Losses,
    ends_of,
    flawless_against,
    flawless_shown,
    highest,
    losses_to,
    net_of,
    with_means,
    with_more_spirit,
    with_spirit,
    worth_saying,
)
from rules.systems.sda.core.rolls.fields import (
    MOST_BONUS,
    REWARDS,
    BoughtRoll,
    RewardedRoll,
    attribute_choices,
    band,
    listed,
    skill_choices,
)
from rules.systems.sda.core.rolls.influences import DARK, DRUNK, darkness_on, grip
from rules.systems.sda.core.rolls.joint_rolls import (
    EACH,
    FIRST_FAIL,
    ROLLING,
    SETBACK,
    TOGETHER,
    Attempt,
    Gains,
    Roll,
    added,
    added_up,
    ahead_of,
    as_distribution,
    counts_for,
    flawless,
    flawless_ahead,
    gain_of,
    gain_of_blanks,
    granted,
    half,
    opposed_together,
    sum_of,
    together,
)
from rules.systems.sda.core.rolls.long_odds import Course, Turnout, course, is_sure, mixed, turnout, turnout_against
from rules.systems.sda.core.rolls.mounts import (
    bearer,
    carry,
    extra_hits,
    gentled,
    is_above,
    is_on_foot,
    is_trained,
    keep_together,
    knows_battle,
    lent,
    may_be_choked,
    mount_of,
    other_of,
    refuse_riders,
    rider_of,
    stands_aside,
)
from rules.systems.sda.core.rolls.pool import Pool, needs_full_pool, rank_of, rank_words
from rules.systems.sda.core.rolls.pools import (
    BETTER_PLAN,
    BLEEDING,
    COUNTS,
    POOL,
    TRACK,
    WEAK,
    forced,
    pool_for,
    pool_of,
    unprepared,
)
from rules.systems.sda.core.rolls.skill_roll import SkillRoll, odds_to, with_hits
from rules.systems.sda.core.rolls.throwing import (
    AS_WISHED,
    Result,
    dice_used,
    grant,
    grant_each,
    is_flawless,
    judge,
    reckon,
    throw,
    throw_dice,
    wished,
)
from rules.systems.sda.core.rolls.valuation import (
    CHANCE,
    ITS_SHARE,
    MOS,
    OF_CHANCE,
    OF_METRES,
    OF_SCORE,
    POINTS,
    SCORED,
    SPIRIT_OF_A_MOS,
    Aim,
    bought_for,
    bought_said,
    dice_said,
    first_chance,
    foreseen,
    most_bought,
    with_each_bought,
)
