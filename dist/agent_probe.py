#!/usr/bin/env python3
# -*- coding: utf-8 -*-
# This file is kept as it was shipped, whatever a project's tools make of it:
# flake8: noqa
# fmt: off
# isort: skip_file
# mypy: ignore-errors
# pylint: skip-file
# type: ignore
"""Where does it run? Facts about one place, written down by the interpreter that is asked about.

    python agent_probe.py PLACE     writes probes/PLACE.txt (PLACE: local, box or ci, or one with a leg: ci-py3.13)
    python agent_probe.py forget    removes the canaries that earlier runs planted
    python agent_probe.py --help    says every option, and what the exit statuses mean

It is a script, a module with fingerprint(), and a pytest plugin. Standard library only, CPython 3.8 to 3.14; older
interpreters parse it and are told so.

READS   this interpreter, its path and its start-up hooks; names and metadata of what is installed; names of environment
        variables; git's view of the working tree; the files that probes/claims.json names; the settings of git, pip, uv
        and poetry, for credentials in URLs; its own earlier file; ids of this machine.
RUNS    git, with hooks, filters, monitors and transports switched off; this Python once more, to hear what its start-up
        hooks say; the claimed test command, where --tests allows it; ioreg and sysctl on macOS, taskkill on Windows
        where tests must be stopped. To see every start look for "subprocess.".
WRITES  the probe file; a canary where claims.json asks for one; where tests run, their log and the session record
        .host_fingerprint.json; what is temporary, in a private folder that is removed.
NEVER   writes down a credential, a URL, what is in a file that claims.json names, or the
        value of a variable, but for: what names the CI run, the shell's name, options in PYTEST_ADDOPTS, masked paths
        in PYTHONPATH, VIRTUAL_ENV and CONDA_PREFIX, and a salted hash where claims.json says compare. Never uses the
        network or DNS, imports a package to look at it, changes git's index, objects or settings, what tests say, or
        how they end.

Ways to load it (scripts/agent_probes stands for the folder of this file):
  conftest.py at the top:  import sys; sys.path.append("scripts/agent_probes")
                           pytest_plugins = ["agent_probe"]
  command line:            PYTHONPATH=scripts/agent_probes python -m pytest -p agent_probe
  pyproject.toml:          addopts = "-p agent_probe", with the folder importable at start-up (PYTHONPATH;
                           from pytest 9 on pythonpath = ["scripts/agent_probes"] does it too)
  isolated, without conftest.py lines, which work under -I as they are:
                           python -I -c "import sys; sys.path.append('scripts/agent_probes');
                           import pytest; sys.exit(pytest.main(['-p', 'agent_probe'] + sys.argv[1:]))"

Its rooms, the lowest first, each stand under a line with two "==" that says what it is for. A family of facts NAME is
one function NAME_facts, which returns what stands in the probe file under [NAME]; a fact of None is left out, and
means: unknown.
"""

# == base/head == Versions, names that many rooms share, and which module of the standard library is imported when.
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

# == base/contract == What the core of the check says of files, facts and names; made from its tables by the build.
FORMAT = 1
FIRST_LINE = "# where-it-ran probe file, format 1"
PLACES = ("local", "box", "ci")
PLACE = r"(local|box|ci)(?:-([A-Za-z0-9._-]{1,40}))?\Z"
SESSION_RECORD = ".host_fingerprint.json"

# Names of our own products, as bytes of a path, and how they begin.
PRODUCTS = (
    br"claims\.json|claims\.schema\.json|notes\.md|report\.md|table\.json"
    br"|(?:local|box|ci)(?:-[A-Za-z0-9._-]{1,80})?(?:\.txt|-pytest\.log)"
)
PRODUCT_STARTS = b"claims.json claims.schema.json notes.md report.md table.json local box ci".split()

# What the reader takes at most: characters of a text, entries of a list. A path names a fact; [] stands for
# the entries of a list, * for the subjects of a map.
TEXT_LIMIT = 1000
LIST_LIMIT = 20
TEXT_MAX = """
40 probe.leg probe.version probe.ci.provider host.arch interpreter.version interpreter.implementation
40 interpreter.on_path[].name packages.claimed.*.installer tests.runner tests.session.version
64 probe.claims
60 probe.hosted_agent probe.ci.event host.shell tests.disbelief[] tests.narrowed[] tests.addopts[]
60 tests.configured[]
400 probe.error previous.error host.error interpreter.error path.error packages.claimed.*.gone packages.error
400 env.error persist.error git.error tests.command[] tests.error secrets.files.*.copies[] secrets.error
80 probe.ci.run tests.session.run
20 probe.ci.attempt tests.session.attempt tests.packages.*.loader tests.packages.*.direct_url
20 tests.packages.*.copies[] secrets.configuration.given[]
200 probe.ci.job probe.ci.runner_name packages.distributions[] packages.own[] packages.claimed.*.module
200 packages.claimed.*.distribution env.names[] tests.session.job tests.packages.*.distribution
260 host.hostname git.branch
100 interpreter.requires_python packages.claimed.*.version packages.claimed.*.locked[]
100 packages.claimed.*.built_for tests.packages.*.version
300 path.sitecustomize.error path.usercustomize.error path.pth_error tests.cached tests.hook_error
500 env.claimed.*.from
120 tests.unstarted
6 secrets.files.*.mode
"""
LIST_MAX = """
40 interpreter.on_path tests.narrowed tests.addopts tests.configured
300 path.entries
100 path.pythonpath tests.command secrets.files.*.history secrets.found.*
5000 packages.distributions
500 packages.own env.names tests.skipped_files
16 git.parents
50 git.patches
"""
MAPS = (
    "probe.durations previous.canaries previous.env packages.claimed env.claimed persist.canary persist.files "
    "tests.origins tests.packages tests.files tests.outside tests.env tests.reports secrets.files secrets.found"
).split()

# Facts in order, so that two files line up.
TEST_KEYS = (
    "source believed disbelief command claimed_command narrowed collect_only tracked runner sessions exit_status "
    "collected passed failed errors skipped deselected unstarted cached xfailed xpassed reruns subtests executed "
    "red_before red_apart interrupted hook_error addopts content_before content_after session origins packages "
    "foreign stale touched ignored configured uncollected functions skipped_files files outside env reports "
    "isolated"
).split()
FILES_MAX = 500
LABELS = (
    "stdlib venv overlay prefix system user-site pythonpath cwd repo other-checkout hook elsewhere missing"
).split()

# A provider, the variable that gives it away, and those of run, attempt, job, event and commit (- has none).
CI_PROVIDERS = (
    "github GITHUB_ACTIONS GITHUB_RUN_ID GITHUB_RUN_ATTEMPT GITHUB_JOB GITHUB_EVENT_NAME GITHUB_SHA",
    "gitlab GITLAB_CI CI_PIPELINE_ID - CI_JOB_ID CI_PIPELINE_SOURCE CI_COMMIT_SHA",
    "circleci CIRCLECI CIRCLE_WORKFLOW_ID - CIRCLE_JOB - CIRCLE_SHA1",
    "buildkite BUILDKITE BUILDKITE_BUILD_ID BUILDKITE_RETRY_COUNT BUILDKITE_JOB_ID BUILDKITE_SOURCE BUILDKITE_COMMIT",
    "azure TF_BUILD BUILD_BUILDID SYSTEM_JOBATTEMPT SYSTEM_JOBID BUILD_REASON BUILD_SOURCEVERSION",
    "jenkins JENKINS_URL BUILD_TAG - JOB_NAME - GIT_COMMIT",
    "travis TRAVIS TRAVIS_BUILD_ID - TRAVIS_JOB_ID TRAVIS_EVENT_TYPE TRAVIS_COMMIT",
    "appveyor APPVEYOR APPVEYOR_BUILD_ID - APPVEYOR_JOB_ID - APPVEYOR_REPO_COMMIT",
    "teamcity TEAMCITY_VERSION BUILD_NUMBER - TEAMCITY_BUILDCONF_NAME - BUILD_VCS_NUMBER",
    "bitbucket BITBUCKET_BUILD_NUMBER BITBUCKET_PIPELINE_UUID - BITBUCKET_STEP_UUID - BITBUCKET_COMMIT",
    "other CI - - - - -",
)

# Variables that only machines of hosted agents have, and their values; * stands for any.
HOSTED_AGENTS = (
    "CLAUDE_CODE_REMOTE true", "COPILOT_AGENT_SESSION_ID *", "COPILOT_AGENT_JOB_ID *",
    "AI_AGENT github_copilot_cloud_agent",
)

# What each list of claims.json may name, how long a name may be, and what an entry may say besides its name and
# places.
CLAIM_LISTS = (
    ("packages", r"[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_])?\Z", 200, "from"),
    ("env", r"[A-Za-z_][A-Za-z0-9_]*\Z", 200, "compare empty from"),
    ("files", r"[^\u0000-\u001f\u007f-\u009f\u2028\u2029]+\Z", 500, ""),
    ("canary", r"(?:home|repo|temp)\Z", 200, ""),
    ("secrets", r"[^\u0000-\u001f\u007f-\u009f\u2028\u2029]+\Z", 500, ""),
)
CLAIM_KEYS = "$schema salt places who box packages own env files canary tests secrets explain".split()
CLAIMS_MAX = 200
ONE_LINE = r"[^\u0000-\u001f\u007f-\u009f\u2028\u2029]+\Z"
SALT = r"[A-Za-z0-9+/=_.-]{1,200}\Z"

# == base/tools == Opens files, looks into folders, compares paths and starts commands.
class Keeper(object):
    """Finds things out once, for all who ask; `start` finds one in a thread while others look."""

    def __init__(self):
        self.kept = {}
        self.early = {}

    def start(self, name, find):
        """Other processes and hashing leave Python free meanwhile."""
        self.early[name] = threading.Thread(target=self._keep, args=(name, find))
        self.early[name].daemon = True
        self.early[name].start()

    def _keep(self, name, find):
        try:
            self.kept[name] = find(), None
        except Exception as problem:
            self.kept[name] = None, problem

    def once(self, name, find):
        """What find() gave the first time; when it raised, that again."""
        if name in self.early:
            self.early[name].join()
        if name not in self.kept:
            self._keep(name, find)
        value, problem = self.kept[name]
        if problem is not None:
            raise problem
        return value

def kept(name, find):
    """A property of a Keeper that is found once."""
    return property(lambda self: self.once(name, lambda: find(self)))

def open_regular(path, more=0):
    """As open(path, "rb"). A pipe would be waited for, and a device may never end: they can't be read."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | more)
    if stat.S_ISREG(os.fstat(handle).st_mode):
        return os.fdopen(handle, "rb")
    os.close(handle)
    raise OSError(22, "no regular file", path)

def read_bytes(file, limit):
    """The first bytes of a file; b"" when it cannot be read."""
    try:
        with open_regular(file) as opened:
            return opened.read(limit)
    except OSError:
        return b""

def read_start(file):
    """The first MiB of a text file; "" when there is none."""
    return read_bytes(file, 1 << 20).decode("utf-8", "replace")

def status_of(path, ask=os.stat):
    """What the system says of a file; None where it says nothing."""
    try:
        return ask(path)
    except OSError:
        return None

def list_names(folder):
    """Sorted; nothing of a folder that cannot be read."""
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []

def list_files(folder):
    return [join(folder, name) for name in list_names(folder)]

def write_atomically(path, text, mode=0o666):
    """Puts a file in its place at once. What was there is not followed, and gone; OSError leaves it as it was."""
    data, partial = text.encode("utf-8"), "%s.%s.tmp" % (path, os.urandom(4).hex())
    handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(partial, path)
    except OSError:
        os.unlink(partial)
        raise

def sha256_of_file(path, limit=None):
    """Hex sha256 of a regular file; None when it is larger than `limit` bytes or cannot be read."""
    digest = hashlib.sha256()
    try:
        with open_regular(path) as file:
            if limit is not None and os.fstat(file.fileno()).st_size > limit:
                return None
            for block in iter(lambda: file.read(1 << 20), b""):
                digest.update(block)
    except OSError:
        return None
    return digest.hexdigest()

def short_hash(path, limit=None):
    """Its first 12 digits."""
    return (sha256_of_file(path, limit) or "")[:12] or None

def sha256_of_text(text):
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()

def run(command, cwd=None):
    """(exit status, stdout bytes, stderr text); OSError where it can't start, TimeoutExpired after 20 seconds."""
    pipe = subprocess.PIPE
    done = subprocess.run(command, cwd=cwd, timeout=20, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe)
    return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")

def find_program(name, endings=(".com", ".exe", ".bat", ".cmd")):
    """The file of a command: Windows would ask the working directory before PATH, and for an .exe only."""
    if os.name != "nt" or dirname(name):
        return name
    for file in files_on_path(name, ("",) if name.lower().endswith(endings) else endings):
        if isabs(file):
            return file
    raise FileNotFoundError(2, "not on PATH", name)

def files_on_path(name, endings):
    """Those of that name, in the order in which PATH would be asked."""
    folders = os.environ.get("PATH", "").split(os.pathsep)
    files = [join(folder, name + ending) for folder in folders if folder for ending in endings]
    return filter(isfile, files)

def folders_up_to(folder, top):
    """The folder and those above it, to `top` or to the root."""
    folders = [folder]
    while folders[-1] != top and dirname(folders[-1]) != folders[-1]:
        folders.append(dirname(folders[-1]))
    return folders

def is_below(path, folder):
    """Strictly inside; both normalised."""
    return path.startswith(folder if folder.endswith(sep) else folder + sep)

def is_hex(value, length):
    return isinstance(value, str) and re.match(r"[0-9a-f]{%d}\Z" % length, value) is not None

def is_in(path, folder):
    return bool(folder) and (path == folder or is_below(path, folder))

def seen_from(folder, path):
    """The path relative to a folder, with /; as it is where the two lie on different drives."""
    try:
        return relpath(path, folder).replace(sep, "/")
    except ValueError:
        return path.replace(sep, "/")

def same_path(path, other):
    """Whether both lead to the same file or folder; nothing is the same as no path."""
    if not path or not other:
        return False
    return normcase(realpath(path)) == normcase(realpath(other))

def sites_of(prefixes):
    try:
        return site.getsitepackages(prefixes)
    except Exception:
        return []

def both_forms(folders):
    """Each as given and resolved, sorted; nothing of one that is empty."""
    return sorted({form for one in folders if one for form in (normpath(one), realpath(one))})

def home_folder():
    """The user's home; "" when neither HOME nor the password database says."""
    home = expanduser("~")
    return "" if home == "~" else home

def utc(seconds):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))

# == base/claims == Reads probes/claims.json and says all that is wrong with it.
class Claims(object):
    """What claims.json claims, or what is claimed without it. packages, env, files, canary, secrets: lists of
    {"name", …} as in the file, a bare string made an object; tests: {"command": list or None, "reports": list} or
    None. digest: sha256 of the file, or "default"."""

    digest = "default"
    salt = ""
    packages = env = files = canary = ()
    secrets = ({"name": ".env"}, {"name": "configuration"})
    tests = None

    @property
    def from_file(self):
        return self.digest != "default"

def read_claims(path):
    """Claims of the file, or what is claimed without one; Usage names all that is wrong with it."""
    try:
        with open_regular(path) as file:
            raw = file.read()
        data = json.loads(raw.decode("utf-8-sig"))
    except (FileNotFoundError, NotADirectoryError):
        return Claims()
    except OSError as problem:
        raise Usage("%s cannot be read: %s" % (path, problem.strerror))
    except (ValueError, RecursionError) as problem:
        raise Usage("%s is not JSON: %s" % (path, problem))
    problems = []

    def expect(fine, where, what):
        if not fine:
            problems.append("%s: %s" % (where, what))
        return fine

    claims = parse_claims(data, expect)
    if problems:
        raise Usage("%s: %s" % (path, "; ".join(problems[:20])))
    claims.digest = hashlib.sha256(raw).hexdigest()
    return claims

def parse_claims(data, expect):
    """Claims from parsed JSON; expect(fine, where, what) hears of all that is wrong, and nothing else is then used."""
    claims = Claims()
    if not expect(isinstance(data, dict), "$", "expected an object"):
        return claims
    for key in data:
        expect(key in CLAIM_KEYS, "$." + key, "unknown key; expected one of " + ", ".join(CLAIM_KEYS))
    claims.salt = data.get("salt", "")
    salty = isinstance(claims.salt, str) and re.match(SALT, data.get("salt", "x"))
    expect(salty, "$.salt", "expected letters, digits and + / = _ . - (no spaces), at most 200")
    expect_places(data, "places", "$", expect)
    for name, pattern, longest, extra in CLAIM_LISTS:
        setattr(claims, name, parse_list(data.get(name, []), "$." + name, pattern, longest, extra, expect))
    expect(data.get("own", []) == [], "$.own", "expected an empty list")
    if "tests" in data:
        claims.tests = parse_tests(data["tests"], expect)
    expect(isinstance(data.get("explain", {}), dict), "$.explain", "expected an object")
    return claims

def expect_places(table, key, where, expect):
    places = table.get(key, ["local"])
    lists = list(places.values()) if key == "places" and isinstance(places, dict) else [places]
    fine = all(isinstance(some, list) and some and all(one in PLACES for one in some) for some in lists)
    expect(fine, "%s.%s" % (where, key), "expected a list of " + ", ".join(PLACES))

def parse_list(entries, where, pattern, longest, extra, expect):
    claims = []
    fine = isinstance(entries, list) and len(entries) <= CLAIMS_MAX
    if expect(fine, where, "expected a list of at most %d entries" % CLAIMS_MAX):
        for index, entry in enumerate(entries):
            claims.append({"name": entry} if isinstance(entry, str) else entry)
            expect_claim(claims[-1], "%s[%d]" % (where, index), pattern, longest, extra, expect)
    return claims

def expect_claim(claim, at, pattern, longest, extra, expect):
    named = isinstance(claim, dict) and isinstance(claim.get("name"), str)
    if expect(named, at, "expected a name, or an object with a name"):
        for key in claim:
            expect(key in extra.split() + ["name", "in"], "%s.%s" % (at, key), "unknown key")
        fine = len(claim["name"]) <= longest and re.match(pattern, claim["name"])
        expect(fine, at, json.dumps(claim["name"][:60]) + " is no such name")
        expect_places(claim, "in", at, expect)
        source = claim.get("from", "repo")
        a_file = "compare" in extra and isinstance(source, str) and len(source) <= 500 and re.match(ONE_LINE, source)
        expect(source == "repo" or a_file, at + ".from", "expected a file" if "compare" in extra else 'expected "repo"')
        for key in ("compare", "empty"):
            expect(claim.get(key, False) in (True, False), "%s.%s" % (at, key), "expected true or false")

def parse_tests(tests, expect):
    fine = isinstance(tests, dict) and not set(tests) - {"command", "reports", "in", "fewer", "earlier", "apart"}
    if not expect(fine, "$.tests", "expected an object with command, reports, in, fewer, earlier and apart"):
        return None
    for key in ("command", "reports"):
        words = tests.get(key, ["x"])
        fine = isinstance(words, list) and len(words) <= 100 and (words or key == "reports")
        fine = fine and all(isinstance(one, str) and len(one) <= 500 and re.match(ONE_LINE, one) for one in words)
        expect(fine, "$.tests." + key, "expected a list of words")
    expect_places(tests, "in", "$.tests", expect)
    return {"command": tests.get("command"), "reports": tests.get("reports", [])}

def file_of_claim(context, name):
    """The file that a claim names. It is written in UTF-8, as git writes it, whatever the locale of this process."""
    path = name if os.name == "nt" else fsdecode(name.encode("utf-8", "surrogatepass"))
    return join(context.cwd, expanduser(path))

def secret_paths(context):
    """Claimed secret files; `configuration` is a claim, not a file."""
    return [one["name"] for one in context.claims.secrets if one["name"] != "configuration"]

# == base/credentials == What looks like a secret in a name, a path or a URL: only yes or no is written down.
SECRET_WORDS = (
    r"(?i)TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|_KEY$|^KEY$|_PAT$|_PWD$|_AUTH$"
    r"|COOKIE|WEBHOOK|CONNECTION_?STRING|_DSN$|\.PEM$|\.P12$|^ID_[RED]|^\.ENV|^\.NETRC|^\.PGPASS"
)
# A URL in three parts: scheme, authority, the rest.
URL = r"\b([A-Za-z][A-Za-z0-9+.-]{0,40})://([^\s/?#'\"<>\\]*)([^\s'\"<>]*)"
TOKEN_USER = r"(gh[a-z]_|github_pat_|glpat-|pypi-|x-access-token|oauth2$)|[A-Za-z0-9_-]{24,}$"
NO_VALUE = r"(\$\{?\w+\}?|%\(\w+\)s|\*+)$"  # a name that something fills in, or a mask
TOKEN_PATH = r"/t/(?=[\w-]*\d)[\w-]{16,}(/(?!\d+\b)|$)"  # of conda's channels; a forum's topic has its number there
TOKEN_QUERY = r"(?i)[?&;][a-z_.-]*(?:token|secret|passw(?:or)?d|key|sig|signature|auth|credential)=(?!\$)[^&#]{4,}"

ASSIGNED = r"(?m)^\s*(?:export\s+)?[\"']?([\w.-]+)[\"']?\s*[:=]\s*[\"']?([\w+/=.~-]{20,200})[\"',;]*\s*$"
ENCRYPTED = (
    br"\A(\0GITCRYPT\0|\$ANSIBLE_VAULT;|age-encryption\.org/|-----BEGIN (AGE ENCRYPTED FILE|PGP MESSAGE)-)"
    br"|(?m:^(sops_mac=[\"']?|[ \t]+[\"']?mac[\"']?:[ \"']*)ENC\[|^DOTENV_PUBLIC_KEY\w*=[\"']?[0-9a-f]{64,66}\b)"
)

def shows_secret(data):
    """Whether a private key, a URL with a password, or a token under a name that sounds secret stands there in plain;
    hosts without a dot are those of tests."""
    text = data.decode("utf-8", "replace")
    named = [one for name, one in re.findall(ASSIGNED, text) if looks_secret(name) and "PUBLIC" not in name.upper()]
    tokens = [one for one in named if re.search(r"\d", one) and re.search(r"[A-Za-z]", one) and len(set(one)) > 9]
    return "PRIVATE KEY-----" in text or bool(tokens) or carries_credential(text, "", r"@[^.]*\Z|@127\.")

def is_encrypted(data):
    """By git-crypt, ansible-vault, age, PGP, SOPS or dotenvx, with nothing secret beside it in plain."""
    return re.search(ENCRYPTED, data) is not None and not shows_secret(data)

def looks_secret(name):
    return re.search(SECRET_WORDS, name) is not None

def holds_secret(name, value):
    """Whether a variable looks secret; BUILD_PWD is a folder as often as a password."""
    return looks_secret(name) and not (name.upper().endswith("_PWD") and isdir(value))

def carries_credential(text, schemes="", passed_over=r"\Z\A"):
    """Does any URL in the text carry a password, a token as user name or in its path, or one in its query?"""
    return any(
        url_carries(*one.groups()) for one in re.finditer(URL, text)
        if re.search(schemes, one.group(1)) and not re.search(passed_over, one.group(2))
    )

def url_carries(scheme, authority, rest):
    user = re.sub(r"\{env:(\w+):?\}", r"${\1}", authority.rpartition("@")[0])  # of tox.ini
    name, colon, password = user.partition(":")
    web = "http" in scheme.lower()
    # With a colon and no password the name itself is what lets in.
    if (password or web and colon and name) and not re.match(NO_VALUE, password or name):
        return True
    if web and (re.match(TOKEN_USER, name) or re.match(TOKEN_PATH, rest)):
        return True
    return re.search(TOKEN_QUERY, rest) is not None

# == base/files == Private temporary folders, digests and stamps of reports, and the files behind modules.
def command_text(command):
    try:
        return run(command)[1].decode("utf-8", "replace")
    except (OSError, subprocess.SubprocessError):
        return ""

def make_private_folder(top, name="where-it-ran-"):
    folder = join(temp_folder(top), name + os.urandom(8).hex())
    os.mkdir(folder, 0o700)
    return folder

def remove_folder(folder):
    """As shutil.rmtree(folder, ignore_errors=True), which would take longer to import than to work."""
    for inner, _, files in os.walk(folder, topdown=False):
        for path, remove in [(join(inner, name), os.unlink) for name in files] + [(inner, os.rmdir)]:
            try:
                if os.name == "nt":
                    os.chmod(path, 0o700)  # git leaves objects read-only
                remove(path)
            except OSError:
                pass

def temp_folder(top):
    """Where temporary files go, never in the working tree below `top`: what lies there is its content. tempfile would
    try out every candidate by writing."""
    for name in ("TMPDIR", "TEMP", "TMP"):
        folder = abspath(os.environ.get(name) or sep)
        outside = not is_in(realpath(folder), top and realpath(top))
        if os.environ.get(name) and isdir(folder) and outside:
            return folder
    if os.name == "nt":
        return expanduser("~\\AppData\\Local\\Temp")
    return "/tmp" if isdir("/tmp") else "/var/tmp"

def folders_of(module):
    """Those of a package; [] for anything else: tests put all kinds of things into sys.modules."""
    try:
        return [one for one in module.__path__ if isinstance(one, str)]
    except Exception:
        return []

def module_path(module):
    """Its file; a namespace package's first folder; "" for what tests put there instead of a module."""
    path = getattr(module, "__file__", None)
    if not isinstance(path, str):
        path = next(iter(folders_of(module)), "")
    return abspath(path) if path else ""

def loaded_modules():
    """[(name, file or folder)] of what this process has imported; "" for what tests put there instead."""
    return [(name, module_path(module)) for name, module in list(sys.modules.items()) if module is not None]

def stamp_of(path):
    """Changes when a file, or a file below a folder, is written; [] when there is none."""
    return [[one.st_mtime_ns, one.st_size, one.st_ino] for one in map(status_of, files_of(path)) if one]

REPORT_MAX = 256 * 1024 * 1024
REPORT_FILES = 20000

def files_of(path):
    """The file itself; of a folder (an HTML report) all that lie below it."""
    if not isdir(path):
        return [path]
    files = []
    for parent, _, names in os.walk(path):
        files.extend(join(parent, name) for name in names)
        if len(files) > REPORT_FILES:
            break
    return sorted(files)

def digest_of_report(path):
    """sha256 of a file; of a folder over the sha256 and name of each file in it."""
    files = files_of(path)
    if files == [path]:
        return sha256_of_file(path, REPORT_MAX)
    if len(files) > REPORT_FILES:
        return None
    lines = ["%s %s\n" % (sha256_of_file(file, REPORT_MAX), seen_from(path, file)) for file in files]
    return hashlib.sha256("".join(lines).encode("utf-8", "surrogatepass")).hexdigest()

# == base/git == Starts git with hooks, filters, monitors and transports switched off.
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

# == base/masks == Paths as they may be shown: <repo>, <prefix>, <base>, ~ or <other>.
def find_toplevel(cwd):
    """Nearest folder with a .git, going up; git's own word where the environment names a work tree."""
    named = os.environ.get("GIT_WORK_TREE")
    return realpath(named) if named else top_of(cwd)

def top_of(path):
    """Nearest folder with a .git at or above a path; the environment's word does not count here."""
    folders = folders_up_to(path if isdir(path) else dirname(path), None)
    return next((folder for folder in folders if lexists(join(folder, ".git"))), None)

def holds_repository(top):
    """Whether its .git is more than an empty folder."""
    if top is None:
        return False
    git = join(top, ".git")
    return not isdir(git) or any(lexists(join(git, name)) for name in ("HEAD", "objects"))

def find_masks(toplevel):
    """(folder, mask) pairs, compared as given and resolved: the first that fits masks. A root masks nothing."""
    named = [("<repo>", toplevel), ("<prefix>", sys.prefix), ("<base>", sys.base_prefix), ("~", home_folder())]
    masks = [
        (normcase(form), mask) for mask, folder in named for form in both_forms([folder])
        if isabs(form) and dirname(form) != form
    ]
    repo = [folder for folder, mask in masks if mask == "<repo>"]

    def rank(pair):
        """The repository wins over an environment, a home in it over both; else the innermost folder says most."""
        folder, mask = pair
        in_repo = mask == "~" and any(is_below(folder, top) for top in repo)
        return 0 if in_repo else 1 if mask == "<repo>" else 2, -len(folder)

    return sorted(masks, key=rank)

def mask_path(path, masks):
    if not path:
        return ""
    plain = normpath(path)
    compared = normcase(plain)
    for folder, mask in masks:
        if compared == folder:
            return mask
        if is_below(compared, folder):
            return mask + "/" + plain[len(folder):].lstrip(sep).replace(sep, "/")
    if not isabs(plain):
        return plain.replace(sep, "/")
    # A home of somebody else is named like them: only what lies in it has a name worth telling.
    name = basename(plain)
    homes = [normcase(folder) for folder in ("/home", "/Users", "/var/home", "C:\\Users")]
    return "<other>" if not name or normcase(dirname(plain)) in homes else "<other>/" + name

# Errors whose quoted words are names; of others they may be anybody's values.
NAMING = (
    r"(?:ModuleNotFound|Import|Name|UnboundLocal|Attribute|Key|OS|FileNotFound|Permission|NotADirectory|Syntax)Error\b"
)
NAME = r"(?:[A-Za-z_][\w.]{0,99}|<[a-z]+>[^'\"]*|~[^'\"]*)\Z"
EVERYBODY = "root runner ubuntu debian vscode node user test admin app dev build".split()

