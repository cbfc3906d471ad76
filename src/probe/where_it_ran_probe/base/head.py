"""Versions, names that many rooms share, and which module of the standard library is imported when."""
import sys

VERSION = "1.0.0"
OLDEST = (3, 8)
SUPPORTED = "CPython 3.8 to 3.14"

if __name__ == "__main__" and sys.version_info[:2] < OLDEST:
    sys.stderr.write(
        "agent_probe.py: Python %d.%d is too old to be probed; supported: %s\n"
        % (sys.version_info[0], sys.version_info[1], SUPPORTED)
    )
    sys.exit(3)


def _standard_entries(entries):
    """The part of sys.path that holds the standard library: from its zip to the first site directory."""
    name = "python%d%d.zip" % sys.version_info[:2]
    starts = [i for i, entry in enumerate(entries) if entry.endswith(name)]
    if not starts:
        return entries[1:]
    rest = entries[starts[0]:]
    ends = [i for i, entry in enumerate(rest) if "site-packages" in entry or "dist-packages" in entry]
    return rest[: ends[0]] if ends else rest


# The path as this interpreter got it. As a script the probe keeps only the standard library for its own
# imports: a json.py in the project or beside this file must not run just because somebody looks.
STARTED_PATH = list(sys.path)
STARTED_MODULES = frozenset(sys.modules)

if __name__ == "__main__":
    sys.path[:] = _standard_entries(sys.path)

import importlib.machinery  # noqa: E402
import os  # noqa: E402
import re  # noqa: E402
import site  # noqa: E402
import stat  # noqa: E402
import threading  # noqa: E402
import time  # noqa: E402
import warnings  # noqa: E402
from os import fsdecode, fsencode, sep  # noqa: E402
from os.path import (  # noqa: E402
    abspath, basename, dirname, exists, expanduser, getsize, isabs, isdir, isfile, islink, join, lexists, normcase,
    normpath, realpath, relpath,
)


class Missing(object):
    """Stands for a module that a standard library of another build can't give: only what uses it breaks."""

    def __init__(self, problem):
        self.problem = problem

    def __getattr__(self, name):
        raise self.problem


try:
    import subprocess  # noqa: E402
except ImportError as unbuilt:
    subprocess = Missing(unbuilt)


def import_rest():
    """What git need not wait for: it is started first. Before any look, which may put other folders on the path."""
    global hashlib, hmac, importlib, json, marshal, signal
    import hashlib
    import importlib.util
    import json
    import marshal
    import signal

    try:
        import hmac
    except ImportError as unbuilt:
        hmac = Missing(unbuilt)


if __name__ != "__main__":
    import_rest()


class Usage(Exception):
    """Wrong usage or a wrong claims file: exit 2, the message says what and where."""


class CannotWrite(Exception):
    """The probe file could not be written: exit 4."""


HOOKS = ("sitecustomize", "usercustomize")
HASHED_UP_TO = 64 << 20  # bytes
NEVER_ENDED = 256
COUNTS = tuple("exit_status collected passed failed errors skipped deselected".split())
# What only a session of pytest tells.
ALL_COUNTS = COUNTS + ("xfailed", "xpassed", "reruns", "subtests")
COUNT_MAX = 2 ** 53 - 1
# Names a file that says how a command started by the probe hands its sessions over (see start_command).
HAND_OVER = "WHERE_IT_RAN_RUN"
# Names a claims file elsewhere than in probes/ for sessions that are started by hand.
CLAIMS_VARIABLE = "WHERE_IT_RAN_CLAIMS"
PLUGIN_FOLDER = "where-it-ran-plugin-"
