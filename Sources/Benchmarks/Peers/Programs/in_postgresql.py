"""PostgreSQL, measured with its own `pgbench`."""

import glob
import os
import pwd
import re
import shutil
import subprocess
import time
import urllib.parse

import summary
from peer import Missing
from server import Server, program

# Where Debian has the programs of the server, the newest version first.
FOLDERS = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: -float(path.split("/")[-2]))

INSERT = "INSERT INTO measured (line) VALUES (:line);"
# A line, and the number of the last one in a row that puts writers in order.
ORDERED = """BEGIN;
SELECT seq FROM head FOR UPDATE;
INSERT INTO measured (line) VALUES (:line);
UPDATE head SET seq = seq + 1;
COMMIT;"""


class Peer:
    databases = 0
    settings = "fsync=on, synchronous_commit=on, pgbench over a unix socket, prepared statements"

    def __init__(self, folder, log):
        self.folder, self.log = folder, log
        # The server refuses to be root.
        self.account = {}
        if os.getuid() == 0:
            try:
                user = pwd.getpwnam("postgres")
            except KeyError:
                raise Missing("a user postgres: the server refuses to run as root") from None
            self.account = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
            os.chown(folder, user.pw_uid, user.pw_gid)
        self._check_access()
        for name in "initdb", "psql", "pgbench":
            program(name, FOLDERS)
        self.data = os.path.join(folder, "data")
        self.server = Server(
            [program("postgres", FOLDERS), "-D", self.data, "-k", folder, "-c", "listen_addresses=",
             "-c", "fsync=on", "-c", "synchronous_commit=on"],
            lambda: self._run("pg_isready", "-q").returncode == 0, cwd=folder, **self.account)

    def _check_access(self):
        if subprocess.run(["test", "-w", self.folder], **self.account).returncode != 0:
            raise Missing(f"access of the user postgres to {os.path.dirname(self.folder)}")

    def _run(self, name, *arguments, **options):
        environment = {**os.environ, "PGHOST": self.folder, "PGUSER": "postgres",
                       "PGDATABASE": "postgres", "PGCLIENTENCODING": "UTF8"}
        return subprocess.run(
            [program(name, FOLDERS), *arguments], capture_output=True, text=True, env=environment,
            cwd=self.folder, **self.account, **options)

    def _sql(self, text, **options):
        done = self._run(
            "psql", "-X", "-q", "-A", "-t", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-c", text, **options)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        return [line.split("\t") for line in done.stdout.splitlines()]

    def __enter__(self):
        made = self._run("initdb", "-D", self.data, "-A", "trust", "-U", "postgres", "-E", "UTF8",
                         "--locale=C")
        if made.returncode != 0:
            raise RuntimeError(made.stderr)
        self.server.__enter__()
        try:
            self.version = self._sql("SHOW server_version")[0][0].split()[0]
            for table in "measured", "log":
                self._sql(f"CREATE TABLE {table} (seq bigserial PRIMARY KEY, line text NOT NULL)")
            self._sql("CREATE TABLE head (seq bigint NOT NULL) WITH (fillfactor = 10)")
            self._sql("INSERT INTO head VALUES (0)")
        except BaseException:
            self.server.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.server.__exit__()

    def _rate(self, clients, text, *limit):
        script = os.path.join(self.folder, "script.sql")
        with open(script, "w") as file:
            file.write(text + "\n")
        os.chmod(script, 0o644)
        done = self._run(
            "pgbench", "-n", "-M", "prepared", "-c", str(clients), "-j", str(min(clients, 2)),
            *limit, "-D", "line=" + self.log.average_line, "-f", script)
        rate = re.search(r"tps = ([\d.]+)", done.stdout)
        if done.returncode != 0 or not rate:
            raise RuntimeError(done.stderr)
        return float(rate.group(1))

    def callers(self, clients, count):
        rate = self._rate(clients, INSERT, "-t", str(count // clients))
        return {"times": [round(count / rate * 1e9)]}

    # For the figures of a store on this server.

    def free(self, clients, seconds):
        return {"rate": round(self._rate(clients, INSERT, "-T", str(seconds)))}

    def ordered(self, clients, seconds):
        return {"rate": round(self._rate(clients, ORDERED, "-T", str(seconds)))}

    def database(self):
        self.databases += 1
        name = f"store{self.databases}"
        self._sql(f"CREATE DATABASE {name} TEMPLATE template0")
        folder = urllib.parse.quote(self.folder, safe="")
        return {"number": self.databases, "address": f"postgres://postgres@{folder}/{name}"}

    def settle(self, number):
        self._in_store(number, "VACUUM (ANALYZE)")
        self._sql("CHECKPOINT")
        return {}

    def copy(self, number):
        start = time.perf_counter_ns()
        self._in_store(number, r"\copy (SELECT e.line, p.block, p.crc FROM cleanstore.entry AS e"
                       " LEFT JOIN cleanstore.personal AS p ON p.seq = e.seq ORDER BY e.seq)"
                       " TO '/dev/null' (FORMAT binary)")
        return {"times": [time.perf_counter_ns() - start]}

    def _in_store(self, number, text):
        done = self._run("psql", "-X", "-q", "-d", f"store{number}", "-c", text)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)

    def state(self, count):
        # As CSV, in which nothing but quotes is escaped.
        rows = "".join(
            '"' + line.replace('"', '""') + '"\n' for line in self.log.lines[:count])
        self._sql("COPY log (line) FROM STDIN (FORMAT csv)", input=rows)
        self._sql("""
            CREATE TABLE entry AS
            SELECT line::jsonb ->> 'stream' AS stream, (line::jsonb ? 'events')::int AS accepted
            FROM log""")
        self._sql("""
            CREATE TABLE event AS
            SELECT line::jsonb ->> 'stream' AS stream, event ->> 'type' AS type,
                (event ->> 'amount')::bigint AS amount, event ->> 'currency' AS currency
            FROM log, jsonb_array_elements(line::jsonb -> 'events') event""")
        return {"state": summary.of_rows(self._sql(summary.SQL))}
