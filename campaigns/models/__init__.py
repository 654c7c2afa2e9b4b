"""The rows of campaigns: who belongs to them, what happened there, and the documents that follow from it."""

from campaigns.models.calendar import AlmanacPage
from campaigns.models.campaign import Campaign, Invitation, Membership, Role
from campaigns.models.entries import AppendOnly, AppendOnlyQuerySet, Checkpoint, Entry, Struck, Touch
from campaigns.models.long_work import Run
from campaigns.models.own_book import Homebrew, HousePage
from campaigns.models.rolls import Face, Roll

__all__ = [
    "AlmanacPage",
    "AppendOnly",
    "AppendOnlyQuerySet",
    "Campaign",
    "Checkpoint",
    "Entry",
    "Face",
    "Homebrew",
    "HousePage",
    "Invitation",
    "Membership",
    "Role",
    "Roll",
    "Run",
    "Struck",
    "Touch",
]
