#!/usr/bin/env python3
"""Where does it run? Facts about one place, written down by the interpreter that is asked about.

    python agent_probe.py PLACE [options]     write probes/PLACE.txt (PLACE: local, box or ci, or one
                                              with a leg, like ci-py3.13)
    python agent_probe.py forget              remove the canaries that earlier runs planted

Reads: this interpreter and its start-up hooks, the import path, metadata of installed distributions,
names of environment variables, git's view of the working tree, the files that probes/claims.json names.
Never reads or writes down: values of environment variables, contents of secret files, credentials,
URLs. Never imports a package to look at it, and never uses the network or DNS.
Writes: the probe file, canaries where claims.json asks for one, and, when it runs tests or is loaded as a
pytest plugin, .host_fingerprint.json and a log of the test output.

It is a script, a module with fingerprint(), and a pytest plugin. Standard library only, CPython 3.8 to
3.14; older interpreters parse it and are told so (exit 3). Exit 0: the file is written, whatever it says;
2: wrong usage or claims file; 3: unsupported interpreter; 4: cannot write.
"""
import sys

VERSION = "1.0.0"
FORMAT = 1
FIRST_LINE = "# where-it-ran probe file, format 1"
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
if __name__ == "__main__":
    sys.path[:] = _standard_entries(sys.path)

import hashlib  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
import re  # noqa: E402
import time  # noqa: E402

PLACE = re.compile(r"^(local|box|ci)(?:-([A-Za-z0-9._]{1,40}|[A-Za-z0-9._][A-Za-z0-9._-]{0,39}))?$")
SESSION_RECORD = ".host_fingerprint.json"
GIT_LIMIT = 60  # seconds, for each git process


class Usage(Exception):
    """Wrong usage or a wrong claims file: exit 2, the message says what and where."""


class CannotWrite(Exception):
    """The probe file could not be written: exit 4."""


# == claims ==


class Claims(object):
    """What claims.json claims, or what is claimed without it.

    packages: list of {"name", "from"}; env: list of {"name", "compare"}; files, secrets: lists of paths;
    canaries: list of {"name", "in"}; tests: {"command": list or None, "reports": list} or None.
    """

    def __init__(self):
        self.digest = "default"
        self.salt = ""
        self.places = ["local", "box", "ci"]
        self.packages = []
        self.env = []
        self.files = []
        self.canaries = []
        self.tests = None
        self.secrets = []
        self.from_file = False


def read_claims(path):
    """Claims of the file, or None where there is none."""
    try:
        with open(path, "rb") as file:
            raw = file.read()
    except OSError as problem:
        if isinstance(problem, FileNotFoundError):
            return None
        raise Usage("%s cannot be read: %s" % (path, problem.strerror))
    try:
        data = json.loads(raw.decode("utf-8-sig"))
    except ValueError as problem:
        raise Usage("%s is not JSON: %s" % (path, problem))
    return parse_claims(data, hashlib.sha256(raw).hexdigest(), path)


def parse_claims(data, digest, where):
    """Claims from parsed JSON; every key is optional."""
    claims = Claims()
    if not isinstance(data, dict):
        raise Usage("%s: expected an object" % where)
    claims.digest = digest
    claims.from_file = True
    claims.salt = data.get("salt", "")
    claims.places = data.get("places", claims.places)
    claims.packages = [_subject(one, "name") for one in data.get("packages", [])]
    claims.env = [_subject(one, "name") for one in data.get("env", [])]
    claims.files = [_subject(one, "path")["path"] for one in data.get("files", [])]
    claims.canaries = [_subject(one, "name") for one in data.get("canary", [])]
    claims.secrets = [_subject(one, "path")["path"] for one in data.get("secrets", [])]
    tests = data.get("tests")
    if tests is not None:
        claims.tests = {"command": tests.get("command"), "reports": tests.get("reports", [])}
    return claims


def _subject(one, key):
    return {key: one} if isinstance(one, str) else dict(one)


# == end of claims ==


# == context ==


class Context(object):
    """One look at one place: what was asked, where, and what git and the host said (found once, kept).

    place, leg: as asked. options: the command line's (tests, only, packages, host). claims: Claims.
    cwd: real path of the working directory. probes: absolute folder of the probe files.
    toplevel: real path of the working tree's top, None outside one. out: the file to be written.
    """

    def __init__(self, place, leg, options, claims, cwd, probes, out=None):
        self.place = place
        self.leg = leg
        self.options = options
        self.claims = claims
        self.cwd = cwd
        self.probes = probes
        self.out = out
        self.run_id = os.urandom(16).hex()
        self.durations = {}
        self.kept = {}

    def once(self, name, find):
        """find() the first time, what it returned or raised afterwards."""
        if name not in self.kept:
            try:
                self.kept[name] = (find(), None)
            except Exception as problem:
                self.kept[name] = (None, problem)
        value, problem = self.kept[name]
        if problem is not None:
            raise problem
        return value

    @property
    def toplevel(self):
        return self.once("toplevel", lambda: find_toplevel(self.cwd))

    def mask(self, path):
        """The path as it may be shown: ~, <repo>, <prefix>, <base> or <other>/basename."""
        return mask_path(path, self.once("masks", lambda: find_masks(self.toplevel)))

    def git(self, *arguments):
        """Runs git in the working directory: (exit status, stdout bytes, stderr text)."""
        return run_git(self.cwd, arguments)


