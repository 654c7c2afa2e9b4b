from typing import Any

import django.db.models.deletion
import django.utils.timezone
import winterhall.accounts.models
from django.conf import settings
from django.db import migrations, models

from campaigns.models import journal_index
from campaigns.models.triggers import guard, release

#: Tables that only grow: the database itself refuses whoever goes round the models.
GUARDED = ("campaigns_entry", "campaigns_touch")


def _guard(apps: Any, schema_editor: Any) -> None:
    for table in GUARDED:
        guard(schema_editor, table)


def _release(apps: Any, schema_editor: Any) -> None:
    for table in GUARDED:
        release(schema_editor, table)


def _build_index(apps: Any, schema_editor: Any) -> None:
    journal_index.build(schema_editor)


def _drop_index(apps: Any, schema_editor: Any) -> None:
    journal_index.drop(schema_editor)


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("campaigns", "0001_campaigns"),
        ("campaigns", "0002_pictures"),
        ("campaigns", "0003_sessions"),
        ("campaigns", "0004_journal"),
        ("campaigns", "0005_rolls_heard_late"),
        ("campaigns", "0006_guests"),
        ("campaigns", "0007_grids_in_grounds"),
        ("campaigns", "0008_archive"),
        ("campaigns", "0009_places_that_wait"),
        ("campaigns", "0010_calendar_events"),
        ("campaigns", "0011_party_stock"),
        ("campaigns", "0012_bin"),
        ("campaigns", "0013_notices_and_consent"),
        ("campaigns", "0014_push"),
        ("campaigns", "0015_quiet_days"),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Campaign",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=winterhall.accounts.models.new_public_id, editable=False, max_length=24, unique=True
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("system_slug", models.CharField(max_length=30)),
                ("house_rules", models.JSONField(blank=True, default=dict)),
                ("book", models.TextField(blank=True, default="")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("last_number", models.PositiveBigIntegerField(default=0)),
                ("last_hash", models.CharField(blank=True, default="", max_length=64)),
                ("needs_nod", models.CharField(blank=True, default="", max_length=60)),
                ("archived_at", models.DateTimeField(blank=True, null=True)),
                ("binned_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="ChatHook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("address", models.CharField(max_length=500)),
                ("fault", models.CharField(blank=True, max_length=200)),
                ("failed_at", models.DateTimeField(null=True)),
                (
                    "campaign",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="chat_hook", to="campaigns.campaign"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ChatPost",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=winterhall.accounts.models.new_public_id, editable=False, max_length=24, unique=True
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("not_before", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ("text", models.CharField(max_length=600)),
                (
                    "hook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="posts", to="campaigns.chathook"
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Checkpoint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("document", models.CharField(max_length=24)),
                ("number", models.PositiveBigIntegerField()),
                ("body", models.TextField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("document", "number"), name="one_checkpoint_an_entry")],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveBigIntegerField()),
                (
                    "public_id",
                    models.CharField(
                        default=winterhall.accounts.models.new_public_id, editable=False, max_length=24, unique=True
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("encounter", models.CharField(blank=True, max_length=24)),
                ("actor", models.CharField(blank=True, max_length=24)),
                ("command", models.CharField(max_length=60)),
                ("given", models.TextField(default="{}")),
                ("facts", models.TextField(default="[]")),
                ("veiled", models.TextField(default="[]")),
                ("late", models.TextField(blank=True, default="")),
                ("key", models.CharField(max_length=80, null=True)),
                ("key_digest", models.CharField(blank=True, max_length=64)),
                ("previous_hash", models.CharField(blank=True, max_length=64)),
                ("hash", models.CharField(max_length=64)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="campaigns.campaign"
                    ),
                ),
                (
                    "redoes",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="redone_by",
                        to="campaigns.entry",
                    ),
                ),
                (
                    "tells",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="campaigns.entry",
                    ),
                ),
                (
                    "undoes",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="undone_by",
                        to="campaigns.entry",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["campaign", "encounter", "number"], name="entries_of_an_encounter"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("campaign", "number"), name="one_entry_a_number"),
                    models.UniqueConstraint(fields=("campaign", "by", "key"), name="one_entry_a_key"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Homebrew",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=winterhall.accounts.models.new_public_id, editable=False, max_length=24, unique=True
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("secret", models.BooleanField(default=False)),
                ("void", models.BooleanField(default=False)),
                ("whole", models.BooleanField(default=True)),
                ("binned_at", models.DateTimeField(blank=True, null=True)),
                ("erased", models.BooleanField(default=False)),
                ("body", models.TextField(default="{}")),
                ("version", models.PositiveIntegerField(default=0)),
                ("open_version", models.PositiveIntegerField(default=0)),
                ("last_number", models.PositiveBigIntegerField(default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("section", models.CharField(max_length=40)),
                ("withdrawn", models.BooleanField(default=False)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="%(class)ss", to="campaigns.campaign"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["campaign", "section", "withdrawn"], name="homebrew_of_a_section"),
                ],
            },
        ),
        migrations.CreateModel(
            name="HousePage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=winterhall.accounts.models.new_public_id, editable=False, max_length=24, unique=True
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("secret", models.BooleanField(default=False)),
                ("void", models.BooleanField(default=False)),
                ("whole", models.BooleanField(default=True)),
                ("binned_at", models.DateTimeField(blank=True, null=True)),
                ("erased", models.BooleanField(default=False)),
                ("body", models.TextField(default="{}")),
                ("version", models.PositiveIntegerField(default=0)),
                ("open_version", models.PositiveIntegerField(default=0)),
                ("last_number", models.PositiveBigIntegerField(default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("before", models.JSONField(default=dict)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="%(class)ss", to="campaigns.campaign"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("campaign",), name="one_house_page_a_campaign"),
                ],
            },
        ),
        migrations.CreateModel(
            name="JournalPage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=winterhall.accounts.models.new_public_id, editable=False, max_length=24, unique=True
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("person", "Person"),
                            ("place", "Place"),
                            ("faction", "Faction"),
                            ("quest", "Quest"),
                            ("event", "Event"),
                            ("item", "Item"),
                            ("handout", "Handout"),
                            ("lore", "Lore"),
                        ],
                        max_length=10,
                    ),
                ),
                ("title", models.CharField(max_length=120)),
                ("folded", models.CharField(max_length=240)),
                ("tags", models.TextField(blank=True, default="")),
                ("text", models.TextField(blank=True, default="")),
                ("named", models.JSONField(blank=True, default=dict)),
                (
                    "shared",
                    models.CharField(
                        choices=[
                            ("gm", "Game master only"),
                            ("named", "Named players"),
                            ("party", "The party"),
                            ("all", "The party and observers"),
                        ],
                        default="gm",
                        max_length=6,
                    ),
                ),
                ("readers", models.TextField(blank=True, default="")),
                ("archived", models.BooleanField(default=False)),
                ("day", models.IntegerField(null=True)),
                ("yearly", models.BooleanField(default=False)),
                ("version", models.PositiveIntegerField(default=0)),
                ("shown_at", models.DateTimeField(null=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="journal", to="campaigns.campaign"
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["campaign", "folded"], name="journal_by_title"),
                    models.Index(fields=["campaign", "kind", "folded"], name="journal_by_kind"),
                    models.Index(fields=["campaign", "shown_at"], name="journal_by_showing"),
                    models.Index(fields=["campaign", "day"], name="journal_by_day"),
                ],
            },
        ),
        migrations.CreateModel(
            name="JournalPart",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "shared",
                    models.CharField(
                        choices=[
                            ("gm", "Game master only"),
                            ("named", "Named players"),
                            ("party", "The party"),
                            ("all", "The party and observers"),
                        ],
                        max_length=6,
                    ),
                ),
                ("readers", models.TextField(blank=True, default="")),
                ("words", models.TextField(blank=True, default="")),
                (
                    "page",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="parts", to="campaigns.journalpage"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="JournalLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("to", models.CharField(max_length=240)),
                (
                    "part",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="links", to="campaigns.journalpart"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["to"], name="journal_links_by_title"),
                ],
            },
        ),
        migrations.CreateModel(
            name="JournalRevision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("person", "Person"),
                            ("place", "Place"),
                            ("faction", "Faction"),
                            ("quest", "Quest"),
                            ("event", "Event"),
                            ("item", "Item"),
                            ("handout", "Handout"),
                            ("lore", "Lore"),
                        ],
                        max_length=10,
                    ),
                ),
                ("title", models.CharField(max_length=120)),
                ("tags", models.TextField(blank=True, default="")),
                ("text", models.TextField(blank=True, default="")),
                ("day", models.IntegerField(null=True)),
                ("yearly", models.BooleanField(default=False)),
                ("named", models.JSONField(blank=True, default=dict)),
                ("note", models.CharField(blank=True, default="", max_length=200)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "page",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="revisions",
                        to="campaigns.journalpage",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("page", "version"), name="one_text_of_a_version"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("gm", "Game master"),
                            ("assistant", "Assistant"),
                            ("player", "Player"),
                            ("observer", "Observer"),
                        ],
                        max_length=12,
                    ),
                ),
                ("joined_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="memberships", to="campaigns.campaign"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("campaign", "user"), name="one_place_in_a_campaign"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=winterhall.accounts.models.new_public_id, editable=False, max_length=24, unique=True
                    ),
                ),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("gm", "Game master"),
                            ("assistant", "Assistant"),
                            ("player", "Player"),
                            ("observer", "Observer"),
                        ],
                        default="player",
                        max_length=12,
                    ),
                ),
                ("uses_left", models.PositiveIntegerField(default=1)),
                ("guests", models.BooleanField(default=False)),
                ("expires_at", models.DateTimeField()),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="campaigns.campaign"
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "place",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="campaigns.membership",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=winterhall.accounts.models.new_public_id, editable=False, max_length=24, unique=True
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("ask", "You are asked"),
                            ("turn", "Your turn"),
                            ("next", "You are next"),
                            ("handout", "A handout"),
                            ("session", "A session is near"),
                            ("summary", "A summary is ready"),
                            ("nod", "A change on a sheet"),
                        ],
                        max_length=10,
                    ),
                ),
                ("about", models.CharField(max_length=24)),
                ("key", models.CharField(max_length=120)),
                ("text", models.CharField(max_length=300)),
                ("address", models.CharField(max_length=200)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("read_at", models.DateTimeField(null=True)),
                ("written_at", models.DateTimeField(null=True)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="campaigns.campaign"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="notices", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["user", "read_at"], name="notices_of_a_person"),
                    models.Index(fields=["about"], name="notices_about_something"),
                    models.Index(fields=["written_at", "kind", "made_at"], name="notices_to_be_mailed"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "about", "kind", "key"), name="one_notice_an_occasion"),
                ],
            },
        ),
        migrations.CreateModel(
            name="NoticeWishes",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "bell",
                    models.CharField(blank=True, default="ask turn next handout session summary nod", max_length=60),
                ),
                ("mail", models.CharField(blank=True, default="handout session", max_length=60)),
                ("push", models.CharField(blank=True, default="ask turn handout session nod", max_length=60)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notice_wishes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PartyStock",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=winterhall.accounts.models.new_public_id, editable=False, max_length=24, unique=True
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("secret", models.BooleanField(default=False)),
                ("void", models.BooleanField(default=False)),
                ("whole", models.BooleanField(default=True)),
                ("binned_at", models.DateTimeField(blank=True, null=True)),
                ("erased", models.BooleanField(default=False)),
                ("body", models.TextField(default="{}")),
                ("version", models.PositiveIntegerField(default=0)),
                ("open_version", models.PositiveIntegerField(default=0)),
                ("last_number", models.PositiveBigIntegerField(default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="%(class)ss", to="campaigns.campaign"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("campaign",), name="one_party_stock_a_campaign"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Picture",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("of", models.CharField(max_length=24, unique=True)),
                (
                    "public_id",
                    models.CharField(
                        default=winterhall.accounts.models.new_public_id, editable=False, max_length=24, unique=True
                    ),
                ),
                ("version", models.PositiveIntegerField(default=0)),
                ("width", models.PositiveSmallIntegerField(default=0)),
                ("height", models.PositiveSmallIntegerField(default=0)),
                ("grid_side", models.FloatField(null=True)),
                ("grid_left", models.FloatField(null=True)),
                ("grid_top", models.FloatField(null=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pictures", to="campaigns.campaign"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Proposal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=winterhall.accounts.models.new_public_id, editable=False, max_length=24, unique=True
                    ),
                ),
                ("actor", models.CharField(max_length=24)),
                ("command", models.CharField(max_length=60)),
                ("given", models.TextField()),
                ("key", models.CharField(max_length=80, null=True)),
                ("digest", models.CharField(max_length=64)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("agreed", "Approved"),
                            ("refused", "Refused"),
                            ("taken_back", "Withdrawn"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("word", models.CharField(blank=True, max_length=200)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("decided_at", models.DateTimeField(null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="proposals", to="campaigns.campaign"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["campaign", "state"], name="proposals_of_a_campaign"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("campaign", "by", "key"), name="one_proposal_a_key"),
                ],
            },
        ),
        migrations.CreateModel(
            name="PushDevice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=winterhall.accounts.models.new_public_id, editable=False, max_length=24, unique=True
                    ),
                ),
                ("address", models.CharField(max_length=1000, unique=True)),
                ("key", models.CharField(max_length=120)),
                ("secret", models.CharField(max_length=60)),
                ("name", models.CharField(max_length=60)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="push_devices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PushPost",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=winterhall.accounts.models.new_public_id, editable=False, max_length=24, unique=True
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("not_before", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ("notice", models.CharField(max_length=24)),
                (
                    "device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="posts", to="campaigns.pushdevice"
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Roll",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveBigIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField()),
                ("hour", models.PositiveIntegerField()),
                ("who", models.CharField(max_length=24)),
                ("purpose", models.TextField()),
                ("measure", models.IntegerField()),
                ("percentile", models.FloatField()),
                ("spread", models.FloatField(null=True)),
                ("expected", models.FloatField(null=True)),
                ("typed", models.BooleanField()),
                ("secret", models.BooleanField()),
                ("late", models.BooleanField(default=False)),
                ("struck", models.BooleanField(default=False)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rolls", to="campaigns.campaign"
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="rolls", to="campaigns.entry"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["campaign", "number"], name="rolls_of_a_campaign"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("entry", "place"), name="one_roll_a_fact"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Face",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sides", models.PositiveSmallIntegerField()),
                ("face", models.PositiveSmallIntegerField()),
                ("times", models.PositiveSmallIntegerField()),
                (
                    "roll",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="faces", to="campaigns.roll"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("roll", "sides", "face"), name="one_row_a_face"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Run",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=winterhall.accounts.models.new_public_id, editable=False, max_length=24, unique=True
                    ),
                ),
                ("why", models.CharField(blank=True, max_length=300)),
                ("version", models.PositiveIntegerField(default=1)),
                ("key", models.CharField(max_length=80, null=True)),
                ("token", models.CharField(blank=True, max_length=24)),
                ("due_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("kind", models.CharField(choices=[("end", "To the end"), ("time", "Time goes by")], max_length=8)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("going", "In progress"),
                            ("paused", "Paused"),
                            ("stopped", "Stopped"),
                            ("done", "Done"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="going",
                        max_length=10,
                    ),
                ),
                ("tests", models.JSONField(blank=True, default=list)),
                ("amount", models.PositiveIntegerField(default=0)),
                ("unit", models.CharField(blank=True, max_length=20)),
                ("people", models.JSONField(blank=True, default=list)),
                ("resting", models.JSONField(blank=True, default=list)),
                ("steps", models.PositiveIntegerField(default=0)),
                ("left_out", models.JSONField(blank=True, default=list)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="runs", to="campaigns.campaign"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["state", "due_at"], name="runs_left_behind"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("campaign", "by", "key"), name="one_run_a_key"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Session",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=winterhall.accounts.models.new_public_id, editable=False, max_length=24, unique=True
                    ),
                ),
                ("title", models.CharField(blank=True, max_length=120)),
                ("planned_for", models.DateTimeField(blank=True, null=True)),
                ("hours", models.PositiveSmallIntegerField(default=4)),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sessions", to="campaigns.campaign"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "answer",
                    models.CharField(
                        blank=True, choices=[("yes", "Coming"), ("maybe", "Maybe"), ("no", "Not coming")], max_length=8
                    ),
                ),
                ("was_there", models.BooleanField(default=False)),
                ("written_to", models.BooleanField(default=False)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="campaigns.session"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("session", "user"), name="one_seat_at_a_session"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Struck",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="campaigns.campaign"
                    ),
                ),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="struck", to="campaigns.entry"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Summary",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=winterhall.accounts.models.new_public_id, editable=False, max_length=24, unique=True
                    ),
                ),
                ("why", models.CharField(blank=True, max_length=300)),
                ("version", models.PositiveIntegerField(default=1)),
                ("key", models.CharField(max_length=80, null=True)),
                ("token", models.CharField(blank=True, max_length=24)),
                ("due_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "state",
                    models.CharField(
                        choices=[("going", "Being written"), ("stopped", "Stopped"), ("done", "Written")],
                        default="going",
                        max_length=10,
                    ),
                ),
                ("edition", models.PositiveIntegerField(default=0)),
                ("wanted", models.PositiveIntegerField(default=0)),
                ("made", models.PositiveIntegerField(default=0)),
                ("edited", models.TextField(blank=True)),
                ("published_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="campaigns.campaign"
                    ),
                ),
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="summary", to="campaigns.session"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["state", "due_at"], name="summaries_left_behind"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Telling",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("audience", models.CharField(max_length=64)),
                ("edition", models.PositiveIntegerField()),
                ("body", models.TextField()),
                (
                    "summary",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tellings", to="campaigns.summary"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("summary", "audience"), name="one_telling_an_audience"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Touch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("document", models.CharField(max_length=24)),
                ("number", models.PositiveBigIntegerField()),
                ("seen", models.BooleanField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="touches", to="campaigns.entry"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("document", "number"), name="one_touch_an_entry"),
                ],
            },
        ),
        migrations.CreateModel(
            name="AlmanacPage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=winterhall.accounts.models.new_public_id, editable=False, max_length=24, unique=True
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("secret", models.BooleanField(default=False)),
                ("void", models.BooleanField(default=False)),
                ("whole", models.BooleanField(default=True)),
                ("binned_at", models.DateTimeField(blank=True, null=True)),
                ("erased", models.BooleanField(default=False)),
                ("body", models.TextField(default="{}")),
                ("version", models.PositiveIntegerField(default=0)),
                ("open_version", models.PositiveIntegerField(default=0)),
                ("last_number", models.PositiveBigIntegerField(default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="%(class)ss", to="campaigns.campaign"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("campaign",), name="one_almanac_a_campaign")],
            },
        ),
        migrations.RunPython(_guard, _release),
        migrations.RunPython(_build_index, _drop_index),
    ]
