"""Databases of the version before: the tables that they have are known under the one name that they bear now."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

pytestmark = pytest.mark.django_db

OURS = ("accounts", "campaigns", "characters", "combat")


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
