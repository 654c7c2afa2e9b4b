"""Columns of the hall that no archive has, each with the reason why; a test holds that all others are exported."""

from collections.abc import Mapping

DERIVED = "rebuilt from what is exported"
CREDENTIAL = "lets somebody in, or is known to one hall alone"
OF_THE_HALL = "belongs to a hall, or to a person's account there, not to a campaign"
NESTED = "said by the row in which it lies"
OF_THE_WORKER = "says when a worker is to go on; an archive holds no work that goes on"

#: Whole models by their label.
MODELS: Mapping[str, str] = {
    "campaigns.Invitation": CREDENTIAL,
    "combat.SharedReplay": CREDENTIAL,
    "campaigns.Notice": OF_THE_HALL,
    "campaigns.NoticeWishes": OF_THE_HALL,
    "campaigns.AskedTest": "is asked of people of one hall",
    "campaigns.Proposal": "waits for people of one hall",
    "campaigns.ChatHook": CREDENTIAL,
    "campaigns.ChatPost": CREDENTIAL,
    "campaigns.PushDevice": CREDENTIAL,
    "campaigns.PushPost": OF_THE_HALL,
    "campaigns.Struck": DERIVED,
    "campaigns.Checkpoint": DERIVED,
    "campaigns.Roll": f"{DERIVED}; who played somebody then stands in their entry as rolled_by",
    "campaigns.Face": DERIVED,
    "campaigns.JournalPart": DERIVED,
    "campaigns.JournalLink": DERIVED,
    "characters.Rank": DERIVED,
    "characters.ExperienceEntry": DERIVED,
    "accounts.Letter": OF_THE_HALL,
    "accounts.ApiToken": CREDENTIAL,
    "accounts.KeptAnswer": OF_THE_HALL,
    "auth.Permission": OF_THE_HALL,
    "auth.Group": OF_THE_HALL,
    "contenttypes.ContentType": OF_THE_HALL,
    "sessions.Session": CREDENTIAL,
    "account.EmailAddress": OF_THE_HALL,
    "account.EmailConfirmation": CREDENTIAL,
    "mfa.Authenticator": CREDENTIAL,
    "usersessions.UserSession": CREDENTIAL,
}
_COUNTED = {"version": DERIVED, "open_version": DERIVED, "last_number": DERIVED}
_KEPT = {"binned_at": "only characters and encounters go into the bin", "erased": "only characters and encounters do"}
_WORK = {"token": OF_THE_WORKER, "due_at": OF_THE_WORKER}
#: Columns of models that are exported, beside primary keys and the reference to the campaign.
COLUMNS: Mapping[str, Mapping[str, str]] = {
    "campaigns.Campaign": {
        "book": DERIVED,
        "last_number": DERIVED,
        "last_hash": DERIVED,
        "binned_at": "whoever imports a campaign wants to open it",
    },
    "campaigns.Entry": {"previous_hash": "the hash of the entry before it"},
    "campaigns.Touch": {"entry": NESTED, "number": NESTED},
    "campaigns.HousePage": {**_COUNTED, **_KEPT},
    "campaigns.Homebrew": {**_COUNTED, **_KEPT},
    "campaigns.AlmanacPage": {**_COUNTED, **_KEPT},
    "campaigns.PartyStock": {**_COUNTED, **_KEPT},
    "campaigns.Run": _WORK,
    "campaigns.Seat": {"session": NESTED},
    "campaigns.Summary": {**_WORK, "session": NESTED},
    "campaigns.Telling": {"summary": NESTED},
    "campaigns.JournalPage": {"folded": DERIVED},
    "campaigns.JournalRevision": {"page": NESTED},
    "characters.Character": _COUNTED,
    "combat.Encounter": _COUNTED,
    "combat.Forecast": _WORK,
    "combat.Variant": {"forecast": NESTED},
    "accounts.User": {
        "password": CREDENTIAL,
        "last_login": OF_THE_HALL,
        "guest_until": OF_THE_HALL,
        "is_active": OF_THE_HALL,
        "joined_at": OF_THE_HALL,
    },
}