def mask_message(context, text):
    """An error's words without URLs, folders, the user's name and values: whatever is quoted and no name."""
    text = text[:4000]  # what a stranger wrote may be long, and is looked at many times
    for value in sorted(set(os.environ.values()), key=len, reverse=True):
        # A path is masked as one; what is shorter is a word that anybody writes.
        if len(value) >= 6 and value in text and not isabs(value):
            text = text.replace(value, "<text>")

    def hide(found):
        return context.mask(found.group(0)) if context is not None else "<other>"

    def quoted(found):
        kept = re.match(NAMING, text) and re.match(NAME, found.group(2)) or found.group(2).startswith("<")
        return found.group(0) if kept else "'<text>'"

    plain = text
    for pattern, shown in (
        (r"[A-Za-z][A-Za-z0-9+.-]*://[^\s'\"<>]*", "<url>"),
        (r"(?<![\w.~-])(?:[A-Za-z]:)?[\\/][^\s'\",:;()<>]+", hide),
        (r"(?s)(?<!\w)(['\"])(.*?)(?:\1(?!\w)|\Z)", quoted),
        (r"=[^\s,;)<]+", "=<text>"),
        (r"\b(?=\w*\d)[\w+-]{20,}", "<text>"),
    ):
        plain = re.sub(pattern, shown, plain)
    users = [os.environ.get(name, "") for name in ("USER", "LOGNAME", "USERNAME")] + [basename(home_folder())]
    for user in set(users):
        if len(user) > 2 and user not in EVERYBODY:
            plain = re.sub(r"(?<!\w)%s(?!\w)" % re.escape(user), "<user>", plain)
    return plain[:300] or "Error"

def describe_problem(problem, context=None):
    """ "Type: message" without paths that say who and where."""
    if type(problem).__name__ == "TimeoutExpired":
        name = basename(str(problem.cmd[0]))
        return "TimeoutExpired: %s took longer than %d seconds" % (name[:60], problem.timeout)
    try:
        return mask_message(context, "%s: %s" % (type(problem).__name__, problem))
    except Exception:
        return type(problem).__name__

# == base/labels == The import path, and the one word for where a file on it lies.
def find_import_path(cwd):
    """sys.path as the tests will have it: a script's own folder makes way for the working directory."""
    entries = list(STARTED_PATH if __name__ == "__main__" else sys.path)
    if __name__ == "__main__" and has_own_entry() and entries:
        entries[0] = cwd
    return [join(cwd, entry) for entry in entries if isinstance(entry, str)]

def has_own_entry():
    """Whether this start put the working directory, or the script's folder, before everything else."""
    return not (sys.flags.isolated or getattr(sys.flags, "safe_path", False))

def pythonpath_entries(context):
    """PYTHONPATH as it took effect; the folder of this script, put there to load the plugin, is left out."""
    value = os.environ.get("PYTHONPATH", "")
    if not value or sys.flags.ignore_environment:
        return []
    here = dirname(abspath(__file__))
    entries = [normpath(join(context.cwd, entry)) for entry in value.split(os.pathsep)]
    # Where the probe lies in the working directory, that entry is somebody's own wish.
    return [entry for entry in entries if same_path(here, context.cwd) or not same_path(entry, here)]

def user_site_folder():
    try:
        return site.USER_SITE or site.getusersitepackages()
    except Exception:
        return None

class Places(object):
    """Folders in which this interpreter keeps modules, as given and resolved."""

    def __init__(self):
        library = dirname(os.__file__)
        compiled = [join(sys.base_exec_prefix, "DLLs")] if os.name == "nt" else []
        compiled += [join(library, "lib-dynload"), sys.base_exec_prefix + "/lib-dynload"]
        self.stdlib = both_forms([library] + compiled)
        self.user = both_forms([user_site_folder()])
        own, base = [sys.prefix, sys.exec_prefix], [sys.base_prefix, sys.base_exec_prefix]
        # Homebrew's site folders lie outside the prefix, which links to them.
        self.prefix = both_forms(own + sites_of(own))
        self.base = both_forms(base + sites_of(base))
        # The folders that `uv run --with` puts before an environment, and that one last.
        text = "".join(read_start(join(one, "_uv_ephemeral_overlay.pth")) for one in sites_of([sys.prefix]))
        self.layers = [both_forms([one]) for one in re.findall(r'"([^"]*[/\\][^"]*)"', text)]
        self.zip = "python%d%d.zip" % sys.version_info[:2]

def label_entry(context, entry):
    if basename(entry) == context.places.zip:
        return "stdlib"
    return context.label(entry) if exists(entry) else "missing"

def label_path(context, path):
    """Where a file or folder lies, one word of schema.ts. Environments win over the repository they lie in."""
    places = context.places
    forms = both_forms([path])
    inside = lambda folders: any(is_in(form, folder) for form in forms for folder in folders)  # noqa: E731
    in_site = any({"site-packages", "dist-packages"} & set(form.split(sep)) for form in forms)
    if inside(places.user):
        return "user-site"
    if in_site and places.layers and not inside(places.base):
        if inside(places.layers[-1]):
            return "venv"
        if inside(sum(places.layers, places.prefix)):
            return "overlay"
    if in_site and inside(places.prefix):
        dist = any("dist-packages" in form.split(sep) for form in forms)
        return "system" if dist else "venv" if sys.prefix != sys.base_prefix else "prefix"
    if in_site and inside(places.base):
        return "system"
    if not in_site and inside(places.stdlib):
        return "stdlib"
    if "dist-packages" in path.split(sep):
        return "system"
    return label_project(context, forms, inside)

def is_beside(context, path):
    """Whether it lies in another checkout within this one, as a worktree that is kept there."""
    return is_in(realpath(path), context.toplevel) and context.label(path) == "other-checkout"

def label_project(context, forms, inside):
    top = context.toplevel
    holder, real = top_of(forms[0]), realpath(forms[0])
    if inside(both_forms([top])):
        if not is_in(real, realpath(top)):  # a link in the tree that leads out of it
            return "elsewhere" if top_of(real) is None else "other-checkout"
        if holder is None or same_path(holder, top):
            return "repo"
        link = read_start(join(holder, ".git")).replace("\\", "/")
        submodule = link.startswith("gitdir:") and "/modules/" in link
        return "repo" if submodule else "other-checkout"
    if inside(both_forms(pythonpath_entries(context))):
        return "pythonpath"
    # Some keep their whole home in git: that makes no checkout of what lies in it.
    if holder is not None and not same_path(holder, home_folder() or sep):
        return "other-checkout"
    return "cwd" if inside(both_forms([context.cwd])) else "elsewhere"

# == base/python == What an interpreter is called, which one a command starts, and how its command line is read.
def real_executable():
    """The binary that really runs: sys.executable comes from argv[0] and PATH, and may be empty or a lie."""
    try:
        return os.readlink("/proc/self/exe")
    except OSError:
        return realpath(getattr(sys, "_base_executable", "") or sys.executable or "")

def executable_hash():
    return short_hash(real_executable())

def which(name):
    endings = [""] if os.name != "nt" else os.environ.get("PATHEXT", ".EXE;.BAT;.CMD").lower().split(";")
    return next((file for file in files_on_path(name, endings) if os.access(file, os.X_OK)), None)

def examine_command(file):
    """(kind, whose interpreter it starts) of a command."""
    start = read_bytes(file, 2048)
    if not start:
        return "unreadable", "unknown"
    if not start.startswith(b"#!"):
        leads_on = os.name == "nt" and exists(join(dirname(file), os.pardir, "pyvenv.cfg"))
        return "redirector" if leads_on else "binary", whose_interpreter(file)
    interpreter = interpreter_of_script(start)
    if interpreter is None:
        return "shim", "unknown"
    return "script", whose_interpreter(interpreter) if interpreter else "none"

def interpreter_of_script(start):
    """The Python that a script's first lines name; "" when it is not there, None when they name no Python."""
    first, _, rest = start.partition(b"\n")
    words = fsdecode(first[2:]).split()
    # A path too long for a shebang is written as a shell line: '''exec' "/long/path/python" "$0" "$@"
    long = re.match(br"'''exec' [\"']?([^\"'\n]+?)[\"']? ", rest)
    if long:
        words = [fsdecode(long.group(1))]
    if words and basename(words[0]) == "env":
        words = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
        words = [which(words[0]) or ""] if words and "python" in words[0] else words
    if not words or (words[0] and "python" not in basename(words[0]).lower() and "pypy" not in words[0]):
        return None
    return words[0] if exists(words[0]) else ""

def whose_interpreter(file):
    """"this" when it starts in this prefix: equal binaries tell nothing, environments share theirs."""
    folder = dirname(dirname(abspath(file)))
    if exists(join(folder, "pyvenv.cfg")):
        return "this" if same_path(folder, sys.prefix) else "other"
    if not re.match(r"^(python|pypy)", basename(file)):
        return "unknown"  # py.exe chooses when it is started
    return "this" if same_path(file, real_executable()) and sys.prefix == sys.base_prefix else "other"

def version_text():
    """Like 3.12.7, or 3.15.0rc1."""
    level, serial = sys.version_info[3:5]
    suffix = "" if level == "final" else "%s%d" % ("rc" if level == "candidate" else level[0], serial)
    return "%d.%d.%d" % sys.version_info[:3] + suffix

def sys_words():
    """This process's command line, with its interpreter."""
    told = [fsdecode(word) for word in read_bytes("/proc/self/cmdline", 1 << 26).split(b"\0")[:-1]]
    return list(getattr(sys, "orig_argv", ())) or told or [sys.executable] + words_from_sys()

def words_from_sys():
    """Told from sys.flags and sys.argv, where python -m pytest has put the module's file."""
    letters = (("-E", "ignore_environment"), ("-s", "no_user_site"), ("-S", "no_site"))
    flags = ["-I"] if sys.flags.isolated else [flag for flag, name in letters if getattr(sys.flags, name)]
    flags += ["-O"] * sys.flags.optimize
    first = sys.argv[0] if sys.argv else ""
    if basename(first) == "__main__.py":
        return flags + ["-m", basename(dirname(first))] + sys.argv[1:]
    return flags + list(sys.argv)

def is_python(name):
    return re.match(r"(python|pypy)[0-9.]*(\.exe)?$", name) is not None

def split_python(words):
    """(flags that matter, [-m module] or [script], arguments, all options as given) of an interpreter's command."""
    flags, rest = set(), list(words)
    while rest and rest[0].startswith("-") and rest[0] != "-":
        options = list(words[:len(words) - len(rest)])
        letters, last, value = re.match(r"-([^mcWX-]*)(.?)(.*)", rest.pop(0), re.DOTALL).groups()
        flags.update("-" + letter for letter in letters if letter in "IEsSPOb")
        # What takes a value has it in its own word or in the next; --check-hash-based-pycs always in the next.
        if last == "-" or last and not value:
            value = "".join(rest[:1])
            rest = rest[1:]
        if last in ("m", "c"):
            options += ["-" + letters] if letters else []
            return sorted(flags), ["-m", value] if last == "m" else ["-c"], rest, options
        if last == "W":
            flags.add("-W" + value)
    return sorted(flags), rest[:1], rest[1:], list(words[:len(words) - len(rest)])

# == base/stderr == What the probe says on stderr, in plain characters.
def say(text):
    note("agent_probe.py: %s" % printable(text))

def note(text):
    """A line on stderr. Where that is closed or full nobody listens, and the probe goes on."""
    try:
        if sys.stderr is not None:
            sys.stderr.write(text + "\n")
            sys.stderr.flush()
    except (OSError, ValueError):
        sys.stderr = None

def printable(value):
    """One line of plain characters: a folder's name may hold anything."""
    return "".join(char if char.isprintable() else escape_char(char) for char in str(value))

def escape_char(char):
    """Control, format (bidi, zero width), separator and lone surrogate characters are written as escapes."""
    import unicodedata

    short = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
    if char in short:
        return short[char]
    category = unicodedata.category(char)
    if category == "Cs":
        return "\\ufffd"  # TOML has no way to write half a pair
    if category in ("Cc", "Cf", "Zl", "Zp"):
        return "\\U%08x" % ord(char) if ord(char) > 0xFFFF else "\\u%04x" % ord(char)
    return char

def say_names(what, paths):
    if paths:
        names = sorted(fsdecode(path) for path in paths)
        more = " and %d more" % (len(names) - 10) if len(names) > 10 else ""
        say("%s: %s%s" % (what, ", ".join(names[:10]), more))

# == base/render == Cuts facts to the limits of the reader and writes them as TOML.
FILE_BYTES = 250 * 1024
FILE_LINES = 7900

def sizes_of(table):
    """{path of a fact: size} of a table whose lines begin with a size."""
    lines = [line.split() for line in table.strip().splitlines()]
    return {path: int(line[0]) for line in lines for path in line[1:]}

TEXT_SIZES, LIST_SIZES = sizes_of(TEXT_MAX), sizes_of(LIST_MAX)

def bound_facts(value, path):
    """The facts cut to what the reader takes; what is cut is the end of a list or of a text."""
    if isinstance(value, dict):
        below = path + ".*" if path in MAPS else None
        return {key: bound_facts(of, below or path + "." + key) for key, of in value.items()}
    if isinstance(value, (list, tuple)):
        return [bound_facts(of, path + "[]") for of in value[:LIST_SIZES.get(path, LIST_LIMIT)]]
    return value[:TEXT_SIZES.get(path, TEXT_LIMIT)] if isinstance(value, str) else value

def is_too_large(text):
    return len(text.encode("utf-8")) > FILE_BYTES or text.count("\n") > FILE_LINES

def render_toml(facts):
    """Canonical text of the facts: sections in order, one list item per line, None left out."""
    parts = [FIRST_LINE]
    for name, table in facts.items():
        parts.extend(render_section([name], table))
    return "\n\n".join(parts) + "\n"

def render_section(path, table):
    nested = {key: value for key, value in table.items() if isinstance(value, dict)}
    flat = [render_line(key, value) for key, value in table.items() if value is not None and key not in nested]
    parts = []
    # A table that is there but empty is written: absent and empty are two things.
    if flat or not nested:
        head = "[%s]" % ".".join(map(render_key, path))
        parts.append("\n".join([head] + flat))
    for key, value in nested.items():
        parts.extend(render_section(path + [key], value))
    return parts

def render_line(key, value):
    if isinstance(value, list) and value:
        items = "".join("  %s,\n" % render_value(item) for item in value)
        return "%s = [\n%s]" % (render_key(key), items)
    return "%s = %s" % (render_key(key), render_value(value))

def render_value(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list):
        return "[%s]" % ", ".join(map(render_value, value))
    if isinstance(value, dict):
        pairs = ["%s = %s" % (render_key(k), render_value(v)) for k, v in value.items() if v is not None]
        return "{ %s }" % ", ".join(pairs) if pairs else "{}"
    return quote(value)

def render_key(key):
    return key if re.match(r"[A-Za-z0-9_-]+\Z", key) else quote(key)

def quote(text):
    return '"%s"' % re.sub(r"[^ !#-\[\]-~]", lambda found: escape_char(found.group(0)), text)

# == facts/installed == Installed distributions, their metadata, and the own import names of the repository.
def finder_mapping(file):
    """{import name: folder} that a setuptools finder holds, read as a literal: nothing of it is run."""
    import ast

    found = re.search(r"(?m)^MAPPING\b[^=\n]*=\s*(\{.*\})\s*$", read_start(file))
    try:
        mapping = ast.literal_eval(found.group(1)) if found else {}
    except (ValueError, SyntaxError):
        return {}
    return {str(name): str(folder) for name, folder in mapping.items()}

# Names that are no product: the tests, what runs them, and what ships this very check.
NOT_OWN = "setup conftest noxfile tests test docs examples benchmarks scripts agent_probe __init__ __main__".split()

# And other people's code.
NOT_OURS = set(NOT_OWN + "vendor vendored _vendor third_party third-party thirdparty 3rdparty external extern".split())

def is_product(name):
    fine = re.match(r"[A-Za-z_]\w*\Z", name, re.A) and name not in NOT_OWN
    return fine and not re.search(r"^tests?_|_tests?\Z", name)

def find_own(tracked):
    """{import name: its folders, or modules} of what is the repository's own among tracked paths: package roots at any
    depth that hold more than tests; modules at the top and in src/. Beside products in src/ a module at the top is a
    script. The rule of src/core/claims/default.ts, to the letter."""
    packages = {path[:-len("/__init__.py")] for path in tracked if path.endswith("/__init__.py")}
    holds, found = {"": set(), "src": set()}, {}
    for path in tracked:
        folder, _, name = path.rpartition("/")
        while folder.rpartition("/")[0] in packages:
            folder = folder.rpartition("/")[0]
        if name.endswith(".py") and (folder in packages or folder in holds):
            holds.setdefault(folder, set()).add(name[:-3])
    roots = [one for one in packages & set(holds) if holds[one] == {"__init__"} or any(map(is_product, holds[one]))]
    roots += [] if "src" in packages else ["src/" + one for one in holds["src"]]
    roots = [one for one in roots if is_product(one.rpartition("/")[2]) and NOT_OURS.isdisjoint(one.split("/")[:-1])]
    scripts = any(one.startswith("src/") for one in roots)
    for one in sorted(roots + ([] if scripts else list(filter(is_product, holds[""])))):
        found.setdefault(one.rpartition("/")[2], []).append(one)
    return found

class Installed(object):
    """One metadata directory: normalised name, version, and where it lies. Nothing else is read until asked."""

    def __init__(self, folder, directory):
        self.folder, self.directory, self.names = folder, directory, None
        name, dash, version = directory.rpartition(".")[0].partition("-")
        self.name, self.version = normal_name(name), re.sub(r"-py\d.*$", "", version)
        if not dash:
            told = re.search(r"(?m)^Version: *(\S+)", self.read("PKG-INFO") or self.read("METADATA"))
            self.version = told.group(1) if told else ""

    def read(self, file):
        """A file of the metadata; "" when absent, or when the metadata is a single file."""
        return read_start(join(self.folder, self.directory, file))

    def files(self):
        """Its files, with /, relative to the folder; [] when nothing says."""
        return [line.split(",")[0] for line in self.read("RECORD").splitlines()]

    def direct_url(self):
        """(kind, the file or folder that it was installed from, None where it came from elsewhere)."""
        return parse_direct_url(self.read("direct_url.json"))

    def import_names(self):
        """Top-level names that it brings, read once: top_level.txt, else RECORD; and those of its editable finder."""
        if self.names is None:
            names, files = self.read("top_level.txt").split(), self.files()
            names = names or [brought_by(one) for one in files]
            finders = [one for one in files if one.startswith("__editable__") and one.endswith("_finder.py")]
            names += [name for one in finders for name in finder_mapping(join(self.folder, one))]
            self.names = sorted(filter(str.isidentifier, {re.split("[./]", name)[0] for name in names}))
        return self.names

def brought_by(file):
    """What a file of a distribution lets import: its top folder, or the module that it is; "" for nothing."""
    top, slash, _ = file.partition("/")
    folder = slash and "." not in top and top != "__pycache__"
    module = top.endswith((".py", ".so", ".pyd")) and not re.match("_.*editable", top)  # which loads, and is no product
    return top if folder or module else ""

def normal_name(name):
    return re.sub(r"[-_.]+", "-", name).lower()

def find_installed(entries):
    """Distributions by the names of their metadata directories, in path order; no metadata is opened for it."""
    found, seen = [], set()
    for entry in entries:
        real = realpath(entry)
        if real in seen:
            continue
        seen.add(real)
        for name in list_names(entry):
            # A tilde marks what an interrupted installer left behind.
            if name.endswith((".dist-info", ".egg-info")) and not name.startswith("~"):
                found.append(Installed(entry, name))
    return found

def parse_direct_url(text):
    try:
        data = json.loads(text)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        return "none", None
    url, source, info = data.get("url"), None, data.get("dir_info")
    if isinstance(url, str) and url.startswith("file://"):
        from urllib.parse import unquote

        path = unquote(url[len("file://"):])
        source = realpath(path.lstrip("/") if os.name == "nt" else path)
    if isinstance(info, dict):
        return "editable" if info.get("editable") is True else "dir", source
    kind = "vcs" if "vcs_info" in data else "archive" if "archive_info" in data else "none"
    return kind, source if kind != "none" else None

# == facts/build == What was built from this tree and installed: its bytes tell whose code it is.
def follow_link(context, path):
    """What a link to a checkout leads to: strict editable installs and `flit install --symlink` are made of such."""
    real = realpath(path) if isabs(path) else path
    if real == path or SITE_PART.search(real):
        return path
    label = context.label(real)
    if label != "repo" or not is_all_links(path, real):
        return real if label == "other-checkout" else path
    # A cache of packages may lie in the tree, and its files be linked into an environment.
    return path if real in (find_ignored(context, [real]) or ()) else real

def is_all_links(path, real):
    """Whether all that lies beside a linked __init__.py leads there, too: a file of its own may say something old."""
    folder, source = dirname(path), dirname(real)
    if not basename(path).startswith("__init__.") or same_path(folder, source):
        return True
    for parent, folders, names in os.walk(folder):
        for one in (join(parent, name) for name in folders + names):
            if (one.endswith(".py") or islink(one)) and not is_below(realpath(one), source):
                return False
    return True

SITE_PART = re.compile(r"[/\\](?:site|dist)-packages[/\\]")
COMPILED = (".pyc", ".so", ".pyd", ".dll", ".dylib")
SAME = {"same": True, "old": False, "unlike": False}

def build_of(context, path):
    """What a file or folder in site-packages that has the name of an own package is to this tree. "same": byte for
    byte what the tree says. "old": something else. "unlike": at a path that the tree does not have. "other": that,
    and another project's. None: no installed copy, or git does not say what is tracked."""
    return context.once(("build", path), lambda: compare_build(context, path))

def compare_build(context, path):
    repository = context.repository
    if not SITE_PART.search(path) or not repository.readable or not repository.has_index():
        return None
    start = [found.end() for found in SITE_PART.finditer(path)][-1]
    site, below = path[:start - 1], path[start:].replace(sep, "/")
    package = dirname(path) if basename(path).startswith("__init__.") else path
    files = [path] if isfile(package) else files_of(package)
    # Bytecode without a source beside it is imported by itself, and nobody knows what it was.
    lone = [one for one in files if one.endswith(".pyc") and "__pycache__" not in one and not exists(one[:-1])]
    files = [one[start:].replace(sep, "/") for one in files if not one.endswith(COMPILED) or one in lone]
    # Others share a namespace by right: there only what is tracked here is ours.
    shared = isdir(path)
    roots = {root for one in files for root in roots_of(context, one)} if shared else roots_of(context, below)
    if not shared and not any(is_importable(context, root) for root in roots):
        roots = [root for root in roots if NOT_OURS.isdisjoint(root.split("/"))]
        if is_of_another(context, site, below, bool(roots)):
            return "other"
    if not roots:
        return "other" if shared else "unlike"
    same = [root for root in sorted(roots) if says_the_same(context, site, root, files, shared)]
    return "same" if same and not (package != path and lacks_added(context, site, same[0], files)) else "old"

def roots_of(context, below):
    """Folders of this tree, "" or with a slash at the end, that hold a tracked file of that path and are no part of a
    package: those from which it could be imported, else all."""
    paths, tail = context.repository.tracked_paths, "/".join(below.split("/")[-2:])
    near = context.repository.by_tail.get(tail, ()) if "/" in below else paths
    roots = [path[:-len(below)] for path in near if ("/" + path).endswith("/" + below)]
    usual = [root for root in roots if is_importable(context, root)]
    return usual or [root for root in roots if root + "__init__.py" not in paths]

def is_importable(context, root):
    """Whether what lies in a folder of this tree wins, or would but for a copy in the way."""
    prefix = fsdecode(context.repository.prefix)
    entries = context.once("entries", lambda: {realpath(one) for one in context.import_path})
    return root in (prefix, prefix + "src/") or realpath(join(context.toplevel, root)) in entries

def lacks_added(context, site, root, files):
    """Whether an installed package has no module that this pull request adds beside others that it has: it was built
    before. What a wheel leaves out, tests most of all, the copy of the base lacks, too."""
    folders = {dirname(one) for one in files if one.endswith(".py")}
    added = [path[len(root):] for path, kind in (context.since_base or {}).items() if kind == b"A"]
    beside = [one for one in added if dirname(one) in folders and is_product(basename(one).partition(".py")[0])]
    return any(root + one in context.repository.tracked_paths and not exists(join(site, one)) for one in beside)

def says_the_same(context, site, root, files, shared):
    """Whether these installed files are those of this tree; of data only what is tracked is asked."""
    paths, unknown = context.repository.tracked_paths, []
    for below in files:
        source = join(context.toplevel, *(root + below).split("/"))
        if below.endswith("/_version.py"):
            continue  # says which version was built, and builders write it
        if isfile(source) and read_bytes(source, 1 << 28) == read_bytes(join(site, below), 1 << 28):
            continue
        if root + below in paths:
            return False
        # A package below a namespace is one distribution's alone.
        ours = not shared or root + dirname(below) + "/__init__.py" in paths
        if below.endswith((".py", ".pyc")) and ours:
            unknown.append(source)
    # A module that was made while building is one that git would ignore; else it has gone from the tree since.
    return not unknown or set(unknown) == find_ignored(context, unknown)

def carriers_of(context, site, below):
    """Distributions in a folder that bring what lies below it."""
    top = re.split("[./]", below)[0]
    return [one for one in context.installed if same_path(one.folder, site) and top in one.import_names()]

def is_of_another(context, site, below, unnamed):
    """Whether an installed file belongs to distributions that came from an index and are not this project's; unnamed:
    also where the project says no names."""
    carriers = carriers_of(context, site, below)
    names = context.project_names or (set() if unnamed else None)
    if not carriers or names is None:
        return False
    return not any(one.name in names or one.direct_url()[0] != "none" for one in carriers)

def built_from(context, module, in_tree):
    """The folder, "" or with a slash at the end, that holds the packaging file of a compiled module; None for one of
    somebody else."""
    repository, site = context.repository, SITE_PART.split(module)
    start = repository.relative(module) if in_tree and not repository.is_tracked(module) else None
    for one in carriers_of(context, module[:-len(site[-1]) - 1], site[-1].replace(sep, "/")) if len(site) > 1 else ():
        _, source = one.direct_url()
        if is_in(source or "", context.toplevel) or one.name in (context.project_names or ()):
            start = source and repository.relative(source) or ""
    files = ("pyproject.toml", "setup.py", "setup.cfg")
    while start and not any(start + "/" + one in repository.tracked_paths for one in files):
        start = start.rpartition("/")[0]
    return start and start + "/"

def find_project_names(context):
    """Normal names of the distributions that this repository makes, and some more; None where it does not tell."""
    names = set()
    for file, text in packaging_files(context):
        quote = "[\"']" if file == "setup.py" else "[\"']?"
        found = re.findall("\\bname[\"']?[ \t]*[=:][ \t]*" + quote + r"([A-Za-z0-9][\w.-]*)", text)
        if file == "setup.py" and not found and re.search(r"\bname\b", text):
            return None
        names.update(normal_name(one) for one in found)
    return names or None

def packaging_files(context):
    """(name, text) of the tracked files that say what is built from this repository."""
    paths = [path.split("/") for path in sorted(context.repository.tracked_paths)]
    kept = [path for path in paths if path[-1] in ("pyproject.toml", "setup.cfg", "setup.py")]
    return [(path[-1], read_start(join(context.toplevel, *path))) for path in kept]

def starts_elsewhere(context, name):
    """Whether a command of an own package, as packaging files name it, belongs to another interpreter on PATH."""
    command = r"""(?m)(?:^|["'])[ \t]*([\w.-]+)["']?[ \t]*=[ \t]*["']?%s[.:]""" % re.escape(name)
    found = [which(one) for _, text in packaging_files(context) for one in re.findall(command, text)]
    return ("script", "other") in [examine_command(file) for file in found if file]

def is_old_build(context, name, path, label):
    """A copy that git ignores, of a name that git tracks: it lies in the tree, and it is not the tree's code.
    Extension modules are left alone: in-place builds put them where the code is."""
    if label not in ("repo", "pythonpath") or not path or path.endswith((".so", ".pyd")) or not isfile(path):
        return False
    untracked = context.repository.is_tracked(path) is False
    return untracked and name in context.own_roots and path in (find_ignored(context, [path]) or ())

# == facts/host == [host]: the machine, its boot and its container, as keyed hashes.
APP = "where-it-ran:"

def host_facts(context):
    environ, name = os.environ, host_name()
    told = environ.get("PROCESSOR_ARCHITEW6432") or environ.get("PROCESSOR_ARCHITECTURE") or ""
    shown = context.options.host or ("hash" if context.place == "local" else "show")
    facts = {
        "hostname": name if shown == "show" else None,
        "hostname_hash": keyed(context.claims.salt, "host", name)[:12],
        "platform": sys.platform if sys.platform in ("linux", "darwin", "win32") else "other",
        "arch": os.uname().machine if hasattr(os, "uname") else told,
        "shell": basename(environ.get("SHELL") or environ.get("COMSPEC") or "") or None,
    }
    facts.update(context.identity)
    return facts

def host_name():
    """The name of this machine, as it knows it: never getfqdn, a lookup can hang for seconds."""
    if hasattr(os, "uname"):
        return os.uname().nodename
    import socket

    return socket.gethostname()

def find_identity(salt, top):
    """{machine, boot, container, in_container, checkout, checkout_folder}: keyed, so that nobody learns an id or a path
    from them. Absent: unknown. top: of the working tree."""
    identifier, boot, container = read_machine_id(), read_boot_id(), find_container()
    if boot and sys.platform not in ("darwin", "win32"):
        boot += " " + start_of(1)  # in a container it changes with every start of the first process, too
    secret = identifier.hex() if identifier else container
    known = secret and top and isdir(top)
    return {
        "checkout": keyed(salt + secret, "checkout", realpath(top)) if known else None,
        "checkout_folder": keyed(salt + secret, "folder", os.stat(top).st_ino) if known else None,
        "machine": app_specific_id(identifier, salt) if identifier else None,
        "machine_absent": identifier is None,
        "boot": keyed(salt, "boot", boot) if boot else None,
        "container": keyed(salt, "container", container) if container else None,
        "in_container": bool(container),
    }

def keyed(salt, what, text):
    """32 hex digits."""
    key = (APP + salt).encode("utf-8", "replace")
    return hmac.new(key, ("%s:%s" % (what, text)).encode("utf-8", "replace"), hashlib.sha256).hexdigest()[:32]

def app_specific_id(machine_id, salt):
    """machine-id(5): HMAC-SHA256 of an application's id keyed by the machine id, as a version 4 UUID. `machine_id`:
    16 bytes. The same as `systemd-id128 machine-id --app-specific=ID`, with ID the first 16 bytes of
    sha256("where-it-ran:" + salt)."""
    app = hashlib.sha256((APP + salt).encode("utf-8", "replace")).digest()[:16]
    made = bytearray(hmac.new(machine_id, app, hashlib.sha256).digest()[:16])
    made[6] = made[6] & 0x0F | 0x40
    made[8] = made[8] & 0x3F | 0x80
    return made.hex()

