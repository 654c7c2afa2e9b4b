"""The format of archives: its name and version, and the rows that its documents hold.

The JSON Schema of `docs/archive.schema.json` is made from the classes of these rows, and so are the checks of whoever
brings an archive in.
"""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Any, ClassVar

import msgspec
from django.db import models
from msgspec import Meta

from campaigns.models import Campaign
from rules.engine.kernel import Refused
from winterhall.accounts.models import User

CAMPAIGN, VERSION = "winterhall-campaign", 1
#: The file by which an archive begins.
HEAD = "campaign.json"

_PUBLIC_ID = "[A-Za-z0-9][A-Za-z0-9_-]{0,23}"
# A pattern as JSON Schema has them: Python's $ alone would let a line's end through.
PublicId = Annotated[str, Meta(pattern=f"^{_PUBLIC_ID}$(?!\n)")]
NoId = Annotated[str, Meta(pattern=f"^({_PUBLIC_ID})?$(?!\n)")]
Moment = Annotated[datetime, Meta(tz=True)]
Name = Annotated[str, Meta(min_length=1, max_length=120)]
Short = Annotated[str, Meta(max_length=300)]
Key = Annotated[str, Meta(max_length=80)]
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{0,64}$(?!\n)")]
Small = Annotated[int, Meta(ge=0, le=32_767)]
Count = Annotated[int, Meta(ge=0, le=2_147_483_647)]
Number = Annotated[int, Meta(ge=1, le=2_147_483_647)]
Role = Annotated[str, Meta(max_length=12)]
State = Annotated[str, Meta(max_length=10)]

#: Characters that one of the databases, or a browser, cannot hold.
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
#: The largest number that every reader of JSON and every column holds.
_LARGEST = 2**53
#: So deep values may lie in each other.
_DEEPEST = 40


class Row(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, rename={"public_id": "id"}):
    """One row of an archive. Fields have the names of the columns of ``model``, of which ``public_id`` is ``id``."""

    model: ClassVar[type[models.Model]]
    #: Columns that hold JSON as text, which stands in the archive as values.
    json_texts: ClassVar[tuple[str, ...]] = ()


class CampaignRow(Row, kw_only=True, rename={"public_id": "id", "system_slug": "game"}):
    """The campaign itself: its name, its game by the key that a hall knows it by, and the house rules that hold now."""

    model = Campaign
    public_id: PublicId
    name: Name
    system_slug: Annotated[str, Meta(max_length=30)]
    house_rules: dict[str, Any] = {}
    #: Under the name that it has in files written before.
    needs_approval: Annotated[str, Meta(max_length=60)] = msgspec.field(default="", name="needs_nod")
    created_at: Moment
    archived_at: Moment | None = None


class PersonRow(Row, kw_only=True):
    """A person whom the archive names, by an id of their own; ``email`` only where whoever exported it asked for it."""

    model = User
    public_id: PublicId
    display_name: Annotated[str, Meta(min_length=1, max_length=60)]
    email: Annotated[str, Meta(max_length=254)] | None = None


class Head(msgspec.Struct, forbid_unknown_fields=True):
    """The first document: that this is a campaign, in which version of the format, and which campaign it is."""

    format: str
    version: int
    campaign: CampaignRow


def refuse_unfit(value: Any, where: str) -> None:
    """Refuse a value that a database cannot keep as it is: odd characters, numbers too large, too deep."""
    level = [value]
    for _ in range(_DEEPEST):
        level = [inner for one in level for inner in _inside(one, where)]
        if not level:
            return
    raise Refused(f"{where} contains values nested too deeply.", "archive")


def _inside(value: Any, where: str) -> Iterator[Any]:
    if isinstance(value, str) and _UNFIT.search(value):
        raise Refused(f"{where} contains characters that cannot be saved.", "archive")
    if isinstance(value, int | float) and not -_LARGEST <= value <= _LARGEST:
        raise Refused(f"{where} contains a number that is too large.", "archive")
    if isinstance(value, dict):
        yield from value
        yield from value.values()
    elif isinstance(value, list | tuple):
        yield from value
