"""The full-text index of the journal, which each database has in its own way: GIN on PostgreSQL, FTS5 on SQLite.

Both index the column ``words``, which is folded and cut into words before it is stored (``campaigns.journal.words``),
so both find the same. PostgreSQL keeps the words of a part as it looks for them in a column of its own, of which Django
knows nothing: short words stand in most parts, and cutting those up for each search took longer than all else. A
migration that has SQLite make the table of parts anew must build the index again: its
triggers go with the table.
"""

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

PARTS, INDEX = "campaigns_journalpart", "campaigns_journal_words"
#: The column of PostgreSQL's own.
VECTOR = "word_vector"
#: The most bytes of a row that PostgreSQL keeps in one piece: short words stand in most parts, and fetching the words
#: of each from where long values lie took longer than looking at them. What fits no page is kept apart as ever.
WHOLE = 8160

_OLD = f"INSERT INTO {INDEX}({INDEX}, rowid, words) VALUES ('delete', old.id, old.words);"  # noqa: S608
_NEW = f"INSERT INTO {INDEX}(rowid, words) VALUES (new.id, new.words);"  # noqa: S608
_FOLLOWING = {"insert": _NEW, "update": f"{_OLD} {_NEW}", "delete": _OLD}


def build(editor: BaseDatabaseSchemaEditor) -> None:
    """Make the index, and let it follow the table."""
    if editor.connection.vendor == "postgresql":
        editor.execute(f"ALTER TABLE {PARTS} SET (toast_tuple_target = {WHOLE})")
        cut = "array_to_tsvector(string_to_array(words, ' '))"
        editor.execute(f"ALTER TABLE {PARTS} ADD COLUMN {VECTOR} tsvector GENERATED ALWAYS AS ({cut}) STORED")
        editor.execute(f"CREATE INDEX {INDEX} ON {PARTS} USING gin ({VECTOR})")
        return
    # The tokenizer takes everything beyond ASCII for letters: what is stored are words and blanks alone.
    editor.execute(
        f"CREATE VIRTUAL TABLE {INDEX} USING fts5("
        f"words, content='{PARTS}', content_rowid='id', tokenize='ascii', prefix='2 3')"
    )
    for change, act in _FOLLOWING.items():
        editor.execute(f"CREATE TRIGGER {INDEX}_{change} AFTER {change.upper()} ON {PARTS} BEGIN {act} END")
    editor.execute(f"INSERT INTO {INDEX}({INDEX}) VALUES ('rebuild')")  # noqa: S608


def drop(editor: BaseDatabaseSchemaEditor) -> None:
    """Take the index away."""
    if editor.connection.vendor == "postgresql":
        editor.execute(f"DROP INDEX IF EXISTS {INDEX}")
        editor.execute(f"ALTER TABLE {PARTS} DROP COLUMN IF EXISTS {VECTOR}")
        editor.execute(f"ALTER TABLE {PARTS} RESET (toast_tuple_target)")
        return
    for change in _FOLLOWING:
        editor.execute(f"DROP TRIGGER IF EXISTS {INDEX}_{change}")
    editor.execute(f"DROP TABLE IF EXISTS {INDEX}")


def matching() -> dict[str, str]:
    """The condition on a part, the one table of its query, that its words match; by the database, with a pattern.

    The plus keeps SQLite from going through all that match once for every part.
    """
    return {
        "postgresql": f"{VECTOR} @@ %s::tsquery",
        "sqlite": f"+id IN (SELECT rowid FROM {INDEX} WHERE {INDEX} MATCH %s)",  # noqa: S608
    }
