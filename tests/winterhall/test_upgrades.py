"""Databases of the version before: the tables that they have are known under the one name that they bear now."""

from hashlib import blake2b
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

pytestmark = pytest.mark.django_db

OURS = ("accounts", "campaigns", "characters", "combat")
#: Migrations that databases may have run, by their digests. A new one is entered here; none of these is changed.
KEPT = {
    "campaigns/migrations/0001_tables.py": "191327b6cdb56ccd",
    "campaigns/migrations/0002_notices_and_long_chronicles.py": "f8a282876bc40f33",
    "campaigns/migrations/0003_journal_found_by_index.py": "7fd98ee32fe5685d",
    "campaigns/migrations/0004_story_as_it_was_mailed.py": "188072258ec0e740",
    "characters/migrations/0001_tables.py": "81970e0feee931f8",
    "characters/migrations/0002_hours_of_the_ledger.py": "ef06ba9cae4931ac",
    "combat/migrations/0001_tables.py": "035fcb8994d47023",
    "combat/migrations/0002_boards_of_templates.py": "01af4a64e8c651aa",
    "winterhall/accounts/migrations/0001_tables.py": "eba3f2192e0680ab",
    "winterhall/accounts/migrations/0002_ids_of_letters.py": "82d68527428c05a4",
}


def test_a_database_of_the_version_before_gets_only_what_came_after() -> None:
    loader, recorder = MigrationLoader(connection), MigrationRecorder(connection)
    for app in OURS:
        recorder.migration_qs.filter(app=app).delete()
        for before in loader.disk_migrations[app, "0001_tables"].replaces:
            recorder.record_applied(*before)
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    assert plan
    assert {migration.app_label for migration, _ in plan} <= set(OURS)
    assert not [migration for migration, _ in plan if migration.name == "0001_tables"]


def test_a_migration_that_databases_may_have_run_stays_as_it_is() -> None:
    house = Path(settings.BASE_DIR)
    files = [*house.glob("*/migrations/0*.py"), *house.glob("*/*/migrations/0*.py")]
    now = {one.relative_to(house).as_posix(): blake2b(one.read_bytes(), digest_size=8).hexdigest() for one in files}
    assert now == KEPT, "What is new goes into a new migration: a database that has run this one never runs it again."