def read_machine_id():
    """16 bytes that name the installation; None where the system has none (images should ship it empty)."""
    if sys.platform == "darwin":
        text = command_text(["/usr/sbin/ioreg", "-rd1", "-c", "IOPlatformExpertDevice"])
        return parse_uuid(text, r'"IOPlatformUUID" = "([^"]+)"')
    if sys.platform == "win32":
        return parse_uuid(read_registry(r"SOFTWARE\Microsoft\Cryptography", "MachineGuid"), r"(.+)")
    files = ("/etc/machine-id", "/var/lib/dbus/machine-id", "/etc/hostid")
    found = [parse_uuid(read_start(file), r"^([0-9a-f]{32})\s*$") for file in files]
    return next(filter(None, found), None)

def parse_uuid(text, pattern):
    found = re.search(pattern, text or "")
    digits = re.sub(r"[^0-9a-fA-F]", "", found.group(1)) if found else ""
    return bytes.fromhex(digits) if len(digits) == 32 and int(digits, 16) else None

def read_registry(path, name):
    """A value below HKEY_LOCAL_MACHINE as text; "" when it is not there."""
    try:
        import winreg

        # A 32-bit Python would be shown another part of the registry, where there is no such id.
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, path, 0, winreg.KEY_READ | winreg.KEY_WOW64_64KEY) as key:
            return str(winreg.QueryValueEx(key, name)[0])
    except (ImportError, OSError):
        return ""

def read_boot_id():
    """What changes with every boot of the kernel, in a container as outside it; "" where nothing says."""
    if sys.platform == "darwin":
        return command_text(["/usr/sbin/sysctl", "-n", "kern.bootsessionuuid"]).strip()
    if sys.platform == "win32":
        memory = r"SYSTEM\CurrentControlSet\Control\Session Manager\Memory Management\PrefetchParameters"
        return read_registry(memory, "BootId")
    return read_start("/proc/sys/kernel/random/boot_id").strip()

def find_container():
    """Id of the container from the cgroup path or from what is mounted over /etc; "" outside one."""
    groups = [line.rpartition(":")[2] for line in read_start("/proc/self/cgroup").splitlines()]
    ids = [re.search(r"(?:^|[/:_.-])([0-9a-f]{64}|[0-9a-f]{32}-\d+)(?:\.scope|\Z|/)", line) for line in groups]
    for line in read_start("/proc/self/mountinfo").splitlines():
        if re.search(r" /etc/(?:hostname|hosts|resolv\.conf) ", line):
            holders = r"/(?:docker|containers|sandboxes|overlay-containers|pods)/([0-9a-f]{64}|[0-9a-f-]{36})/"
            ids.append(re.search(holders, line))
    return next((found.group(1) for found in ids if found), "")

def start_of(pid):
    """Start of a process in clock ticks since boot; "" where /proc does not say."""
    words = read_bytes("/proc/%d/stat" % pid, 1 << 16).rpartition(b")")[2].split()
    return words[19].decode("ascii") if len(words) > 19 else ""

# == facts/previous == [probe] and [previous]: this run of the probe, and what the last file of this place said.
def probe_facts(context):
    return {
        "format": FORMAT,
        "place": context.place,
        "leg": context.leg,
        "version": VERSION,
        "digest": sha256_of_file(abspath(__file__)),
        "taken_at": utc(time.time()),
        "claims": context.claims.digest,
        "run_id": context.run_id,
        "hosted_agent": next((name for name, value in map(str.split, HOSTED_AGENTS) if is_set(name, value)), ""),
        "ci": context.ci,
    }

def is_set(name, value):
    return os.environ.get(name, "") != "" if value == "*" else os.environ.get(name) == value

def read_earlier(context):
    """{section: {key: text}} of this place's earlier file, read before it is overwritten; {} where there is none."""
    usual = join(context.probes, context.options.place + ".txt")
    texts = [read_start(file) for file in (context.out, usual)]
    return parse_own(next((one for one in texts if one.startswith(FIRST_LINE + "\n")), ""))

def previous_facts(context):
    """What that file said. Whoever wrote it is not believed more."""
    kept = context.once("earlier", lambda: read_earlier(context))
    if not kept:
        return {"found": False, "canaries": {}}

    def hexed(section, key, length=32):
        value = kept.get(section, {}).get(key, "")
        return value if is_hex(value, length) else None

    nonces = {name: hexed("persist.canary." + name, "nonce") for name in ("home", "repo", "temp")}
    return {
        "found": True,
        "run_id": hexed("probe", "run_id"),
        "machine": hexed("host", "machine"),
        "boot": hexed("host", "boot"),
        "container": hexed("host", "container"),
        "canaries": {name: nonce for name, nonce in nonces.items() if nonce},
        "env": earlier_variables(context, kept),
    }

def earlier_variables(context, kept):
    """What the earlier file said of variables that are still claimed; hashes of other claims have another salt."""
    salted = kept.get("probe", {}).get("claims") == context.claims.digest
    found = {}
    for claim in context.claims.env:
        name = claim["name"]
        variable = kept.get("env.claimed." + name, {})
        if variable.get("set") in ("true", "false"):
            found[name] = {"set": variable["set"] == "true"}
            if salted and is_hex(variable.get("hash"), 12):
                found[name]["hash"] = variable["hash"]
    return found

def parse_own(text):
    """{section: {key: text}} of the plain strings and flags that this file's writer makes; the rest is passed over."""
    sections, current = {}, {}
    for line in text.splitlines():
        head = re.match(r"^\[(.+)\]$", line)
        if head:
            current = sections.setdefault(head.group(1), {})
        pair = re.match(r'^([a-z_]+) = (?:"([ !#-\[\]-~]*)"|(true|false))$', line)
        if pair:
            current[pair.group(1)] = pair.group(2) or pair.group(3) or ""
    return sections

# == facts/canary == [persist]: canaries that earlier runs planted, and claimed files.
CANARY_NAME = ".where-it-ran-canary-"

def persist_facts(context):
    names = [one["name"] for one in context.claims.canary if context.place in one.get("in", ("local", "box"))]
    return {
        "canary": {name: canary_facts(context, name) for name in names},
        "files": {one["name"]: file_facts(context, one["name"]) for one in context.claims.files},
    }

def canary_folder(context, name):
    """home, repo or temp. The git folder lies on the repository's disk, and a file in it leaves the tree clean."""
    if name == "temp":
        return temp_folder(context.toplevel)
    home = home_folder()
    # In a home that is a working tree a canary would make the tree dirty.
    dirty = isdir(home) and is_in(realpath(home), context.toplevel)
    if name == "home" and not dirty:
        return home
    return getattr(context.repository, "git_dir", None) or context.probes

def canary_facts(context, name):
    """Plants a canary where there is none; says whether one of an earlier run is there and what changed since. One that
    may have come with an image or a copy is replaced, unless a commit tells of it: the next look will know the new one."""
    folder = canary_folder(context, name)
    # Marks are keyed with the claims' salt: a canary of another project would seem to have survived. Two places may
    # share a folder: a container has that of its host.
    whose = "%s:%d:%s" % (context.claims.salt, os.getuid() if hasattr(os, "getuid") else 0, context.place)
    file = join(folder, CANARY_NAME + sha256_of_text(whose)[:12])
    here = session_marks(context)
    earlier = read_canary(file)
    planted = dict(here, nonce=os.urandom(16).hex(), first_seen=int(time.time()))
    seen = earlier or planted
    committed = None if is_at_home(seen, here) else is_committed(context, seen["nonce"])
    anew = earlier is None or committed is False
    writable = os.access(file, os.W_OK)
    if anew:
        try:
            write_atomically(file, json.dumps(planted, sort_keys=True), 0o600)  # for this user alone
            writable = True
        except OSError:
            writable = False
    there = earlier is not None or writable
    facts = {"nonce": None, "earlier": earlier is not None, "committed": committed, "writable": there}
    if there:
        facts["nonce"] = (planted if anew and writable else seen)["nonce"]
        facts["age_s"] = max(0, int(time.time()) - seen["first_seen"])
        for mark in ("boot", "container", "login"):
            facts[mark + "_changed"] = differs(seen.get(mark), here[mark])
        facts["machine_same"] = {True: False, False: True}.get(differs(seen.get("machine"), here["machine"]))
    remembered = context.once("previous", lambda: previous_facts(context))["canaries"].get(name)
    facts["remembered"] = remembered is not None
    if remembered is not None:
        facts["remembered_there"] = facts["earlier"] and remembered == seen["nonce"]
    return facts

def is_at_home(seen, here):
    """Whether this container or machine wrote it, or another one during this boot."""
    alike = [mark for mark in ("boot", "machine", "container") if seen.get(mark) == here[mark] is not None]
    return "container" in alike and (here["container"] != "none" or len(alike) > 1)

def is_committed(context, nonce):
    """Whether HEAD has a file of this place that names it: that memory came by another way than the canary."""
    repository = context.repository
    files = "%s/%s*.txt" % (seen_from(context.cwd, context.probes), context.place)
    return repository.readable and repository.git.ask("grep", "-qF", nonce, "HEAD", "--", files)[0] == 0

def session_marks(context):
    """What a canary remembers of its time; None: cannot be told. `boot` is the kernel's alone: sandboxes give each
    command a first process of its own, and outliving a command is no persistence. Nor is another terminal, or another
    command in the same container, a new login: only the audit session of the kernel is."""
    salt, host, boot, login = context.claims.salt, context.identity, read_boot_id(), audit_session()
    return {
        "machine": host["machine"],
        "boot": keyed(salt, "canary-boot", boot) if boot else None,
        "container": host["container"] or "none",
        "login": keyed(salt, "canary-login", "%s %s" % (login, boot)) if login else None,
    }

def audit_session():
    """The kernel's number of this login; "" where there is none, or nobody counts."""
    found = read_start("/proc/self/sessionid").strip()
    return "" if found == "4294967295" else found

def session_start(context):
    """When the last of these began: this boot, this container, this login. By the clock of files."""
    clock = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
    starts = [time.time() - (time.monotonic() if clock is None else time.clock_gettime(clock))]
    if context.identity["in_container"] and exists("/etc/hostname"):
        starts.append(os.stat("/etc/hostname").st_ctime)  # its runtime writes it at every start
    login = re.search(r"(?m)^REALTIME=(\d+)$", read_start("/run/systemd/sessions/" + (audit_session() or "none")))
    return max(starts + ([int(login.group(1)) / 1e6] if login else []))

def differs(before, now):
    """None when one of them is not known: silence is no change."""
    return None if before is None or now is None else before != now

def read_canary(file):
    """What an earlier run planted; None when nothing is there, or not a plain file of this user's."""
    try:
        with open_regular(file, getattr(os, "O_NOFOLLOW", 0)) as opened:
            mine = not hasattr(os, "geteuid") or os.fstat(opened.fileno()).st_uid == os.geteuid()
            kept = json.loads(opened.read(4096).decode("utf-8")) if mine else None
    except (OSError, ValueError, RecursionError):
        return None
    fine = isinstance(kept, dict) and is_hex(kept.get("nonce"), 32)
    return kept if fine and type(kept.get("first_seen")) is int and 0 <= kept["first_seen"] < 1 << 33 else None

def forget(context):
    """Removes the canaries of all projects of this user, and says which."""
    for folder in [canary_folder(context, name) for name in ("home", "repo", "temp")]:
        for file in list_files(folder):
            if basename(file).startswith(CANARY_NAME) and read_canary(file) is not None:
                os.unlink(file)
                note("removed %s" % context.mask(file))
    return 0

def file_facts(context, path):
    full = file_of_claim(context, path)
    up = normpath(path).split(sep)[0] == os.pardir
    facts = {"outside_cwd": up, "tracked": context.repository.tracks(full)}
    try:
        found = os.stat(full)
    except (FileNotFoundError, NotADirectoryError):
        return dict(facts, exists=False, readable=False, kind="none")
    except OSError:  # not allowed to look is not the same as not there
        return dict(facts, readable=False)
    is_file, is_folder = stat.S_ISREG(found.st_mode), stat.S_ISDIR(found.st_mode)
    # A stand-in that was never replaced by what it names.
    if is_file and found.st_size < 1024 and read_start(full).startswith("version https://git-lfs.github.com/spec/v1\n"):
        return dict(facts, exists=False, readable=False, kind="pointer")
    facts.update(
        exists=True,
        kind="file" if is_file else "directory" if is_folder else "other",
        readable=os.access(full, os.R_OK | (os.X_OK if is_folder else 0)),
        size=found.st_size,
        empty=next(filled_files(full, found), None) is None,
        memory=is_in_memory(found.st_dev),
    )
    if context.place == "box":
        start = session_start(context)
        facts["kept"] = any(one.st_ctime < start for one in filled_files(full, found)) or was_seen(context, path, start)
    return facts

def filled_files(path, found):
    """What the system says of files that hold something: of this one, or of those below, of which it sees so many."""
    below = (join(folder, name) for folder, _, names in os.walk(path) for name in names)
    for _, one in zip(range(20000), below if stat.S_ISDIR(found.st_mode) else [path]):
        status = status_of(one)
        if status and (status.st_size > 0 or one is path and not stat.S_ISREG(status.st_mode)):
            yield status

def is_in_memory(device):
    """Whether a disk is none; None where a Linux does not say what is mounted."""
    mounts = read_start("/proc/self/mountinfo")
    if not mounts:
        return None if sys.platform.startswith("linux") else False
    here = "%d:%d" % (os.major(device), os.minor(device))
    return re.search(r"(?m)^\d+ \d+ %s .* - (?:tmpfs|ramfs|rootfs) " % here, mounts) is not None

def was_seen(context, path, start):
    """Whether a probe of this very container or machine saw the file before this session, as its file remembers."""
    earlier, here = context.once("earlier", lambda: read_earlier(context)), context.identity
    of_file, host = earlier.get("persist.files." + render_key(path), {}), earlier.get("host", {})
    mark = "container" if here["in_container"] else "machine"
    before = earlier.get("probe", {}).get("taken_at", "?") < utc(start) or of_file.get("kept") == "true"
    return before and of_file.get("empty") == "false" and here[mark] is not None and host.get(mark) == here[mark]

# == facts/ci == [probe.ci]: which CI run this is, from the variables of its provider.
# A sign is believed only with a value that a provider gives it, and a value only in a form that an id has.
CI_SIGN = r"(?i)(?:true|1|https?://.*|\d+(?:\.\d+)*(?: \(build \d+\))?)\Z"
CI_FORMS = {
    "run": r"(?:\d{1,20}|\{?[0-9a-fA-F-]{32,38}\}?|jenkins-[A-Za-z0-9._%-]{1,60}-\d+)\Z",
    "attempt": r"\d{1,20}\Z",
    "job": r"[A-Za-z0-9_{}:. /-]{1,200}\Z",
    "runner_name": r"[A-Za-z0-9_.: ()-]{1,200}\Z",
    "event": r"[A-Za-z_]{1,60}\Z",
    "sha": r"(?:[0-9a-f]{40}|[0-9a-f]{64})\Z",
}

def find_ci(environ):
    """Facts about the CI run from its provider's own variables; None outside one."""
    for provider, sign, run_id, attempt, job, event, sha in map(str.split, CI_PROVIDERS):
        value = environ.get(sign, "")
        if not re.match(CI_SIGN, value) or value == "0":
            continue

        def take(fact, name):
            return environ[name] if re.match(CI_FORMS[fact], environ.get(name, "")) else None

        kind = environ.get("RUNNER_ENVIRONMENT") if provider == "github" else None
        hosted = provider in ("circleci", "travis", "appveyor", "bitbucket")
        return {
            "provider": provider,
            "run": take("run", run_id),
            # Where the provider counts no attempts, another try is another run or job.
            "attempt": take("attempt", attempt) if attempt != "-" or provider == "other" else "1",
            "job": take("job", job),
            "runner": kind if kind in ("github-hosted", "self-hosted") else "hosted" if hosted else "unknown",
            # Tells the jobs of one moment apart.
            "runner_name": take("runner_name", "RUNNER_NAME") if provider == "github" else None,
            "event": take("event", event),
            "sha": take("sha", sha),
        }
    return None

# == facts/records == Records as git lists them: mode, kind, id and path, in the order of the paths' bytes.
# Bytecode is nobody's content: Python takes it only beside its source, and stale_sources sees to it that it is the
# source's. A .pyc of another kind can be imported by itself, and counts.
BYTECODE = re.compile(br"(?:\A|/)__pycache__/[^/]*\.[^/]*\.pyc\Z")

def split_records(listing):
    return listing[:-1].split(b"\0") if listing else []

def path_of(record, before=b"\t"):
    return record[record.index(before) + 1:]

def record_of(listing, path, before=b"\t"):
    """The record of one path in a listing of 100,000, which is in the order of the paths' bytes."""
    start = find_place(listing, path, 0, before)
    record = listing[start:listing.find(b"\0", start)]
    return record if record and path_of(record, before) == path else None

def blob_id(data, like):
    """Name of a blob of these bytes, by the hash that made another name."""
    digest = hashlib.new("sha1" if len(like) == 40 else "sha256", b"blob %d\0" % len(data))
    digest.update(data)
    return digest.hexdigest()

def make_record(mode, identifier, path):
    return b"%s %s %s\t%s" % (mode, b"commit" if mode == b"160000" else b"blob", identifier, path)

def parse_status(listing):
    """(staged, suspects, ignored) of `status --porcelain=v2 -z`. staged: what the index holds in place of HEAD,
    {path: record, None when gone}; a path that a merge left open has no record of its own. suspects: files that are
    not what the index holds, {path: what it holds, None: nothing}. ignored: files, and folders with a slash at the
    end."""
    staged, suspects, ignored = {}, {}, set()
    for line in split_records(listing):
        kind, path = line[:1], line[2:]
        if kind == b"1":
            _, letters, _, _, mode, _, _, identifier, path = line.split(b" ", 8)
            record = None if mode == b"000000" else make_record(mode, identifier, path)
            if letters[:1] != b".":
                staged[path] = record
            if letters[1:] != b".":
                suspects[path] = record
        elif kind == b"u":
            _, _, _, _, mode, _, _, _, identifier, _, path = line.split(b" ", 10)
            staged[path] = None
            suspects[path] = None if mode == b"000000" else make_record(mode, identifier, path)
        elif kind == b"?" and BYTECODE.search(path):
            ignored.add(path[:path.rindex(b"/") + 1])
        elif kind == b"?":
            suspects.setdefault(path.rstrip(b"/"), None)
        elif kind == b"!":
            ignored.add(path)
    return staged, suspects, sorted(ignored)

def splice(listing, changes):
    """The listing with the changes in it, still in the order of the paths' bytes, in pieces: a copy takes its time."""
    at = 0
    for path in sorted(changes):
        start = find_place(listing, path, at)
        yield memoryview(listing)[at:start]
        end = listing.find(b"\0", start) + 1
        at = end if end and path_of(listing[start:end - 1]) == path else start
        if changes[path] is not None:
            yield changes[path] + b"\0"
    yield memoryview(listing)[at:]

