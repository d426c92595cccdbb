"""DuckDB, over the store's own files."""

import time

import duckdb

import summary

COLUMNS = """{
    seq: 'BIGINT', 'at': 'VARCHAR', stream: 'VARCHAR', rev: 'BIGINT',
    events: 'STRUCT(type VARCHAR, amount BIGINT, total BIGINT, currency VARCHAR)[]'}"""

# Of each order, what can be had in one pass without its texts and items. Only the first event of an
# entry has an amount or a total; the last one tells the status.
FOLD = """
    SELECT stream, max(rev) AS rev, max("at") AS updated_at,
        arg_max(events[-1].type, seq) FILTER (events IS NOT NULL) AS status,
        arg_max(events[1].total, seq) FILTER (events[1].total IS NOT NULL) AS total,
        sum(events[1].amount) FILTER (events[1].type = 'payment-received') AS paid,
        sum(events[1].amount) FILTER (events[1].type = 'payment-refunded') AS refunded
    FROM {entries} GROUP BY stream
"""


class Peer:
    version = duckdb.__version__
    settings = "read_json with five columns, GROUP BY stream, two threads"

    def __init__(self, folder, log):
        self.database = duckdb.connect(config={"threads": 2, "temp_directory": folder})
        self.entries = (
            f"read_json('{log.pattern}', format='newline_delimited', columns={COLUMNS})")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.database.close()

    def fold(self):
        # Into a table: that leaves out what it costs to have the rows in Python.
        query = "CREATE OR REPLACE TEMP TABLE orders AS " + FOLD.format(entries=self.entries)
        start = time.perf_counter_ns()
        self.database.execute(query)
        return {"times": [time.perf_counter_ns() - start]}

    def state(self, count):
        self.database.execute(f"""
            CREATE TEMP TABLE entry AS
            SELECT stream, CAST(events IS NOT NULL AS INTEGER) AS accepted
            FROM {self.entries} WHERE seq <= {count}""")
        self.database.execute(f"""
            CREATE TEMP TABLE event AS
            SELECT stream, event.type, event.amount, event.currency
            FROM (SELECT stream, unnest(events) AS event FROM {self.entries} WHERE seq <= {count})
            """)
        return {"state": summary.of_rows(self.database.execute(summary.SQL).fetchall())}
