"""Plans of PostgreSQL: how many rows a query looks at, which the time of a small test does not show."""

import json
from typing import Any

from django.db import connection


def rows_read(sql: str) -> int:
    """The rows that all steps of PostgreSQL's plan for a query look at."""

    def read(step: dict[str, Any]) -> float:
        rows = step["Actual Rows"] + step.get("Rows Removed by Filter", 0)
        return float(rows * step["Actual Loops"] + sum(map(read, step.get("Plans", ()))))

    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}")
        found = cursor.fetchone()[0]
    return int(read((json.loads(found) if isinstance(found, str) else found)[0]["Plan"]))