def find_place(listing, path, first, before=b"\t"):
    """Where from `first` on the path's record begins, or would: near where the last one was, if there are many."""
    step, last = 1024, len(listing)
    while first < last:
        middle = listing.rfind(b"\0", first, min((first + last) // 2, first + step)) + 1 or first
        end = listing.index(b"\0", middle)
        if path_of(listing[middle:end], before) < path:
            first = end + 1
            step *= 2
        else:
            last = middle
    return first

def content_id(listing, changes):
    """sha256 of the records joined by NUL, of a listing with the changes in it."""
    digest, last = hashlib.sha256(), b""
    for piece in splice(listing, changes):
        if len(piece):
            digest.update(last)
            last = piece
    digest.update(last[:-1])
    return digest.hexdigest()

def joined(records):
    return b"".join(record + b"\0" for record in records)

# == facts/git_facts == [git]: which commit and which content this is.
def git_facts(context):
    repository = context.repository
    facts = {"state": repository.state}
    if not repository.readable:
        return facts
    repository.start_reading()
    problems = []

    def add(find):
        """Takes the facts that find() gives; where one question fails the others are still answered."""
        try:
            facts.update(find())
        except Exception as problem:
            problems.append(describe_problem(problem, context))

    add(lambda: {"head": repository.head, "parents": find_parents(repository), "branch": repository.branch})
    facts.update(
        shallow=repository.shallow,
        worktree=realpath(repository.git_dir) != realpath(repository.common_dir),
        cwd=fsdecode(repository.prefix).rstrip("/") or ".",
    )
    if repository.state == "ok":
        add(lambda: patch_ids(repository))
        add(lambda: {"head_content": content_id(*repository.head_parts[::2])})
    add(lambda: {"tree_content": repository.tree.tree_content})
    changes = context.changes
    add(lambda: changes.update(repository.tree.changes(), ignored=repository.tree.ignored) or {})
    facts.update((kind, len(paths)) for kind, paths in changes.items())
    add(lambda: {"hidden": len(repository.hidden_entries)})
    add(lambda: submodule_facts(repository))
    if problems:
        facts["error"] = problems[0]
    return facts

def submodule_facts(repository):
    folders = [join(repository.toplevel, fsdecode(one)) for one in repository.tree.submodules()]
    absent = [one for one in folders if not lexists(join(one, ".git"))]
    return {"submodules": len(folders), "submodules_absent": len(absent)}

def find_parents(repository):
    """Of HEAD, as the commit object says them: a shallow clone has them there."""
    header = repository.commit.partition(b"\n\n")[0]
    return [fsdecode(one) for one in re.findall(br"(?m)^parent ([0-9a-f]{40,64})$", header)]

def find_since_base(repository):
    """{path: letter of `git diff`, b"A" for an added one} of what differs between the files and where this pull request
    began: a merge's first parent, else what HEAD shares with the target branch. None where the clone has neither."""
    base = find_base(repository)
    if base is None:
        return None
    words = "diff --name-status -z --no-renames --no-ext-diff --ignore-submodules".split()
    told = repository.git.need(repository.git.start(*(words + [base])))
    return dict(zip(map(fsdecode, told.split(b"\0")[1::2]), told.split(b"\0")[::2]))

def find_base(repository):
    target = os.environ.get("GITHUB_BASE_REF") or "HEAD"
    for ref in ["HEAD^1"] * is_synthetic_merge(repository) + ["origin/" + target, "origin/HEAD"]:
        code, base, _ = repository.git.ask("merge-base", ref, "HEAD")
        if code == 0:
            return fsdecode(base.strip())
    return None

def patch_ids(repository):
    """What the commits since the base change, whatever they stand on; nothing in a clone that is cut short."""
    git, base = repository.git, None if repository.shallow else find_base(repository)
    if base is None:
        return {}
    commits = git.need(git.start("rev-list", "--no-merges", "--max-count=51", base + "..HEAD"))
    if commits.count(b"\n") > 50:
        return {}
    patches = git.need(git.start("diff-tree", "--stdin", "-r", "-p", "--root", "--no-ext-diff", "--no-textconv", data=commits))
    told = git.need(git.start("patch-id", "--stable", data=patches))
    return {"patches": [fsdecode(line.split()[0]) for line in told.splitlines()]}

def is_synthetic_merge(repository):
    """A merge that a CI provider made: detached, two parents, and known as a pull request's merge."""
    parents = find_parents(repository)
    if repository.branch is not None or len(parents) != 2:
        return False
    if "\n\nMerge %s into %s" % (parents[1], parents[0]) in fsdecode(repository.commit):
        return True
    ref, commit = os.environ.get("GITHUB_REF", ""), os.environ.get("GITHUB_SHA")
    if re.match(r"refs/pull/\d+/merge\Z", ref) and commit == repository.head:
        return True
    refs = repository.git.need(repository.git.start("for-each-ref", "--points-at", "HEAD", "--format=%(refname)"))
    return re.search(br"(?m)^refs/(?:remotes/)?(?:pull|merge-requests)/\d+/merge$", refs) is not None

# == facts/hooks == Start-up hooks: sitecustomize, usercustomize and lines of .pth files, and their errors.
# Written by installers that everybody has; their lines run at every start everywhere.
KNOWN_PTH = r"(distutils-precedence|_virtualenv|pywin32|a1_coverage|[\w.-]*-nspkg)\.pth$"

def find_hook(context, name):
    """What this start found of sitecustomize or usercustomize, and whether it ran."""
    module = started_module(name)
    # Hooks run before the working directory gets onto the path.
    spec = find_on_path(name, context.import_path[has_own_entry():])
    file = module_path(module) if module is not None else getattr(spec, "origin", None) or ""
    facts = {"present": bool(file) or module is not None, "loaded": module is not None}
    if file:
        facts.update(file=context.mask(file), hash=short_hash(file, HASHED_UP_TO))
    facts["error"] = hook_error(context, [name])
    return facts

def started_module(name):
    """What was loaded under this name before the first line of this file."""
    return sys.modules.get(name) if name in STARTED_MODULES or __name__ != "__main__" else None

def find_on_path(name, folders):
    """Spec from path finding alone: no finders of others, no modules that are already loaded."""
    try:
        return importlib.machinery.PathFinder.find_spec(name, folders)
    except Exception:
        return None

def runs_hooks(context):
    """Whether a start of this interpreter runs code of others that may fail: a hook, or lines of a .pth file."""
    hooks = any(name in sys.modules or find_on_path(name, context.import_path[has_own_entry():]) for name in HOOKS)
    return hooks or not all(ran_here(line) for file in pth_files(context) for line in running_lines(file))

# What setuptools writes into every environment.
SETUPTOOLS_LINE = (
    "import os; var = 'SETUPTOOLS_USE_DISTUTILS'; enabled = os.environ.get(var, 'local') == 'local'; "
    "enabled and __import__('_distutils_hack').add_shim();"
)

def ran_here(line):
    """Whether this very start shows that a line of a .pth file works: it loads one module, and that is loaded."""
    plain = re.match(r"import\s+(\w+);?\Z", line)
    module = "_distutils_hack" if line == SETUPTOOLS_LINE else plain.group(1) if plain else None
    return __name__ == "__main__" and module in STARTED_MODULES

def find_start_errors(context):
    """{hook: "Type: message"} of a fresh start of this interpreter that does nothing; None: it could not start."""
    if sys.flags.no_site or not runs_hooks(context):
        return {}
    flags = subprocess._args_from_interpreter_flags()
    try:
        _, _, err = run([sys.executable or real_executable()] + flags + ["-c", "pass"], cwd=context.cwd)
    except (OSError, subprocess.SubprocessError):
        return None
    return parse_start_errors(err, context)

def parse_start_errors(text, context):
    """Which hook failed, from what `site` prints about it."""
    errors, current, last = {}, None, ""
    for line in text.splitlines() + ["Error in end"]:
        started = re.match(r"^Error (?:in (sitecustomize|usercustomize|end)|processing line \d+ of )", line)
        if started or line.startswith("Remainder of file ignored"):
            if current and current not in errors:
                errors[current] = mask_message(context, last)
            current = (started.group(1) or "pth") if started else None
            last = ""
        elif re.match(r"^\s*[A-Za-z_][\w.]*(Error|Exception|Exit|Interrupt|Warning)?(:|$)", line):
            last = line.strip()
    return errors

def pth_files(context):
    """The .pth files that `site` reads: from 3.13 on not the hidden ones."""
    read = ("venv", "prefix", "system", "user-site")
    folders = [entry for entry in context.import_path if label_entry(context, entry) in read]
    files = [file for folder in folders for file in list_files(folder)]
    all_count = sys.version_info < (3, 13)
    return [file for file in files if file.endswith(".pth") and (all_count or basename(file)[0] != ".")]

def running_lines(file):
    """The lines of a .pth file that run when Python starts."""
    lines = [line.rstrip() for line in read_start(file).lstrip("\ufeff").splitlines()]
    return [line for line in lines if line.startswith(("import ", "import\t"))]

def strange_lines(file):
    """How many lines of a .pth file run at start-up, those of known installers and of editable installs left out."""
    name = basename(file)
    editable = name.startswith(("__editable__", "_editable_")) or name == "easy-install.pth"
    return 0 if editable or re.match(KNOWN_PTH, name) else len(running_lines(file))

def hook_error(context, hooks):
    """ "Type: message" of the first of these hooks that failed at a fresh start; "" when none did, None: unknown."""
    errors = context.start_errors
    return None if errors is None else next((errors[name] for name in hooks if errors.get(name)), "")

# == facts/products == Files that the probe and the tests write themselves: they are not content of the tree.
class Products(object):
    """Our own products: in the folder of this check's probe files (`own`, bytes relative to the top, None outside the
    tree) and in those of the repository's other checks."""

    def __init__(self, listing, own):
        record, names = SESSION_RECORD.encode("ascii"), []
        self.starts = {record}
        for folder in [one for one in other_probes(listing) + [own] if one is not None]:
            inside, parent = folder + b"/" if folder else b"", folder[: folder.rfind(b"/") + 1]
            names += [re.escape(inside) + b"(?:" + PRODUCTS + b")", re.escape(parent + record)]
            self.starts.update([inside + start for start in PRODUCT_STARTS] + [parent + record])
        self.pattern = re.compile(b"(?:" + b"|".join(names + [re.escape(record)]) + br")\Z")

    def hold(self, path):
        return self.pattern.match(path) is not None

    def within(self, listing):
        """{path: None} of those in the listing, which is in the order of the paths' bytes."""
        paths = {}
        for start in self.starts:
            at = find_place(listing, start, 0)
            end = listing.find(b"\0", at)
            while end >= 0 and path_of(listing[at:end]).startswith(start):
                path = path_of(listing[at:end])
                if self.hold(path):
                    paths[path] = None
                at, end = end + 1, listing.find(b"\0", end + 1)
        return paths

def other_probes(listing):
    """Folders called probes that hold a claims.json and are no package: the rule of src/core/content.ts."""
    folders = []
    for found in re.finditer(br"probes/claims\.json\0", listing):
        start = listing.rfind(b"\0", 0, found.start()) + 1
        folder = path_of(listing[start:found.start() + len(b"probes")])
        if folder.split(b"/")[-1] == b"probes" and b"\t" + folder + b"/__init__.py\0" not in listing:
            folders.append(folder)
    return folders

# == facts/private_index == Records of changed files, made with an index of our own.
def check_index(file):
    """git reads an index that was cut short or overwritten as far as it goes: its last bytes are the hash of the
    rest. Only zeros there: index.skipHash."""
    if not exists(file):
        return
    with open(file, "rb") as opened:
        length = os.fstat(opened.fileno()).st_size
        for name, size in (("sha1", 20), ("sha256", 32)):
            opened.seek(0)
            digest = hashlib.new(name)
            for at in range(0, length - size, 1 << 20):
                digest.update(opened.read(min(1 << 20, length - size - at)))
            said = opened.read(size)
            if said in (b"\0" * size, digest.digest()):
                return
    raise GitFailed("the index is broken")

def read_records(repository, known):
    """{path: record} of files as they stand, given what the index holds of each: a record, or None. git adds them to
    an index of their own, which knows only these entries of the real one: they decide how line ends and modes are
    taken. Ids are computed and no object is written: index and object store stay as they are."""
    if not known:
        return {}
    folder, git = make_private_folder(repository.toplevel), repository.git
    more = {"cwd": repository.toplevel, "env": {"GIT_INDEX_FILE": join(folder, "index")}}
    held = [record for record in known.values() if record]
    try:
        if held:
            git.need(git.start("update-index", "-z", "--index-info", data=joined(held), **more))
        words = ("update-index", "-z", "--add", "--replace", "--info-only", "--stdin")
        git.need(git.start(*words, data=joined(known), **more))
        listing = git.need(git.start("ls-files", "--stage", "-z", **more))
    finally:
        remove_folder(folder)
    records = {}
    for entry in split_records(listing):
        words, _, path = entry.partition(b"\t")
        mode, identifier, _ = words.split(b" ")
        records[path] = make_record(mode, identifier, path)
    return records

LARGE = 1 << 26
# What large files were, {stamp: record}: a look before and after tests, also by the process that runs them, reads a
# file once that stays as it is.
LARGE_RECORDS = {}

def read_records_once(repository, known):
    """As read_records, but for large files that were read before and did not change since."""
    kept, stamps, started = {}, {}, time.time()
    for path in known:
        found = os.lstat(join(repository.top_bytes, path))
        if stat.S_ISREG(found.st_mode) and found.st_size >= LARGE:
            stamps[path] = stamp_of_large(path, known[path], found)
            if stamps[path] in LARGE_RECORDS:
                kept[path] = fsencode(LARGE_RECORDS[stamps[path]])
            else:
                say("reading %s (%d MiB): git does not ignore it" % (fsdecode(path), found.st_size >> 20))
    read = read_records(repository, {path: known[path] for path in known if path not in kept})
    for path in set(stamps) & set(read):
        found = os.lstat(join(repository.top_bytes, path))
        # An edit within the grain of the clock would leave no trace; on Windows ctime is another time.
        settled = max(found.st_mtime, found.st_ctime) < started - 2 and os.name != "nt"
        if settled and stamps[path] == stamp_of_large(path, known[path], found):
            LARGE_RECORDS[stamps[path]] = fsdecode(read[path])
    read.update(kept)
    return read

def stamp_of_large(path, held, found):
    """Text that changes when the file does, or what the index holds of it."""
    times = (found.st_mtime_ns, found.st_ctime_ns)
    return repr((path, held, found.st_dev, found.st_ino, found.st_mode, found.st_size) + times)

# == facts/tree == The working tree as it stands: what differs from HEAD, and its content id.
class Tree(object):
    """The working tree as it stands, beside HEAD and the index. Only HEAD is listed whole; the index and the tree are
    known by what differs from it, in staged and changed: {path: record}, None for a path that is gone. Records are
    `mode SP type SP id TAB path`. content: a listing, and the changes that make it the tree's, without our products."""

    def __init__(self, repository):
        repository.start_status()
        repository.start_reading()
        check_index(repository.index)
        top = repository.top_bytes
        # git leaves the times of hidden entries as they are, an edit in the same second among them.
        stats = repository.index_stats()
        touched = [path for path in stats if stat_of(join(top, path)) != stats[path]]
        doubted = repository.hidden_entries + touched
        self.head, self.products, dropped = repository.head_parts
        links = b"160000 commit" in self.head
        self.links = re.findall(br"160000 commit [0-9a-f]+\t([^\0]+)", self.head) if links else []
        self.staged, suspects, ignored = parse_status(repository.listing("status"))
        self.changed = dict(self.staged)
        for path in doubted:
            if not self.is_empty_submodule(top, path):
                suspects.setdefault(path, self.in_index(path))
        there, gone, unreadable = sort_changed(top, suspects)
        # A repository in the tree that has no commit yet: git refuses to add it.
        ask = repository.git.ask
        nested = [path for path in there if path not in self.staged and isdir(join(top, path))
                  and not islink(join(top, path))]
        head = ("rev-parse", "-q", "--verify", "HEAD")
        unborn = [one for one in nested if ask(*head, cwd=join(top, one))[0] != 0]
        there, unreadable = [one for one in there if one not in unborn], unreadable + unborn
        records = read_records_once(repository, {path: suspects[path] for path in there})
        # What cannot be read is equal to nothing.
        records.update((path, b"000000 unreadable 0\t" + path) for path in unreadable)
        records.update((path, None) for path in gone)
        for path in records:
            self.put(path, records[path])
        if repository.filters:
            restore_filtered(repository, self)
        for path in self.submodules():
            mark_changed_submodule(repository, self, path)

        self.content = self.head, dict(dropped)
        if any(path.endswith((b"probes/claims.json", b"probes/__init__.py")) for path in self.changed):
            listing = b"".join(splice(self.head, self.changed))
            self.products = Products(listing, repository.own_folder)
            self.content = listing, self.products.within(listing)
        else:
            self.content[1].update((path, self.changed[path]) for path in self.changed if not self.products.hold(path))
        self.ignored = [path for path in ignored if not self.products.hold(path)]

    @property
    def tree_content(self):
        return content_id(*self.content)

    def in_index(self, path):
        """The record of a path in the index; None when it is not there."""
        return self.staged[path] if path in self.staged else record_of(self.head, path)

    def in_tree(self, path):
        return self.changed[path] if path in self.changed else record_of(self.head, path)

    def put(self, path, record):
        """Sets the record of a path in the tree; one that is equal to HEAD's is no change, and is forgotten."""
        if record == record_of(self.head, path):
            self.changed.pop(path, None)
        else:
            self.changed[path] = record

    def is_empty_submodule(self, top, path):
        """A submodule that was not checked out, which is no change."""
        folder = join(top, path)
        linked = (self.in_index(path) or b"").startswith(b"160000") and isdir(folder)
        return linked and not lexists(join(folder, b".git"))

    def submodules(self):
        """Paths of submodules in the index."""
        found = set(self.links) | set(self.staged)
        return sorted(path for path in found if (self.in_index(path) or b"").startswith(b"160000"))

    def changes(self):
        """{modified, deleted, untracked: paths}, our own products left out."""
        found = {"modified": [], "deleted": [], "untracked": []}
        for path in set(self.staged) | set(self.changed):
            if self.products.hold(path):
                continue
            tracked = record_of(self.head, path) is not None or self.in_index(path) is not None
            there = self.in_tree(path) is not None
            if tracked:
                found["modified" if there else "deleted"].append(path)
            elif there:
                found["untracked"].append(path)
        return found

def sort_changed(top, paths):
    """(there, gone, not readable): what became of files that differ from the index. Bytes, relative to the top."""
    there, gone, unreadable, folders = [], [], [], {}
    for path in sorted(paths):
        file = join(top, path)
        folder = dirname(file)
        try:
            mode = os.lstat(file).st_mode
            # What lies behind a link to a folder is no file of this tree, and of folders only repositories count.
            if folder not in folders:
                folders[folder] = normcase(realpath(folder)) == normcase(folder)
            inside = folders[folder]
            counts = not stat.S_ISDIR(mode) or lexists(join(file, b".git"))
            readable = stat.S_ISLNK(mode) or os.access(file, os.R_OK)
            (gone if not inside or not counts else there if readable else unreadable).append(path)
        except (FileNotFoundError, NotADirectoryError):
            gone.append(path)
        except OSError:
            unreadable.append(path)
    return there, gone, unreadable

def restore_filtered(repository, tree):
    """Puts back files that only look changed because no filter may run. Such a file is unchanged where the index
    knows its times to the nanosecond, or where it is what its Git LFS pointer in the index stands for. Anything else
    stays changed."""
    known = {path: tree.in_index(path) for path, record in tree.changed.items() if record is not None}
    suspects = [path for path, record in known.items() if record is not None and record != tree.changed[path]]
    if not suspects:
        return
    git, top = repository.git, repository.toplevel
    data = b"".join(path + b"\0" for path in suspects)
    asked = git.need(git.start("check-attr", "-z", "--stdin", "filter", cwd=top, data=data)).split(b"\0")
    drivers = dict(zip(asked[0::3], asked[2::3]))
    filtered = [path for path in suspects if fsdecode(drivers.get(path, b"")) in repository.filters]
    if not filtered:
        return
    stats = repository.index_stats() or read_index_stats(git.need(git.start("ls-files", "--debug", "-z", cwd=top)))
    for path in filtered:
        file = join(repository.top_bytes, path)
        if stat_of(file) == stats.get(path, "unknown") or is_pointed_at(file, known[path]):
            tree.put(path, known[path])

INDEX_STAT = re.compile(
    br"([^\0]+)\0  ctime: (\d+):(\d+)\n  mtime: (\d+):(\d+)\n  dev: .*\n  uid: .*\n  size: (\d+)\t.*\n"
)

def read_index_stats(listing):
    """{path: (ctime seconds, nanoseconds, mtime seconds, nanoseconds, size)} of `ls-files --debug -z`."""
    return {found[0]: tuple(int(number) for number in found[1:]) for found in INDEX_STAT.findall(listing)}

def stat_of(file):
    found = status_of(file, os.lstat)
    times = found and divmod(found.st_ctime_ns, 10 ** 9) + divmod(found.st_mtime_ns, 10 ** 9)
    return found and times + (found.st_size & 0xFFFFFFFF,)

def is_pointed_at(file, record):
    """Whether the file is what the Git LFS pointer stands for whose blob the record names."""
    identifier = record.split(b"\t")[0].rpartition(b" ")[2].decode("ascii")
    content = sha256_of_file(file)
    if content is None:
        return False
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize %d\n" % (
        content, os.stat(file).st_size
    )
    return blob_id(pointer.encode("ascii"), identifier) == identifier

def mark_changed_submodule(repository, tree, path):
    """Tells a changed submodule from the commit that it is at, which is all that git would record."""
    record = tree.in_tree(path)
    folder = join(repository.toplevel, fsdecode(path))
    if record is None or not record.startswith(b"160000"):
        return
    if not lexists(join(folder, ".git")):
        # Whose files these are git does not ask: it takes the folder for empty.
        if isdir(folder) and any(not BYTECODE.search(fsencode(one)) for one in files_of(folder)):
            tree.put(path, record.replace(b"\t", b"+%s\t" % (digest_of_report(folder) or "unknown").encode("ascii"), 1))
        return
    inner = type(repository)(folder, repository.probes)
    if inner.state != "ok":
        raise GitFailed("a submodule is %s" % inner.state)
    if any(inner.tree.changes().values()):
        tree.put(path, record.replace(b"\t", b"+%s\t" % inner.tree.tree_content.encode("ascii"), 1))

# == facts/repository == What git says of one working directory, read once.
# What git tracks is unknown: it does not say, or its repository is not here.
UNTOLD = ("refused", "broken", "unlinked")
# An index of at most so many bytes, some 10,000 files, is compared with the files to the nanosecond. git looks at
# whole seconds: an edit within the same one, with size and time put back, would not be seen.
EXACT_UP_TO = 1 << 20
# One look at everything: what differs between HEAD, index and files, what is untracked, what is ignored.
STATUS = (
    "status", "--porcelain=v2", "-z", "--untracked-files=all", "--ignored=matching", "--ignore-submodules=dirty",
)

class Repository(Keeper):
    """What git says of one working directory, read once. state: schema.ts git.state. Where it is "ok" or "unborn" it
    is readable, and there are git_dir, common_dir, index, prefix (of cwd, bytes with a slash at the end, b"" at the
    top), settings ((name, value) of all that git has) and their origins, git (a Git with filters switched off). Paths
    are bytes, relative to the top."""

    def __init__(self, cwd, probes, early=False, git=None):
        """early: the listings are read while other families look."""
        Keeper.__init__(self)
        self.cwd, self.probes, self.git = cwd, probes, git or Git(cwd)
        self.running, self.settings = {}, []
        self.lock, self.starting = threading.Lock(), threading.Lock()  # families ask in threads of their own
        self.state = self._open(early)
        self.readable = self.state in ("ok", "unborn")
        if self.readable:
            self.own_folder = self._folder_in_tree(probes)
            if early:
                self.start_reading()

    def _open(self, early):
        git = self.git
        top = find_toplevel(self.cwd)
        if top is not None and not lexists(join(top, ".GIT")):  # the file system tells case apart
            # Cloned where it is not, as on a Mac that lends the folder to a container: a.py would hide A.py.
            git.words += ["-c", "core.ignoreCase=false"]
        try:
            settings_code, settings, _ = git.ask("config", "--list", "--show-origin", "-z")
        except OSError:
            return "no-git"
        self.knows_settings = settings_code == 0
        if self.knows_settings:
            words = fsdecode(settings).split("\0")
            self.origins, self.settings = words[:-1:2], [one.partition("\n")[::2] for one in words[1::2]]
        # Keys are filter.NAME.WORD.
        names = {key[len("filter."):key.rindex(".")] for key, _ in self.settings if key.startswith("filter.")}
        self.filters = sorted(name for name in names if name)
        git.switch_off(self.filters)
        if early and self.knows_settings:
            self.start_status()
        words = "--show-toplevel --absolute-git-dir --git-common-dir --is-shallow-repository --show-prefix".split()
        place = git.start("rev-parse", *words)
        head = git.start("cat-file", "--batch", data=b"HEAD^{commit}\n")
        code, out, err = git.finish(place)
        head, _, self.commit = git.finish(head)[1].partition(b"\n")
        if code != 0:
            return self._state_from(err)
        lines = out.split(b"\n")
        if len(lines) < 6 or lines[3] not in (b"true", b"false"):
            return "broken"  # a line break in the name of a folder
        self.toplevel, self.git_dir = fsdecode(lines[0]), fsdecode(lines[1])
        self.common_dir = join(self.cwd, fsdecode(lines[2]))
        self.shallow = lines[3] == b"true"
        self.prefix = lines[4]
        self.index = join(self.cwd, os.environ.get("GIT_INDEX_FILE") or join(self.git_dir, "index"))
        # `id commit size`, or that it is missing.
        found = re.match(br"([0-9a-f]+) commit ", head)
        self.head = found.group(1).decode("ascii") if found else None
        # core.worktree names another folder than the one that is used here: its content is not this one's.
        if realpath(self.toplevel) != realpath(find_toplevel(self.cwd) or self.toplevel):
            return "broken"
        return "ok" if self.head else "unborn"

    def _state_from(self, err):
        if "dubious ownership" in err or "unsafe repository" in err:
            return "refused"
        if "must be run in a work tree" in err:
            return "bare"
        if err.startswith(("xcode-select:", "xcrun:")):  # macOS has a git that only asks for one to be installed
            return "no-git"
        # A .git whose HEAD or worktree is gone is not taken for one either: nobody knows what it tracks.
        top = top_of(self.cwd)
        link = re.match(r"gitdir: (.+)\n", read_start(join(top, ".git"))) if top else None
        if link and not exists(join(top, link.group(1))):  # a worktree, or a submodule, without its repository
            return "unlinked"
        known = os.environ.get("GIT_DIR") or holds_repository(top)
        return "none" if "not a git repository" in err and not known else "broken"

    def _folder_in_tree(self, folder):
        """The folder relative to the top, bytes with /; None outside the tree."""
        relative = seen_from(realpath(self.toplevel), realpath(folder))
        if relative.split("/")[0] == ".." or isabs(relative):
            return None
        return b"" if relative == "." else fsencode(relative)

    def start_status(self):
        if "status" not in self.running:
            self.running["status"] = self.git.start(*STATUS)

    def start_reading(self):
        """Starts the listings, so that they run while other families look."""
        with self.starting:
            if not self.readable or "index" in self.running:
                return
            git, started = self.git, self.running
            started["index"] = git.start("ls-files", "-v", "-z", cwd=self.toplevel)
            if exists(self.index) and getsize(self.index) <= EXACT_UP_TO:
                started["stats"] = git.start("ls-files", "--debug", "-z", cwd=self.toplevel)
            if self.state == "ok":
                started["head"] = git.start("ls-tree", "-r", "-z", "--full-tree", "HEAD")

    # Short name of the branch; None when HEAD is detached.
    branch = kept("branch", lambda self: self._find_branch())
    # The index as text: a NUL before and after each entry, which is a letter, a blank and a path.
    entries = kept("entries", lambda self: b"\0" + self.listing("index"))
    # Tracked paths relative to the top, as a set.
    tracked_paths = kept("tracked_paths", lambda self: frozenset(self.tracked_in(b"")))
    by_tail = kept("by_tail", lambda self: find_tails(self.tracked_paths))
    hidden_entries = kept("hidden_entries", lambda self: self._find_hidden())
    head_parts = kept("head_parts", lambda self: self._find_head())

    def _find_branch(self):
        code, out, err = self.git.ask("symbolic-ref", "--quiet", "HEAD")
        if code not in (0, 1):
            raise GitFailed(err.strip().split("\n")[0])
        return re.sub(r"^refs/heads/", "", fsdecode(out).rstrip("\n")) if code == 0 else None

    @property
    def top_bytes(self):
        return fsencode(realpath(self.toplevel))

    def index_stats(self):
        """See read_index_stats; empty for an index that is too large for it."""
        self.start_reading()
        return read_index_stats(self.listing("stats")) if "stats" in self.running else {}

    @property
    def tree(self):
        """The working tree as it stood when first asked."""
        with self.lock:
            return self.once("tree", lambda: Tree(self))

    def _find_hidden(self):
        """Paths in the index that hide their changes. Lower case: assume-unchanged; S: skip-worktree."""
        all_plain = self.entries.count(b"\0H ") == self.entries.count(b"\0") - 1
        return [] if all_plain else re.findall(br"\0[a-zS] ([^\0]+)", self.entries)

    def tracked_here(self):
        """Tracked paths below the working directory, relative to it; none where git does not say."""
        return self.tracked_in(self.prefix) if self.readable else []

    def tracked_in(self, start):
        # Decoded as a whole: one by one, 50,000 paths would take 40 ms.
        return re.findall("\0[A-Za-z?] " + re.escape(fsdecode(start)) + "([^\0]+)", fsdecode(self.entries))

    def relative(self, path):
        """The path relative to the top with /; None outside the tree."""
        plain = join(realpath(dirname(path)), basename(path))
        top = realpath(self.toplevel)
        return relpath(plain, top).replace(sep, "/") if is_below(plain, top) else None

    def has_index(self):
        """False where git can't or won't read it: what is tracked is unknown then. There may be none."""
        if self.state in UNTOLD:
            return False
        try:
            return not self.readable or self.listing("index") is not None
        except GitFailed:
            return False

    def is_tracked(self, path):
        """True or False for an absolute path; None where git does not say."""
        if not self.has_index():
            return None
        relative = self.relative(path) if self.readable else None
        return relative is not None and record_of(self.listing("index"), fsencode(relative), b" ") is not None

    def submodule_above(self, path):
        """The submodule that holds a path, b"" for none: git is asked there about what lies in it."""
        parts = path.split(b"/")
        folders = (b"/".join(parts[:end]) for end in range(1, len(parts)))
        # A folder in the index is a submodule.
        return next((one for one in folders if record_of(self.listing("index"), one, b" ") is not None), b"")

    def in_commit(self, path):
        """Is the file in the commit that is checked out? None where git does not say."""
        relative = self.relative(path) if self.state == "ok" else None
        if relative is None:
            return None if self.state in UNTOLD else False
        return record_of(self.listing("head"), fsencode(relative)) is not None

    def tracks(self, path, end=b""):
        """Is the file tracked, or of a folder any file below it whose path ends so? None: cannot be told."""
        tracked = self.is_tracked(path)
        if tracked is not False or not isdir(path) or not self.readable:
            return tracked
        below = br"\0[A-Za-z?] " + re.escape(fsencode(self.relative(path) or "/")) + br"/[^\0]*" + end + br"\0"
        return re.search(below, self.entries) is not None

    def _find_head(self):
        """(its listing, our products as HEAD knows them, {path: None} of those that are in it)."""
        listing = self.listing("head") if self.state == "ok" else b""
        products = Products(listing, self.own_folder)
        return listing, products, products.within(listing)

    def listing(self, name):
        """stdout of one of the listings; GitFailed when git failed."""
        self.start_reading()
        return self.git.need(self.running[name])

def find_tails(paths):
    """{the last two parts of a path: the paths}."""
    found = {}
    for path in paths:
        found.setdefault("/".join(path.split("/")[-2:]), []).append(path)
    return found

def is_in_repo(context, path):
    repository = context.repository
    if repository.readable:
        return repository.relative(path) is not None
    return context.toplevel is not None and is_below(normpath(path), context.toplevel)

def content_now(context):
    """Content id of the tree at this moment, never a remembered one; None where git does not say."""
    return getattr(tree_now(context), "tree_content", None)

def tree_now(context):
    repository = None
    try:
        repository = Repository(context.cwd, context.probes)
        return Tree(repository) if repository.readable else None
    except Exception:
        return None
    finally:
        if repository is not None:
            repository.git.close()

# == facts/in_git == [secrets] in git: commits that brought a claimed file, tracked files of its bytes, and those that look secret.
SEARCHED_UP_TO = 16 << 20  # bytes
# What keeps a folder in git is no secret.
KEEPERS = (".gitkeep", ".gitignore", ".gitattributes")
# Without the whole history git leaves out a branch that added a file and took it away again, once it is merged.
HISTORY = (
    "-c log.follow=false log --full-history -c --diff-filter=AM --no-show-signature --format=/%H --name-only -z HEAD --"
).split()

# Records of HEAD's listing whose files usually hold secrets; a template holds none.
USUAL = (
    br"(?i)(?<![^\0])100\d+ blob [0-9a-f]+\t((?:[^\0]*/)?(?![^\0/]*\.(?:example|sample|template|dist)\b)(?:\.env"
    br"(?:\.[^\0/]+)?|\.envrc|[^\0/]*(?:service.?account|credential|adminsdk|-key)[^\0/]*\.json"
    br"|id_(?:rsa|dsa|ecdsa|ed25519)|[^\0/]+\.(?:pem|key|ppk)))\0"
)

def names_in_tree(context, path):
    """Of a file, relative to the top: a link's own name and that of what it leads to."""
    names = [context.repository.relative(one) for one in {path, realpath(path)}] if context.repository.readable else ()
    return [name for name in names if name is not None]

def find_history(context):
    """{path: commits of HEAD's history that brought it in plain, newest first} of claimed secrets and of tracked files
    that look secret, and again of the latter alone; None: git does not say. Where a shallow clone ends every file looks
    added."""
    repository, ask, history, commit = context.repository, context.repository.git.ask, {}, ""
    names = {name for one in secret_paths(context) for name in names_in_tree(context, file_of_claim(context, one))}
    if repository.state != "ok":
        return (None, None) if context.toplevel and repository.state != "unborn" else ({}, {})
    usual = [fsdecode(one) for one in re.findall(USUAL, repository.listing("head"))]
    suspects = [one for one in usual if shows_secret(ask("cat-file", "blob", "HEAD:" + one)[1])]
    words = [":(top,literal)" + name for name in sorted(names.union(suspects))]
    try:
        code, out, _ = ask(*(HISTORY + words)) if words else (0, b"", "")
    except subprocess.SubprocessError:
        return None, None
    ends = read_start(join(repository.common_dir, "shallow")).split()
    for one in fsdecode(out).split("\0"):
        path = one.lstrip("\n")
        if path[:1] == "/":
            commit = path[1:]
        elif path and commit not in ends and not is_encrypted(ask("cat-file", "blob", commit + ":" + path)[1]):
            history.setdefault(path, []).append(commit)
    return (history, {one: history.get(one, []) for one in suspects}) if code == 0 else (None, None)

def commits_of(context, path):
    """Those that brought a file, or one of a folder, newest first; None: nobody could look, or not to the end."""
    below = tuple(name + "/" for name in names_in_tree(context, path))
    if not below and context.repository.state not in UNTOLD:
        return []  # it lies outside, or there is no repository
    history, _ = context.once("history", lambda: find_history(context))
    held = [one for one in history or () if (one + "/").startswith(below) and basename(one) not in KEEPERS]
    found = list(dict.fromkeys(commit for one in held for commit in history[one]))
    ends = history is None or context.repository.readable and context.repository.shallow
    return None if ends and not found else found

def find_copies(context, path):
    """Tracked files that have the file's bytes, with either line ends; None where it cannot be read."""
    repository, data = context.repository, read_bytes(path, SEARCHED_UP_TO)
    if not data or repository.state != "ok":
        return None if not data or repository.state in UNTOLD else []
    ids = "|".join(blob_id(form, repository.head) for form in (data, data.replace(b"\r\n", b"\n")))
    found = re.findall(br" blob (?:%s)\t([^\0]+)" % ids.encode("ascii"), repository.listing("head"))
    return [context.mask(join(context.toplevel, fsdecode(one))) for one in found]

def is_encrypted_in_git(context, path):
    """Whether what git tracks of it, in the index and in HEAD, is encrypted."""
    names, ask = names_in_tree(context, path), context.repository.git.ask
    versions = [ask("cat-file", "blob", start + name)[1] for name in names for start in (":", "HEAD:")]
    return any(versions) and all(map(is_encrypted, filter(None, versions)))

# == facts/context == One look at one place: what was asked, and what several families share.
class Context(Keeper):
    """One look at one place: what was asked, where, and what was found out once for several families. place, leg: as
    asked. options: tests, only, packages, host, as on the command line; None in a test process. claims: Claims. cwd:
    real path of the working directory. probes: absolute folder of the probe files. out: the file to be written, also
    read as the previous one."""

    def __init__(self, place, leg, options, claims, cwd, probes, out):
        Keeper.__init__(self)
        self.place, self.leg, self.options, self.claims = place, leg, options, claims
        self.cwd, self.probes, self.out = cwd, probes, out
        self.claims_file, self.started_in, self.git = None, cwd, None
        self.durations, self.changes, self.labels = {}, {}, {}
        self.run_id = os.urandom(16).hex()

    # Real path of the working tree's top, also where git refuses to speak; None outside one.
    toplevel = kept("toplevel", lambda self: find_toplevel(self.cwd))
    repository = kept("repository", lambda self: Repository(self.cwd, self.probes))
    identity = kept("identity", lambda self: find_identity(self.claims.salt, self.toplevel))
    ci = kept("ci", lambda self: find_ci(os.environ))
    places = kept("places", lambda self: Places())
    import_path = kept("import_path", lambda self: find_import_path(self.cwd))
    installed = kept("installed", lambda self: find_installed(self.import_path))
    # All that is the repository's own, tracked by git, relative to the working directory: as find_own.
    own_roots = kept("own_roots", lambda self: find_own(self.repository.tracked_here()))
    project_names = kept("project_names", lambda self: find_project_names(self))
    start_errors = kept("start_errors", lambda self: find_start_errors(self))
    masks = kept("masks", lambda self: find_masks(self.toplevel))
    since_base = kept("since_base", lambda self: find_since_base(self.repository))

    @property
    def folders(self):
        """The working directory and those above it, to the tree's top."""
        return folders_up_to(self.cwd, self.toplevel or self.cwd)

    @property
    def own(self):
        """Names of what lies at the top or in src/: what is claimed where no file says so."""
        return sorted(name for name, at in self.own_roots.items() if {name, "src/" + name} & set(at))

    def mask(self, path, among=("<repo>", "<prefix>", "<base>", "~")):
        """The path as it may be shown: <repo>, <prefix>, <base>, ~ or <other>/basename, with /."""
        return mask_path(path, [pair for pair in self.masks if pair[1] in among])

    def mask_root(self, path):
        """A prefix itself, as what it is called would say nothing."""
        return self.mask(path, ("<repo>", "~"))

    def start_git(self):
        """git takes longest, and needs nothing but the folder."""
        asked = self.options.asked
        if set(asked) - {"probe", "previous", "host", "env"}:
            self.git = Git(self.cwd)
            self.start("repository", lambda: Repository(self.cwd, self.probes, "git" in asked, self.git))

    def stop_git(self):
        """Without a word: another problem is being told."""
        if self.git is not None:
            with self.git.starting:
                self.git.stopped = True
            self.git.close()

    def start_early(self):
        """Starts what takes long and needs nobody, so that it runs while the families look."""
        for family, name, find in (
            ("git", "tree", lambda: self.repository.readable and self.repository.tree),
            ("interpreter", "executable_hash", executable_hash),
            ("secrets", "history", lambda: find_history(self)),
            ("path", "start_errors", lambda: find_start_errors(self)),
        ):
            if family in self.options.asked:
                self.start(name, find)

    def label(self, path):
        """Where a file or a path entry lies, one word of schema.ts."""
        if path not in self.labels:
            self.labels[path] = label_path(self, path)
        return self.labels[path]

# == facts/env == [env]: names of variables, and salted hashes of claimed values.
# Names that say something about the place, and how such names begin; everything else is not named.
SHOWN = set("PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR TEMP TMP CI".split())
SHOWN_STARTS = tuple(
    "PY PIP_ UV_ VIRTUAL_ENV CONDA MAMBA POETRY PIPENV PDM_ HATCH TOX_ NOX COVERAGE CI_ GITHUB_ RUNNER_ GITLAB_ CIRCLE "
    "BUILDKITE TF_BUILD JENKINS TRAVIS LC_ LD_ DYLD_ SUDO_ XDG_ DJANGO FLASK CLAUDE CODEX CURSOR COPILOT OPENHANDS "
    "AGENT DEVCONTAINER CODESPACES CONTAINER".split()
)
# Names that change with every session, command or step, and say nothing about the place.
SESSION = set(
    "_ SHLVL PWD OLDPWD COLUMNS LINES TERM TERM_SESSION_ID WINDOWID SSH_CLIENT SSH_CONNECTION SSH_TTY SSH_AUTH_SOCK "
    "XDG_SESSION_ID DBUS_SESSION_BUS_ADDRESS INVOCATION_ID JOURNAL_STREAM PYTEST_CURRENT_TEST PYENV_DIR "
    "PYENV_HOOK_PATH PYENV_ROOT PYENV_VERSION _PYENV_INSTALL_PREFIX CONDA_PROMPT_MODIFIER CONDA_SHLVL GITHUB_ENV "
    "GITHUB_PATH GITHUB_OUTPUT GITHUB_STATE GITHUB_STEP_SUMMARY RUNNER_TEMP".split()
)
SESSION_STARTS = ("BASH_FUNC_", "TMUX", "INPUT_", "STATE_", "WHERE_IT_RAN_")

def env_facts(context):
    telling = [name for name in sorted(os.environ) if name in SHOWN or name.startswith(SHOWN_STARTS)]
    shown = [name for name in telling if not (name in SESSION or looks_secret(name) or len(name) > 200)][:500]
    started = started_with()
    return {
        "claimed": {one["name"]: claimed_variable(context, one, started) for one in context.claims.env},
        "names": shown,
    }

def claimed_variable(context, claim, started):
    name, file = claim["name"], claim.get("from", ".env")
    # No test has run here: where the system does not tell, it is as it is now.
    start = state_of((os.environ if started is None else started).get(name))
    facts = {"set": name in os.environ, "start": start, "from": file, "file": state_in_file(context, file, name)}
    return dict(facts, **compared_value(context, claim))

def state_of(value):
    """Nothing but blanks is no value."""
    return "unset" if value is None else "filled" if value.strip() else "empty"

def state_in_file(context, file, name):
    """What a file that is no part of the repository says of a variable; None where git does not say whether it is."""
    path = file_of_claim(context, file)
    tracked = context.repository.is_tracked(realpath(path))
    if tracked is not False:
        return tracked and "tracked"
    if not exists(path):
        return "absent"
    found = re.findall(r"(?m)^\s*(?:export\s+)?%s\s*[=:](.*)$" % re.escape(name), read_start(path))
    return state_of(re.sub(r"""^\s*(?:(["'])\s*\1\s*)?(?:#.*)?$""", "", found[-1]) if found else None)

def compared_value(context, claim):
    """{"hash"} of a variable whose values are compared; {} where they are not, of no value, and of a likely secret."""
    name = claim["name"]
    value = os.environ.get(name)
    empty = state_of(value) != "filled"
    if empty or claim.get("compare") is not True or holds_secret(name, value) or carries_credential(value):
        return {}
    # Slow on purpose: a short value could be guessed from a quick hash.
    key = ("%s%s:%s" % (APP, context.claims.salt, name)).encode("utf-8", "replace")
    return {"hash": hashlib.pbkdf2_hmac("sha256", value.encode("utf-8", "surrogateescape"), key, 20000).hex()[:12]}

def started_with():
    """The variables with which this process started; None where the system does not tell."""
    try:
        with open("/proc/self/environ", "rb") as file:
            raw = file.read()
    except OSError:
        return None
    entries = [one.partition(b"=") for one in raw.split(b"\0") if b"=" in one]
    # A process that gives itself a title overwrites them. Of two of one name the first counts.
    return {fsdecode(name): fsdecode(value) for name, _, value in reversed(entries)} if entries or not raw else None

# == facts/finders == Where an import of a name would come from, asked without importing it.
def find_origin(context, module):
    """(facts, file): which file an import of `module` would take, found without importing anything; "" for none."""
    spec, premade = find_spec(context, module)
    top = module.split(".")[0]
    of_python = next(filter(None, [one.find_spec(top) for one, _ in OF_PYTHON]), None)
    alone = find_below(of_python or find_on_path(top, context.import_path), module)
    facts = {"module": module, "importable": True, "readable": True, "copies": [], "tracked": False}
    alone_file = "" if alone is None else spec_file(alone)
    facts["path_origin"] = context.mask(alone_file)
    if spec is None or is_shut(spec):
        facts.update(importable=False, readable=not is_shut_away(context, module))
        return facts, ""
    file = follow_link(context, spec_file(spec))
    label = "stdlib" if without_file(spec) else context.label(file) if file else "elsewhere"
    copies = {context.label(one) for one in other_copies(context, module, file)}
    facts.update(
        origin=context.mask(file),
        label=label,
        loader=loader_kind(spec),
        readable=not isabs(file) or os.access(getattr(spec.loader, "archive", file), os.R_OK),
        # Two system sites are one place. Each once, so that no line can be taken out that says more than the rest.
        copies=sorted(copies - {"system"} if label == "system" else copies),
        tracked=isabs(file) and context.repository.tracks(file, br"\.py"),
    )
    if is_old_build(context, module, file, facts["label"]):
        facts["label"] = "elsewhere"
    elif facts["label"] == "repo" and not context.repository.has_index():
        facts["label"] = None  # it may be a copy that git ignores
    outside = facts["label"] in ("elsewhere", "cwd", "other-checkout")
    if premade and outside and file != follow_link(context, alone_file):
        facts["label"] = "hook"
    return facts, file

def find_spec(context, module):
    """(spec, was it loaded before us) as an import would find it; of a dotted name no parent's code runs."""
    spec = getattr(started_module(module), "__spec__", None) if "." not in module else None
    if spec is not None:
        return spec, True
    return find_below(ask_finders(context, module.split(".")[0]), module), False

def ask_finders(context, name):
    """The finders of this interpreter in order, editable ones among them, over the path that the tests have."""
    kept = sys.path[:]
    sys.path[:] = context.import_path
    try:
        for finder in list(sys.meta_path):
            try:
                # meson-python's builds when it is asked, and without its tools an import of these names fails.
                if name in getattr(finder, "_top_level_modules", ()):
                    if which(finder._build_cmd[0]) is None:
                        return None
                    continue
                spec = finder.find_spec(name, None)
            except Exception:
                return None  # an import would raise it, too
            if spec is not None:
                return spec
    finally:
        sys.path[:] = kept
    return None

def find_below(spec, module):
    """The spec of a dotted name, from that of its first part."""
    parts = module.split(".")
    for end in range(2, len(parts) + 1):
        folders = spec.submodule_search_locations if spec is not None else None
        if not folders:
            return None
        # A namespace's list of folders asks its parent, which is not imported: it is taken as it was found.
        spec = find_in_folders(".".join(parts[:end]), list(getattr(folders, "_path", folders)))
    return spec

def find_in_folders(name, folders):
    """The spec of a module below a package, as PathFinder finds it, but that no parent is imported."""
    portions = []
    for folder in folders:
        finder = finder_of(folder)
        spec = finder.find_spec(name) if finder is not None else None
        if spec is not None and spec.loader is not None:
            return spec
        if spec is not None:
            portions += spec.submodule_search_locations or []
    if not portions:
        return None
    namespace = importlib.machinery.ModuleSpec(name, None, is_package=True)
    namespace.submodule_search_locations = portions
    return namespace

def finder_of(folder):
    for hook in sys.path_hooks:
        try:
            return hook(folder)
        except ImportError:
            pass
    return None

OF_PYTHON = ((importlib.machinery.BuiltinImporter, "built-in"), (importlib.machinery.FrozenImporter, "frozen"))

def spec_file(spec):
    """Its file; the first folder of a namespace package; built-in and frozen modules have a word instead."""
    if without_file(spec):
        return without_file(spec)
    path = next(iter(spec.submodule_search_locations or ()), "") if is_namespace(spec) else spec.origin
    return abspath(path) if path else ""

def without_file(spec):
    """ "built-in" or "frozen" for modules that the interpreter itself holds. Old ones leave the origin out."""
    return next((word for one, word in OF_PYTHON if spec.loader is one), "")

def is_namespace(spec):
    """Whether it has no file of its own. A folder that may not be entered looks like it."""
    return spec.origin in (None, "", "namespace")

def loader_kind(spec):
    if without_file(spec):
        return without_file(spec).replace("-", "")
    if is_namespace(spec):
        return "namespace"
    name = type(spec.loader).__name__
    kinds = {"SourceFileLoader": "source", "SourcelessFileLoader": "bytecode", "ExtensionFileLoader": "extension"}
    return kinds.get(name) or ("zip" if "zip" in name else "source" if spec.origin.endswith(".py") else "other")

def is_shut(spec):
    """A folder that this user may not enter looks like a namespace package."""
    folders = list(spec.submodule_search_locations or []) if is_namespace(spec) else []
    return bool(folders) and not any(os.access(one, os.R_OK | os.X_OK) for one in folders)

def is_shut_away(context, module):
    """It is somewhere on the path, and this user may not read it: that only looks like missing."""
    top, enter, looked = module.split(".")[0], os.R_OK | os.X_OK, []
    for entry in context.import_path:
        looked += [(entry, enter)] if isdir(entry) else []
        looked += [(join(entry, top), enter), (join(entry, top + ".py"), os.R_OK)]
    return any(lexists(file) and not os.access(file, mode) for file, mode in looked)

def other_copies(context, module, file):
    """Files of further copies on the path, behind or before the one that wins."""
    winner = realpath(file) if isabs(file) else file
    specs = [find_on_path(module, [entry]) for entry in context.import_path] if "." not in module else []
    files = [spec_file(spec) for spec in specs if spec is not None and not is_namespace(spec)]
    return [one for one in files if realpath(one) != winner][:20]

# == facts/interpreter == [interpreter]: this Python, the one of the project, and others on PATH.
def interpreter_facts(context):
    facts = {
        "executable": context.mask(sys.executable),
        "executable_hash": context.once("executable_hash", executable_hash),
        "version": version_text(),
        "implementation": {"cpython": "CPython", "pypy": "PyPy"}.get(sys.implementation.name, sys.implementation.name),
        "prefix": context.mask_root(sys.prefix),
        "linked": islink(sys.prefix) or None,
        "base_prefix": context.mask_root(sys.base_prefix),
        "in_venv": sys.prefix != sys.base_prefix,
        "isolated": bool(sys.flags.isolated),
        "requires_python": find_requires_python(context),
        "project_python": context.mask(find_project_python(context)),
        "on_path": commands_on_path(context),
        # Only variables: they may disagree with the interpreter at will.
        "virtual_env": context.mask_root(os.environ.get("VIRTUAL_ENV")) or None,
        "conda_prefix": context.mask_root(os.environ.get("CONDA_PREFIX")) or None,
    }
    facts.update(script_counts())
    return facts

def find_project_python(context):
    """The interpreter of a virtual environment kept in the project that this one is not of; "" when there is none."""
    inside = join("Scripts", "python.exe") if os.name == "nt" else join("bin", "python")
    for prefix in [join(folder, name) for folder in context.folders for name in (".venv", "venv")]:
        python = join(prefix, inside)
        if isfile(join(prefix, "pyvenv.cfg")) and exists(python):
            return "" if same_path(prefix, sys.prefix) else python
    return ""

# Where a project says which Python it needs, in the order in which its tools would ask.
IN_SECTION = r"""(?m)^\[%s\].*(?:\n(?!\[).*)*?\n\s*%s\s*=\s*["']?([^"'\n]{1,100})"""
REQUIRES = (
    ("pyproject.toml", IN_SECTION % ("project", "requires-python")),
    ("pyproject.toml", IN_SECTION % (r"tool\.poetry\.dependencies", "python")),
    ("setup.cfg", IN_SECTION % ("options", "python_requires")),
    ("setup.py", r"""\bpython_requires\s*=\s*["']([^"'\n]{1,100})"""),
    ("Pipfile", IN_SECTION % ("requires", "python(?:_full)?_version")),
    (".python-version", r"\A\s*(?:cpython[-@])?(\d+\.[\d.]+)\s*(?:\n|\Z)"),
)

def find_requires_python(context):
    """What the nearest folder that says it asks for, in its own words; "" where none was read."""
    places = [(folder, one) for folder in context.folders for one in REQUIRES]
    found = (re.search(pattern, read_start(join(folder, file))) for folder, (file, pattern) in places)
    return next((one.group(1).strip() for one in found if one), "")

def commands_on_path(context):
    python = "py" if os.name == "nt" else "python%d.%d" % sys.version_info[:2]
    found = []
    for name in ("python", "python3", python, "pip", "pip3"):
        file = which(name)
        if file:
            kind, starts = examine_command(file)
            found.append({"name": name, "target": context.mask(end_of_links(file)), "kind": kind, "starts": starts})
    return found

def end_of_links(file):
    """Where a command leads; a virtual environment's own link to its base is where the way ends."""
    file = abspath(file)
    for _ in range(40):
        folder = dirname(file)
        if not islink(file) or exists(join(dirname(folder), "pyvenv.cfg")):
            break
        file = normpath(join(folder, os.readlink(file)))
    return file

def script_counts():
    """Console scripts beside this interpreter, and where they lead: a moved environment's lead nowhere."""
    counts = {"scripts": 0, "scripts_other": 0, "scripts_broken": 0}
    folder = join(sys.prefix, "Scripts" if os.name == "nt" else "bin")
    if realpath(folder) in ("/usr/bin", "/bin"):
        return {}  # everybody's: scripts of the system that belong to no project
    for file in list_files(folder)[:2000]:
        if file.endswith((".py", ".exe")) or islink(file) or not isfile(file):
            continue
        kind, starts = examine_command(file)
        if kind == "script":
            counts["scripts"] += 1
            counts["scripts_broken"] += starts == "none"
            counts["scripts_other"] += starts == "other"
    return counts

# == facts/packages == [packages]: what is installed, and what serves each claimed package.
def packages_facts(context):
    scope = context.options.packages or ("claimed" if context.place == "local" else "all")
    installed = context.installed
    listed = sorted({"%s==%s" % (one.name, one.version) for one in installed})
    names = [one["name"] for one in context.claims.packages] if context.claims.from_file else context.own
    claimed = {name: claimed_package(context, name, installed) for name in names}
    shown = listed_of_claimed(listed, claimed) if scope == "claimed" else listed
    return {
        "scope": scope,
        "distributions": shown,
        "pip": any(one.name == "pip" for one in installed),
        "own": context.own if context.repository.has_index() else None,
        "claimed": claimed,
    }

def listed_of_claimed(listed, claimed):
    """Those of the listed distributions that bring a claimed package."""
    names = {facts.get("distribution") for facts in claimed.values()}
    return [line for line in listed if line.partition("==")[0] in names]

def claimed_package(context, claim, installed):
    carriers = [one for one in installed if one.name == normal_name(claim)]
    module = choose_module(claim, carriers)
    facts, file = find_origin(context, module)
    claims = [one for one in context.claims.packages if one["name"] == claim and one.get("from")]
    if not facts["importable"] and not claims:
        facts.update(metadata_alone(context, carriers))
    if claims or context.repository.has_index() and module.split(".")[0] in context.own:
        facts["same"] = SAME.get(build_of(context, file))
    carriers = carriers or find_carriers(installed, module, file)
    facts.update(distribution="", version="", installer="", direct_url="none", gone="")
    # The metadata beside the code speaks for it; with several of one name any of them may be asked.
    if carriers:
        carrier = carriers[0]
        facts.update(
            distribution=carrier.name,
            version=carrier.version,
            installer=carrier.read("INSTALLER").strip(),
            direct_url=carrier.direct_url()[0],
        )
        # Of two records of one name the older one lists what the newer one replaced.
        if len(carriers) == 1 and context.options is not None and is_below(file, carrier.folder):
            facts["gone"] = first_gone(carrier, module)
        built_for = built_for_another(carrier) if facts.get("label") in ("venv", "prefix", "user-site") else None
        if built_for:
            facts.update(importable=False, built_for=built_for)
    if context.repository.has_index():
        if context.options is not None:  # a test process is not asked
            facts["locked"] = context.once("locked", lambda: find_locked(context)).get(facts["distribution"], [])
        # One that is said to be the repository's may lie in any folder of it: python/, libs/x/src/.
        ends = ("/__init__.py", ".py") if claims and context.repository.readable else ()
        deep = any(roots_of(context, module.replace(".", "/") + end) for end in ends)
        facts["in_tree"] = module in context.own or deep
    return facts

def first_gone(carrier, module):
    """The first module below the claimed one that its RECORD lists, and that is not there; "" where all are. Tests are
    left out: some who pack wheels anew leave theirs away."""
    for line in carrier.read("RECORD").splitlines():
        path, ended, _ = line.replace("\\", "/").partition(",")
        code = path.startswith(module.replace(".", "/") + "/") and path.endswith((".py", ".so", ".pyd"))
        if ended and code and not re.search(r"/(?:tests?/|test_[^/]*\Z|conftest\.py\Z)", path):
            if not isfile(join(carrier.folder, *path.split("/"))):
                return path
    return ""

def find_locked(context):
    """{distribution: versions} that tracked lock files of this folder pin."""
    files = [one for one in context.repository.tracked_here() if re.match(r"(?:(?:uv|poetry|pdm)\.lock|requirements[\w.-]*\.txt)\Z", one)]
    text = "\n".join(read_bytes(join(context.cwd, one), 1 << 24).decode("utf-8", "replace") for one in files)
    pins = re.findall(r'(?m)^name = "([^"\n]+)"\r?\nversion = "([^"\n]+)"', text)
    pins += re.findall(r"(?m)^([A-Za-z0-9][\w.-]*)(?:\[[^\]\n]*\])? *== *([^\s;#,]+)", text)
    return {normal_name(name): sorted({of for one, of in pins if one == name})[:20] for name, _ in pins}

def built_for_another(carrier):
    """What a wheel was built for, where no Python of this kind can load it: copied here from elsewhere. None: fits."""
    tags = re.findall(r"(?m)^Tag: *([\w.]+)-([\w.]+)-([\w.]+)\s*$", carrier.read("WHEEL"))
    system = {"linux": "linux", "darwin": "macosx", "win32": "win"}.get(sys.platform)
    if sys.implementation.name != "cpython" or not system:
        return None
    for _, abi, platform in tags:
        version = re.match(r"cp(\d+)[a-z]*\Z", abi)
        ours = version is None or version.group(1) == "%d%d" % sys.version_info[:2]
        if ours and (platform == "any" or system in platform):
            return None
    return "-".join(tags[0]) if tags else None

def choose_module(claim, carriers):
    """The import name: the claimed one, or what the distribution of that name brings."""
    plain = claim.replace("-", "_")
    for carrier in carriers:
        names = carrier.import_names()
        if names and plain not in names:
            close = [name for name in names if normal_name(name) == normal_name(claim)]
            public = [name for name in names if not name.startswith("_") and name not in NOT_OWN]
            return below_namespace(carrier, claim, (close + public + names)[0])
    return plain

def below_namespace(carrier, claim, top):
    """The first real package: `google` is a namespace that many share, `google.cloud.storage` is one's own."""
    files = [file.rpartition("/") for file in carrier.files()]
    packages = [folder.split("/") for folder, _, name in files if name.startswith("__init__.")]
    packages = [".".join(parts) for parts in packages if parts[0] == top]
    if top in packages:
        return top
    close = [name for name in packages if normal_name(name) == normal_name(claim)]
    return (close + sorted(packages, key=lambda name: (name.count("."), name)) + [top])[0]

def metadata_alone(context, carriers):
    """Of a distribution that is whole without a module: commands, stubs, a list of others. {} where there is none."""
    whole = [join(one.folder, one.directory) for one in carriers if is_whole_without_module(one)]
    if not whole:
        return {}
    origin, label = context.mask(whole[0]), context.label(whole[0])
    return {
        "importable": True, "loader": "none", "readable": True,
        "origin": origin, "label": label, "path_origin": origin,
    }

def is_whole_without_module(carrier):
    """Whether all that it recorded is there and nothing is to be imported. A build that packed no code is not whole."""
    direct, files = carrier.direct_url()[0], carrier.files()
    brought = [file for file in files if not file.startswith(carrier.directory + "/")]
    code = [file for file in brought if file.endswith((".py", ".pth") + COMPILED) and not file.startswith("..")]
    needs = "\nRequires-Dist:" in carrier.read("METADATA") and direct == "none"
    if not files or code or direct == "editable" or not (brought or needs):
        return False
    return all(isfile(join(carrier.folder, *file.split("/"))) for file in brought)

def find_carriers(installed, module, where):
    """Distributions of another name that bring a module: those whose metadata lies beside it are asked first."""
    if not where:
        return []
    top = module.split(".")[0]
    beside = [one for one in installed if is_below(where, one.folder.rstrip(sep)) and top in one.import_names()]
    # An editable install keeps its metadata away from the code.
    return (beside or [one for one in installed if is_editable_of(one, top, where)])[:5]

def is_editable_of(carrier, top, where):
    kind, folder = carrier.direct_url()
    inside = folder is not None and is_below(realpath(where), folder)
    return kind == "editable" and (inside or top in carrier.import_names())

# == facts/path == [path]: sys.path, PYTHONPATH, start-up hooks and .pth files.
def path_facts(context):
    entries, user = context.import_path, user_site_folder()
    # None means that user and effective user differ, or, with -S, that nobody asked.
    unasked = "disabled" if sys.flags.no_site else "refused"
    running = [] if sys.flags.no_site else [strange_lines(file) for file in pth_files(context)]
    return {
        "entries": [{"path": context.mask(one), "label": label_entry(context, one)} for one in entries[:300]],
        "user_site": {True: "enabled", None: unasked}.get(site.ENABLE_USER_SITE, "disabled"),
        "user_site_on_path": bool(user) and user in entries,
        "pythonpath": [context.mask(one) for one in pythonpath_entries(context)],
        "sitecustomize": find_hook(context, "sitecustomize"),
        "usercustomize": find_hook(context, "usercustomize"),
        "pth_error": hook_error(context, ["pth"]),
        "pth_import_lines": sum(running),
    }

# == facts/secrets == [secrets]: whether claimed secrets and the settings of package tools are shut away.
# Settings of git, and variables, in which a credential may lie: in name or value, of headers the name is enough.
SETTINGS = {
    "remotes": r"(remote|submodule)\..*\.(push)?url\Z|branch\..*\.(push)?remote\Z|remote\.pushdefault\Z",
    "instead_of": r"url\..*\.(push)?insteadof\Z",
    "headers": r"http\.(.*\.)?extraheader\Z|include(if\..*)?\.path\Z",
    "proxies": r"(http|remote)\.(.*\.)?proxy\Z|(?i:https?|ftp|all)_(?i:proxy)\Z",
    "lfs": r"lfs\.(.*\.)?(push)?url\Z|remote\..*\.lfs(push)?url\Z",
    "helpers": r"credential\.(.*\.)?helper\Z",
    "index_urls": r"(?i:PIP|UV|POETRY|PIPENV|PDM)_(?i:[A-Z0-9_]*)(?i:INDEX|LINKS|URL|MIRROR)",
}
# Newer checkout steps put the header into a file of its own that the configuration includes.
TOLD_BY_VALUE = {"helpers": r"!.*(?i:password|token)=[\"']?(?![\"'$])\S{4}", "headers": r"git-credentials-[^/\\]*\Z"}
# What the set-up of CI brings along, and that of hosted agents. In ci a header is left by a step that can be mended.
GIVEN = r"(?i)\S*proxy |.*\bgitlab-ci-token:"
GIVEN_TO_AGENTS = GIVEN + r"|http\..*extraheader|include|.*\bx-access-token:"
# Files of a project that name package indexes; a URL for a database or a cache in them is none.
INDEX_FILES = (
    r"(?i)([\w.-]*(requirements|constraints)[\w.-]*\.(txt|in)|(environment|conda)[\w.-]*\.ya?ml|\.condarc|tox\.ini"
    r"|setup\.cfg|(pyproject|uv|pdm|poetry|pylock[\w.-]*)\.(toml|lock)|Pipfile(\.lock)?)\Z"
)
# In files that build, only a line that installs: a service of a test has its password there, too.
BUILD_FILES = r"(?i:[\w.-]*((docker|container|make|just)file|compose[\w.-]*\.ya?ml)|noxfile\.py|\.gitlab-ci\.yml)"
INSTALLING = r"(?im)^.*(?:index|find.links|\bpip|\buv|git\+).*$"
# A password for what tests start beside themselves is nobody's secret.
THIS_MACHINE = r"(?i)(?:\A|@)(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[::1\])(?::\d+)?[,;.)]*\Z"
# The end of a tracked path below a folder that is more than KEEPERS.
NO_KEEPER = b"".join(b"(?<!/%s)" % re.escape(one).encode("ascii") for one in KEEPERS)
INDEX_SCHEMES = r"(?i)http|ssh|svn|ftp"

def secrets_facts(context):
    files = {path: file_of_claim(context, path) for path in secret_paths(context)}
    ignored = find_ignored(context, [one for file in files.values() for one in held_in(file)])
    return {
        "files": {path: secret_file_facts(context, file, ignored) for path, file in files.items()},
        "found": context.once("history", lambda: find_history(context))[1],
        "env_names": sum(holds_secret(name, value) for name, value in os.environ.items()),
        "configuration": configuration_facts(context),
    }

def secret_file_facts(context, path, ignored):
    inside = is_in_repo(context, path)
    # A link shows what it leads to. Taken out of the index only, a file still goes wherever this commit goes.
    repository, real = context.repository, realpath(path)
    tracked = [repository.tracks(path, NO_KEEPER), repository.is_tracked(real), is_tracked_elsewhere(context, path)]
    tracked += [repository.in_commit(path), repository.in_commit(real)]
    facts = {
        "tracked": True if True in tracked else None if None in tracked else False,
        "in_repo": inside,
        "ignored": inside and (None if ignored is None else ignored.issuperset(held_in(path))),
        "modes": os.name != "nt",
        "history": commits_of(context, path),
    }
    facts["encrypted"] = facts["tracked"] is True and is_encrypted_in_git(context, path)
    plain = not facts["encrypted"] or not is_encrypted(read_bytes(path, SEARCHED_UP_TO))
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return dict(facts, exists=False, parent_readable=True)
    except OSError:
        return dict(facts, parent_readable=False)
    facts.update(exists=True, parent_readable=True, empty=not found.st_size, copies=[])
    if isdir(path):
        facts["empty"] = os.access(path, os.R_OK | os.X_OK) and held_in(path) == [join(path, "any")]
    elif found.st_size and not facts["tracked"]:
        facts["copies"] = find_copies(context, path)
    others = others_reach(path, found)
    facts.update(others_read=others if others is None else plain and others, unlooked=others is None)
    if os.name != "nt":
        facts.update(
            mode="%04o" % stat.S_IMODE(found.st_mode),
            mine=found.st_uid == os.geteuid(),
            owner_reads=bool(found.st_mode & stat.S_IRUSR),
        )
    return facts

def held_in(path):
    """The file; of a folder what lies in it, and one that may: rules ignore that, or a part, and not the folder."""
    if not isdir(path) or islink(path):
        return [path]
    files = files_of(path)
    kept = [one for one in files if basename(one) not in KEEPERS and sep + ".git" + sep not in one]
    return kept + [path if len(files) > REPORT_FILES else join(path, "any")]

def is_tracked_elsewhere(context, path):
    """Does another repository that the file lies in, a submodule or where a link leads, track it?"""
    real = realpath(path)
    holder = top_of(real)
    if holder is None or not holds_repository(holder) or same_path(holder, context.toplevel or ""):
        return False
    git, relative = Git(holder), seen_from(realpath(holder), real)
    for variable in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR"):
        git.env.pop(variable, None)
    try:
        code, out, _ = git.ask("ls-files", "-z", "--", ":(literal)" + relative)
    except OSError:
        return None
    _, committed, _ = git.ask("ls-tree", "-z", "--name-only", "HEAD", "--", relative)
    return None if code != 0 else bool(out or committed)

def others_reach(path, found):
    """Someone but the owner can read or change it: its own bits, and a way in through every parent; on Windows by its
    access list, None where that can't be read."""
    if os.name == "nt":
        return opened_by_list(*ask_windows(path))
    bits = 0o077 if stat.S_ISDIR(found.st_mode) else 0o066  # whoever may enter a folder reads what is open in it
    groups = found.st_mode & bits & 0o070 and (has_access_list(path) or not is_private_group(found))
    everybody = found.st_mode & bits & 0o007
    parents = folders_up_to(dirname(realpath(path)), None)[:-1]
    # Another name of the same file may lie where these parents shut nobody out.
    for folder in parents if found.st_nlink == 1 else []:
        above = os.stat(folder).st_mode
        everybody = everybody and above & 0o001
        groups = groups and above & 0o011  # a group may come in by its own bit or by everybody's
    return bool(groups or everybody)

def ask_windows(path):
    """(its access list in SDDL, which names accounts by their SID, this user's SID), as Windows prints them."""
    folder, system = "", join(os.environ.get("SYSTEMROOT", "C:\\Windows"), "System32")
    try:
        folder = make_private_folder(None)
        run([join(system, "icacls.exe"), path, "/save", join(folder, "list")])
        _, user, _ = run([join(system, "whoami.exe"), "/user", "/fo", "csv", "/nh"])
        return read_bytes(join(folder, "list"), 1 << 20).decode("utf-16-le", "replace"), user.decode("ascii", "replace")
    except (OSError, subprocess.SubprocessError):
        return "", ""
    finally:
        remove_folder(folder)

def opened_by_list(sddl, user):
    """Whether it lets in more than this user, SYSTEM and Administrators; None: one of the two says nothing."""
    entries, sid = re.search(r"(?m)^D:[A-Z]*((?:\([^()]*\))+)\s*$", sddl), re.search(r"S-1-5-21[\d-]+", user)
    if entries is None or sid is None:
        return True if "NO_ACCESS_CONTROL" in sddl else None
    trusted = [sid.group(0), "SY", "BA", "OW"] + ["LA"] * sid.group(0).endswith("-500")
    allowed = [one.split(";") for one in re.findall(r"\(([^()]*)\)", entries.group(1)) if one[:1] != "D"]
    return any(one[5:6] == [] or one[5] not in trusted for one in allowed)

def has_access_list(path):
    """Where there is one, the bits of the group are those of everybody in it."""
    try:
        return "system.posix_acl_access" in os.listxattr(path)
    except (AttributeError, OSError):
        return False

def is_private_group(found):
    """The group that some systems give each user: named like the user, with nobody else in it."""
    try:
        import grp
        import pwd

        user, group = pwd.getpwuid(found.st_uid), grp.getgrgid(found.st_gid)
    except (ImportError, KeyError):
        return False
    return group.gr_gid == user.pw_gid and group.gr_name == user.pw_name and set(group.gr_mem) <= {user.pw_name}

def configuration_facts(context):
    """Where a credential lies, yes or no; what the set-up of this machine gave is told apart."""
    hosted = context.ci is not None or any(is_set(*one.split()) for one in HOSTED_AGENTS)
    gift = r"\Z." if not hosted else GIVEN if context.place == "ci" else GIVEN_TO_AGENTS
    spots, given, shut = dict.fromkeys(list(SETTINGS) + ["stored", "direct_urls"], False), set(), True
    for spot, file, setting in find_credentials(context):
        if file is None:
            spots[spot] = spots[spot] or None
        elif re.match(gift, setting):
            given.add(spot)
        else:
            spots[spot] = True
            shut = shut and (file == "" or is_own(context, file))
    return dict(spots, given=sorted(given), shut=shut)

def find_credentials(context):
    """(spot, file, setting) of each; the file is "" for a variable, None where it can't be read."""
    top, repository = context.toplevel or context.cwd, context.repository
    # Of a repository that it refuses git leaves out the configuration.
    known = repository.state not in ("no-git",) + UNTOLD and repository.knows_settings
    settings = zip(repository.origins, repository.settings) if known else []
    pairs = [("", pair) for pair in os.environ.items()]
    pairs += [(join(top, origin[5:]) if origin[:5] == "file:" else "", pair) for origin, pair in settings]
    for file, (name, value) in pairs:
        for spot in SETTINGS:
            if re.match(SETTINGS[spot], name) and setting_carries(spot, name, value):
                yield spot, file, name + " " + value
    for spot in SETTINGS if not known and (repository.state != "no-git" or context.toplevel) else ():
        yield spot, None, ""
    files = [("remotes", join(top, ".gitmodules")), ("lfs", join(top, ".lfsconfig"))]
    files += [("stored" if file.endswith("credentials") else "index_urls", file) for file in index_files(context)]
    files += [("direct_urls", join(one.folder, one.directory, "direct_url.json")) for one in context.installed]
    for spot, file in files:
        carries = file_carries(file)
        if carries is not False:
            yield spot, file if carries else None, ""

def setting_carries(spot, name, value):
    if spot in TOLD_BY_VALUE and not name.endswith("extraheader"):
        return re.search(TOLD_BY_VALUE[spot], value)
    # In url.*.insteadOf the name holds the URL; a proxy needs no scheme.
    start = "http://" if spot == "proxies" and "://" not in value else ""
    return spot == "headers" or carries_credential(name + " " + start + value)

def is_own(context, file):
    """Only its owner reads it, and git does not track it."""
    tracked = [ask(file) for ask in (context.repository.is_tracked, context.repository.in_commit)]
    return tracked == [False, False] and others_reach(file, os.stat(file)) is False

def file_carries(file):
    """Whether a credential lies in it; None: it could not be read."""
    try:
        with open_regular(file) as opened:
            data = opened.read(SEARCHED_UP_TO + 1)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return False
    except OSError:
        return None
    text = data.decode("utf-8", "replace")
    said = "\n".join(re.findall(INSTALLING, text)) if re.match(BUILD_FILES, basename(file)) else text
    return carries_credential(said, INDEX_SCHEMES, THIS_MACHINE) or (None if len(data) > SEARCHED_UP_TO else False)

def index_files(context):
    """Files in which pip, uv, poetry, conda and the project keep index URLs."""
    home, environ = expanduser("~"), os.environ
    config = environ.get("XDG_CONFIG_HOME") or join(home, ".config")
    roots = [config, home, "/etc", sys.prefix, join(home, "Library", "Application Support")]
    roots += [environ.get("APPDATA"), environ.get("PROGRAMDATA")]
    settings = (
        "pip/pip.conf pip.conf .pip/pip.conf pip/pip.ini pip.ini uv/uv.toml pypoetry/config.toml "
        ".condarc conda/.condarc git/credentials .git-credentials"
    ).split()
    files = [join(root, *name.split("/")) for root in roots if root for name in settings]
    named = map(environ.get, ("PIP_CONFIG_FILE", "UV_CONFIG_FILE", "CONDARC"))
    files += [file for file in named if file and file.lower() != os.devnull.lower()]  # there it says: read none
    for top in {context.cwd, context.toplevel or context.cwd}:
        below = join(top, "requirements")
        named = [one for one in list_files(top) if re.match(INDEX_FILES + "|" + BUILD_FILES, basename(one))]
        files += [one for one in named if not isdir(one)]
        files += [file for file in list_files(below) if file.endswith((".txt", ".in"))]
    return files

# == session/bytecode == Bytecode that is older than its source.
# What modules are compiled from, and what those files include.
SOURCES = tuple(".c .h .cc .hh .cpp .hpp .cxx .hxx .cu .pyx .pxd .pxi .rs .f .f90 .f95 .m .mm .go .zig".split())

def stale_sources(context, loaded, config=None, tracked=True):
    """Sources of this tree in whose place old bytecode ran or would run, in this process or one that it started, and
    compiled modules that are older than their source. Python takes bytecode for current by the source's size and its
    time in whole seconds: an edit within a second that keeps the size goes unseen. So tests pass on code that is no
    longer there."""
    if not context.repository.readable:
        return []
    # What stands for a source that is gone: where git does not track it, nobody sees it change.
    stale = {one for one in loaded if one.endswith(".pyc") and context.repository.is_tracked(one) is False}
    stale.update(old_builds(context, loaded))
    sources, compiled = {one for one in loaded if one.endswith(".py")}, {}
    for path in context.repository.tracked_paths if tracked else ():
        if path.endswith(".py"):
            sources.add(join(context.toplevel, *path.split("/")))
    for source in sources:
        folder, name = os.path.split(source)
        if folder not in compiled:
            compiled[folder] = compiled_in(folder)
        if any(is_stale(source, file, config) for file in compiled[folder].get(name[:-3], ())):
            stale.add(source)
    return sorted(stale)[:20]

def old_builds(context, loaded):
    """Compiled modules of this project that are older than a source which this pull request, or somebody since its last
    commit, changed; where nobody knows what changed, outside CI than any source: there all files of a fresh checkout
    are younger than what a cache brought. A time that equals the commit's was given by the build."""
    found, ends = set(), tuple(importlib.machinery.EXTENSION_SUFFIXES)
    committed = re.search(br"(?m)^committer .* (\d+) [-+]\d+$", context.repository.commit)
    for module in {path for _, path in loaded_modules() if path.endswith(ends)}:
        folder, built = built_from(context, module, module in loaded), os.stat(module).st_mtime_ns
        if folder is None or committed and int(committed.group(1)) == built // 10 ** 9:
            continue
        changed, own = context.since_base, "/" + basename(module).split(".")[0] + ".py"
        for source in (() if context.ci else context.repository.tracked_paths) if changed is None else changed:
            file = join(context.toplevel, source)
            young = source.startswith(folder) and isfile(file) and os.stat(file).st_mtime_ns > built
            if young and source.endswith(SOURCES + (own,)) and set(NOT_OWN).isdisjoint(source.split("/")):
                found.add(module)
    return found

def compiled_in(folder):
    """{module: its compiled files for this Python}; pytest keeps what it made of tests beside the others."""
    cache = dirname(importlib.util.cache_from_source(join(folder, "any.py")))
    found = {}
    for name in list_names(cache):
        module, tag, rest = name.partition(".%s" % sys.implementation.cache_tag)
        if tag and rest[:1] in (".", "-"):
            found.setdefault(module, []).append(join(cache, name))
    return found

def is_stale(source, compiled, config):
    """Whether Python would take this bytecode for the source's, and it is not."""
    head = read_bytes(compiled, 16)
    flags, modified, size = [int.from_bytes(head[at:at + 4], "little") for at in (4, 8, 12)]
    source_stat, compiled_stat = status_of(source), status_of(compiled)
    known = source_stat is not None and compiled_stat is not None and len(head) == 16
    if not known or head[:4] != importlib.util.MAGIC_NUMBER or flags & 2:
        return False  # of no use to this Python, or compared with its source at every import
    if flags == 0:
        told = (int(source_stat.st_mtime) & 0xFFFFFFFF, source_stat.st_size & 0xFFFFFFFF)
        changed = max(source_stat.st_mtime_ns, source_stat.st_ctime_ns)
        # Python itself compiles again where time or size differ. Bytecode that was written more than 2 s, the grain of
        # the coarsest clock, after the last change of the source was made from that source.
        if (modified, size) != told or compiled_stat.st_mtime_ns > changed + 2 * 10 ** 9:
            return False
    try:
        code = compile_again(source, compiled, config)
    except Exception:
        return True
    if code is None:  # somebody else's compiler
        return source_stat.st_mtime_ns > compiled_stat.st_mtime_ns
    return marshal.loads(read_bytes(compiled, 1 << 30)[16:]) != code

def compile_again(source, compiled, config):
    """What the source gives now, compiled as that file was; None where nobody knows how it was."""
    name = basename(compiled)
    plain = re.search(r"%s(?:\.opt-([12]))?\.pyc$" % re.escape(sys.implementation.cache_tag), name)
    if plain:
        text = read_bytes(source, 1 << 30)
        return compile(text, source, "exec", dont_inherit=True, optimize=int(plain.group(1) or 0))
    if config is None or not name.endswith("-pytest-%s.pyc" % sys.modules["pytest"].__version__):
        return None
    try:
        from _pytest.assertion.rewrite import _rewrite_test
        from pathlib import Path

        return _rewrite_test(Path(source), config)[1]
    except (ImportError, TypeError):
        return None

# == session/command == The claimed test command, and whether another command runs the same tests.
# Searched in tracked paths joined by NULs. A word stands before its own lookbehind, so that the search is for a plain
# word, which is fast.
TEST_FILE = r"test_(?<=[\0/]test_)[^/\0]*\.py\0|_test\.py\0"
PYTEST_SECTIONS = (
    ("pyproject.toml", r"(?m)^\[tool\.pytest(?:\.ini_options)?\]"),
    ("tox.ini", r"(?m)^\[pytest\]"),
    ("setup.cfg", r"(?m)^\[tool:pytest\]"),
)

def tests_claim(context):
    """{"command": list or None, "reports": list}, None where no tests are claimed. Without claims.json the suite is
    claimed where git tracks a pytest configuration or a test file."""
    if context.claims.from_file:
        return context.claims.tests
    return context.once("tests_claim", lambda: {"command": None, "reports": []} if has_suite(context) else None)

def has_suite(context):
    tracked = "\0".join(context.repository.tracked_here()).join("\0\0")
    if "\0pytest.ini\0" in tracked or "\0.pytest.ini\0" in tracked or re.search(TEST_FILE, tracked):
        return True
    return any(
        "\0%s\0" % file in tracked and re.search(section, read_start(join(context.cwd, file)))
        for file, section in PYTEST_SECTIONS
    )

# How a test command is compared with the claimed one. Options that say how to run and how to tell, not
# which tests: with or without them it is the same command. Everything else must be equal, word by word,
# so that an option nobody has heard of yet can never pass for the claimed command.
PLAIN_OPTIONS = frozenset((
    "-q -qq -v -vv -vvv -s -l -x --quiet --verbose --exitfirst --showlocals --no-showlocals --no-header "
    "--no-summary --ff --failed-first --nf --new-first --full-trace --disable-warnings "
    "--disable-pytest-warnings --setup-show --self-contained-html --strict-markers --strict-config --cache-clear "
    "--json-report"
).split())
PLAIN_VALUE_OPTIONS = frozenset((
    "--tb --color --capture --durations --durations-min --verbosity -r --show-capture --maxfail --junitxml "
    "--junit-xml --junit-prefix --code-highlight --xfail-tb --log-level --log-cli-level --report-log --html "
    "-n --numprocesses --maxprocesses --dist --json-report-file --alluredir --cov-report --cov-config --cov-context"
).split())
# Plugins whose presence changes no test: ours, and the cache that would write into the tree.
PLAIN_PLUGINS = ("agent_probe", "no:cacheprovider")
# Options that leave tests out. --ff only sorts; -x and --maxfail stop, which the exit status says.
NARROWING = frozenset((
    "-k -m --lf --last-failed --lfnf --last-failed-no-failures --sw --stepwise --sw-skip --stepwise-skip "
    "--sw-reset --stepwise-reset --deselect --ignore --ignore-glob --co --collect-only --collectonly --pyargs "
    "-c --config-file --rootdir --confcutdir --noconftest --setup-only --setup-plan --splits --group "
    "--testmon --picked -o --override-ini --keep-duplicates --doctest-glob --pdbcls"
).split())
# Of the options, those whose tests are chosen by what ran before, wherever they are set.
BY_STATE = ("lf", "stepwise", "testmon", "picked")
RUNNERS = ("uv", "poetry", "pdm", "pipenv", "hatch", "rye")

def split_words(words):
    """["-kx", "--tb=no"] → ["-k", "x", "--tb", "no"]; clusters of plain flags (-qx) come apart."""
    split = []
    for word in words:
        if word.startswith("--cov"):
            split.append(word)  # its value is optional: apart it could not be told from a path
        elif word.startswith("--") and "=" in word:
            split.extend(word.split("=", 1))
        elif re.match(r"-[qvslx]{2,}$", word):
            split.extend("-" + letter for letter in word[1:])
        elif re.match(r"-[kmpconWrn].", word):
            split.extend((word[:2], word[2:].lstrip("=")))
        else:
            split.append(word)
    return split

def essential_words(words):
    """The words that decide which tests run, and under which settings."""
    rest = split_words(words)[::-1]
    # With a threshold it decides about green what is measured.
    threshold = any(word.startswith("--cov-fail-under") for word in rest)
    kept = []
    while rest:
        word = rest.pop()
        if word in PLAIN_VALUE_OPTIONS or word == "-p" and "".join(rest[-1:]) in PLAIN_PLUGINS:
            del rest[-1:]
        elif word not in PLAIN_OPTIONS and (threshold or not word.startswith("--cov")):
            kept.append(word)
    return kept

def hidden_settings(context, config):
    """What decides which tests run and is in no content: a configuration or a conftest.py that git ignores or that
    lies outside, a plugin that only this environment names, what an earlier run left in a cache."""
    if context.repository.state != "ok":
        return []
    files = [file_of(one) for one in conftests_of(config) if not SITE_PART.search(file_of(one))]
    files.append(str(getattr(config, "inipath", None) or getattr(config, "inifile", None) or ""))
    files = {realpath(one) for one in files if one}
    unseen = [one for one in files if context.repository.is_tracked(one) is False and not is_beside(context, one)]
    hidden = ["untracked %s" % basename(one)[:40] for one in need_ignored(context, unseen)]
    outside = [basename(one)[:30] for one in unseen if not is_in_repo(context, one)]
    hidden += ["%s outside this repository" % name for name in outside]
    if {name.strip() for name in os.environ.get("PYTEST_PLUGINS", "").split(",")} - {"", "agent_probe"}:
        hidden.append("PYTEST_PLUGINS")
    return sorted(set(hidden + ["--" + name for name in BY_STATE if getattr(config.option, name, False)]))

def file_of(module):
    return str(getattr(module, "__file__", None) or "")

def conftests_of(config):
    return [one for one in config.pluginmanager.get_plugins() if basename(file_of(one)) == "conftest.py"]

def narrowing_of(extra, positional):
    """Names of the options among extra words that leave tests out; "paths" for paths and node ids."""
    paths = {"paths"} if set(extra) & set(positional) else set()
    return sorted(NARROWING & set(extra) | paths)

def claimed_command(context):
    """The claimed test command; pytest's where none is named."""
    return list((tests_claim(context) or {}).get("command") or ["python", "-m", "pytest"])

def command_digest(context):
    """Binds a record to the command it was compared with: claims.json may change afterwards."""
    return sha256_of_text(json.dumps(claimed_command(context)))

def command_facts(context, config, run):
    """How this session was started, compared with the claimed command. No value of an option is kept."""
    from collections import Counter
    import shlex

    given = [str(word) for word in config.invocation_params.args]
    addopts = split_words(shlex.split(os.environ.get("PYTEST_ADDOPTS", "")))
    head, arguments = started_as(sys_words())
    claimed_head, claimed = split_command(claimed_command(context), context.cwd)
    # What the probe started is the claimed command, whatever makes pytest of it in between.
    as_claimed = bool(run) or head == claimed_head and realpath(os.getcwd()) == context.cwd
    if run:
        claimed = given
    elif claimed_head[-1:] != ["pytest"]:
        given = arguments
    essential, claimed = essential_words(addopts + given), essential_words(claimed)
    extra = Counter(essential) - Counter(claimed)
    # Names only: what follows an option may be anything, a secret too.
    named = [re.match(r"--[A-Za-z][A-Za-z0-9-]{0,50}|-[A-Za-z]", word) for word in addopts]
    return {
        "claimed_command": as_claimed and essential == claimed,
        "narrowed": narrowing_of(extra, [str(one) for one in config.args]) + hidden_settings(context, config),
        "addopts": sorted({one.group() for one in named if one}),
        "command_digest": command_digest(context),
    }

def started_as(words):
    """(head, arguments) of a running interpreter's command line."""
    head, arguments = split_command(["python"] + words[1:], os.getcwd())
    # A console script is a Python script of that name: python /venv/bin/pytest was started as pytest.
    script = abspath(head[-1]) if len(head) == 2 else ""
    name = re.sub(r"(\.exe|-script\.pyw?)$", "", basename(script))
    if name in ("pytest", "py.test"):
        head = ["pytest"]
    elif script and dirname(script) == dirname(abspath(sys.executable or ".")):
        head = [name]
    # -I adds no folder of its own to the path, so that -c and -m do not differ: the documented shim.
    if head[:2] == ["python", "-I"] and head[-1] == "-c":
        head = ["python", "-I", "-m", "pytest"]
    return head, arguments

def split_command(words, cwd):
    """(what starts the tests, its arguments) in a form in which equal commands are equal. python3 -mpytest -q →
    (["python", "-m", "pytest"], ["-q"]); uv run pytest → (["pytest"], [])."""
    if words[1:2] == ["run"] and words[0] in RUNNERS:
        rest = words[2:]
        while rest and rest[0].startswith("-"):
            rest = rest[1:]
        words = rest or words
    first, arguments = words[0] if words else "", list(words[1:])
    name = basename(first)
    if re.match(r"(pytest|py\.test)(\.exe)?$", name):
        return ["pytest"], arguments
    if not is_python(name):
        return [name], arguments
    if first != name and abspath(join(cwd, first)) != abspath(sys.executable or ""):
        return [first], arguments
    flags, start, arguments, _ = split_python(arguments)
    return ["python"] + flags + start, arguments

# == session/doubts == Reasons why a session record does not count.
def doubts_about(context, facts):
    """Why this record does not count, as codes; [] when it does. Missing facts are doubts."""
    process = facts["session"]
    fine = {
        "broken": facts["error"] == "",
        "unfinished": facts["finished"] is True,
        "other-user": process["same_user"],
        "other-tree": process["same_tree"],
        "other-command": facts["claimed_command"] is True,
        "other-packages": process["prefix_agrees"] is False or facts["installed"] == installed_stamp(),
        "narrowed": facts["narrowed"] == [],
        "collect-only": facts["collect_only"] is False,
        "stale-bytecode": not facts["stale"],
        "changed-while-running": not facts["touched"],
        "ignored-changed": all(stamp_of(path) == stamp for path, stamp in (facts["ignored"] or {}).items()),
    }
    return doubts_about_place(place_facts(context), process) + [code for code in fine if not fine[code]]

def installed_stamp():
    """Changes when something is installed into this prefix, taken away or installed anew; sha256, 64 hex digits. What
    tests found is no answer to what is installed now: whoever mends an environment wants them run again."""
    lines = []
    folders = site.getsitepackages()
    for file in sorted({join(folder, name) for folder in folders for name in list_names(folder)}):
        if file.endswith((".dist-info", ".egg-info", ".egg-link", ".pth")):
            found = status_of(file)  # None: a link that leads nowhere
            lines.append("%s %s" % (file, found and found.st_mtime_ns))
    return sha256_of_text("\n".join(lines))

def doubts_about_place(here, process):
    doubts, inside = [], here["in_container"]
    other = inside is None or inside != process["in_container"]
    if other or inside and (here["container"] is None or here["container"] != process["container"]):
        doubts.append("other-container")
    # Inside a container its id decides; images are often shipped without a machine id.
    if here["machine"] != process["machine"] or here["machine"] is None and not inside:
        doubts.append("other-machine")
    return doubts + ["other-" + key for key in ("run", "attempt", "job") if here[key] != process[key]]

def doubts_about_content(facts, now):
    before, after = facts["content_before"], facts["content_after"]
    if None in (before, after, now):
        return ["content-unknown"]
    doubts = ["changed-while-running"] if before != after else []
    return doubts + (["changed-since"] if after != now else [])

def place_facts(context):
    """Whose record this is: compared with the probe's own facts before anything else is believed."""
    host, ci = context.identity, context.ci or {}
    facts = {key: host.get(key) for key in ("machine", "container", "in_container", "boot")}
    facts.update((key, ci.get(key)) for key in ("run", "attempt", "job"))
    facts["user"] = user_id()
    return facts

def user_id():
    """The effective user; never shown, only compared."""
    if hasattr(os, "geteuid"):
        return str(os.geteuid())
    return "%s\\%s" % (os.environ.get("USERDOMAIN", ""), os.environ.get("USERNAME", ""))

# == session/record == Reads a session record: it is text that anybody may have written, and is checked as such.
RECORD_FORMAT = 1
RECORD_MAX = 4 * 1024 * 1024

def find_record(context):
    """(path, what it says or None) of this place's session record; None where there is none."""
    folders = (dirname(context.probes), context.cwd, context.toplevel)
    for path in [join(folder, SESSION_RECORD) for folder in folders if folder]:
        if lexists(path):
            return path, read_record(path)
    return None

def read_record(path):
    """The record's JSON object; None when it is no regular file, too large, or not what a record is."""
    try:
        raw = b"" if islink(path) else read_bytes(path, RECORD_MAX + 1)
        record = json.loads(raw.decode("utf-8")) if len(raw) <= RECORD_MAX else None
        return record if isinstance(record["session"], dict) else None
    except Exception:  # RecursionError among them
        return None

# The forms of values in a record, and which keys have them. A size is the most that one may have, the second that of
# every text in a list.
TOP_FORMS = "text:4096 executable prefix\ntext:40 python_version"
SESSION_FORMS = """
count exit_status collected passed failed errors skipped deselected xfailed xpassed reruns subtests uncollected
counts:500 files outside
flag claimed_command collect_only interrupted finished
text:40 runner
text:300 hook_error
text:1000 error
texts:40:60 narrowed addopts configured
texts:500:1000 skipped_files
texts:20:4096 stale touched
hex:64 content_before content_after installed conditions
texts:10:64 red
table:20000 ignored reports
"""
PROCESS_FORMS = """
flag isolated in_container
text:4096 cwd toplevel
time taken_at
hex:32 machine container boot
text:80 run
text:20 attempt
text:200 job user
"""
ORIGIN_FORMS = "flag imported\ntext:4096 origin\nlabel label\nflag same alone"
PACKAGE_FORMS = """
flag imported importable readable
text:4096 origin
text:200 distribution
text:100 version
text:20 loader direct_url
label label
texts:20:20 copies
"""
VARIABLE_FORMS = "flag set\nstart start\nhex:12 hash"
# Of several processes that one counts which had least; the first is of an older record.
STARTS = (None, "unset", "empty", "filled", "untold")

def take(table, forms, wrong):
    """{key: value or None}. A value of another form is left out, and makes the record a malformed one."""
    if not isinstance(table, dict):
        wrong.append("malformed")
        table = {}
    taken = {}
    for form, keys in [line.split(" ", 1) for line in forms.strip().splitlines()]:
        for key in keys.split():
            value = table.get(key)
            taken[key] = value if value is None or has_form(value, form) else None
            if taken[key] is not value:
                wrong.append("malformed")
    return taken

def take_tables(table, key, forms, wrong):
    """{name: values} of a map of tables, names in order."""
    tables = take(table, "table:500 " + key, wrong)[key] or {}
    return {name: take(one, forms, wrong) for name, one in sorted(tables.items()) if len(name) <= 1000}

def has_form(value, form):
    kind, size, each = (form.split(":") + ["0", "0"])[:3]
    if kind == "flag":
        return isinstance(value, bool)
    if kind == "count":
        return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= COUNT_MAX
    if kind == "hex":
        return is_hex(value, int(size))
    if kind == "start":
        return value in STARTS
    if kind == "label":
        return value in LABELS + ["none"]
    if kind == "time":
        return isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\Z", value) is not None
    fits = isinstance(value, {"text": str, "texts": list}.get(kind, dict)) and len(value) <= int(size)
    inner = value.values() if fits and kind == "counts" else value if kind == "texts" else ()
    return fits and all(has_form(one, "count" if kind == "counts" else "text:" + each) for one in inner)

def facts_of_record(context, found):
    """All facts of a record, believed or not, and why not."""
    path, record = found
    # What git tracks was not made here. Where git won't say it may be: a record must be proven to be ours.
    tracked = context.repository.is_tracked(path) is not False
    if record is None:
        return with_belief({"source": "session", "tracked": tracked}, ["unreadable"])
    facts, doubts = session_of_record(context, record, content_now(context))
    facts.update(source="session", sessions=1, tracked=tracked)
    return with_belief(facts, (["tracked"] if tracked else []) + doubts)

def with_belief(facts, doubts):
    facts["believed"] = not doubts
    facts["disbelief"] = list(dict.fromkeys(doubts))
    return facts

def session_of_record(context, record, content):
    """(facts, doubts) of one session's record; content: the tree's, now."""
    session, wrong = record["session"], []
    facts = take(session, SESSION_FORMS, wrong)
    if facts["finished"] is not True:  # nobody counted to the end
        facts.update(dict.fromkeys(ALL_COUNTS[1:]))
    facts["executed"] = None if None in (facts["passed"], facts["failed"]) else facts["passed"] + facts["failed"]
    if session.get("command_digest") != command_digest(context):
        facts["claimed_command"] = False
    origins = take_tables(session, "origins", ORIGIN_FORMS, wrong)
    facts["origins"] = {name[:200]: recorded_origin(context, name, one) for name, one in origins.items()}
    facts["foreign"] = foreign_modules(facts["origins"])
    facts["packages"] = take_tables(session, "packages", PACKAGE_FORMS, wrong)
    facts["env"] = take_tables(session, "env", VARIABLE_FORMS, wrong)
    facts["reports"] = reports_of(context, facts["reports"] or {})
    if facts["red"] is not None:
        facts["red_before"] = len(facts["red"])
        facts["red_apart"] = sum(one != facts["conditions"] for one in facts["red"])
    facts["session"] = process_of(context, take(record, TOP_FORMS, wrong), take(session, PROCESS_FORMS, wrong))
    doubts = doubts_about(context, facts) + doubts_about_content(facts, content)
    for name in ("stale", "touched"):
        facts[name] = None if facts[name] is None else [context.mask(path) for path in facts[name]]
    facts["ignored"] = None if facts["ignored"] is None else len(facts["ignored"])
    return facts, doubts + wrong + (["malformed"] if session.get("format") != RECORD_FORMAT else [])

def foreign_modules(origins):
    """Modules of another checkout that ran in the tests, whatever their names; [] says there was none."""
    ran = [name for name, one in sorted(origins.items()) if one["imported"] and one["label"] == "other-checkout"]
    return ["%s from %s" % (name, origins[name]["origin"]) for name in ran]

def process_of(context, top, session):
    """Which process it was, as far as the probe shows it."""
    facts = {key: context.mask(top[key]) for key in ("executable", "prefix") if top[key] is not None}
    cwd = realpath(session["cwd"]) if session["cwd"] else None
    if cwd is not None:  # like git.cwd: "." at the top of the working tree; masked outside it
        cwd = seen_from(context.toplevel, cwd) if is_in(cwd, context.toplevel) else context.mask(session["cwd"])
    facts.update(
        prefix_agrees=None if top["prefix"] is None else same_path(top["prefix"], sys.prefix),
        version=top["python_version"],
        isolated=session["isolated"],
        cwd=cwd,
        # Without a repository nobody says which tree this is.
        same_tree=context.toplevel and same_path(session["toplevel"], context.toplevel),
        same_user=session["user"] == user_id(),
    )
    kept = ("in_container", "taken_at", "machine", "container", "boot", "run", "attempt", "job")
    facts.update((key, session[key]) for key in kept)
    return facts

def recorded_origin(context, name, origin):
    """An origin as recorded, and what this probe sees of that file."""
    path = origin["origin"]
    old = is_old_build(context, name, path, origin["label"])
    return dict(origin, origin=context.mask(path) if path else path, label="elsewhere" if old else origin["label"])

def reports_of(context, recorded):
    """Each claimed report: as the session left it, and as it is now."""
    facts = {}
    for name, path in list(claimed_reports(context).items())[:50]:
        digest = recorded.get(name) if is_hex(recorded.get(name), 64) else None
        facts[name] = {"recorded": digest, "now": digest_of_report(path), "exists": exists(path)}
    return facts

def union(views, name):
    """What any of several views has in its list of that name, sorted."""
    return sorted({word for view in views for word in view[name] or ()})

def merge_suites(views):
    """What several processes collected, taken together: the most of every file."""
    most = {"skipped_files": 500, "configured": 40, "stale": 20, "touched": 20}
    facts, files = {name: union(views, name)[:most[name]] for name in most}, {}
    for file, count in [pair for one in views for pair in (one["files"] or {}).items()]:
        files[file] = max(count, files.get(file, 0))
    known = [one["uncollected"] for one in views if one["uncollected"] is not None]
    return dict(facts, files=dict(sorted(files.items())) if known else None, uncollected=min(known) if known else None)

AS_CLAIMED = {"origins": ("repo",), "packages": ("venv", "prefix", "overlay", "system", "stdlib", "user-site")}

def merge_modules(views):
    """{origins, packages} of several processes and moments: what was imported counts, and of that the worst."""

    def rank(one):
        worse = one.get("label") not in AS_CLAIMED[kind] and not one.get("same")
        return one["imported"] is True, worse, one.get("alone") is True

    merged = {kind: {} for kind in AS_CLAIMED}
    for kind, found in merged.items():
        for name, one in [pair for view in views for pair in view.get(kind, {}).items()]:
            found[name] = max(found.get(name, one), one, key=rank)
    return merged

def merge_env(views):
    """Set only where it is set in every process, and to one value."""
    merged = {}
    for view in views:
        for name, one in view.items():
            known = merged.get(name, one)
            start = min(known["start"], one["start"], key=STARTS.index)
            merged[name] = dict(one if not one["set"] else known, set=one["set"] and known["set"], start=start)
            if one.get("hash") != known.get("hash"):
                merged[name].pop("hash", None)
    return merged

def claimed_reports(context):
    """{name: path} of the reports that the claimed command writes."""
    return {name: file_of_claim(context, name) for name in (tests_claim(context) or {}).get("reports", ())}

def stamps_of_reports(context):
    """What is there before the session: a report that does not change is not its report."""
    return {name: stamp_of(path) for name, path in claimed_reports(context).items()}

def reports_of_session(context, stamps):
    """sha256 of the claimed reports that this session wrote."""
    digests = {}
    for name, path in claimed_reports(context).items():
        digest = digest_of_report(path) if stamp_of(path) not in ([], stamps.get(name)) else None
        if digest is not None:
            digests[name] = digest
    return digests

# == session/process == Starts a test command with the plugin within its reach, and stops it in time.
class End(object):
    """How a command ended. status: its exit status, NEVER_ENDED when it was killed or stopped."""

    process = None
    status = NEVER_ENDED
    interrupted = False
    sessions = ()

def start_command(context, words, log, keep_record):
    """Runs a test command to its end, with the plugin within reach of every pytest that it starts. The plugin comes
    as an entry point in a folder of its own on PYTHONPATH. Not as -p or PYTEST_ADDOPTS: arguments and options are
    facts. Not as PYTEST_PLUGINS: where PYTHONPATH is dropped on the way (tox, a shebang with -I) pytest would end
    with an import error, while an entry point is merely not found. The first thing the plugin does is to put the
    environment back, so that tests and what they start see what they would have seen. -I and -E ignore PYTHONPATH:
    there the module is started by a line of Python that adds the folder last."""
    folder = make_private_folder(context.toplevel, PLUGIN_FOLDER)
    try:
        # In CI the project's code gets no tokens.
        withheld = withheld_names(context)
        env = {name: value for name, value in os.environ.items() if name not in withheld}
        prepare_plugin(context, folder, env, keep_record)
        say("running %s (log: %s)" % (" ".join(words), seen_from(context.cwd, log)))
        end = run_to_end(context, with_interpreter(words, folder), env, log)
        sessions = join(folder, "sessions")
        records = [read_record(join(sessions, name)) for name in sorted(os.listdir(sessions))]
        end.sessions = [record for record in records if record is not None]
    finally:
        remove_folder(folder)
    return end

WITHHELD = r"(?is)(?:INPUT_.*|ACTIONS_.*|.*_TOKEN|GITHUB_(?:ENV|PATH|OUTPUT|STATE|STEP_SUMMARY))\Z"

def withheld_names(context):
    """Variables that tests do not get which the probe starts."""
    return [name for name in os.environ if context.ci is not None and re.match(WITHHELD, name)]

def prepare_plugin(context, folder, env, keep_record):
    """Fills the folder, and makes the environment lead there."""
    changes = {"PYTHONPATH": os.pathsep.join(filter(None, (folder, env.get("PYTHONPATH"))))}
    if env.get("PYTEST_DISABLE_PLUGIN_AUTOLOAD"):
        changes["PYTEST_PLUGINS"] = ",".join(filter(None, (env.get("PYTEST_PLUGINS"), "agent_probe")))
    run = {
        "folder": join(folder, "sessions"),
        "environment": {name: env.get(name) for name in changes},
        "home": context.cwd,
        "claims": context.claims_file,
        "place": context.place,
        "record": keep_record,
        "large": LARGE_RECORDS,
    }
    metadata = "where_it_ran_plugin-%s.dist-info" % VERSION
    for name in (metadata, "sessions"):
        os.mkdir(join(folder, name))
    for name, text in (
        (metadata + "/METADATA", "Metadata-Version: 2.1\nName: where-it-ran-plugin\nVersion: %s\n" % VERSION),
        (metadata + "/entry_points.txt", "[pytest11]\nagent_probe = agent_probe\n"),
        ("run.json", json.dumps(run)),
        ("agent_probe.py", read_start(abspath(__file__))),
    ):
        write_atomically(join(folder, name), text)
    env.update(changes)
    env[HAND_OVER] = join(folder, "run.json")

def with_interpreter(words, folder):
    """The words to start: python means this interpreter, everything else what PATH says."""
    first = sys.executable or realpath("/proc/self/exe") if words[0] in ("python", "python3") else words[0]
    flags, start, arguments, options = split_python(words[1:])
    ignores_path = is_python(basename(words[0])) and ("-I" in flags or "-E" in flags)
    if not ignores_path or not start or start == ["-c"]:
        return [first] + words[1:]
    line = "import runpy, sys; sys.path.append(%r); runpy." % folder
    if start[0] == "-m":
        line += "run_module(%r, run_name='__main__', alter_sys=True)" % start[1]
    else:
        line += "run_path(%r, run_name='__main__')" % start[0]
    return [first] + options + ["-c", line] + arguments

class Stopped(BaseException):
    """Somebody asked this process to end while a command was running."""

def run_to_end(context, words, env, log):
    """Runs it; its output goes to stderr and into the log."""
    end = End()
    sink = open_log(log)
    try:
        process = subprocess.Popen(
            [find_program(words[0])] + words[1:], cwd=context.cwd, env=env, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
        )
    except OSError as problem:
        say("%s cannot be started: %s" % (words[0], problem.strerror))
        end.status = 126 if isinstance(problem, PermissionError) else 127
        return end
    end.process = process.pid
    pump = threading.Thread(target=pump_output, args=(process.stdout, sink))
    pump.daemon = True
    pump.start()
    wait_for_end(process, context.options.tests_limit, end)
    pump.join(5)  # a background process of the tests may keep the pipe open for ever
    return end

def wait_for_end(process, limit, end):
    def stop(*_):
        raise Stopped()

    before = {}
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            before[number] = signal.signal(number, stop)
    except ValueError:
        pass  # not the main thread: signals are somebody else's
    try:
        status = process.wait(limit)
    except (subprocess.TimeoutExpired, Stopped, KeyboardInterrupt) as problem:
        late = isinstance(problem, subprocess.TimeoutExpired)
        say("stopped after %d seconds (--tests-limit)" % limit if late else "stopped while the tests were running")
        end.interrupted = True
        status = stop_process(process, signal.SIGTERM if late else signal.SIGINT)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    # A negative status is the signal that ended it.
    end.status = status if status is not None and status >= 0 else NEVER_ENDED
    end.interrupted = end.interrupted or end.status == NEVER_ENDED

def stop_process(process, number):
    """Asks the whole group to end, waits ten seconds, and ends what is left of it."""
    if os.name == "nt":  # an environment's python.exe has started another, which would be left
        taskkill = join(os.environ.get("SYSTEMROOT", "C:\\Windows"), "System32", "taskkill.exe")
        command_text([taskkill, "/T", "/F", "/PID", str(process.pid)])
    for one, patience in ((number, 10), (getattr(signal, "SIGKILL", signal.SIGTERM), 5)):
        try:
            if hasattr(os, "killpg"):
                os.killpg(process.pid, one)
            else:
                process.terminate()
        except OSError:
            pass  # nobody is left
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            pass
    return process.poll()

def open_log(path):
    """What stands there is not written through: a repository may bring a link by that name."""
    try:
        os.makedirs(dirname(path), exist_ok=True)
        if lexists(path):
            os.unlink(path)
        return open(path, "xb")
    except OSError as problem:
        say("no log: %s" % problem.strerror)
        return None

def pump_output(source, log):
    screen = getattr(sys.stderr, "buffer", None)
    for block in iter(lambda: os.read(source.fileno(), 65536), b""):
        for sink in (log, screen):
            try:
                if sink is not None:
                    sink.write(block)
                    sink.flush()
            except (OSError, ValueError):
                pass
    source.close()
    if log is not None:
        log.close()

def take_hand_over():
    """How this session is handed over ({} when nobody asked); the environment is put back as it was. Commands that
    tests start must see neither our folder nor our variable: their sessions are not ours."""
    path = os.environ.pop(HAND_OVER, None)
    if path is None:
        return {}
    with open(path, "rb") as file:
        run = json.loads(file.read().decode("utf-8"))
    LARGE_RECORDS.update(run["large"])
    for name, value in run["environment"].items():
        os.environ.pop(name, None)
        if value is not None:
            os.environ[name] = value
    return run

# == session/earlier == Sessions before this one, on the same content: red ones, and whether this one is a retry of them.
def red_before(context, home, content):
    """Conditions of the last ten sessions of the claimed command that were red on this content, in this place and job,
    as the record tells that the next one will replace. What a green one does not say: another one was red."""
    record, wrong = read_record(join(home, SESSION_RECORD)), []
    if record is None:
        return []
    session = take(record["session"], SESSION_FORMS, wrong)
    here = doubts_about_place(place_facts(context), take(record["session"], PROCESS_FORMS, wrong)) == []
    claimed = session["claimed_command"] and record["session"].get("command_digest") == command_digest(context)
    if wrong or not here or not claimed or content is None or session["content_before"] != content:
        return []
    # Who stopped it does not say that it was red.
    stopped = session["finished"] and session["interrupted"] and not session["failed"]
    red = session["exit_status"] != 0 and not stopped and session["narrowed"] == [] and not session["collect_only"]
    return ((session["red"] or []) + ([session["conditions"] or ""] if red else []))[-10:]

def conditions_digest(context):
    """Equal for two sessions of one command only where interpreter and variables are: then the second is a retry.
    Variables of a step, and what the probe withholds from tests that it starts, are no condition."""
    step = SESSION_STARTS + ("GITHUB_", "RUNNER_", "ACTIONS_", "PYTHONHASHSEED")
    kept = [one for one in sorted(os.environ.items()) if one[0] not in SESSION and not one[0].startswith(step)]
    kept = [one for one in kept if not re.match(WITHHELD, one[0])]
    return sha256_of_text(repr((context.claims.salt, sys.prefix, version_text(), kept)))

# == session/junit == Counts the tests of a report or of unittest's summary, and tells whether a result is of this run.
JUNIT_MAX = 64 * 1024 * 1024
JUNIT_OUTCOMES = {"failure": "failed", "error": "errors", "skipped": "skipped"}
TIME = r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,]\d+)? ?(Z|[+-]\d\d:?\d\d)?\Z"
# How go, bazel, pants, Gradle, Turborepo and Nx say that no test ran, and that an earlier result was taken.
FROM_CACHE = (
    r"(?m)^(?:ok\s+\S+\s|//\S+\s|✓ ).*(\(cached.*)|^> Task (?:\S*:)?(?:test|\w+Test) (FROM-CACHE|UP-TO-DATE)\s*$"
    r"|^\S*\btest\S*: cache hit, (replay)|^.*Nx read the (output from the cache)"
)

