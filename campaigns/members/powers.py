"""The powers of the roles in a campaign, as its members read them: a row for each, with the roles that have it."""

from dataclasses import dataclass

from campaigns.models import Role

EVERYBODY = frozenset(Role)
PLAYING = frozenset({Role.GM, Role.ASSISTANT, Role.PLAYER})
RUNNING = Role.running()
LEADING = frozenset({Role.GM})


@dataclass(frozen=True, slots=True)
class Power:
    """Something that people do in a campaign, and the roles that may; ``only`` limits what players do by it."""

    label: str
    roles: frozenset[Role]
    only: str = ""

    @property
    def by_role(self) -> list[tuple[str, bool]]:
        """Each role by its label, and whether it has the power."""
        return [(str(role.label), role in self.roles) for role in Role]


POWERS = (
    Power("Read the chronicle, open sheets, fights and summaries", EVERYBODY, "what is not hidden"),
    Power("Say whether you are coming to a session", EVERYBODY),
    Power("Play characters: roll, act in fights, make decisions", PLAYING, "their own"),
    Power("Create, change and copy characters", PLAYING, "their own"),
    Power("Write journal pages", PLAYING, "their own"),
    Power("See what is hidden: creatures, secret pages, secret rolls", RUNNING),
    Power("Prepare and run fights, add creatures", RUNNING),
    Power("Undo and redo", RUNNING),
    Power("Begin and end sessions, publish summaries", RUNNING),
    Power("Let time pass, change the calendar", RUNNING),
    Power("Choose house rules, write the campaign’s own compendium", RUNNING),
    Power("Invite people, export the campaign", RUNNING),
    Power("Change roles, remove members, archive the campaign", LEADING),
)
