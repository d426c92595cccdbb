"""Answers a benchmark for one other system: `python3 peer.py NAME LOG-FOLDER`.

Requests come as lines of standard input, a word and numbers; each answer is a line of JSON. The first
line is written without a request: the system's version and settings, or what is missing. At the end
of the input everything that was started is stopped, and what was written is removed; so it is, too,
if the benchmark dies.
"""

import importlib
import json
import os
import signal
import sys
import tempfile


class Missing(Exception):
    """What isn't there, so that the system can't be measured."""


class Log:
    """The segments of a store."""

    def __init__(self, folder):
        self.files = sorted(os.path.join(folder, name) for name in os.listdir(folder))
        self.pattern = os.path.join(folder, "*.jsonl")
        self._lines = None

    @property
    def lines(self):
        """All lines as text, without their LFs."""
        if self._lines is None:
            self._lines = []
            for name in self.files:
                with open(name, encoding="utf-8", newline="\n") as file:
                    self._lines += file.read().split("\n")[:-1]
        return self._lines

    @property
    def average_line(self):
        """A line as long as the average, or nearly."""
        average = sum(len(line.encode()) for line in self.lines) / len(self.lines)
        return min(self.lines, key=lambda line: abs(len(line.encode()) - average))


def answer(**members):
    print(json.dumps(members, ensure_ascii=False, separators=(",", ":")), flush=True)


def converse(name, log):
    if sys.version_info < (3, 9):
        raise Missing("python3, 3.9 or newer")
    system = importlib.import_module("in_" + name)
    with tempfile.TemporaryDirectory(prefix="cleanstore-peer.") as folder:
        with system.Peer(folder, log) as peer:
            answer(version=peer.version, settings=peer.settings)
            for request in sys.stdin:
                words = request.split()
                answer(**getattr(peer, words[0])(*map(int, words[1:])))


def main():
    # Leave as on any other exit: through the ends of all blocks.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(1))
    try:
        converse(sys.argv[1], Log(sys.argv[2]))
    except Missing as error:
        answer(missing=str(error))
    except ModuleNotFoundError as error:
        answer(missing=f"python module {error.name}")
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        answer(error=f"{type(error).__name__}: {error}")
        sys.exit(1)


if __name__ == "__main__":
    # Others import this file by its name; its classes must be the same ones.
    sys.modules["peer"] = sys.modules["__main__"]
    main()