def find_cached(unchanged, times, started, output):
    """What says that a result is of an earlier run, "" where nothing does: a claimed report that did not change, a
    time in one, words of a runner where no report has a time. Without a zone it may be any clock's on earth."""
    said = None if times else re.search(FROM_CACHE, output)
    found = ["%s did not change" % name for name in unchanged]
    found += ["a report is of %s" % text for text, zone, when in times if when < started - (2 if zone else 26 * 3600)]
    found += ["it says %s" % one.strip()[:40] for one in (said.groups() if said else ()) if one]
    return "".join(found[:1])

SUMMARY = r"(?m)^Ran (\d+) tests? in [\d.]+s\s+(?:OK|FAILED|NO TESTS RAN)(?: \((.*)\))?\s*$"

def read_summary(output):
    """Counts of what unittest printed, Django's runner too; None where it printed no summary."""
    from collections import Counter

    found = re.findall(SUMMARY, output)
    counts = dict.fromkeys(COUNTS[1:], 0)
    for ran, told in found:
        told = Counter({name: int(count) for name, count in re.findall(r"([a-z][a-z ]*)=(\d+)", told)})
        one = {"failed": told["failures"] + told["unexpected successes"], "errors": told["errors"]}
        one["skipped"] = told["skipped"] + told["expected failures"]
        one.update(collected=int(ran), passed=max(0, int(ran) - sum(one.values())))
        counts.update((name, counts[name] + count) for name, count in one.items())
    return counts if found else None

