"""Users, their letters to be sent, their tokens, and the answers kept for their keys."""

import secrets
from datetime import datetime
from email.utils import parseaddr
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone


def new_public_id() -> str:
    """Return a random name for addresses and programs: database ids would tell how many there are."""
    drawn = secrets.token_urlsafe(12)
    # On a command line a name that begins with a hyphen would be read as an option.
    return drawn if drawn[0].isalnum() else new_public_id()


class UserManager(BaseUserManager["User"]):
    """A manager that makes users, and finds them whatever the case of the address that they typed."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Create a user, with an unusable password if none is given."""
        if not email:
            raise ValueError("A user needs an e-mail address.")
        fields.setdefault("display_name", email.partition("@")[0])
        user = self.model(email=email.lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_guest(self, name: str, until: datetime) -> "User":
        """Create somebody who sits at a table without an address: nobody can sign in as them later."""
        user = self.model(display_name=name, guest_until=until)
        user.set_unusable_password()
        user.save(using=self._db)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the user with this email address."""
        return self.get(email=(username or "").lower())


class User(AbstractBaseUser):
    """A person with an account, or a guest. What they may do is a matter of each campaign, never of the whole hall.

    A guest has no address until they make an account of their seat: they are who they are as long as their browser
    remembers, at most until ``guest_until``.
    """

    public_id = models.CharField(max_length=24, unique=True, editable=False, default=new_public_id)
    #: Two guests without an address are not the same person: that is null, and not an empty string.
    email = models.EmailField(unique=True, null=True)  # noqa: DJ001
    guest_until = models.DateTimeField(null=True, editable=False)
    display_name = models.CharField(max_length=60)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    EMAIL_FIELD = "email"
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["display_name"]

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("email"), name="one_account_per_address"),
        ]

    def __str__(self) -> str:
        return self.display_name

    @property
    def is_guest(self) -> bool:
        """Whether they have no account to come back with."""
        return self.guest_until is not None

    @property
    def has_account(self) -> bool:
        """Whether they can sign in again, from any device."""
        return self.email is not None

    @property
    def is_placeholder(self) -> bool:
        """Whether they are known from an archive alone: nobody can sign in as them."""
        return self.email is None and self.guest_until is None


def display(user: User) -> str:
    """Return the name under which others meet this user."""
    return user.display_name


class Waiting(models.Model):
    """A message that waits to be sent, stored together with the change that it tells of, and gone once it is sent.

    A worker that is killed between the two sends it twice, with its id both times, by which whoever takes it can tell.
    """

    #: Six attempts, each after twice the time of the one before, reach over an hour.
    most_attempts: ClassVar[int] = 6

    public_id = models.CharField(max_length=24, unique=True, editable=False, default=new_public_id)
    attempts = models.PositiveSmallIntegerField(default=0)
    not_before = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        abstract = True


class Letter(Waiting):
    """A mail that waits to be sent."""

    #: They reach over four hours.
    most_attempts = 8

    recipients = models.JSONField()
    sender = models.CharField(max_length=320)
    subject = models.CharField(max_length=998)
    body = models.TextField()
    html = models.TextField(blank=True)
    written_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.subject

    @property
    def message_id(self) -> str:
        """The id by which mail servers and programs know the mail again, should it come twice."""
        host = parseaddr(self.sender)[1].rpartition("@")[2] or "winterhall"
        return f"<{self.public_id}@{host}>"


class ApiToken(models.Model):
    """A token that lets a program in for its user. Only the hash is kept: a reader of the database can use no token."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    public_id = models.CharField(max_length=24, unique=True, editable=False, default=new_public_id)
    name = models.CharField(max_length=80)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.CharField(max_length=40)
    made_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name

    def allows(self, scope: str) -> bool:
        """Whether the token may be used for a scope."""
        return scope in self.scopes.split()


class KeptAnswer(models.Model):
    """The answer to a write that came with a key, kept so that the key does nothing twice.

    It is for writes that are no entries of a chronicle; an entry keeps its key in its own row.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=80)
    digest = models.CharField(max_length=64)
    answer = models.TextField(default="")
    given_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="one_answer_a_key")]

    def __str__(self) -> str:
        return self.key