def find_toplevel(cwd):
    """Nearest folder with a .git, going up; None when there is none."""
    folder = cwd
    while not os.path.lexists(os.path.join(folder, ".git")):
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent
    return folder


def find_masks(toplevel):
    """(folder, mask) pairs, the one to prefer first."""
    return []


def mask_path(path, masks):
    return "<other>/" + os.path.basename(path)


def run_git(cwd, arguments, env=None):
    import subprocess

    command = ["git", "--no-optional-locks", "--no-pager", "-c", "core.fsmonitor=false"]
    command += ["-c", "core.quotePath=false"] + list(arguments)
    full = dict(os.environ, LC_ALL="C", GIT_TERMINAL_PROMPT="0")
    full.update(env or {})
    done = subprocess.run(
        command, cwd=cwd, env=full, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=GIT_LIMIT,
    )
    return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")


# == end of context ==


# == probe ==


def probe_facts(context):
    return {
        "format": FORMAT,
        "place": context.place,
        "leg": context.leg,
        "version": VERSION,
        "digest": sha256_of_file(os.path.abspath(__file__)),
        "taken_at": utc(time.time()),
        "claims": context.claims.digest,
        "run_id": context.run_id,
        "families": list(context.options.only or [name for name, _ in FAMILIES]),
    }


def utc(seconds):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def sha256_of_file(path, limit=None):
    """Hex sha256 of a regular file; None when it is larger than `limit` bytes or cannot be read."""
    digest = hashlib.sha256()
    try:
        with open(path, "rb") as file:
            if limit is not None and os.fstat(file.fileno()).st_size > limit:
                return None
            for block in iter(lambda: file.read(1 << 20), b""):
                digest.update(block)
    except OSError:
        return None
    return digest.hexdigest()


# == previous ==


def previous_facts(context):
    return {"found": False}


# == host ==


def host_facts(context):
    return {}


# == interpreter ==


def interpreter_facts(context):
    return {"version": "%d.%d.%d" % sys.version_info[:3]}


# == path ==


def path_facts(context):
    return {}


# == packages ==


def packages_facts(context):
    return {}


# == env ==


def env_facts(context):
    return {}


# == persist ==


def persist_facts(context):
    return {}


# == git ==


def git_facts(context):
    return {}


# == secrets ==


def secrets_facts(context):
    return {}


# == tests ==


def tests_facts(context):
    return {"source": "none"}


# == end of tests ==


# == pytest plugin ==
# == end of pytest plugin ==


# == table of families ==

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
    asked = context.options.only
    facts = {}
    for name, look in FAMILIES:
        if asked and name not in asked and name != "probe":
            continue
        started = time.time()
        facts[name] = look_safely(look, context)
        context.durations[name] = max(0, int((time.time() - started) * 1000))
    facts["probe"]["durations"] = dict(context.durations)
    return facts


def look_safely(look, context):
    try:
        return look(context)
    except Exception as problem:
        return {"error": describe_problem(problem)}


def describe_problem(problem):
    """ "Type: message" without paths that say who and where."""
    return "%s: %s" % (type(problem).__name__, problem)


def fingerprint():
    """The facts that name this process, as plain data; for other programs and for the pytest plugin."""
    return {}


# == TOML ==

SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
PLAIN = re.compile(r'^[ !#-\[\]-~]*$')


def render_toml(facts):
    """Canonical text of the facts: sections in order, one list item per line, None left out."""
    parts = [FIRST_LINE]
    for name, _ in FAMILIES:
        if name in facts:
            parts.extend(render_section([name], facts[name]))
    return "\n\n".join(parts) + "\n"


def render_section(path, table):
    there = [(key, value) for key, value in table.items() if value is not None]
    flat = [render_line(key, value) for key, value in there if not isinstance(value, dict)]
    nested = [(key, value) for key, value in there if isinstance(value, dict)]
    parts = []
    # A table that is there but empty is written: absent and empty are two things.
    if flat or not nested:
        head = "[%s]" % ".".join(render_key(key) for key in path)
        parts.append("\n".join([head] + flat))
    for key, value in nested:
        parts.extend(render_section(path + [key], value))
    return parts