def read_junit(path, times):
    """Counts of a JUnit report; None where it is none. `times` gets when its suites ran, as far as they say. expat
    itself, not ElementTree: a document type is refused before an entity of it could be expanded."""
    from datetime import datetime
    from xml.parsers import expat

    counts = dict.fromkeys(COUNTS[1:], 0)
    # What is open: of a test case its outcome so far, of a suite what it says and what had been counted before it.
    opened = []

    def refuse(*_):
        raise ValueError("a report has no document type")

    def open_element(name, attributes):
        if name == "testcase":
            opened.append("passed")
        elif name in ("testsuite", "testsuites"):
            opened.append((attributes, dict(counts)))
            for day, hour, zone in re.findall(TIME, attributes.get("timestamp", "")):
                when = datetime.strptime(day + hour + (zone or "Z"), "%Y-%m-%d%H:%M:%S%z").timestamp()
                times.append(("%s %s" % (day, hour), zone, when))
        elif name in JUNIT_OUTCOMES and opened and opened[-1] in ("passed", "skipped"):
            opened[-1] = JUNIT_OUTCOMES[name]
        elif name in ("failure", "error") and not (opened and opened[-1] in COUNTS):
            counts["errors"] += 1  # of a whole class or module

    def close_element(name):
        if name == "testcase":
            counts["collected"] += 1
            counts[opened.pop()] += 1
        elif name in ("testsuite", "testsuites"):
            attributes, before = opened.pop()
            tests, failures, errors = (int(attributes.get(key) or 0) for key in ("tests", "failures", "errors"))
            new = {key: counts[key] - before[key] for key in counts}
            counts["errors"] += max(0, failures + errors - new["failed"] - new["errors"])
            counts["collected"] += max(0, tests - new["collected"])

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = open_element
    parser.EndElementHandler = close_element
    try:
        if getsize(path) > JUNIT_MAX:
            return None
        with open_regular(path) as file:
            parser.Parse(file.read(JUNIT_MAX), True)
    except (OSError, ValueError, expat.ExpatError):
        return None
    return counts

