"""The Python library `eventsourcing`, with its own SQLite storage.

Each stream is an aggregate, and each entry one of its events. The aggregates stay in memory between
saves, which a program that loads them would have to do first.
"""

import json
import os
import time
import uuid
from importlib.metadata import version

import summary
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event


class Stream(Aggregate):
    """A stream, which adds up its own entries."""

    @event("Began")
    def __init__(self, entry):
        self.adder = summary.Adder()
        self.adder.add(entry)

    @event("Recorded")
    def record(self, entry):
        self.adder.add(entry)

    @staticmethod
    def create_id(entry):
        return identifier(entry["stream"])


def identifier(stream):
    return uuid.uuid5(uuid.NAMESPACE_URL, stream)


class Peer:
    version = version("eventsourcing")

    def __init__(self, folder, log):
        self.log = log
        self.stored = 0
        self.streams = {}
        self.application = Application({
            "PERSISTENCE_MODULE": "eventsourcing.sqlite",
            "SQLITE_DBNAME": os.path.join(folder, "events.db")})
        self.settings = "its SQLite storage with " + self._pragmas()

    def _pragmas(self):
        datastore = self.application.factory.datastore
        with datastore.transaction(commit=False) as cursor:
            values = {}
            for name in "journal_mode", "synchronous":
                cursor.execute("PRAGMA " + name)
                values[name] = str(cursor.fetchone()[0])
        if values != {"journal_mode": "wal", "synchronous": "2"}:
            raise RuntimeError(f"The library's storage isn't durable: {values}")
        return "journal_mode=WAL, synchronous=FULL"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.application.close()

    def _change(self, entry):
        """The entry's stream with the entry as a change that isn't saved."""
        stream = self.streams.get(entry["stream"])
        if stream is None:
            stream = self.streams[entry["stream"]] = Stream(entry)
        else:
            stream.record(entry)
        return stream

    def append(self, start, end):
        times = []
        for line in self.log.lines[start:end]:
            entry = json.loads(line)
            start = time.perf_counter_ns()
            self.application.save(self._change(entry))
            times.append(time.perf_counter_ns() - start)
        self.stored = end
        return {"times": times}

    def store(self, count):
        """Saves the entries before this one that aren't saved yet, together."""
        for line in self.log.lines[self.stored:count]:
            self._change(json.loads(line))
        self.application.save(*self.streams.values())
        self.stored = count
        return {}

    def fold(self):
        """Every stream, out of its events."""
        start = time.perf_counter_ns()
        self.rebuilt = [self.application.repository.get(identifier(name)) for name in self.streams]
        return {"times": [time.perf_counter_ns() - start]}

    def state(self, count):
        self.store(count)
        self.fold()
        total = sum((stream.adder.numbers for stream in self.rebuilt), start=summary.Adder().numbers)
        return {"state": summary.of_rows(total.items())}
