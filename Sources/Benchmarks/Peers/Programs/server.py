"""Starts a server for as long as a block lasts."""

import os
import shutil
import signal
import subprocess
import tempfile
import time

from peer import Missing


def program(name, folders=()):
    """The path of a program, found as a shell finds it or in one of these folders."""
    for folder in (None, *folders):
        found = shutil.which(name, path=folder)
        if found:
            return found
    raise Missing(name)


class Server:
    """A child process that is asked to stop at the end, and killed if it doesn't."""

    def __init__(self, command, is_ready, **options):
        self.command, self.is_ready, self.options = command, is_ready, options

    def __enter__(self):
        self.output = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.DEVNULL, stdout=self.output, stderr=subprocess.STDOUT,
            **self.options)
        try:
            self._wait()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _wait(self):
        end = time.monotonic() + 30
        while not self.is_ready():
            name = os.path.basename(self.command[0])
            if self.process.poll() is not None:
                self.output.seek(0)
                output = self.output.read().decode(errors="replace").strip()
                raise RuntimeError(f"{name} ended with {self.process.returncode}: {output}")
            if time.monotonic() > end:
                raise RuntimeError(f"{name} isn't ready after 30 s")
            time.sleep(0.05)

    def __exit__(self, *_):
        # PostgreSQL's fast shutdown; Redis takes it like any other.
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