# == session/origins == Where the modules of a test process came from, and its variables.
def children_time():
    """Seconds that commands which this process started, and which have ended, ran; None where nobody tells."""
    try:
        import resource
    except ImportError:
        return None
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime

def origins_in_process(context, commands, beside):
    """{name: imported, origin, label} of the repository's own packages, as this process has them. commands: tests
    started some, which may have imported another copy. beside: files of tests of a checkout within this one, which pytest
    loaded with their conftest.py."""
    claimed = [one["name"].split(".")[0].replace("-", "_") for one in context.claims.packages if one.get("from")]
    origins = {name: origin_in_process(context, name) for name in dict.fromkeys(list(context.own_roots) + claimed)}
    for name, one in list(origins.items()):
        if commands:
            origins.update(old_copies(context, name, one["origin"]))
        elif one.get("alone"):  # no command could have imported it, either
            one["alone"] = one["imported"]
    origins.update(foreign_in_process(context, origins, beside))
    return origins

def packages_in_process(context):
    """{name: facts} of the claimed packages that are not said to be the repository's own."""
    found = {}
    for name in [one["name"] for one in context.claims.packages if not one.get("from")]:
        found[name] = facts = claimed_package(context, name, context.installed)
        facts["imported"] = bool(module_path(sys.modules.get(facts["module"])))
        if facts["imported"]:
            facts.update(importable=True, readable=True)
    return found

def foreign_in_process(context, known, beside):
    """Modules that are no longer, or never were, what this tree says, whatever their names. Names tell nothing here:
    a namespace package, or one that lies deep in the tree, is nobody's by its name."""
    found = {}
    for name, path in loaded_modules() if context.repository.readable else ():
        around = basename(path) in ("conftest.py", "__init__.py") and any(is_in(one, dirname(path)) for one in beside)
        loaded = path not in beside and not around and path.endswith(".py")
        if name not in known and len(found) < 40 and loaded and is_copy(context, name, path):
            found[name[:200]] = {"imported": True, "origin": path, "label": "other-checkout"}
    return found

def is_copy(context, name, path):
    """Whether a module is an installed copy of what is tracked here and says something else; or came from another
    checkout of this very repository: there, at a path that is tracked here; or by a tracked link that leads out of the
    tree; or from a copy elsewhere. A module of somebody else's repository lies at another path."""
    site, paths = SITE_PART.split(path), context.repository.tracked_paths
    if len(site) > 1:
        return bool(roots_of(context, site[-1].replace(sep, "/"))) and build_of(context, path) == "old"
    real = realpath(path)
    holder, within = top_of(real), is_in(real, context.toplevel)
    if is_below(path, sys.base_prefix) or holder == context.toplevel:
        return False
    parts = seen_from(context.toplevel, path).split("/")
    linked = not within and any("/".join(parts[:end]) in paths for end in range(1, len(parts)))
    if linked or holder is not None and seen_from(holder, real) in paths:
        return True
    return not within and says_the_same_here(context, name, path) is False

def says_the_same_here(context, name, path, deep=False):
    """Whether this tree has a module of that dotted name that says the same: a copy needs no .git. None: it has none.
    deep: it is one of ours by its name, at whatever depth. Any other is known by its folders: no other project has a
    file there. What is imported from above them is another package, with folders of the same names in it."""
    below = name.replace(".", "/") + ("/__init__.py" if basename(path) == "__init__.py" else ".py")
    parts = realpath(path).split(sep)
    tails = ["/".join(parts[at:]) for at in range(1, len(parts) - 2)]
    roots = roots_of(context, below)
    ours = [one + below for one in roots if deep or "." in name and is_importable(context, one) or one + below in tails]
    if not ours or not isfile(path):
        return None
    return read_bytes(path, 1 << 28) in [read_bytes(join(context.toplevel, one), 1 << 28) for one in ours]

def loaded_sources(context):
    """Files of this tree that this process runs; what is installed in an environment kept there left out."""
    if not context.repository.readable:
        return []
    top = context.toplevel
    # An environment that is kept in the tree may hold a standard library, and the script that `uv run pytest` starts.
    kept = [one for one in map(realpath, (sys.prefix, sys.base_prefix)) if is_below(one, top)]
    paths = {path for _, path in loaded_modules() if isfile(path) and not SITE_PART.search(path)}
    real = {path: realpath(path) for path in paths}
    inside = [one for one in paths if is_below(real[one], top) and not is_beside(context, one)]
    return [one for one in inside if not any(is_below(real[one], folder) for folder in kept)]

def origin_in_process(context, name):
    """Under whatever dotted name it was imported: src/acme/billing is acme.billing. The worst of several counts."""
    folders = [path.split("/") for path in context.own_roots.get(name, ())]
    found = []
    for one in {name} | {".".join(parts[at:]) for parts in folders for at in range(len(parts))}:
        module = sys.modules.get(one)
        if module is not None:
            # Others share a namespace package, and lie elsewhere by right: our part of it speaks.
            ours = folders_of(module) if getattr(module, "__file__", None) is None else ()
            ours = [abspath(one) for one in ours if context.label(one) == "repo"]
            path = ours[0] if ours else module_path(module)
            origin = origin_of(context, one, path, True)
            if name not in context.own and origin["label"] in ("elsewhere", "pythonpath", "cwd"):
                origin.setdefault("same", says_the_same_here(context, one, path, True))
            found.append({"origins": {name: origin}})
    if not found:
        return origin_of(context, name, find_origin(context, name)[1], False)
    return merge_modules(found)["origins"][name]

def origin_of(context, name, path, imported):
    """Whose copy of an own package it is: as SessionOrigin in schema.ts. What tests put into sys.modules in its place
    has no file."""
    path = follow_link(context, path)
    build = build_of(context, path) if path else None
    if not path or build == "other" or context.label(path) == "stdlib":
        return {"imported": imported and not path, "origin": "", "label": "none"}
    origin = {"imported": imported, "origin": path, "label": context.label(path)}
    if build is not None:
        origin["same"] = SAME[build]
    copies = [(build_of(context, one), context.label(one)) for one in other_copies(context, name, path)]
    alone = all(build in ("same", "other") or label == "repo" for build, label in copies)
    origin["alone"] = alone and (imported or not starts_elsewhere(context, name))
    return origin

def old_copies(context, name, path):
    """{what: origin} of old builds of an own package that are installed behind the copy which wins here."""
    old = [one for one in other_copies(context, name, path) if build_of(context, one) == "old"] if path else []
    origins = [{"imported": True, "origin": one, "label": "other-checkout"} for one in old]
    return {"%s in commands that tests start" % name[:150]: one for one in origins}

def env_in_process(context, started):
    """{name: {"set", "start", "hash"}} of the claimed variables in this process; started: with which it started."""
    found = {}
    for claim in context.claims.env:
        start = "untold" if started is None else state_of(started.get(claim["name"]))
        now = state_of(os.environ.get(claim["name"]))
        kept = now == "filled" or now == start == "empty"
        found[claim["name"]] = dict({"set": kept, "start": start}, **compared_value(context, claim))
    return found

# == session/session_facts == What a test session knows about itself when it starts.
def home_of_record(config, run):
    """The folder that holds probes/, else the top of the working tree, else pytest's rootdir."""
    if run:
        return run["home"]
    named = os.environ.get(CLAIMS_VARIABLE)
    start, rootdir = folders_of_session(config)
    if named:
        return dirname(dirname(join(start, named)))
    toplevel = find_toplevel(start) or find_toplevel(rootdir)
    if toplevel is None:
        return start if isdir(join(start, "probes")) else rootdir
    folders = folders_up_to(start if is_in(start, toplevel) else rootdir, toplevel)
    holders = [one for one in folders if isfile(join(one, "probes", "claims.json"))]
    # A package or a folder of sources that happens to be called probes is another thing.
    probes = [one for one in folders if isdir(join(one, "probes")) and not exists(join(one, "probes", "__init__.py"))]
    return (holders + probes + [toplevel])[0]

def folders_of_session(config):
    """(where pytest was started, what it takes for the root), real paths."""
    start = realpath(str(config.invocation_params.dir))
    return start, realpath(str(getattr(config, "rootpath", start)))

def context_of_session(config, run):
    home = realpath(home_of_record(config, run))
    claims_file = run.get("claims") or os.environ.get(CLAIMS_VARIABLE) or join("probes", "claims.json")
    claims_file = join(home, claims_file)
    return Context(run.get("place", "local"), None, None, read_claims(claims_file), home, dirname(claims_file), None)

def session_facts(context, config, run):
    """Facts of a session that has just started."""
    facts = dict(command_facts(context, config, run), **place_facts(context))
    if sys.flags.optimize and facts["claimed_command"] and not {"-O", "-OO"} & set(claimed_command(context)):
        # Without its assertions a suite says little. The words are the claimed ones: PYTHONOPTIMIZE did it.
        facts["narrowed"].append("-O")
    start, root = folders_of_session(config)
    here, content = find_toplevel(start), content_now(context)
    return dict(
        facts,
        runner="pytest",
        # A configuration above the repository moves pytest's root there, and no test.
        toplevel=here if here is not None and is_below(here, root) else find_toplevel(root),
        cwd=realpath(os.getcwd()),
        isolated=bool(sys.flags.isolated),
        optimize=sys.flags.optimize,
        sid=os.getsid(0) if hasattr(os, "getsid") else None,
        collect_only=bool(getattr(config.option, "collectonly", False)),
        hook_error=hook_error(context, HOOKS + ("pth",)),
        content_before=content,
        content_after=None,
        installed=installed_stamp(),
        conditions=conditions_digest(context),
        red=red_before(context, home_of_record(config, run), content),
    )

def fingerprint():
    """What names this process, as plain data: for other programs and, unmasked, for the session record. It never
    leaves the machine by itself: paths and the host name are as they are."""
    import platform
    import socket

    real = real_executable()
    return {
        "hostname": socket.gethostname(),
        "pid": os.getpid(),
        "cwd": os.getcwd(),
        "python_version": version_text(),
        "implementation": platform.python_implementation(),
        "executable": sys.executable or real,
        "executable_hash": executable_hash() or "",
        "prefix": sys.prefix,
        "base_prefix": sys.base_prefix,
        "venv": sys.prefix != sys.base_prefix,
        "platform": sys.platform,
        "uid": str(os.getuid()) if hasattr(os, "getuid") else "",
    }

# == session/suite == Which tests a session collects, who leaves some of them out, and what a report counts as.
def hook(**options):
    """What pytest.hookimpl(**options) does, for every pluggy there is: these marks are all that it leaves."""

    def mark(function):
        plain = dict.fromkeys(("hookwrapper", "optionalhook", "tryfirst", "trylast"), False)
        function.pytest_impl = dict(plain, specname=None, **options)
        return function

    return mark

def outcomes_of(report):
    """As pytest's own summary: collecting, set-up and tear-down give errors, calls give outcomes."""
    called = getattr(report, "when", None) == "call"
    # The test around a part has its own report; but a failed part must never get lost.
    part = type(report).__name__.lower() == "subtestreport"
    if report.failed:
        return ("failed" if called or part else "errors",)
    if part or report.outcome not in ("passed", "skipped"):  # pytest-rerunfailures calls it rerun
        return ("subtests" if part else "reruns",)
    names = ("skipped", "xfailed") if report.skipped else ("passed", "xpassed") if called else ()
    return names[:1 + hasattr(report, "wasxfail")]

class Beside(object):
    """Tests of another checkout within this one, as a worktree that is kept there: named, and not counted."""

    def __init__(self, config):
        self.root = str(getattr(config, "rootpath", None) or config.rootdir)
        self.ran = set()

    def file_of(self, nodeid):
        return realpath(join(self.root, nodeid.split("::")[0]))

    def takes(self, context, report):
        taken = context is not None and is_beside(context, self.file_of(report.nodeid))
        self.ran.update([report.nodeid] if taken and report.when != "collect" else ())
        return taken

    def files(self, context, items):
        return {one for one in {self.file_of(item.nodeid) for item in items} if is_beside(context, one)}

    def folders(self, context):
        """{other checkout, relative to this one's top: its tests that ran}."""
        tops = [seen_from(context.toplevel, top_of(self.file_of(one))) for one in self.ran]
        return {top: tops.count(top) for top in set(tops)}

def watch_plugins(config, items, steps):
    """Notes how many tests there are whenever a plugin begins to choose among them: not all say what they leave out.
    Gives {hook: its function}, to be put back."""

    def watched(hook, function):
        def act(*arguments):
            steps.append((hook, len(items)))
            result = function(*arguments)
            # What acts around the others gives a generator: what that does at its end is nobody's step.
            steps.extend([] if is_around(hook) else [(None, len(items))])
            return result

        return act

    functions = {hook: hook.function for hook in config.hook.pytest_collection_modifyitems.get_hookimpls()}
    for hook, function in functions.items():
        hook.function = watched(hook, function)
    return functions

def is_around(hook):
    return hook.hookwrapper or getattr(hook, "wrapper", False)

def unnamed_plugins(context, config, steps):
    """Plugins that left tests out, of which no tracked file is one or names one in pytest's configuration."""
    words = [config.inicfg.get(key) for key in ("addopts", "required_plugins")]
    words += [getattr(one, "pytest_plugins", "") for one in conftests_of(config)]
    named, known, names = {plain_name(word) for word in re.findall(r"[\w.-]+", repr(words))}, {None}, {}
    for hook in config.hook.pytest_collection_modifyitems.get_hookimpls():
        file = file_of(hook.plugin) or file_of(sys.modules.get(type(hook.plugin).__module__))
        names[hook] = plain_name(getattr(hook.plugin, "__name__", type(hook.plugin).__module__))
        if named & {names[hook], plain_name(hook.plugin_name)} or context.repository.is_tracked(realpath(file)):
            known.add(hook)
    others = {hook for hook in names if names[hook] not in ("_pytest", "agent_probe")}
    found = {hook for (hook, before), (_, after) in zip(steps, steps[1:]) if after < before}
    around = {hook for hook in others if is_around(hook)} if None in found else set()
    found |= set() if known & around else around
    return ["plugin %s" % name[:50] for name in sorted({names[hook] for hook in found & others - known})]

def plain_name(name):
    return str(name).split(".")[0].replace("-", "_")

def suite_facts(context, config, items, modules, skipped):
    """Test functions by tracked file, without their parameters; and test files that nobody looked into."""
    from collections import Counter
    from fnmatch import fnmatch

    repository, tracked, here, below = context.repository, (), "", ""
    if repository.readable:
        tracked, below = repository.tracked_paths, fsdecode(repository.prefix)
        here = relpath(realpath(str(getattr(config, "rootpath", None) or config.rootdir)), realpath(context.toplevel))
    functions = {(one.nodeid.split("::")[0], one.parent.nodeid, one.name.split("[")[0]) for one in items}
    names = modules.union(file for file, _, _ in functions)
    paths = {name: normpath(join(here, name)).replace(sep, "/") for name in names}
    forms = ["*/" + form for form in config.getini("python_files")]
    tests = {one for one in tracked if one.startswith(below) and any(fnmatch("/" + one, form) for form in forms)}
    configured = NARROWING.intersection(split_words([str(word) for word in config.getini("addopts")]))
    for settings in [vars(one) for one in conftests_of(config)] + [{"testpaths": config.getini("testpaths")}]:
        configured |= {name for name in ("collect_ignore", "collect_ignore_glob", "testpaths") if settings.get(name)}
    facts = {"uncollected": len(tests.difference(paths.values())), "configured": sorted(configured)}
    paths = {name: path for name, path in paths.items() if path in tracked}
    while len(set(paths.values())) > FILES_MAX:
        paths = {name: dirname(path) or "." for name, path in paths.items()}
    facts["files"] = Counter(paths[file] for file, _, _ in functions if file in paths)
    return dict(facts, skipped_files=sorted({paths[file] for file in skipped if file in paths}))

