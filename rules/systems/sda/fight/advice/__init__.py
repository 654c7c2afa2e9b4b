"""The worth of blows and answers, in injury boxes."""

from rules.systems.sda.fight.advice.attack_and_answer import Duel, answer_to, attack_of, blow, comes_to, shot, shot_harm
from rules.systems.sda.fight.advice.attacks_and_reactions import (
    AS_SAID,
    NOTHING_MORE,
    NOW,
    OF_BLOWS,
    OF_DEFENCES,
    OF_DODGES,
    OF_OPENINGS,
    OF_SHOTS,
    STRIKE,
    Attack,
    Effort,
    Reaction,
    acts_again,
    coming,
    later,
    let_pass,
    more_of_the_same,
    most_dice,
    one_with,
    openings_given,
    rest_of,
    shared,
    still_to_come,
    told_apart,
    weighed,
)
from rules.systems.sda.fight.advice.hit_costs import NONE, Harm, cost_of_damage, mean_boxes, taken_off
from rules.systems.sda.fight.advice.hit_mixes import (
    WEIGHED,
    Mixes,
    Stand,
    because_of,
    boxes,
    can_hurt,
    damage_dice,
    hurts_at,
    mix_said,
    stabbing,
    type_malus,
)
