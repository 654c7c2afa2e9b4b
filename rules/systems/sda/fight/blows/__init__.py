"""One exchange of blows or shots: maluses, both rolls, and what becomes of a shot."""

from rules.systems.sda.fight.blows.attack_odds import Met, odds_of_blow, odds_of_shot, with_means_of_attack
from rules.systems.sda.fight.blows.exchange import (
    ATTACKER_RATE,
    CHARGE,
    DEFENDER_RATE,
    OPPORTUNITY,
    TO_ANNOUNCE,
    TO_DEFEND,
    TO_MEET,
    TO_SPEND,
    Exchange,
    Shot,
    ask_to_spend,
    clash,
    guard_of,
    hits_home,
    ready_shield,
    winning_arm,
)
from rules.systems.sda.fight.blows.maluses import (
    COVER_CHOICES,
    LIGHT_CHOICES,
    LYING,
    attack_malus,
    attack_pool,
    cover_drawn,
    defence_malus,
    defence_pool,
    increments_passed,
    lying_bonus,
    malus_of,
    near_bonus,
    no_defence,
    posture_malus,
    shot_maluses,
)
from rules.systems.sda.fight.blows.rolls import Blow, granted, side_of_answer
