"""Effects that lie on people for a time: spells, sickness, surroundings, rest, death."""

from rules.systems.sda.core.effects.areas import (
    CLOSE_CONE,
    DIRECTED,
    area_of,
    covers,
    in_area,
    is_fume,
    is_meant,
    is_thrown,
    steps_lost,
    those_in,
)
from rules.systems.sda.core.effects.clouds import (
    CLOUD,
    INSIDE,
    WITHIN,
    Cloud,
    ahead,
    cloud_of,
    go_through,
    held_by,
    is_cloud,
    release,
)
from rules.systems.sda.core.effects.illness_and_death import (
    ROUNDS,
    halves_healing,
    ills,
    leave_fight,
    minutes_dead,
    more_time,
    refuse_dead,
    start_counting,
    stop_counting,
)
from rules.systems.sda.core.effects.lasting import (
    BANE,
    CASTING,
    CONCENTRATION,
    DAY,
    HELD,
    HOUR,
    NIGHT,
    PREPARING,
    SERVED,
    Spellwork,
    add_time,
    begun,
    busy,
    draw,
    end,
    fight_is_over,
    hit_while_casting,
    hurt_while_casting,
    kept,
    lay_on,
    let_go,
    lose_focus,
    lose_thread,
    remember,
    reveal,
    round_begins,
    tidy,
    time_passes,
)
from rules.systems.sda.core.effects.lasting_changes import LIT
from rules.systems.sda.core.effects.magic_entries import God, Way
from rules.systems.sda.core.effects.mark_entries import Added, Mark, Sway
from rules.systems.sda.core.effects.rest import (
    ENOUGH_SLEEP,
    SLEEPLESS,
    Sleep,
    after_a_night,
    can_sleep_well,
    enough_sleep,
    sleep_well,
)
from rules.systems.sda.core.effects.spell_entries import (
    Area,
    Change,
    Duration,
    Harm,
    Spell,
)
from rules.systems.sda.core.effects.spells import gods, kinds, shelf, spell_named
from rules.systems.sda.core.effects.surroundings import (
    LIGHTS,
    OWN_TREE,
    PLACES,
    SUNLIGHT,
    in_fight,
    loss_of_spirit,
    loss_parts,
    under_own_tree,
)