def render_line(key, value):
    if isinstance(value, (list, tuple)) and value:
        items = "".join("  %s,\n" % render_value(item) for item in value)
        return "%s = [\n%s]" % (render_key(key), items)
    return "%s = %s" % (render_key(key), render_value(value))


def render_value(value):
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, (list, tuple)):
        return "[%s]" % ", ".join(render_value(item) for item in value)
    if isinstance(value, dict):
        pairs = ["%s = %s" % (render_key(k), render_value(v)) for k, v in value.items() if v is not None]
        return "{ %s }" % ", ".join(pairs) if pairs else "{}"
    return quote(value)


def render_key(key):
    return key if re.match(r"^[A-Za-z0-9_-]+$", key) else quote(key)


def quote(text):
    if PLAIN.match(text):
        return '"%s"' % text
    return '"%s"' % "".join(escape_char(char) for char in text)


def escape_char(char):
    """Control, format (bidi, zero width), separator and lone surrogate characters are written as escapes."""
    if char in SHORT:
        return SHORT[char]
    code = ord(char)
    if 0x20 <= code < 0x7F:
        return char
    import unicodedata

    category = unicodedata.category(char)
    if category == "Cs":
        return "\\ufffd"  # TOML has no way to write half a pair
    if category in ("Cc", "Cf", "Zl", "Zp"):
        return "\\U%08x" % code if code > 0xFFFF else "\\u%04x" % code
    return char


# == end of TOML ==


# == command line ==


def main(argv=None):
    """Runs the command line; returns the exit status."""
    arguments = sys.argv[1:] if argv is None else argv
    try:
        return run(arguments)
    except Usage as problem:
        sys.stderr.write("agent_probe.py: %s\n" % problem)
        return 2
    except CannotWrite as problem:
        sys.stderr.write("agent_probe.py: %s\n" % problem)
        return 4


def run(arguments):
    options = parse_arguments(arguments)
    context = create_context(options)
    text = render_toml(collect(context))
    if options.stdout:
        sys.stdout.buffer.write(text.encode("utf-8"))
        sys.stdout.buffer.flush()
        tell(context, "stdout")
        return 0
    write_atomically(context.out, text)
    tell(context, os.path.relpath(context.out, context.cwd))
    return 0


def tell(context, where):
    sys.stderr.write("%s: read it before you publish it\n" % where)


def parse_arguments(arguments):
    import argparse

    names = [name for name, _ in FAMILIES]
    parser = argparse.ArgumentParser(prog="agent_probe.py", description=__doc__.splitlines()[0])
    parser.add_argument("place", metavar="PLACE", help="local, box or ci, or one with a leg (ci-py3.13)")
    parser.add_argument("--tests", choices=("auto", "always", "never"), default="auto")
    parser.add_argument("--only", metavar="FAMILY,...", help="families: " + ", ".join(names))
    parser.add_argument("--claims", metavar="FILE", default=os.path.join("probes", "claims.json"))
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--out", metavar="FILE")
    where.add_argument("--stdout", action="store_true")
    where.add_argument("--comment", action="store_true", help="print a block to paste into the pull request")
    where.add_argument("--for-commit", action="store_true", help="write probes/PLACE-<branch>.txt")
    parser.add_argument("--repo", metavar="DIR", help="probe as if started there")
    parser.add_argument("--packages", choices=("all", "claimed"))
    parser.add_argument("--host", choices=("show", "hash"))
    options = parser.parse_args(arguments)
    if options.only is not None:
        options.only = [name.strip() for name in options.only.split(",") if name.strip()]
        wrong = [name for name in options.only if name not in names]
        if wrong or not options.only:
            raise Usage("no family %s; there are %s" % (", ".join(wrong) or "named", ", ".join(names)))
    return options


def create_context(options):
    match = PLACE.match(options.place)
    if not match:
        raise Usage("PLACE is local, box or ci, or one with a leg like ci-py3.13; not %r" % options.place)
    if options.repo:
        try:
            os.chdir(options.repo)
        except OSError as problem:
            raise Usage("--repo %s: %s" % (options.repo, problem.strerror))
    cwd = os.path.realpath(os.getcwd())
    claims_file = os.path.join(cwd, options.claims)
    claims = read_claims(claims_file) or Claims()
    probes = os.path.dirname(claims_file)
    out = os.path.join(cwd, options.out or os.path.join(probes, options.place + ".txt"))
    return Context(match.group(1), match.group(2), options, claims, cwd, probes, out)


def write_atomically(path, text):
    partial = "%s.%s.tmp" % (path, os.urandom(4).hex())
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(partial, "wb") as file:
            file.write(text.encode("utf-8"))
        os.replace(partial, path)
    except OSError as problem:
        try:
            os.unlink(partial)
        except OSError:
            pass
        raise CannotWrite("cannot write %s: %s" % (path, problem.strerror))


if __name__ == "__main__":
    sys.exit(main())
