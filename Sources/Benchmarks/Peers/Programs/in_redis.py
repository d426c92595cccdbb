"""A Redis stream whose append-only file is synced before each answer.

`redis-benchmark` measures: it comes with the server and is one event loop in C, so that its clients
wait for the server and not for each other, as threads of Python would.
"""

import json
import os
import re
import socket
import subprocess

import summary
from server import Server, program


class Connection:
    """Speaks the server's protocol over its socket."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.answers = self.socket.makefile("rb")

    def send(self, *commands):
        """Sends commands together. Returns their answers."""
        parts = []
        for command in commands:
            parts.append(b"*%d\r\n" % len(command))
            for word in (word.encode() for word in command):
                parts.append(b"$%d\r\n%s\r\n" % (len(word), word))
        self.socket.sendall(b"".join(parts))
        return [self._read() for _ in commands]

    def _read(self):
        line = self.answers.readline()
        kind, value = line[:1], line[1:-2]
        if kind == b"*":
            return [self._read() for _ in range(int(value))]
        if kind == b"$":
            return self.answers.read(int(value) + 2)[:-2].decode()
        if kind == b"-" or not kind:
            raise RuntimeError(f"Redis answers: {value.decode()}")
        return value.decode()


class Peer:
    settings = "XADD, appendfsync always, redis-benchmark over a unix socket without pipelining"

    def __init__(self, folder, log):
        self.log = log
        self.path = os.path.join(folder, "socket")
        self.benchmark = program("redis-benchmark")
        # No background work: neither snapshots nor rewriting of the file.
        self.server = Server(
            [program("redis-server"), "--port", "0", "--unixsocket", self.path, "--dir", folder,
             "--save", "", "--appendonly", "yes", "--appendfsync", "always",
             "--auto-aof-rewrite-percentage", "0"], self._is_ready)

    def _is_ready(self):
        try:
            return Connection(self.path).send(["PING"]) == ["PONG"]
        except OSError:
            return False

    def __enter__(self):
        self.server.__enter__()
        self.connection = Connection(self.path)
        info = self.connection.send(["INFO", "server"])[0]
        self.version = re.search(r"redis_version:(\S+)", info).group(1)
        return self

    def __exit__(self, *_):
        self.server.__exit__()

    def callers(self, clients, count):
        done = subprocess.run(
            [self.benchmark, "-s", self.path, "-c", str(clients), "-n", str(count), "-P", "1",
             "--csv", "XADD", "measured", "*", "line", self.log.average_line],
            capture_output=True, text=True, check=True)
        # The first field is the command, and the second how many there were in a second.
        rate = re.findall(r'"([\d.]+)"', done.stdout)[-7]
        return {"times": [round(count / float(rate) * 1e9)]}

    def state(self, count):
        for start in range(0, count, 1000):
            lines = self.log.lines[start:min(start + 1000, count)]
            self.connection.send(*(["XADD", "log", "*", "line", line] for line in lines))
        adder = summary.Adder()
        start = "-"
        while True:
            page = self.connection.send(["XRANGE", "log", start, "+", "COUNT", "1000"])[0]
            if not page:
                return {"state": adder.summary}
            for number, (_, line) in page:
                adder.add(json.loads(line))
                start = "(" + number
