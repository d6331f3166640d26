"""Work that wants Python's library at hand."""

import csv
import io
import statistics


def summarise(text: str, column: str) -> dict:
    """Summarise one column of numbers of a table given as CSV with a header line.

    Args:
        text: The table.
        column: The name of the column, as the header has it.
    """
    rows = list(csv.DictReader(io.StringIO(text)))
    if not rows or column not in rows[0]:
        known = ", ".join(rows[0]) if rows else "none: the table has no rows"
        raise ValueError(f"there is no column {column!r}; the columns are {known}")
    values = [float(row[column]) for row in rows]
    return {"rows": len(values), "mean": statistics.fmean(values), "least": min(values), "most": max(values)}
