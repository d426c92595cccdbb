"""SQLite, through Python's own module: next to a sync, what Python adds to an insert is small."""

import os
import sqlite3
import statistics
import time

import summary


def connect(path, synchronous):
    # Without transactions of the module's own: each insert is one.
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute(f"PRAGMA synchronous={synchronous}")
    database.execute("CREATE TABLE log (seq INTEGER PRIMARY KEY, line TEXT NOT NULL)")
    return database


def insert(database, lines):
    times = []
    for line in lines:
        start = time.perf_counter_ns()
        database.execute("INSERT INTO log (line) VALUES (?)", (line,))
        times.append(time.perf_counter_ns() - start)
    return times


class Peer:
    version = sqlite3.sqlite_version

    def __init__(self, folder, log):
        self.log = log
        self.stored = 0
        unsynced = connect(os.path.join(folder, "unsynced.db"), "OFF")
        cost = statistics.median(insert(unsynced, log.lines[:1000])) / 1000
        unsynced.close()
        self.settings = (
            "journal_mode=WAL, synchronous=FULL, one insert a transaction "
            f"(with synchronous=OFF: {cost:.1f} µs)")
        self.database = connect(os.path.join(folder, "log.db"), "FULL")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.database.close()

    def append(self, start, end):
        self.stored = end
        return {"times": insert(self.database, self.log.lines[start:end])}

    def state(self, count):
        """Inserts the lines that weren't measured, together, and adds up what is stored."""
        self.database.execute("BEGIN")
        insert(self.database, self.log.lines[self.stored:count])
        self.database.execute("COMMIT")
        self.database.execute("""
            CREATE TEMP TABLE entry AS
            SELECT json_extract(line, '$.stream') AS stream,
                json_type(line, '$.events') IS NOT NULL AS accepted
            FROM log""")
        self.database.execute("""
            CREATE TEMP TABLE event AS
            SELECT json_extract(line, '$.stream') AS stream,
                json_extract(value, '$.type') AS type,
                json_extract(value, '$.amount') AS amount,
                json_extract(value, '$.currency') AS currency
            FROM log, json_each(line, '$.events')""")
        return {"state": summary.of_rows(self.database.execute(summary.SQL))}
