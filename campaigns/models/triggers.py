"""Triggers by which the database itself refuses to change what has happened, whoever goes round the models."""

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_FUNCTION = """
CREATE OR REPLACE FUNCTION winterhall_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'The chronicle is only added to.'; END $$
"""


def guard(editor: BaseDatabaseSchemaEditor, table: str) -> None:
    """Let a table only grow."""
    if editor.connection.vendor == "postgresql":
        editor.execute(_FUNCTION)
        editor.execute(
            f"CREATE TRIGGER {table}_only_grows BEFORE UPDATE OR DELETE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION winterhall_append_only()"
        )
        return
    for change in ("UPDATE", "DELETE"):
        editor.execute(
            f"CREATE TRIGGER {table}_no_{change.lower()} BEFORE {change} ON {table} "
            "BEGIN SELECT RAISE(ABORT, 'The chronicle is only added to.'); END"
        )


def release(editor: BaseDatabaseSchemaEditor, table: str) -> None:
    """Take the guard away: for going back to before it, and for tests that empty the database."""
    if editor.connection.vendor == "postgresql":
        editor.execute(f"DROP TRIGGER IF EXISTS {table}_only_grows ON {table}")
        return
    for change in ("update", "delete"):
        editor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{change}")
