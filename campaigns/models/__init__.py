"""The rows of campaigns: who belongs to them, what happened there, and the documents that follow from it."""

from campaigns.models.asked_tests import AskedTest
from campaigns.models.calendar import AlmanacPage
from campaigns.models.campaign import Campaign, Invitation, Membership, Role
from campaigns.models.consent import Proposal
from campaigns.models.documents import Content, Document, all_scenes, all_sheets, document_models
from campaigns.models.entries import (
    AppendOnly,
    AppendOnlyQuerySet,
    Checkpoint,
    Entry,
    Face,
    Roll,
    Struck,
    Touch,
    hour_of,
)
from campaigns.models.journal import JournalLink, JournalPage, JournalPart, JournalRevision, PageKind, Shared
from campaigns.models.long_work import LongWork, Run
from campaigns.models.notices import ChatHook, ChatPost, Notice, NoticeWishes, PushDevice, PushPost
from campaigns.models.own_book import Homebrew, HousePage
from campaigns.models.party import PartyStock
from campaigns.models.pictures import Picture
from campaigns.models.sessions import Seat, Session, Summary, Telling

__all__ = [
    "AlmanacPage",
    "AppendOnly",
    "AppendOnlyQuerySet",
    "AskedTest",
    "Campaign",
    "ChatHook",
    "ChatPost",
    "Checkpoint",
    "Content",
    "Document",
    "Entry",
    "Face",
    "Homebrew",
    "HousePage",
    "Invitation",
    "JournalLink",
    "JournalPage",
    "JournalPart",
    "JournalRevision",
    "LongWork",
    "Membership",
    "Notice",
    "NoticeWishes",
    "PageKind",
    "PartyStock",
    "Picture",
    "Proposal",
    "PushDevice",
    "PushPost",
    "Role",
    "Roll",
    "Run",
    "Seat",
    "Session",
    "Shared",
    "Struck",
    "Summary",
    "Telling",
    "Touch",
    "all_scenes",
    "all_sheets",
    "document_models",
    "hour_of",
]
