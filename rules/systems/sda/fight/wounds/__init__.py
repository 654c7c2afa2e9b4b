"""Damage, wounds, the states in which they leave somebody, and what all that is worth."""

from rules.systems.sda.fight.wounds.damage import (
    ShakeOff,
    TakeWound,
    armour_and_boxes,
    armour_of,
    boxes_of,
    deal,
    deal_beside,
    freest,
    hurt,
    open_lines,
    room,
    spared_by,
    taken_from,
    unhurt_words,
    wound,
    wound_choices,
)
from rules.systems.sda.fight.wounds.falls import DIE, dice_of, land
from rules.systems.sda.fight.wounds.states import (
    AWAKE,
    bleed,
    bleed_on,
    kill,
    knock_out,
    open_wound,
    stun_goes_on,
    wake,
    wake_roll,
    wakes_by,
    wakes_with_scene,
)
from rules.systems.sda.fight.wounds.valuation import (
    BOXES,
    INITIATIVE,
    OF_DOWN,
    OF_INITIATIVE,
    OF_SPIRIT,
    RATES,
    SPIRIT_OF_A_BOX,
    Costs,
    body_of,
    costs,
    in_boxes,
    staunched,
    strain,
)