# == session/plugin == The pytest plugin: watches a session and writes its record.
# pytest is never imported here, and nothing may change an outcome, an exit status or the tree.

SAID = ("hostname", "executable", "cwd", "python_version", "venv", "prefix")
# Options that print something and run no session worth a record.
NO_SESSION = ("help", "version", "showfixtures", "show_fixtures_per_test", "markers", "cacheshow")
# The session that this process records. Sessions inside it (pytester) are none of ours.
_recorder = None

def _quietly(action, *arguments):
    """Calls, and turns a fault into a fact: what only watches must not change what it watches."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # under -W error a warning of ours would fail somebody's test
            return action(*arguments)
    except Exception as problem:  # a KeyboardInterrupt is the user's, and pytest's to handle
        if _recorder is not None and not _recorder.error:
            _recorder.error = describe_problem(problem)[:300]
        return None

@hook(tryfirst=True)
def pytest_configure(config):
    _quietly(_begin, config)

def _begin(config):
    global _recorder
    here = dirname(abspath(__file__))
    if basename(here).startswith(PLUGIN_FOLDER):
        # Late enough: pytest-xdist has copied sys.path for its workers, where this file is needed too.
        sys.path[:] = [entry for entry in sys.path if entry != here]
    # Two copies of this file may have been loaded under two names: the first one records.
    if _recorder is not None or getattr(config, "_where_it_ran", None) is not None:
        return
    config._where_it_ran = VERSION
    kind = WorkerRecorder if hasattr(config, "workerinput") else Recorder
    _recorder = kind(config, take_hand_over())
    config.pluginmanager.register(_recorder, "where-it-ran")

@hook(hookwrapper=True, tryfirst=True)
def pytest_cmdline_main(config):
    """Around everything: plugins change the exit status until the very end."""
    outcome = yield
    global _recorder
    if _recorder is not None and _recorder.config is config:
        _quietly(_recorder.finish, outcome)
        _recorder = None

class Watcher(object):
    """What a process that runs tests sees: which it collects, and where its modules came from."""

    def __init__(self, config, run):
        self.config, self.run = config, run
        self.context, self.error = None, ""
        self.counts = dict.fromkeys(ALL_COUNTS[1:], 0)
        self.deselected, self.steps = 0, []
        self.beside = Beside(config)
        self.items, self.modules, self.skipped = (), set(), set()
        self.origins, self.workers, self.commands = {}, [], False
        self.variables, self.waited, self.since = started_with(), children_time(), time.time_ns()

    @hook(tryfirst=True)
    def pytest_collectreport(self, report):
        for files in (self.modules, self.skipped)[:1 + bool(report.skipped)]:
            files.add(report.nodeid.split("::")[0])
        _quietly(self.count, report)

    def count(self, report):
        if not self.beside.takes(self.context, report):
            self.counts.update((name, self.counts[name] + 1) for name in outcomes_of(report))

    @hook(tryfirst=True)
    def pytest_deselected(self, items):
        self.deselected += len(items)

    @hook(hookwrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(self, items):
        functions = _quietly(watch_plugins, self.config, items, self.steps) or {}
        yield
        for one, function in functions.items():
            one.function = function
        self.steps.append((None, len(items)))
        self.deselected = max([self.deselected] + [before - len(items) for _, before in self.steps])

    @hook(trylast=True)
    def pytest_collection_finish(self, session):
        self.items = list(getattr(session, "items", None) or ())
        _quietly(self.look_at_modules)

    def look_at_modules(self):
        """Twice, because tests put other things into sys.modules, and some import only while they run."""
        now = children_time()
        # Whether tests started commands that have ended; where nobody tells, they may have. Workers say it themselves.
        self.commands = not self.workers and (self.commands or now is None or now != self.waited)
        if self.context is None:
            self.context = context_of_session(self.config, self.run)
        others = self.beside.files(self.context, self.items)
        origins = origins_in_process(self.context, self.commands, others)
        now = {"origins": origins, "packages": packages_in_process(self.context)}
        self.origins = merge_modules([self.origins, now])
        self.waited = children_time()  # our own were no commands of the tests

    def close(self):
        _quietly(lambda: self.context and self.context.repository.git.close())

    def observe(self, tracked):
        """What only this process can tell, after its tests; tracked: whether all files in the tree are looked at."""
        self.look_at_modules()
        ours = loaded_sources(self.context)
        paths, relative = self.context.repository.tracked_paths if ours else (), self.context.repository.relative
        known = {one for one in ours if relative(one) in paths}
        unknown = [one for one in ours if one not in known and basename(one) != "_version.py"]
        suite = suite_facts(self.context, self.config, self.items, self.modules, self.skipped)
        return dict(suite, **{
            "stale": stale_sources(self.context, ours, self.config, tracked),
            "touched": sorted(one for one in known if os.stat(one).st_ctime_ns > self.since)[:20],
            "ignored": {one: stamp_of(one) for one in sorted(need_ignored(self.context, unknown))},
            "origins": self.origins,
            # pytest reads most conftest.py while it collects, under pytest-xdist in the workers.
            "narrowed": hidden_settings(self.context, self.config)
            or unnamed_plugins(self.context, self.config, self.steps),
            "env": env_in_process(self.context, self.variables),
            "deselected": self.deselected,
            "error": self.error,
        })

class WorkerRecorder(Watcher):
    """Inside a worker of pytest-xdist: tells the controller what only the worker can know."""

    def finish(self, outcome):
        pass

    @hook(tryfirst=True)
    def pytest_sessionfinish(self, session):
        _quietly(lambda: self.config.workeroutput.update(where_it_ran=json.dumps(self.observe(False))))
        self.close()

class Recorder(Watcher):
    """One pytest session seen from inside its own process; registered as a plugin of that session alone."""

    def __init__(self, config, run):
        Watcher.__init__(self, config, run)
        self.session, self.interrupted = None, False
        self.identity, self.seen, self.stamps = {}, {}, {}
        self.started = time.time()
        name = "%020d-%d.json" % (int(self.started * 1e6), os.getpid())
        self.places = [join(run["folder"], name)] if run else []

    @hook(hookwrapper=True, tryfirst=True)
    def pytest_sessionstart(self, session):
        if not any(getattr(self.config.option, name, None) for name in NO_SESSION):
            _quietly(self.start, session)
        yield

    def start(self, session):
        """Before the first result: who speaks, on the screen and in a record that says it has not ended."""
        self.session = session
        self.identity = fingerprint()
        self.say()
        if self.run.get("record", True):
            self.places.append(join(home_of_record(self.config, self.run), SESSION_RECORD))
        _quietly(self.look)
        self.write(NEVER_ENDED, False)
        # By the clock of the disk that the tree lies on.
        written = [os.stat(one).st_ctime_ns for one in self.places if exists(one)]
        self.since = max(written or [self.since])
        self.waited = children_time()

    def say(self):
        """Through pytest's own writer: at every verbosity, and never captured."""
        reporter = self.config.pluginmanager.get_plugin("terminalreporter")
        if reporter is None:
            return
        lines = ["  %s=%s" % (key, printable(self.identity.get(key))) for key in SAID]
        for line in ["[host-fingerprint]"] + lines + ["[/host-fingerprint]"]:
            _quietly(reporter.write_line, line)

    def look(self):
        """What must be known before tests run, because they may change it."""
        self.context = context_of_session(self.config, self.run)
        self.seen = session_facts(self.context, self.config, self.run)
        self.stamps = stamps_of_reports(self.context)

    @hook(trylast=True)
    def pytest_runtest_logreport(self, report):
        # Last: while it is told on the screen, pytest 9 makes a failure of a test with a failed part.
        _quietly(self.count, report)

    @hook(tryfirst=True)
    def pytest_keyboard_interrupt(self, excinfo):
        # Session.Interrupted (errors while collecting, a plugin that stops) is an ordinary end.
        self.interrupted = self.interrupted or excinfo.typename != "Interrupted"

    @hook(tryfirst=True)
    def pytest_internalerror(self, excrepr):
        self.interrupted = True

    @hook(tryfirst=True, optionalhook=True)
    def pytest_testnodedown(self, node, error):
        told = getattr(node, "workeroutput", {}).get("where_it_ran", "null")
        _quietly(lambda: self.workers.append(json.loads(told)))

    def finish(self, outcome):
        """After everything, with the status that pytest returns to its caller."""
        if self.session is None:
            return
        status = NEVER_ENDED
        if outcome.excinfo is None:
            status = int(outcome.get_result() or 0)
        elif outcome.excinfo[0].__name__ == "UsageError":
            status = 4
        _quietly(self.look_back)
        self.write(status, True)
        self.close()

    def look_back(self):
        """Under pytest-xdist the tests ran in the workers. One that said nothing leaves its facts unknown."""
        self.counts["collected"] = int(getattr(self.session, "testscollected", 0) or 0) - len(self.beside.ran)
        told = [self.observe(True)] + [worker for worker in self.workers if worker is not None]
        self.counts["deselected"] = told[0]["deselected"] + max([one["deselected"] for one in told[1:]] or [0])
        self.error = next(filter(None, [one["error"] for one in told]), "")
        self.seen.update(
            content_after=content_now(self.context),
            outside=self.beside.folders(self.context),
            narrowed=union([self.seen] + told, "narrowed"),
            ignored=dict(pair for one in told for pair in one["ignored"].items()),
            reports=reports_of_session(self.context, self.stamps),
            **merge_suites(told)
        )
        if len(told) > len(self.workers):
            self.seen.update(merge_modules([one["origins"] for one in told]))
            self.seen["env"] = merge_env([one["env"] for one in told])

    def write(self, status, finished):
        # Until it has ended nobody knows how many tests ran: none would be a claim.
        session = dict(self.seen, **(self.counts if finished else {}))
        session.update(
            format=RECORD_FORMAT,
            probe=VERSION,
            finished=finished,
            exit_status=status,
            interrupted=self.interrupted or not finished,
            taken_at=utc(self.started),
            error=self.error,
        )
        text = json.dumps(dict(self.identity, session=session), indent=2, sort_keys=False) + "\n"
        for path in self.places:
            try:
                write_atomically(path, text)
            except Exception:
                pass  # a tree that is read-only costs the record, nothing else

# == session/run == [tests]: from a session record that counts, or from a run of the claimed command.
def why_not_run(context, wanted):
    """Why the claimed command must not be started here; None when it may."""
    if wanted == "never":
        return "they are not asked for (--tests never)"
    claim = tests_claim(context)
    if claim is None:
        return "no tests are claimed"
    ci = context.ci
    if ci is None or wanted == "always":
        return None
    if not context.claims.from_file or not claim["command"]:
        return "in CI only a command that claims.json names is run (tests.command)"
    github = ci["provider"] == "github"
    if github and ci["event"] not in ("pull_request", "push", "merge_group"):
        return "in CI only for pull_request, push and merge_group, this is %s" % (ci["event"] or "no event")
    # Elsewhere nothing runs a stranger's commit with the rights of the base, and some name no commit.
    about = ci["sha"] or (None if github else context.repository.head)
    if context.repository.state != "ok" or context.repository.head != about:
        return "HEAD is not the commit that this run is about"
    return None

def facts_of_run(context):
    """Facts of the claimed command, started here and now with the plugin loaded."""
    words = claimed_command(context)
    before, stamps, started = tree_now(context), stamps_of_reports(context), time.time()
    end = start_command(context, words, log_of(context, ""), True)
    after = tree_now(context)
    if before is not None and after is not None:
        known = {path for paths in before.changes().values() for path in paths}
        for kind, paths in after.changes().items():
            say_names("%s while the tests ran" % kind, [path for path in paths if path not in known])
    before, after = (tree and tree.tree_content for tree in (before, after))
    end.sessions = end.sessions or own_record(context, end, started)
    if end.sessions:
        facts, doubts = sum_of_sessions(context, end, after)
        facts.update(source="run", sessions=len(end.sessions))
    else:
        facts, doubts = facts_without_session(context, words, end, stamps, started)
    facts.update(content_before=before, content_after=after, tracked=False)
    facts["interrupted"] = end.interrupted or facts.get("interrupted", False)
    if facts["interrupted"]:
        doubts.append("unfinished")
    doubts += doubts_about_content(facts, after)
    return with_belief(facts, doubts)

def own_record(context, end, started):
    """[the record of a session that this command started without handing it over], [] where there is none. tox gives
    its environments neither our folder nor our variable; a plugin that conftest.py loads writes its record all the
    same. That it is this command's is told by the process session, which nobody else is in."""
    import shlex

    path, record = find_record(context) or (None, None)
    ours = record is not None and end.process is not None and record["session"].get("sid") == end.process
    if not ours or os.stat(path).st_mtime < started - 2:  # it may be the number of an earlier process
        return []

    # What the command made of its own words is its own business, but for options from outside.
    added = essential_words(shlex.split(os.environ.get("PYTEST_ADDOPTS", "")))
    narrowed = narrowing_of(added, [word for word in added if not word.startswith("-")])
    here = place_facts(context)
    record["session"].update(
        {name: here[name] for name in ("run", "attempt", "job")},
        claimed_command=not added,
        command_digest=command_digest(context),
        narrowed=narrowed + (["-O"] if record["session"].get("optimize") else []),
    )
    return [record]

def isolated_facts(context):
    """Counts of a second run with -I: what only passes without it leans on somebody's home directory."""
    words = claimed_command(context)
    head, arguments = split_command(words, context.cwd)
    if head == ["pytest"]:
        head = ["python", "-m", "pytest"]
    if head[0] != "python":
        say("no isolated run: %s starts no interpreter by name" % words[0])
        return None
    end = start_command(context, ["python", "-I"] + head[1:] + arguments, log_of(context, "-isolated"), False)
    if not end.sessions:
        return {"exit_status": end.status}
    facts, _ = sum_of_sessions(context, end, None)
    return {name: facts[name] for name in COUNTS}

def log_of(context, suffix):
    """One log for each place: never merged."""
    return join(context.probes, "%s%s-pytest.log" % (context.options.place, suffix))

def sum_of_sessions(context, end, content):
    """One command, one answer: counts add up, and it fails if one of its sessions does."""
    views = [session_of_record(context, record, content) for record in end.sessions]
    sessions, doubts = [one for one, _ in views], [code for _, codes in views for code in codes]
    facts = dict(sessions[0])

    def each(name):
        return [one[name] for one in sessions]

    for name in ALL_COUNTS[1:] + ("executed",):
        facts[name] = None if None in each(name) else sum(each(name))
    statuses = [end.status] + each("exit_status")
    facts["exit_status"] = None if None in statuses else next(filter(None, statuses), 0)
    for name in ("red_before", "red_apart"):  # an older plugin tells of none
        told = [one.get(name) for one in sessions]
        facts[name] = None if None in told else max(told)
    for name in ("narrowed", "addopts"):
        facts[name] = union(sessions, name)
    for name in ("collect_only", "interrupted"):
        facts[name] = any(one is not False for one in each(name))
    for name in ("same_tree", "same_user", "prefix_agrees"):
        answers = [one[name] for one in each("session")]
        facts["session"][name] = False if False in answers else None if None in answers else True
    # A report is the one that some session of the command left behind.
    facts.update(merge_suites(sessions))
    facts["reports"].update([(name, one) for view in each("reports") for name, one in view.items() if one["recorded"]])
    modules, env = merge_modules(sessions), merge_env(each("env"))
    facts.update(
        modules,
        ignored=max(one or 0 for one in each("ignored")),
        claimed_command=all(each("claimed_command")),
        hook_error=next(filter(None, each("hook_error")), ""),
        foreign=foreign_modules(modules["origins"]),
        # What was taken from the environment on purpose says nothing about the place.
        env={name: one for name, one in env.items() if name not in withheld_names(context)},
    )
    return facts, doubts

def facts_without_session(context, words, end, stamps, started):
    """Another runner, or no session at all: counts from a report that was written meanwhile, if any was."""
    names = {basename(word) for word in words}
    facts = {
        "source": "run",
        "sessions": 0,
        "exit_status": end.status,
        "unstarted": "",
        "claimed_command": True,
        "narrowed": [],
        "collect_only": False,
        "runner": "pytest" if {"pytest", "py.test"} & names else "unittest" if UNITTEST & names else "other",
        "addopts": [],
        "hook_error": hook_error(context, HOOKS + ("pth",)),
    }
    written, output, times = reports_of_session(context, stamps), read_start(log_of(context, "")), []
    facts["reports"] = reports_of(context, written)
    counts = list(filter(None, [read_junit(claimed_reports(context)[name], times) for name in written]))
    if not counts and facts["runner"] == "unittest":
        counts = list(filter(None, [read_summary(output)]))
    unchanged = [name for name, one in facts["reports"].items() if one["exists"] and name not in written]
    facts["cached"] = find_cached(unchanged, times, started, output)
    doubts = ["no-session"]
    if counts:
        facts.update((name, sum(one[name] for one in counts)) for name in counts[0])
        origins, stale = origins_for_report(context), stale_sources(context, ())
        facts.update(source="report", origins=origins, foreign=foreign_modules(origins))
        facts["stale"] = [context.mask(path) for path in stale]
        doubts = ["stale-bytecode"] if stale else []
    else:
        facts["unstarted"] = find_unstarted(words, end, output)
        if not facts["unstarted"] and not (facts["runner"] == "pytest" and end.status == 4):
            say("%s left no test session and no claimed report: nothing tells what it tested. Load the plugin in "
                "conftest.py, let it pass PYTHONPATH and %s on (tox: pass_env), or claim the JUnit report that it "
                "writes" % (words[0], HAND_OVER))
            return facts, doubts
        # Nothing was started, or a conftest.py could not be imported: no test can have been executed.
        facts.update(dict.fromkeys(COUNTS[1:], 0))
    facts["executed"] = facts["passed"] + facts["failed"]
    return facts, doubts

# How Python, uv, poetry, pdm, pipenv, env, make and shells say that there is no module or program of that name.
NO_SUCH = (
    r"(?m)(?:No module named|Failed to spawn:|Command not found:) ['`]?{0}['`]?\s*$|(?:^|[ '‘\\/]){0}['’]?:? "
    r"(?:\[Errno 2\] )?(?:(?:command )?not found|No such file or|Permission den|is not (?:found in|recognized as)|could not be found)"
)
UNITTEST = {"unittest", "manage.py", "django", "django-admin"}

def find_unstarted(words, end, output):
    """What of a command that failed could not be started, by the word that names it; "" where all of it was."""
    known = [re.escape(word) if end.status and word[:1] != "-" else None for word in words]
    said = [word for word, name in zip(words, known) if name and re.search(NO_SUCH.format(name), output)]
    if said or end.process is None:
        return basename((said or words[:1])[-1])
    return "what %s starts" % basename(words[0]) if end.status in (126, 127) else ""

def origins_for_report(context):
    """Another runner tells no origins: what this interpreter would import, started here as that runner was."""
    origins = {}
    for name in context.own_roots:
        _, path = find_origin(context, name)
        origins[name] = origin_of(context, name, path, False)
        origins.update(old_copies(context, name, path))
    return {name: dict(one, origin=context.mask(one["origin"])) for name, one in origins.items()}

def tests_facts(context):
    """A record is text that anybody may have written: it is read as such, and believed only for a reason."""
    facts = {"source": "none", "believed": False, "disbelief": []}
    wanted = context.options.tests
    refusal = why_not_run(context, wanted)
    record = None if wanted == "always" else find_record(context)
    if record is not None:
        facts = facts_of_record(context, record)
    # A command that starts with python means the interpreter that is probed: elsewhere it is a rumour.
    session = facts.get("session", {})
    same = session.get("prefix_agrees") and session.get("version") == version_text()
    words = claimed_command(context)
    serves = facts["believed"] and (same or words[0] not in ("python", "python3"))
    module = (split_python(words[1:])[1] + ["", ""])[1]
    if facts["believed"] and not serves and module and not find_origin(context, module)[1]:
        say("tests are not run again: this Python has no %s, and the one that ran them had" % module)
    elif not serves and refusal is None:
        facts = facts_of_run(context)
    elif not serves and wanted != "never":
        say("tests are not run here: %s" % refusal)
    facts["functions"] = None if facts.get("files") is None else sum(facts["files"].values())
    facts["command"] = words
    if context.options.isolated and refusal is None:
        facts["isolated"] = isolated_facts(context)
    return {key: facts[key] for key in TEST_KEYS if key in facts}

# == families == The table of all families of facts, and the look at each of them.
FAMILIES = (
    ("probe", probe_facts),
    ("previous", previous_facts),
    ("host", host_facts),
    ("interpreter", interpreter_facts),
    ("path", path_facts),
    ("packages", packages_facts),
    ("env", env_facts),
    ("persist", persist_facts),
    ("git", git_facts),
    ("tests", tests_facts),
    ("secrets", secrets_facts),
)

def collect(context):
    """{family: facts} of all families that were asked for; one that breaks never costs another."""
    facts = {}
    context.start_early()
    # What git reads takes longest: by then the others have looked.
    for name, look in sorted(FAMILIES, key=lambda family: family[0] in ("git", "tests")):
        if name not in context.options.asked and name != "probe":
            continue
        started = time.time()
        try:
            facts[name] = bound_facts(dict(look(context)), name)
        except Exception as problem:
            facts[name] = {"error": describe_problem(problem, context)}
        context.durations[name] = max(0, int((time.time() - started) * 1000))
    facts = {name: facts[name] for name, _ in FAMILIES if name in facts}
    # Without these two the file says nothing at all, whatever else broke.
    facts["probe"] = dict({"format": FORMAT, "place": context.place, "leg": context.leg}, **facts["probe"])
    facts["probe"]["durations"] = {name: context.durations[name] for name in facts}
    return facts

# == main == The command line.
def fit_file(facts):
    """The file's text. Where it would be too large, the lists that decide least make room, one after the other."""
    packages, env = facts.get("packages", {}), facts.get("env", {})
    text = render_toml(facts)
    if is_too_large(text) and "distributions" in packages:
        kept = listed_of_claimed(packages["distributions"], packages["claimed"])
        packages.update(scope="claimed", distributions=kept)
        text = render_toml(facts)
    if is_too_large(text) and "names" in env:
        env["names"] = []
        text = render_toml(facts)
    return text

def main(argv=None):
    """Runs the command line; returns the exit status."""
    warnings.simplefilter("ignore")  # -W error is meant for the project's code
    sys.setswitchinterval(0.0002)  # what waits for git and goes on should not wait for Python as well
    try:
        return write_probe(sys.argv[1:] if argv is None else argv)
    except (Usage, CannotWrite) as problem:
        say(str(problem))
        return 2 if isinstance(problem, Usage) else 4
    except SystemExit as end:  # argparse has said it all
        return end.code
    except KeyboardInterrupt:
        say("stopped")
        return 130

def need_writable(file):
    """Asked first: nobody should wait for tests to learn that their file can't be written."""
    folder = dirname(file)
    # Replaced, /dev/null or /dev/stdout would be gone for everybody on this machine.
    if realpath(folder) == "/dev" or exists(file) and not isfile(file):
        raise CannotWrite("cannot write %s: not a regular file; --stdout prints instead" % file)
    if isdir(folder) and not os.access(folder, os.W_OK):
        raise CannotWrite("cannot write in %s" % folder)

def write_probe(arguments):
    options = parse_arguments(arguments)
    context = create_context(options)
    if options.place != "forget":
        context.start_git()
    import_rest()
    try:
        context.claims = read_claims(context.claims_file)
        return forget(context) if options.place == "forget" else look_and_write(context, options)
    except BaseException:
        context.stop_git()
        raise

def look_and_write(context, options):
    if options.for_commit:
        context.out = join(context.probes, "%s-%s.txt" % (options.place, branch_slug(context)))
    printed = options.stdout or options.comment
    if not printed:
        need_writable(context.out)
    tell_claims(context)
    text = fit_file(collect(context))
    # Names stay on this screen: the file has their number.
    for kind, paths in context.changes.items():
        say_names(kind, [path for path in paths if not path.endswith(b"__pycache__/")])
    if printed:
        write_out(fence(text) if options.comment else text)
    else:
        try:
            os.makedirs(dirname(context.out), exist_ok=True)
            write_atomically(context.out, text)
        except OSError as problem:
            raise CannotWrite("cannot write %s: %s" % (context.out, problem.strerror))
    where = "stdout" if printed else quote(seen_from(context.started_in, context.out))[1:-1]
    note("%s: read it before you publish it" % where)
    return 0

def tell_claims(context):
    claims = seen_from(context.started_in, context.claims_file)
    if context.started_in != context.cwd:
        say("claims: %s, looked at from %s" % (claims, seen_from(context.started_in, context.cwd)))
    elif context.claims.from_file:
        say("claims: %s" % claims)
    else:
        say("no %s: the default claims apply (own packages, tests, .env, configuration)" % claims)
    if context.toplevel is None:
        say("no git repository here: the code cannot be identified, so no test result will count")

def write_out(text):
    if sys.stdout is None:
        raise CannotWrite("cannot write to stdout: it is closed; name a file with --out")
    try:
        sys.stdout.buffer.write(text.encode("utf-8"))
        sys.stdout.buffer.flush()
    except OSError as problem:
        sys.stdout = None  # what is left of it would fail once more when Python ends
        raise CannotWrite("cannot write to stdout: %s" % problem.strerror)

def fence(text):
    """A fenced block to paste into a pull request; longer than any run of backticks inside."""
    runs = [len(run) for run in re.findall("`+", text)]
    mark = "`" * max(3, max(runs or [0]) + 1)
    return "%stoml\n%s%s\n" % (mark, text, mark)

def parse_arguments(arguments):
    import argparse

    names = [name for name, _ in FAMILIES]
    parser = argparse.ArgumentParser(
        prog="agent_probe.py",
        description="Writes down facts about one place, seen by the interpreter that runs this: probes/PLACE.txt.",
        epilog="Exit status 0: written, whatever it says; 2: wrong usage or claims file; 3: this Python is too old; "
               "4: cannot write.",
        formatter_class=lambda prog: argparse.HelpFormatter(prog, max_help_position=30, width=118),
    )
    add = parser.add_argument
    add("place", metavar="PLACE", help="local, box or ci, or one with a leg (ci-py3.13); forget removes the canaries")
    add("--tests", choices=("auto", "always", "never"), default="auto",
        help="take a session record that counts, else run the claimed command; always run it; do neither")
    add("--tests-limit", metavar="SECONDS", type=int, default=3600, help="then tests are stopped (3600)")
    add("--isolated", action="store_true", help="run the tests a second time, with -I")
    add("--only", metavar="FAMILY,...", help="of " + ", ".join(names))
    add("--claims", metavar="FILE", help="instead of probes/claims.json here or in the nearest folder above")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--out", metavar="FILE", help="write there instead of PLACE.txt beside the claims")
    where.add_argument("--stdout", action="store_true", help="print the file instead of writing it")
    where.add_argument("--comment", action="store_true", help="print it as a block to paste into the pull request")
    where.add_argument("--for-commit", action="store_true", help="write PLACE-BRANCH.txt, which no other branch has")
    add("--repo", metavar="DIR", help="probe as if started there")
    add("--packages", choices=("all", "claimed"), help="which to list: claimed ones for local, else all")
    add("--host", choices=("show", "hash"), help="how to name this host: hash for local, else show")
    add("--version", action="version", version="agent_probe.py %s (format %d)" % (VERSION, FORMAT))
    options = parser.parse_args(arguments)
    if options.only is not None:
        options.only = [name.strip() for name in options.only.split(",") if name.strip()]
        wrong = [name for name in options.only if name not in names]
        if wrong or not options.only:
            raise Usage("no family %s; there are %s" % (", ".join(wrong) or "named", ", ".join(names)))
    options.asked = [name for name in names if options.only is None or name in options.only]
    return options

def create_context(options):
    match = re.match(PLACE, "local" if options.place == "forget" else options.place)
    if not match:
        raise Usage("PLACE is local, box or ci, or one with a leg like ci-py3.13; not %r" % options.place)
    started_in = enter_folder(options)
    cwd = realpath(os.getcwd())
    claims_file = normpath(join(cwd, options.claims))
    probes = dirname(claims_file)
    out = join(started_in, options.out or join(probes, options.place + ".txt"))
    context = Context(match.group(1), match.group(2), options, None, cwd, probes, out)
    context.claims_file, context.started_in = claims_file, started_in
    return context

def enter_folder(options):
    """The folder where the probe was started; left for the nearest one above that holds probes/claims.json."""
    try:
        if options.repo:
            os.chdir(options.repo)
        started_in = realpath(os.getcwd())
    except OSError as problem:
        named = "--repo %s" % options.repo if options.repo else "the working directory is gone, start in another one"
        raise Usage("%s: %s" % (named, problem.strerror))
    if options.claims is None:
        options.claims = join("probes", "claims.json")
        folders = folders_up_to(started_in, find_toplevel(started_in) or started_in)
        holders = [one for one in folders if lexists(join(one, options.claims))]
        os.chdir((holders + [started_in])[0])
    return started_in

def branch_slug(context):
    """The branch as part of a file name: two pull requests never share it. At most 36 characters."""
    repository = context.repository
    branch = repository.branch if repository.readable else None
    name = branch or os.environ.get("GITHUB_HEAD_REF") or getattr(repository, "head", None)
    if not name:
        raise Usage("--for-commit needs a branch: git says %s" % repository.state)
    slug = re.sub(r"[^A-Za-z0-9._]+", "-", name).strip("-.") or "branch"
    if len(slug) <= 36 and slug == name:
        return slug
    # Shortened or with other characters it could be another branch's, too.
    return "%s-%s" % (slug[:27].rstrip("-."), sha256_of_text(name)[:8])

if __name__ == "__main__":
    ended = main()
    # -i and PYTHONINSPECT would turn the end into a question, and taking Python down is slow.
    # Who called has more to do.
    if sys.flags.inspect or sys._getframe().f_back is None:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        os._exit(ended)
    sys.exit(ended)
