"""Starts git with hooks, filters, monitors and transports switched off."""
import os
import subprocess
import threading
from os import fsdecode, fsencode
from os.path import join

from where_it_ran_probe.base.tools import find_program

GIT_LIMIT = 60  # seconds, for each git process
# Nothing that the repository or the user configured may run or be written because somebody looks.
GIT_SETTINGS = (
    "core.fsmonitor=false core.quotePath=false core.hooksPath=%s core.trustctime=true core.checkStat=default "
    "core.ignoreStat=false core.splitIndex=false index.skipHash=false core.untrackedCache=false status.renames=false "
    "diff.renames=false gc.auto=0 maintenance.auto=false" % os.devnull
).split()
UNWANTED = "GIT_TRACE GIT_TRACE2 GIT_TRACE2_EVENT GIT_TRACE2_PERF GIT_EXTERNAL_DIFF GIT_CONFIG".split()


class GitFailed(Exception):
    """git ended with an error; the message is its first line, without paths."""


class Git(object):
    """git processes of one working directory, several at once, each with a time limit."""

    def __init__(self, cwd):
        self.cwd, self.started, self.stopped = cwd, [], False
        self.starting = threading.Lock()
        self.words = ["--no-optional-locks", "--no-pager"]
        for setting in GIT_SETTINGS:
            self.words += ["-c", setting]
        # No transport may start: a partial clone would fetch what it lacks. Replacements would show another tree under
        # the commit's name.
        told = dict(os.environ, LC_ALL="C", LANGUAGE="C", GIT_TERMINAL_PROMPT="0", GIT_NO_LAZY_FETCH="1")
        told.update(GIT_ALLOW_PROTOCOL="none", GIT_NO_REPLACE_OBJECTS="1")
        self.env = {name: value for name, value in told.items() if name not in UNWANTED}

    def start(self, *arguments, **more):
        """A running git; read it with finish(). env: further variables; data: bytes for its stdin."""
        words = [find_program("git", (".exe",))] + self.words
        data, memory = more.get("data"), open_memory()
        with self.starting:
            if self.stopped:
                raise GitFailed("stopped")
            process = subprocess.Popen(
                words + list(arguments), cwd=more.get("cwd", self.cwd), env=dict(self.env, **more.get("env", {})),
                stdin=subprocess.DEVNULL if data is None else subprocess.PIPE,
                stdout=memory or subprocess.PIPE, stderr=subprocess.PIPE,
            )
            self.started.append(process)
        process.data, process.memory, process.lock, process.ended = data, memory, threading.Lock(), None
        return process

    def finish(self, process):
        """(exit status, stdout bytes, stderr text) of a started git; killed when it takes too long."""
        with process.lock:
            if process.ended is None:
                try:
                    out, err = process.communicate(process.data, timeout=GIT_LIMIT)
                    if process.memory:
                        process.memory.seek(0)
                        out = process.memory.read()
                    process.ended = (process.returncode, out, err.decode("utf-8", "replace"))
                finally:
                    end_process(process)
        return process.ended

    def switch_off(self, filters):
        """Clean, smudge and process filters do nothing; what -c can't name is set by GIT_CONFIG_* variables."""
        count = self.env.get("GIT_CONFIG_COUNT", "0")
        at = int(count) if count.isdigit() else 0
        for name in filters:
            for word, value in (("clean", ""), ("smudge", ""), ("process", ""), ("required", "false")):
                key = "filter.%s.%s" % (name, word)
                if "=" not in name:
                    self.words += ["-c", "%s=%s" % (key, value)]
                    continue
                self.env["GIT_CONFIG_KEY_%d" % at], self.env["GIT_CONFIG_VALUE_%d" % at] = key, value
                at += 1
                self.env["GIT_CONFIG_COUNT"] = str(at)

    def close(self):
        """Leaves none running that was started early and whose answer nobody needed."""
        for process in self.started:
            end_process(process)

    def ask(self, *arguments, **more):
        return self.finish(self.start(*arguments, **more))

    def need(self, process):
        """stdout of a started git that must succeed."""
        code, out, err = self.finish(process)
        if code != 0:
            raise GitFailed(err.strip().split("\n")[0] or "git ended with %d" % code)
        return out


def open_memory():
    """A file in memory, where the system has such: git need not wait until somebody reads. None: a pipe must do."""
    try:
        return os.fdopen(os.memfd_create("where-it-ran"), "rb")
    except (AttributeError, OSError):
        return None


def find_ignored(context, paths):
    """The paths that git ignores, tracked or not; None where git does not say."""
    repository = context.repository
    if repository.state in ("none", "no-git"):
        return set()
    if not repository.readable:
        return None
    inside = {repository.relative(path): path for path in paths}
    inside.pop(None, None)  # outside, or behind a link that leads out
    holders, ignored = {}, set()
    for relative in inside:
        holder = os.fsdecode(repository.submodule_above(os.fsencode(relative)))
        holders.setdefault(holder, []).append(relative[len(holder):].lstrip("/"))
    for holder, below in holders.items():
        data = b"".join(fsencode(path) + b"\0" for path in below)
        folder = join(repository.toplevel, holder)
        code, out, _ = repository.git.ask("check-ignore", "-z", "--no-index", "--stdin", data=data, cwd=folder)
        if code not in (0, 1):
            return None
        start = holder + "/" if holder else ""
        ignored.update(inside[start + fsdecode(path)] for path in out.split(b"\0") if path)
    return ignored


def need_ignored(context, paths):
    found = find_ignored(context, paths) if paths else set()
    if found is None:
        raise GitFailed("git does not say what it ignores")
    return found


def end_process(process):
    """Leaves no child and no open pipe behind: collected later, they would be warnings in somebody's test."""
    if process.poll() is None:
        process.kill()
    for stream in (process.stdin, process.stdout, process.stderr, process.memory):
        if stream is not None:
            stream.close()
    process.wait()
