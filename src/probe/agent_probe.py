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

    def git(self, *arguments, **more):
        """Runs git in the working directory: (exit status, stdout bytes, stderr text)."""
        return run_git(self.cwd, arguments, **more)


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


def run_git(cwd, arguments, env=None, feed=None):
    """(exit status, stdout bytes, stderr text); it changes nothing, waits for nobody and asks nobody."""
    import subprocess

    command = ["git", "--no-optional-locks", "--no-pager", "-c", "core.fsmonitor=false"]
    command += ["-c", "core.quotePath=false"] + list(arguments)
    full = dict((name, value) for name, value in os.environ.items() if name not in GIT_LOCAL)
    full.update(LC_ALL="C", GIT_TERMINAL_PROMPT="0")
    full.update(env or {})
    done = subprocess.run(
        command, cwd=cwd, env=full, input=feed or b"",
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

# Variables that would point git at another repository, as they do inside a hook.
GIT_LOCAL = (
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR", "GIT_PREFIX",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_EXTERNAL_DIFF", "GIT_TRACE", "GIT_TRACE2",
)
OWN_NAMES = ("claims.json", "claims.schema.json", "notes.md", "report.md", "table.json")
OWN_PATTERN = re.compile(r"^(local|box|ci)(-[A-Za-z0-9._-]{1,80})?(\.txt|-pytest\.log)$")
LFS_POINTER = re.compile(br"^version https://git-lfs\.github\.com/spec/v1\n(?:ext-.*\n)*oid sha256:([0-9a-f]{64})\n")


def git_facts(context):
    state, folders = git_state(context)
    facts = {"state": state}
    if state == "unborn":
        facts.update(branch_facts(context), worktree=folders["worktree"], cwd=cwd_in_repo(context))
        facts.update(tree_facts(context, {}))
    if state == "ok":
        facts.update(commit_facts(context), shallow=folders["shallow"], worktree=folders["worktree"])
        facts.update(branch_facts(context), cwd=cwd_in_repo(context))
        facts["synthetic_merge"] = is_synthetic_merge(context, facts)
        facts["submodule"] = os.path.join(".git", "modules") in folders["git_dir"]
        head = head_records(context)
        facts["head_content"] = content_id(context, head)
        facts.update(tree_facts(context, head))
    return facts


def git_state(context):
    """(state, folders): the state as the schema names it; folders is {} unless there is a work tree."""
    return context.once("git_state", lambda: find_git_state(context))


def find_git_state(context):
    asked = ("--show-toplevel", "--absolute-git-dir", "--git-common-dir", "--is-shallow-repository")
    try:
        status, out, errors = context.git("rev-parse", *asked)
    except OSError:
        return "no-git", {}
    if status != 0:
        return explain_git(context, errors), {}
    lines = [os.fsdecode(line) for line in out.split(b"\n")]
    common = os.path.normpath(os.path.join(context.cwd, lines[2]))
    folders = {
        "toplevel": os.path.realpath(lines[0]),
        "git_dir": os.path.normpath(lines[1]),
        "common": common,
        "shallow": lines[3] == "true",
        "worktree": os.path.realpath(lines[1]) != os.path.realpath(common),
    }
    return ("ok" if head_commit(context) else "unborn"), folders


def explain_git(context, errors):
    """No repository, a refused one and a broken one all end with status 128: the words tell them apart."""
    if "dubious ownership" in errors:
        return "refused"
    if "must be run in a work tree" in errors:
        return "bare"
    if "not a git repository" in errors and context.toplevel is None:
        return "none"
    return "broken"


def head_commit(context):
    """(commit id, [parents]) from the commit object itself: a shallow clone has it too. None when unborn."""
    return context.once("head_commit", lambda: find_head_commit(context))


def find_head_commit(context):
    status, out, _ = context.git("cat-file", "--batch", feed=b"HEAD^{commit}\n")
    first, _, rest = out.partition(b"\n")
    words = first.decode("ascii", "replace").split(" ")
    if status != 0 or len(words) != 3 or words[1] != "commit":
        return None
    header = rest.split(b"\n\n", 1)[0].decode("utf-8", "replace")
    parents = [line[7:] for line in header.split("\n") if line.startswith("parent ")]
    return words[0], parents


def commit_facts(context):
    head, parents = head_commit(context)
    return {"head": head, "parents": parents[:16]}


def branch_facts(context):
    status, out, _ = context.git("symbolic-ref", "-q", "--short", "HEAD")
    if status != 0:
        return {"detached": True}
    return {"branch": out.decode("utf-8", "replace").strip()[:260], "detached": False}


def is_synthetic_merge(context, facts):
    """A detached merge commit that a CI provider made of base and head, not one of the developer's."""
    if not facts["detached"] or len(facts["parents"]) != 2:
        return False
    _, out, _ = context.git("log", "-1", "--format=%s", "HEAD")
    return re.match(br"^Merge [0-9a-f]{40,64} into [0-9a-f]{40,64}$", out.strip()) is not None


def cwd_in_repo(context):
    top = git_state(context)[1]["toplevel"]
    return os.path.relpath(context.cwd, top).replace(os.sep, "/")[:1000]


# Content: tests prove something about bytes, whatever the commit is called.


def content_of_tree(context):
    """Content id of the working tree as it stands; None where git does not say."""
    if git_state(context)[0] not in ("ok", "unborn"):
        return None
    return content_id(context, read_tree(context)[0])


def content_id(context, records):
    """sha256 over `mode SP type SP id TAB path`, sorted by path, joined by NUL, our own products left out."""
    kept = sorted(path for path in records if not is_own_product(context, path))
    lines = [records[path] + b"\t" + path for path in kept]
    return hashlib.sha256(b"\0".join(lines)).hexdigest()


def is_own_product(context, path):
    """Named files, never a folder: code must not hide where nobody counts it."""
    top = git_state(context)[1]["toplevel"]
    folder = os.path.relpath(context.probes, top).replace(os.sep, "/")
    folder = "" if folder == "." else folder + "/"
    name = os.fsdecode(path)
    if name in (SESSION_RECORD, os.path.dirname(folder[:-1]) + "/" + SESSION_RECORD):
        return True
    if not name.startswith(folder):
        return False
    name = name[len(folder):]
    return name in OWN_NAMES or OWN_PATTERN.match(name) is not None


def head_records(context):
    """{path: b"mode type id"} of HEAD."""
    return context.once("head_records", lambda: list_records(context, "ls-tree", "-r", "-z", "--full-tree", "HEAD"))


def list_records(context, *arguments):
    status, out, errors = context.git(*arguments)
    if status != 0:
        raise RuntimeError("git %s: %s" % (arguments[0], errors.strip()[:200]))
    records = {}
    for line in out.split(b"\0"):
        if line:
            record, _, path = line.partition(b"\t")
            records[path] = record
    return records


def tree_facts(context, head):
    """Content and counts of the working tree; a tree that git cannot add has an error and no content."""
    facts = {"submodules": sum(record.startswith(b"160000") for record in head.values())}
    try:
        tree, staged, hidden = read_tree(context)
        facts["ignored"] = count_ignored(context)
    except (RuntimeError, OSError) as problem:
        facts["error"] = describe_problem(problem)
        return facts
    facts["tree_content"] = content_id(context, tree)
    own = set(path for path in set(head) | set(tree) if is_own_product(context, path))
    known = set(head) | staged
    facts["modified"] = sum(
        1 for path in tree if path not in own and path in known and tree[path] != head.get(path)
    )
    facts["deleted"] = sum(1 for path in head if path not in own and path not in tree)
    facts["untracked"] = sum(1 for path in tree if path not in own and path not in known)
    facts["hidden"] = hidden
    return facts


def count_ignored(context):
    folders = git_state(context)[1]
    listing = ("ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory")
    status, out, errors = run_git(folders["toplevel"], listing)
    if status != 0:
        raise RuntimeError("git ls-files: %s" % errors.strip()[:200])
    return out.count(b"\0")


def read_tree(context):
    """({path: b"mode type id"}, staged paths, hidden count) of the working tree as it stands.

    git adds everything to a copy of the index, with new objects in a folder of their own beside the real
    ones: neither index nor object store changes. Nothing that the repository configures runs: filters are
    switched off, and a file kept by git-lfs is compared by the sha256 that its pointer names.
    """
    import shutil
    import tempfile

    folders = git_state(context)[1]
    scratch = tempfile.mkdtemp(prefix="agent-probe-")
    try:
        index = os.path.join(scratch, "index")
        real = os.path.join(folders["git_dir"], "index")
        if os.path.exists(real):
            shutil.copy2(real, index)  # with its time: git trusts entries that are older than the index
        env = scratch_env(folders, scratch, index)
        quiet = list(no_filters(folders["toplevel"]))

        def git(*words, **more):
            status, out, errors = run_git(folders["toplevel"], quiet + list(words), env, **more)
            if status != 0:
                raise RuntimeError("git %s: %s" % (words[0], errors.strip()[-300:]))
            return out

        before = parse_index(git("ls-files", "-s", "-z"))
        hidden = show_hidden(git)
        git("add", "-A", ".")
        after = parse_index(git("ls-files", "-s", "-z"))
        keep_lfs(git, folders["toplevel"], before, after)
        return after, set(before), hidden
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def scratch_env(folders, scratch, index):
    objects = os.path.join(scratch, "objects")
    os.mkdir(objects)
    real = os.path.join(folders["common"], "objects")
    quoted = '"%s"' % real.replace("\\", "\\\\").replace('"', '\\"')
    return {
        "GIT_INDEX_FILE": index,
        "GIT_OBJECT_DIRECTORY": objects,
        "GIT_ALTERNATE_OBJECT_DIRECTORIES": quoted,
    }


def no_filters(toplevel):
    """Options that switch off every configured filter, so that adding a file runs nothing."""
    _, out, _ = run_git(toplevel, ("config", "--name-only", "-z", "--get-regexp", r"^filter\."))
    names = set(os.fsdecode(key).rpartition(".")[0] for key in out.split(b"\0") if key)
    yield "-c"
    yield "core.safecrlf=false"
    for speed in ("core.compression=0", "core.looseCompression=0", "advice.addEmbeddedRepo=false"):
        yield "-c"
        yield speed
    for name in sorted(names):
        for setting in ("clean=", "smudge=", "process=", "required=false"):
            yield "-c"
            yield "%s.%s" % (name, setting)


def parse_index(out):
    """{path: b"mode type id"} of `git ls-files -s -z`."""
    records = {}
    for line in out.split(b"\0"):
        if line:
            entry, _, path = line.partition(b"\t")
            mode, name, _ = entry.split(b" ")
            kind = b"commit" if mode == b"160000" else b"blob"
            records[path] = b" ".join((mode, kind, name))
    return records


def show_hidden(git):
    """Clears assume-unchanged and skip-worktree in the copy of the index; how many files had one.

    Files that a sparse checkout leaves out are not there by configuration: they keep their entry.
    """
    listed = [line for line in git("ls-files", "-v", "-z").split(b"\0") if line]
    assumed = [line[2:] for line in listed if line[:1].islower()]
    skipped = [line[2:] for line in listed if line[:1] in (b"S", b"s")]
    if assumed:
        git("update-index", "-z", "--no-assume-unchanged", "--stdin", feed=b"\0".join(assumed) + b"\0")
    if skipped and not is_sparse(git):
        git("update-index", "-z", "--no-skip-worktree", "--stdin", feed=b"\0".join(skipped) + b"\0")
    return len(set(assumed) | set(skipped))


def is_sparse(git):
    try:
        return git("config", "--type=bool", "core.sparseCheckout").strip() == b"true"
    except RuntimeError:
        return False


def keep_lfs(git, toplevel, before, after):
    """A file whose sha256 is the one its git-lfs pointer names is unchanged, whatever its time says."""
    changed = [path for path in after if path in before and before[path] != after[path]]
    for path in changed[:2000]:
        mode, kind, name = before[path].split(b" ")
        if kind != b"blob" or mode != after[path].split(b" ")[0] or b"\n" in path:
            continue
        size = git("cat-file", "-s", name.decode("ascii"))
        if int(size) > 1024:
            continue
        pointer = LFS_POINTER.match(git("cat-file", "blob", name.decode("ascii")))
        file = os.path.join(os.fsencode(toplevel), path)
        if pointer and sha256_of_file(file) == pointer.group(1).decode("ascii"):
            after[path] = before[path]


def tracked_paths(context):
    """Set of paths that git tracks, relative to the top, as text; empty where git does not say."""
    return context.once("tracked_paths", lambda: find_tracked_paths(context))


def find_tracked_paths(context):
    state, folders = git_state(context)
    if state not in ("ok", "unborn"):
        return frozenset()
    _, out, _ = run_git(folders["toplevel"], ("ls-files", "-z"))
    return frozenset(os.fsdecode(path) for path in out.split(b"\0") if path)


def is_tracked(context, path):
    """True or False for an absolute path; None where git does not say."""
    state, folders = git_state(context)
    if state in ("refused", "broken", "no-git"):
        return None
    if state not in ("ok", "unborn"):
        return False
    relative = os.path.relpath(path, folders["toplevel"]).replace(os.sep, "/")
    return relative in tracked_paths(context)


# == secrets ==


def secrets_facts(context):
    return {}


# == tests ==
# What the test process said: from the record that the pytest plugin left, or from running the claimed
# command. A record is text that anybody may have written: it is read as such, and believed only for a reason.

RECORD_MAX = 4 * 1024 * 1024
COUNTS = ("exit_status", "collected", "passed", "failed", "errors", "skipped", "deselected")
COUNT_MAX = 2 ** 53 - 1
HEX = re.compile(r"[0-9a-f]+$")


def tests_facts(context):
    command = {"command": [word[:400] for word in claimed_command(context)[:100]]}
    wanted = context.options.tests
    facts = {"source": "none", "believed": False, "disbelief": []}
    record = None
    if wanted != "always":
        record = find_record(context)
        if record is not None:
            facts = facts_of_record(context, record)
    if wanted != "never" and not facts["believed"]:
        reason = why_not_run(context, wanted)
        if reason is None:
            facts = facts_of_run(context)
        else:
            say("tests are not run here: %s" % reason)
    facts.update(command)
    if getattr(context.options, "isolated", False) and wanted != "never" and why_not_run(context, wanted) is None:
        facts["isolated"] = isolated_facts(context)
    return facts


def say(text):
    sys.stderr.write("agent_probe.py: %s\n" % printable(text))
    sys.stderr.flush()


# Reading a record.


def find_record(context):
    """(path, what it says or None) of this place's session record; None where there is none."""
    for folder in (os.path.dirname(context.probes), context.cwd, context.toplevel):
        path = os.path.join(folder, SESSION_RECORD) if folder else None
        if path and os.path.lexists(path):
            return path, read_record(path)
    return None


def read_record(path):
    """The record's JSON object; None when it is no regular file, too large, or not what a record is."""
    import stat

    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return None
        with open(path, "rb") as file:
            raw = file.read(RECORD_MAX + 1)
        record = json.loads(raw.decode("utf-8")) if len(raw) <= RECORD_MAX else None
    except Exception:  # RecursionError among them
        return None
    return record if isinstance(record, dict) and isinstance(record.get("session"), dict) else None


class Reader(object):
    """Takes values out of untrusted JSON, each checked; what is wrong is left out and remembered."""

    def __init__(self, table):
        self.table = table if isinstance(table, dict) else {}
        self.wrong = not isinstance(table, dict)

    def take(self, key, fits):
        value = self.table.get(key)
        if value is None or fits(value):
            return value
        self.wrong = True
        return None

    def flag(self, key):
        return self.take(key, lambda value: isinstance(value, bool))

    def count(self, key):
        return self.take(key, is_count)

    def text(self, key, longest):
        return self.take(key, lambda value: isinstance(value, str) and len(value) <= longest)

    def hex(self, key, length):
        return self.take(key, lambda value: is_hex(value, length))

    def texts(self, key, longest, most):
        fits = lambda value: isinstance(value, list) and len(value) <= most and all(  # noqa: E731
            isinstance(one, str) and len(one) <= longest for one in value
        )
        return self.take(key, fits)

    def tables(self, key, most):
        """[(name, Reader)] of a map of tables."""
        value = self.take(key, lambda value: isinstance(value, dict) and len(value) <= most) or {}
        readers = [(name, Reader(one)) for name, one in sorted(value.items()) if len(name) <= 1000]
        self.wrong = self.wrong or any(one.wrong for _, one in readers)
        return readers


def is_count(value):
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= COUNT_MAX


def is_hex(value, length):
    return isinstance(value, str) and len(value) == length and HEX.match(value) is not None


def facts_of_record(context, found):
    """All facts of a record, believed or not, and why not."""
    path, record = found
    # Not proven to be untracked counts as tracked: the record must be one that was made here.
    tracked = is_tracked(context, path) is not False
    if record is None:
        facts = {"source": "session", "believed": False, "disbelief": ["unreadable"], "tracked": tracked}
        return facts
    facts, doubts = session_of_record(context, record)
    facts.update(source="session", sessions=1, tracked=tracked)
    doubts = (["tracked"] if tracked else []) + doubts
    return with_belief(facts, doubts)


def with_belief(facts, doubts):
    facts["believed"] = not doubts
    facts["disbelief"] = list(dict.fromkeys(doubts))[:20]
    return facts


def session_of_record(context, record):
    """(facts, doubts) of one session's record."""
    top, session = Reader(record), Reader(record["session"])
    facts = counts_of(session)
    facts.update(
        claimed_command=session.flag("claimed_command"),
        narrowed=session.texts("narrowed", 60, 40),
        collect_only=session.flag("collect_only"),
        runner=session.text("runner", 40),
        runner_version=session.text("runner_version", 40),
        interrupted=session.flag("interrupted"),
        hook_error=session.text("hook_error", 300),
        addopts=session.texts("addopts", 60, 40),
        plugins=session.texts("plugins", 120, 200),
        duration_ms=session.count("duration_ms"),
        content_before=session.hex("content_before", 64),
        content_after=session.hex("content_after", 64),
        origins=origins_of(context, session),
        env=dict((name, {"set": one.flag("set")}) for name, one in session.tables("env", 500)),
        reports=reports_of(context, session),
    )
    facts["session"] = process_of(context, top, session)
    doubts = doubts_about(context, session, facts)
    if top.wrong or session.wrong or session.table.get("format") != RECORD_FORMAT:
        doubts.append("malformed")
    if session.take("command_digest", lambda value: value == command_digest(context)) is None:
        facts["claimed_command"] = False
        doubts.append("other-command")
    return facts, doubts


def counts_of(reader):
    facts = dict((name, reader.count(name)) for name in COUNTS)
    if facts["passed"] is not None and facts["failed"] is not None:
        facts["executed"] = facts["passed"] + facts["failed"]
    return facts


def process_of(context, top, session):
    """Which process it was, as far as the probe shows it."""
    prefix, cwd = top.text("prefix", 4096), session.text("cwd", 4096)
    executable, toplevel = top.text("executable", 4096), session.text("toplevel", 4096)
    user = session.text("user", 200)
    facts = {
        "executable": context.mask(executable) if executable is not None else None,
        "prefix": context.mask(prefix) if prefix is not None else None,
        "prefix_agrees": None if prefix is None else same_path(prefix, sys.prefix),
        "version": top.text("python_version", 40),
        "isolated": session.flag("isolated"),
        "cwd": cwd_within(context, cwd),
        "same_tree": toplevel is not None and same_path(toplevel, context.toplevel),
        "same_user": user is not None and user == user_id(),
        "in_container": session.flag("in_container"),
        "taken_at": session.take("taken_at", is_utc),
    }
    facts.update((key, session.hex(key, 32)) for key in ("machine", "container", "boot"))
    facts.update((key, session.text(key, size)) for key, size in (("run", 80), ("attempt", 20), ("job", 200)))
    return facts


def is_utc(value):
    return isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$", value) is not None


def same_path(path, other):
    if not path or not other:
        return False
    return os.path.normcase(os.path.realpath(path)) == os.path.normcase(os.path.realpath(other))


def cwd_within(context, cwd):
    """Like git.cwd: "." at the top of the working tree; masked outside it."""
    if not cwd:
        return None
    if context.toplevel and is_below(os.path.realpath(cwd), context.toplevel):
        return os.path.relpath(os.path.realpath(cwd), context.toplevel).replace(os.sep, "/")
    return context.mask(cwd)


def origins_of(context, session):
    """Origins as recorded; a label nobody knows makes the record a malformed one."""
    origins = {}
    for name, one in session.tables("origins", 500):
        path = one.text("origin", 4096)
        label = one.take("label", lambda value: value in LABELS or value == "none")
        masked = context.mask(path) if path else path
        origins[name[:200]] = {"imported": one.flag("imported"), "origin": masked, "label": label}
        session.wrong = session.wrong or one.wrong
    return origins


def reports_of(context, session):
    """Each claimed report: as the session left it, and as it is now."""
    recorded = session.take("reports", lambda value: isinstance(value, dict)) or {}
    facts = {}
    for name in claimed_reports(context)[:50]:
        path = os.path.join(context.cwd, name)
        digest = recorded.get(name) if is_hex(recorded.get(name), 64) else None
        facts[name] = {"recorded": digest, "now": digest_of_report(path), "exists": os.path.exists(path)}
    return facts


def doubts_about(context, session, facts):
    """Why this record does not count, as codes; [] when it does. Missing facts are doubts."""
    process = facts["session"]
    here = place_facts(context)
    doubts = doubts_about_place(here, process)
    doubts += [
        code
        for code, fine in (
            ("broken", session.text("error", 1000) == ""),
            ("unfinished", session.flag("finished") is True),
            ("other-user", process["same_user"]),
            ("other-tree", process["same_tree"]),
            ("other-command", facts["claimed_command"] is True),
            ("narrowed", facts["narrowed"] == []),
            ("collect-only", facts["collect_only"] is False),
        )
        if not fine
    ]
    return doubts + doubts_about_content(context, facts)


def doubts_about_place(here, process):
    doubts = []
    if here["in_container"] != process["in_container"] or here["in_container"] is None:
        doubts.append("other-container")
    elif here["in_container"] and (here["container"] is None or here["container"] != process["container"]):
        doubts.append("other-container")
    known = here["machine"] is not None or process["machine"] is not None
    # Inside a container its id decides; images are often shipped without a machine id.
    if known and here["machine"] != process["machine"] or not known and not here["in_container"]:
        doubts.append("other-machine")
    doubts += ["other-" + key for key in ("run", "attempt", "job") if here[key] != process[key]]
    return doubts


def doubts_about_content(context, facts):
    before, after, now = facts["content_before"], facts["content_after"], content_now(context)
    if before is None or after is None or now is None:
        return ["content-unknown"]
    doubts = ["changed-while-running"] if before != after else []
    return doubts + (["changed-since"] if after != now else [])


# Running the claimed command.


def why_not_run(context, wanted):
    """Why the claimed command must not be started here; None when it may."""
    if context.claims.tests is None:
        return "claims.json claims no tests"
    ci = probe_facts(context).get("ci")
    if ci is None or wanted == "always":
        return None
    if not context.claims.from_file or not context.claims.tests.get("command"):
        return "in CI only a command that claims.json names is run (tests.command)"
    if ci.get("event") not in ("pull_request", "push", "merge_group"):
        return "in CI only for pull_request, push and merge_group, this is %s" % ci.get("event")
    status, head, _ = context.git("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    if status != 0 or head.decode("ascii", "replace").strip() != ci.get("sha"):
        return "HEAD is not the commit that this run is about"
    return None


def facts_of_run(context):
    """Facts of the claimed command, started here and now with the plugin loaded."""
    words = claimed_command(context)
    before, stamps = content_now(context), stamps_of_reports(context)
    end = start_command(context, words, log_of(context, ""), True)
    after = content_now(context)
    if end.sessions:
        facts, doubts = sum_of_sessions(context, end)
        facts.update(source="run", sessions=len(end.sessions))
    else:
        facts, doubts = facts_without_session(context, words, end, stamps)
    facts.update(content_before=before, content_after=after, tracked=False, duration_ms=end.duration_ms)
    facts["interrupted"] = end.interrupted or facts.get("interrupted", False)
    if facts["interrupted"]:
        doubts.append("unfinished")
    doubts += doubts_about_content(context, facts)
    return with_belief(facts, doubts)


def isolated_facts(context):
    """Counts of a second run with -I: what only passes without it leans on somebody's home directory."""
    words = claimed_command(context)
    head, arguments = split_command(words, context.cwd)
    if head == ["pytest"]:
        head = ["python", "-m", "pytest"]
    if head[0] != "python":
        say("no isolated run: %s starts no interpreter by name" % words[0])
        return None
    python = words[0] if os.path.basename(words[0]) != words[0] else "python"
    end = start_command(context, [python, "-I"] + head[1:] + arguments, log_of(context, "-isolated"), False)
    if not end.sessions:
        return {"exit_status": end.status}
    facts, _ = sum_of_sessions(context, end)
    return dict((name, facts.get(name)) for name in COUNTS)


def log_of(context, suffix):
    """One log for each place: never merged."""
    place = context.place + ("-" + context.leg if context.leg else "")
    return os.path.join(context.probes, "%s%s-pytest.log" % (place, suffix))


def sum_of_sessions(context, end):
    """One command, one answer: counts add up, and it fails if one of its sessions does."""
    views = [session_of_record(context, record) for record in end.sessions]
    all_facts = [facts for facts, _ in views]
    doubts = [doubt for _, found in views for doubt in found]
    facts = dict(all_facts[0])
    for name in COUNTS[1:] + ("executed",):
        values = [one.get(name) for one in all_facts]
        facts[name] = None if None in values else sum(values)
    statuses = [end.status] + [one["exit_status"] for one in all_facts]
    facts["exit_status"] = None if None in statuses else ([one for one in statuses if one] + [0])[0]
    for name in ("narrowed", "addopts", "plugins"):
        facts[name] = sorted(set(word for one in all_facts for word in one[name] or []))
    for name in ("collect_only", "interrupted"):
        facts[name] = any(one[name] is not False for one in all_facts)
    facts["claimed_command"] = all(one["claimed_command"] for one in all_facts)
    facts["hook_error"] = ([one["hook_error"] for one in all_facts if one["hook_error"]] + [""])[0]
    facts["origins"] = merge_origins([one["origins"] for one in all_facts])
    facts["env"] = merge_env([one["env"] for one in all_facts])
    facts["reports"] = merge_reports([one["reports"] for one in all_facts])
    for name in ("same_tree", "same_user", "prefix_agrees"):
        facts["session"][name] = all(one["session"][name] for one in all_facts)
    # What was taken from the environment on purpose says nothing about the place.
    for name in end.withheld:
        facts["env"].pop(name, None)
    return facts, doubts


def merge_reports(views):
    """A report is the one that some session of the command left behind."""
    merged = {}
    for view in views:
        for name, one in view.items():
            if name not in merged or one["recorded"] is not None:
                merged[name] = one
    return merged


def facts_without_session(context, words, end, stamps):
    """Another runner, or no session at all: counts from a report that was written meanwhile, if any was."""
    facts = {
        "source": "run",
        "sessions": 0,
        "exit_status": end.status,
        "claimed_command": True,
        "narrowed": [],
        "collect_only": False,
        "runner": runner_of(words),
        "addopts": [],
        "hook_error": hook_error_here(context),
    }
    written = reports_of_session(context, stamps)
    facts["reports"] = reports_of(context, Reader({"reports": written}))
    counts = [read_junit(os.path.join(context.cwd, name)) for name in written]
    counts = [one for one in counts if one is not None]
    if counts:
        facts.update((name, sum(one[name] for one in counts)) for name in counts[0])
        facts["source"] = "report"
    elif not end.started or facts["runner"] == "pytest" and end.status == 4:
        # Nothing was started, or a conftest.py could not be imported: no test can have been executed.
        facts.update(dict.fromkeys(COUNTS[1:], 0))
    else:
        return facts, ["no-session"]
    facts["executed"] = facts["passed"] + facts["failed"]
    return facts, [] if counts else ["no-session"]


def runner_of(words):
    for name in ("pytest", "py.test", "unittest"):
        if name in words or any(os.path.basename(word) == name for word in words):
            return "pytest" if name == "py.test" else name
    return "other"


JUNIT_MAX = 64 * 1024 * 1024


def read_junit(path):
    """Counts of a JUnit report; None where it is none.

    expat itself, not ElementTree: a document type is refused before an entity of it could be expanded.
    """
    from xml.parsers import expat

    outcomes = []

    def refuse(*_):
        raise ValueError("a report has no document type")

    def open_element(name, _):
        if name == "testcase":
            outcomes.append("passed")
        elif outcomes and name in JUNIT_OUTCOMES and outcomes[-1] == "passed":
            outcomes[-1] = JUNIT_OUTCOMES[name]

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.StartElementHandler = open_element
    try:
        if os.path.getsize(path) > JUNIT_MAX:
            return None
        with open(path, "rb") as file:
            parser.Parse(file.read(JUNIT_MAX), True)
    except (OSError, ValueError, expat.ExpatError):
        return None
    names = ("passed", "failed", "errors", "skipped")
    counts = dict((name, outcomes.count(name)) for name in names)
    return dict(counts, collected=len(outcomes), deselected=0)


JUNIT_OUTCOMES = {"failure": "failed", "error": "errors", "skipped": "skipped"}


PLUGIN_METADATA = "Metadata-Version: 2.1\nName: where-it-ran-plugin\nVersion: %s\n"


class End(object):
    """How a command ended. status: its exit status, NEVER_ENDED when it was killed or stopped."""

    def __init__(self):
        self.started = True
        self.status = NEVER_ENDED
        self.interrupted = False
        self.sessions = []
        self.withheld = []
        self.duration_ms = 0


def start_command(context, words, log, keep_record):
    """Runs a test command to its end, with the plugin within reach of every pytest that it starts.

    The plugin comes as an entry point in a folder of its own on PYTHONPATH. Not as -p or PYTEST_ADDOPTS:
    arguments and options are facts. Not as PYTEST_PLUGINS: where PYTHONPATH is dropped on the way (tox, a
    shebang with -I) pytest would end with an import error, while an entry point is merely not found. The
    first thing the plugin does is to put the environment back, so that tests and what they start see what
    they would have seen. -I and -E ignore PYTHONPATH: there the module is started by a line of Python that
    adds the folder last.
    """
    import shutil
    import tempfile

    folder = tempfile.mkdtemp(prefix=PLUGIN_FOLDER)
    try:
        env, withheld = environment_of_command(context)
        prepare_plugin(context, folder, env, keep_record)
        say("running %s (log: %s)" % (" ".join(words), os.path.relpath(log, context.cwd)))
        end = run_to_end(context, with_interpreter(words, folder), env, log)
        end.sessions = sessions_in(os.path.join(folder, "sessions"))
        end.withheld = withheld
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return end


def environment_of_command(context):
    """(environment of the child, claimed names taken out of it). In CI the project's code gets no tokens."""
    env = dict(os.environ)
    if probe_facts(context).get("ci") is None:
        return env, []
    withheld = re.compile(r"INPUT_.*|ACTIONS_.*|.*_TOKEN|GITHUB_(ENV|PATH|OUTPUT|STATE|STEP_SUMMARY)$", re.I)
    for name in list(env):
        if withheld.match(name) and withheld.match(name).end() == len(name):
            del env[name]
    claimed = [claim["name"] for claim in context.claims.env]
    return env, [name for name in claimed if name in os.environ and name not in env]


def prepare_plugin(context, folder, env, keep_record):
    """Fills the folder, and makes the environment lead there."""
    import shutil

    shutil.copyfile(os.path.abspath(__file__), os.path.join(folder, "agent_probe.py"))
    metadata = os.path.join(folder, "where_it_ran_plugin-%s.dist-info" % VERSION)
    os.mkdir(metadata)
    os.mkdir(os.path.join(folder, "sessions"))
    before = [env[name] for name in ("PYTHONPATH",) if env.get(name)]
    changes = {"PYTHONPATH": os.pathsep.join([folder] + before)}
    if env.get("PYTEST_DISABLE_PLUGIN_AUTOLOAD"):
        before = [env[name] for name in ("PYTEST_PLUGINS",) if env.get(name)]
        changes["PYTEST_PLUGINS"] = ",".join(before + ["agent_probe"])
    run = {
        "folder": os.path.join(folder, "sessions"),
        "environment": dict((name, env.get(name)) for name in changes),
        "home": context.cwd,
        "claims": os.path.join(context.cwd, context.options.claims),
        "place": context.place,
        "record": keep_record,
    }
    files = {
        os.path.join(metadata, "METADATA"): PLUGIN_METADATA % VERSION,
        os.path.join(metadata, "entry_points.txt"): "[pytest11]\nagent_probe = agent_probe\n",
        os.path.join(folder, "run.json"): json.dumps(run),
    }
    for path, text in files.items():
        with open(path, "wb") as file:
            file.write(text.encode("utf-8"))
    env.update(changes)
    env[HAND_OVER] = os.path.join(folder, "run.json")


def with_interpreter(words, folder):
    """The words to start: python means this interpreter, everything else what PATH says."""
    if words[0] in ("python", "python3"):
        words = [sys.executable or os.path.realpath("/proc/self/exe")] + list(words[1:])
    elif not re.match(r"(python|pypy)[0-9.]*(\.exe)?$", os.path.basename(words[0])):
        return list(words)
    flags, start, arguments = split_python(words[1:])
    ignores_path = "-I" in flags or "-E" in flags
    if not ignores_path or len(start) == 0 or start == ["-c"]:
        return list(words)
    line = "import runpy, sys; sys.path.append(%r); " % folder
    if start[0] == "-m":
        line += "runpy.run_module(%r, run_name='__main__', alter_sys=True)" % start[1]
    else:
        line += "runpy.run_path(%r, run_name='__main__')" % start[0]
    return [words[0]] + flags + ["-c", line] + arguments


def sessions_in(folder):
    """The records that the sessions of a command left, in the order in which they started."""
    records = [read_record(os.path.join(folder, name)) for name in sorted(os.listdir(folder))]
    return [record for record in records if record is not None]


class Stopped(BaseException):
    """Somebody asked this process to end while a command was running."""


def run_to_end(context, words, env, log):
    """Runs it; its output goes to stderr and into the log."""
    import subprocess
    import threading

    end = End()
    started = time.perf_counter()
    sink = open_log(log, words)
    try:
        process = subprocess.Popen(
            words, cwd=context.cwd, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=hasattr(os, "setsid"),
        )
    except OSError as problem:
        say("%s cannot be started: %s" % (words[0], problem.strerror))
        end.started = False
        end.status = 126 if isinstance(problem, PermissionError) else 127
        return end
    pump = threading.Thread(target=pump_output, args=(process.stdout, sink))
    pump.daemon = True
    pump.start()
    wait_for_end(context, process, end)
    pump.join(5)  # a background process of the tests may keep the pipe open for ever
    end.duration_ms = int((time.perf_counter() - started) * 1000)
    return end


def wait_for_end(context, process, end):
    import signal
    import subprocess

    limit = getattr(context.options, "tests_limit", None) or 3600

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
    except subprocess.TimeoutExpired:
        say("stopped after %d seconds (--tests-limit)" % limit)
        end.interrupted = True
        status = stop_process(process, signal.SIGTERM)
    except (Stopped, KeyboardInterrupt):
        say("stopped while the tests were running")
        end.interrupted = True
        status = stop_process(process, signal.SIGINT)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    # A negative status is the signal that ended it.
    end.status = status if status is not None and status >= 0 else NEVER_ENDED
    end.interrupted = end.interrupted or end.status == NEVER_ENDED


def stop_process(process, number):
    """Asks the whole group to end, and makes it end ten seconds later."""
    import signal
    import subprocess

    for one, patience in ((number, 10), (getattr(signal, "SIGKILL", number), 5)):
        try:
            if hasattr(os, "killpg"):
                os.killpg(process.pid, one)
            else:
                process.terminate()
            return process.wait(patience)
        except subprocess.TimeoutExpired:
            continue
        except OSError:
            return process.poll()
    return None


def open_log(path, words):
    try:
        if not os.path.isdir(os.path.dirname(path)):
            os.makedirs(os.path.dirname(path))
        return open(path, "wb")
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
    if log is not None:
        log.close()


# == end of tests ==


# == pytest plugin ==
# pytest is never imported here: the probe as a script must stay light, and the marks below are all that
# pytest.hookimpl leaves on a function. Nothing here may change an outcome, an exit status or the tree.
#
# Ways to load it (scripts/agent_probes stands for the folder of this file):
#   conftest.py at the top:  import sys; sys.path.append("scripts/agent_probes")
#                            pytest_plugins = ["agent_probe"]
#   command line:            PYTHONPATH=scripts/agent_probes python -m pytest -p agent_probe
#   pyproject.toml:          addopts = "-p agent_probe", with the folder importable at start-up (PYTHONPATH;
#                            from pytest 9 on pythonpath = ["scripts/agent_probes"] does it too)
#   isolated, without conftest.py lines, which work under -I as they are:
#                            python -I -c "import sys; sys.path.append('scripts/agent_probes');
#                            import pytest; sys.exit(pytest.main(['-p', 'agent_probe'] + sys.argv[1:]))"

RECORD_FORMAT = 1
NEVER_ENDED = 256
# Names a file that says how a command started by the probe hands its sessions over (see start_command).
HAND_OVER = "WHERE_IT_RAN_RUN"
# Names a claims file elsewhere than in probes/ for sessions that are started by hand.
CLAIMS_VARIABLE = "WHERE_IT_RAN_CLAIMS"
PLUGIN_FOLDER = "where-it-ran-plugin-"
SAID = ("hostname", "executable", "cwd", "python_version", "venv", "prefix")
# Options that print something and run no session worth a record.
NO_SESSION = ("help", "version", "showfixtures", "show_fixtures_per_test", "markers", "cacheshow")

# The session that this process records. Sessions inside it (pytester) are none of ours.
_recorder = None


def _hook(**options):
    """What pytest.hookimpl(**options) does, for every pluggy there is."""

    def mark(function):
        names = ("hookwrapper", "optionalhook", "tryfirst", "trylast")
        function.pytest_impl = dict((name, options.get(name, False)) for name in names)
        function.pytest_impl["specname"] = None
        return function

    return mark


def _quietly(action, *arguments):
    """Calls, and turns a fault into a fact: what only watches must not change what it watches."""
    try:
        return action(*arguments)
    except Exception as problem:  # a KeyboardInterrupt is the user's, and pytest's to handle
        if _recorder is not None and not _recorder.error:
            _recorder.error = describe_problem(problem)[:300]
        return None


def _take_hand_over():
    """How this session is handed over ({} when nobody asked); the environment is put back as it was.

    Commands that tests start must see neither our folder nor our variable: their sessions are not ours.
    """
    path = os.environ.pop(HAND_OVER, None)
    if path is None:
        return {}
    with open(path, "rb") as file:
        run = json.loads(file.read().decode("utf-8"))
    for name, value in run["environment"].items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
    return run


@_hook(tryfirst=True)
def pytest_configure(config):
    _quietly(_begin, config)


def _begin(config):
    global _recorder
    here = os.path.dirname(os.path.abspath(__file__))
    if os.path.basename(here).startswith(PLUGIN_FOLDER):
        # Late enough: pytest-xdist has copied sys.path for its workers, where this file is needed too.
        sys.path[:] = [entry for entry in sys.path if entry != here]
    # Two copies of this file may have been loaded under two names: the first one records.
    if _recorder is not None or getattr(config, "_where_it_ran", None) is not None:
        return
    config._where_it_ran = VERSION
    kind = WorkerRecorder if hasattr(config, "workerinput") else Recorder
    _recorder = kind(config, _take_hand_over())
    config.pluginmanager.register(_recorder, "where-it-ran")


@_hook(hookwrapper=True, tryfirst=True)
def pytest_cmdline_main(config):
    """Around everything: plugins change the exit status until the very end."""
    outcome = yield
    global _recorder
    if _recorder is not None and _recorder.config is config:
        _quietly(_recorder.finish, outcome)
        _recorder = None


class WorkerRecorder(object):
    """Inside a worker of pytest-xdist: tells the controller what only the worker can know."""

    def __init__(self, config, run):
        self.config = config
        self.run = run
        self.error = ""
        self.deselected = 0
        self.context = None
        self.origins = {}

    def finish(self, outcome):
        pass

    @_hook(tryfirst=True)
    def pytest_deselected(self, items):
        self.deselected += len(items)

    @_hook(trylast=True)
    def pytest_collection_finish(self, session):
        _quietly(self.look)

    def look(self):
        if self.context is None:
            self.context = context_of_session(self.config, self.run)
        self.origins = merge_origins([self.origins, origins_in_process(self.context)])

    @_hook(tryfirst=True)
    def pytest_sessionfinish(self, session):
        _quietly(self.tell)

    def tell(self):
        self.look()
        said = {
            "origins": self.origins,
            "env": env_in_process(self.context),
            "deselected": self.deselected,
            "prefix": sys.prefix,
            "error": self.error,
        }
        self.config.workeroutput["where_it_ran"] = json.dumps(said)


class Recorder(object):
    """One pytest session seen from inside its own process; registered as a plugin of that session alone."""

    COUNTS = ("collected", "passed", "failed", "errors", "skipped", "deselected")

    def __init__(self, config, run):
        self.config = config
        self.run = run
        self.session = None
        self.context = None
        self.home = None
        self.identity = {}
        self.seen = {}
        self.error = ""
        self.interrupted = False
        self.counts = dict.fromkeys(self.COUNTS, 0)
        self.workers = []
        self.origins = {}
        self.stamps = {}
        self.started = time.time()
        self.ticks = time.perf_counter()

    @_hook(hookwrapper=True, tryfirst=True)
    def pytest_sessionstart(self, session):
        if not any(getattr(self.config.option, name, None) for name in NO_SESSION):
            _quietly(self.start, session)
        yield

    def start(self, session):
        """Before the first result: who speaks, on the screen and in a record that says it has not ended."""
        self.session = session
        self.identity = fingerprint()
        self.say()
        self.home = home_of_record(self.config, self.run)
        _quietly(self.look)
        self.write(NEVER_ENDED, False)

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

    @_hook(tryfirst=True)
    def pytest_runtest_logreport(self, report):
        _quietly(self.count, report)

    def count(self, report):
        """As pytest's own summary: set-up and tear-down give errors, calls give outcomes."""
        if type(report).__name__.lower() == "subtestreport":
            # The test around it has its own report; but a failed part must never get lost.
            self.counts["failed"] += 1 if report.failed else 0
        elif report.failed:
            self.counts["failed" if report.when == "call" else "errors"] += 1
        elif report.skipped:
            self.counts["skipped"] += 1
        elif report.passed and report.when == "call":
            self.counts["passed"] += 1

    @_hook(tryfirst=True)
    def pytest_collectreport(self, report):
        _quietly(self.count_collected, report)

    def count_collected(self, report):
        if report.failed:
            self.counts["errors"] += 1
        elif report.skipped:
            self.counts["skipped"] += 1

    @_hook(tryfirst=True)
    def pytest_deselected(self, items):
        self.counts["deselected"] += len(items)

    @_hook(trylast=True)
    def pytest_collection_finish(self, session):
        _quietly(self.look_at_modules)

    def look_at_modules(self):
        """Twice, because tests put other things into sys.modules, and some import only while they run."""
        self.origins = merge_origins([self.origins, origins_in_process(self.context)])

    @_hook(tryfirst=True)
    def pytest_keyboard_interrupt(self, excinfo):
        # Session.Interrupted (errors while collecting, a plugin that stops) is an ordinary end.
        if excinfo.typename != "Interrupted":
            self.interrupted = True

    @_hook(tryfirst=True)
    def pytest_internalerror(self, excrepr):
        self.interrupted = True

    @_hook(tryfirst=True, optionalhook=True)
    def pytest_testnodedown(self, node, error):
        _quietly(self.listen, node)

    def listen(self, node):
        told = getattr(node, "workeroutput", {}).get("where_it_ran")
        self.workers.append(json.loads(told) if told is not None else None)

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

    def look_back(self):
        self.counts["collected"] = int(getattr(self.session, "testscollected", 0) or 0)
        self.seen["content_after"] = content_now(self.context)
        self.look_at_modules()
        self.hear_workers([worker for worker in self.workers if worker is not None])
        self.seen["reports"] = reports_of_session(self.context, self.stamps)

    def hear_workers(self, told):
        """Under pytest-xdist the tests ran in the workers. One that said nothing leaves its facts unknown."""
        self.error = self.error or ([worker["error"] for worker in told if worker["error"]] + [""])[0]
        self.counts["deselected"] += max([worker["deselected"] for worker in told] or [0])
        if len(told) == len(self.workers):
            self.seen["origins"] = merge_origins([self.origins] + [worker["origins"] for worker in told])
            self.seen["env"] = merge_env([env_in_process(self.context)] + [worker["env"] for worker in told])

    def write(self, status, finished):
        session = dict(self.seen, **self.counts)
        session.update(
            format=RECORD_FORMAT,
            probe=VERSION,
            finished=finished,
            exit_status=status,
            interrupted=self.interrupted or not finished,
            duration_ms=int((time.perf_counter() - self.ticks) * 1000),
            taken_at=utc(self.started),
            error=self.error,
        )
        text = json.dumps(dict(self.identity, session=session), indent=2, sort_keys=False) + "\n"
        for path in self.places():
            _quietly(write_atomically, path, text)

    def places(self):
        places = []
        if self.run.get("record", True) and self.home is not None:
            places.append(os.path.join(self.home, SESSION_RECORD))
        if self.run:
            name = "%020d-%d.json" % (int(self.started * 1e6), os.getpid())
            places.append(os.path.join(self.run["folder"], name))
        return places


# What a session knows about itself.


def content_now(context):
    """Content id of the tree at this moment; None where git does not say."""
    try:
        return content_of_tree(context)
    except Exception:
        return None


def printable(value):
    """One line of plain characters: a folder's name may hold anything."""
    return "".join(char if char.isprintable() else escape_char(char) for char in str(value))


def home_of_record(config, run):
    """The folder that holds probes/, else the top of the working tree, else pytest's rootdir."""
    if run:
        return run["home"]
    named = os.environ.get(CLAIMS_VARIABLE)
    start = os.path.realpath(str(config.invocation_params.dir))
    if named:
        return os.path.dirname(os.path.dirname(os.path.join(start, named)))
    rootdir = os.path.realpath(str(getattr(config, "rootpath", start)))
    toplevel = find_toplevel(start) or find_toplevel(rootdir)
    if toplevel is None:
        return start if os.path.isdir(os.path.join(start, "probes")) else rootdir
    folders = folders_up_to(start if is_below(start, toplevel) else rootdir, toplevel)
    with_claims = [one for one in folders if os.path.isfile(os.path.join(one, "probes", "claims.json"))]
    with_probes = [one for one in folders if holds_probes(one)]
    return (with_claims + with_probes + [toplevel])[0]


def holds_probes(folder):
    """A package or a folder of sources that happens to be called probes is another thing."""
    probes = os.path.join(folder, "probes")
    return os.path.isdir(probes) and not os.path.exists(os.path.join(probes, "__init__.py"))


def is_below(path, folder):
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def folders_up_to(folder, top):
    folders = [folder]
    while folders[-1] != top and os.path.dirname(folders[-1]) != folders[-1]:
        folders.append(os.path.dirname(folders[-1]))
    return folders


class SessionOptions(object):
    """What the command line would have said, for a context made inside a test process."""

    tests = "never"
    only = None
    packages = "claimed"
    host = "hash"


def context_of_session(config, run):
    home = os.path.realpath(home_of_record(config, run))
    claims_file = run.get("claims") or os.environ.get(CLAIMS_VARIABLE)
    claims_file = os.path.join(home, claims_file or os.path.join("probes", "claims.json"))
    place = run.get("place", "local")
    claims = read_claims(claims_file) or Claims()
    return Context(place, None, SessionOptions(), claims, home, os.path.dirname(claims_file))


def session_facts(context, config, run):
    """Facts of a session that has just started."""
    import pytest

    facts = {"runner": "pytest", "runner_version": str(pytest.__version__)[:40]}
    facts.update(command_facts(context, config, run))
    facts.update(place_facts(context))
    toplevel = find_toplevel(os.path.realpath(str(getattr(config, "rootpath", context.cwd))))
    facts.update(
        toplevel=toplevel,
        cwd=os.path.realpath(os.getcwd()),
        isolated=bool(sys.flags.isolated),
        collect_only=bool(getattr(config.option, "collectonly", False)),
        plugins=plugin_names(config),
        hook_error=hook_error_here(context),
        content_before=content_now(context),
        content_after=None,
    )
    return facts


def place_facts(context):
    """Whose record this is: compared with the probe's own facts before anything else is believed."""
    host = host_facts(context)
    ci = probe_facts(context).get("ci") or {}
    facts = dict((key, host.get(key)) for key in ("machine", "container", "in_container", "boot"))
    facts.update((key, ci.get(key)) for key in ("run", "attempt", "job"))
    facts["user"] = user_id()
    return facts


def user_id():
    """The effective user; never shown, only compared."""
    if hasattr(os, "geteuid"):
        return str(os.geteuid())
    return "%s\\%s" % (os.environ.get("USERDOMAIN", ""), os.environ.get("USERNAME", ""))


def plugin_names(config):
    """Distributions that brought plugins, and plugins named with -p; ours is not worth a word."""
    names = set()
    for _, distribution in config.pluginmanager.list_plugin_distinfo():
        names.add(str(distribution.project_name))
    names.update(str(name) for name in getattr(config.option, "plugins", None) or [])
    return sorted(name[:120] for name in names if name not in ("agent_probe", "where-it-ran-plugin"))[:200]


def origins_in_process(context):
    """{name: imported, origin, label} of the repository's own packages, as this process has them."""
    return dict((name, origin_in_process(context, name)) for name in own_names(context))


def origin_in_process(context, name):
    module = sys.modules.get(name)
    path = module_path(module) if module is not None else ""
    if path:
        return {"imported": True, "origin": path, "label": label_of(context, path)}
    path = "" if module is not None else path_that_would_win(name)
    return {"imported": False, "origin": path, "label": label_of(context, path) if path else "none"}


def module_path(module):
    """Its file; a namespace package's first folder; "" for what tests put there instead of a module."""
    path = getattr(module, "__file__", None)
    if isinstance(path, str):
        return os.path.abspath(path)
    try:
        folders = [one for one in module.__path__ if isinstance(one, str)]
    except Exception:
        return ""
    return os.path.abspath(folders[0]) if folders else ""


def path_that_would_win(name):
    """Asks the finders as an import would, without importing: the name has no dots."""
    import importlib.util

    try:
        spec = importlib.util.find_spec(name)
    except Exception:
        return ""
    if spec is None:
        return ""
    if spec.has_location and isinstance(spec.origin, str):
        return os.path.abspath(spec.origin)
    folders = [one for one in spec.submodule_search_locations or [] if isinstance(one, str)]
    return os.path.abspath(folders[0]) if folders else ""


def merge_origins(views):
    """One view of several processes and moments: what was imported counts, and of that the worst."""
    merged = {}
    for view in views:
        for name, origin in view.items():
            known = merged.get(name)
            if known is None or origin_rank(origin) > origin_rank(known):
                merged[name] = origin
    return merged


def origin_rank(origin):
    return (origin["imported"], origin["label"] != "repo")


def env_in_process(context):
    """{name: {"set"}} of the claimed variables in this process."""
    return dict((claim["name"], {"set": claim["name"] in os.environ}) for claim in context.claims.env)


def merge_env(views):
    """Set only where it is set in every process."""
    merged = {}
    for view in views:
        for name, one in view.items():
            merged[name] = {"set": one["set"] and merged.get(name, one)["set"]}
    return merged


def claimed_reports(context):
    tests = context.claims.tests or {}
    return [path for path in tests.get("reports") or [] if isinstance(path, str)]


def stamps_of_reports(context):
    """What is there before the session: a report that does not change is not its report."""
    return dict((name, stamp_of(os.path.join(context.cwd, name))) for name in claimed_reports(context))


def stamp_of(path):
    """Newest change, count and size of a file or of all files below a folder; None when there is none."""
    if not os.path.isdir(path):
        try:
            found = os.stat(path)
        except OSError:
            return None
        return [found.st_mtime_ns, found.st_size, found.st_ino]
    stamps = [stamp_of(one) for one in files_below(path)]
    stamps = [one for one in stamps if one]
    return [max([one[0] for one in stamps] or [0]), sum(one[1] for one in stamps), len(stamps)]


def reports_of_session(context, stamps):
    """sha256 of the claimed reports that this session wrote."""
    digests = {}
    for name in claimed_reports(context):
        path = os.path.join(context.cwd, name)
        if stamp_of(path) not in (None, stamps.get(name)):
            digests[name] = digest_of_report(path)
    return dict((name, digest) for name, digest in digests.items() if digest)


REPORT_MAX = 256 * 1024 * 1024
REPORT_FILES = 20000


def files_below(folder):
    files = []
    for parent, _, names in os.walk(folder):
        files.extend(os.path.join(parent, name) for name in names)
        if len(files) > REPORT_FILES:
            break
    return sorted(files)


def digest_of_report(path):
    """sha256 of a file; of a folder (an HTML report) over the sha256 and name of each file in it."""
    if os.path.isfile(path):
        return sha256_of_file(path, REPORT_MAX)
    if not os.path.isdir(path):
        return None
    digest = hashlib.sha256()
    files = files_below(path)
    for file in files[:REPORT_FILES]:
        one = sha256_of_file(file, REPORT_MAX) if os.path.isfile(file) else None
        name = os.path.relpath(file, path).replace(os.sep, "/")
        digest.update(("%s %s\n" % (one, name)).encode("utf-8", "surrogatepass"))
    return digest.hexdigest() if len(files) <= REPORT_FILES else None

# How a test command is compared with the claimed one. Options that say how to run and how to tell, not
# which tests: with or without them it is the same command. Everything else must be equal, word by word,
# so that an option nobody has heard of yet can never pass for the claimed command.
PLAIN_OPTIONS = frozenset((
    "-q -qq -v -vv -vvv -s -l -x --quiet --verbose --exitfirst --showlocals --no-showlocals --no-header "
    "--no-summary --ff --failed-first --nf --new-first --full-trace --disable-warnings "
    "--disable-pytest-warnings --setup-show --self-contained-html --strict-markers --strict-config"
).split())
PLAIN_VALUE_OPTIONS = frozenset((
    "--tb --color --capture --durations --durations-min --verbosity -r --show-capture --maxfail --junitxml "
    "--junit-xml --junit-prefix --code-highlight --xfail-tb --log-level --log-cli-level --report-log --html "
    "-n --numprocesses --maxprocesses"
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
RUNNERS = ("uv", "poetry", "pdm", "pipenv", "hatch", "rye")


def split_words(words):
    """["-kx", "--tb=no"] → ["-k", "x", "--tb", "no"]; clusters of plain flags (-qx) come apart."""
    split = []
    for word in words:
        if word.startswith("--") and "=" in word:
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
    words = split_words(words)
    kept = []
    index = 0
    while index < len(words):
        word = words[index]
        following = words[index + 1] if index + 1 < len(words) else ""
        index += 1
        if word in PLAIN_OPTIONS:
            continue
        if word in PLAIN_VALUE_OPTIONS or word == "-p" and following in PLAIN_PLUGINS:
            index += 1
        elif word.startswith("--cov"):
            # Its value is optional: what could be a path is kept, and then is one word too many.
            continue
        else:
            kept.append(word)
    return kept


def extra_words(given, claimed):
    """Words of given beyond claimed, each claimed word excusing one."""
    left = list(claimed)
    extra = []
    for word in given:
        if word in left:
            left.remove(word)
        else:
            extra.append(word)
    return extra


def narrowing_of(extra, positional):
    """Names of the options among extra words that leave tests out; "paths" for paths and node ids."""
    names = set(word for word in extra if word in NARROWING)
    if any(word in positional for word in extra):
        names.add("paths")
    return sorted(names)


def option_names(words):
    """Names only: what follows an option may be anything, a secret too."""
    names = set()
    for word in words:
        match = re.match(r"--[A-Za-z][A-Za-z0-9-]{0,50}|-[A-Za-z]", word)
        if match:
            names.add(match.group())
    return sorted(names)


def claimed_command(context):
    """The claimed test command; pytest's where none is named."""
    tests = context.claims.tests or {}
    return list(tests.get("command") or ["python", "-m", "pytest"])


def command_digest(context):
    """Binds a record to the command it was compared with: claims.json may change afterwards."""
    return hashlib.sha256(json.dumps(claimed_command(context)).encode("utf-8")).hexdigest()


def command_facts(context, config, run):
    """How this session was started, compared with the claimed command. No value of an option is kept."""
    import shlex

    given = [str(word) for word in config.invocation_params.args]
    addopts = split_words(shlex.split(os.environ.get("PYTEST_ADDOPTS", "")))
    head = started_as(sys_words())
    claimed_head, claimed_arguments = split_command(claimed_command(context), context.cwd)
    # What the probe started is the claimed command, whatever makes pytest of it in between.
    is_claimed_head = bool(run) or head[0] == claimed_head
    if run:
        claimed_arguments = given
    elif claimed_head[-1:] != ["pytest"]:
        given = head[1]
    essential = essential_words(addopts + split_words(given))
    claimed = essential_words(claimed_arguments)
    extra = extra_words(essential, claimed)
    at_home = os.path.realpath(os.getcwd()) == context.cwd
    return {
        "claimed_command": is_claimed_head and (bool(run) or at_home) and essential == claimed,
        "narrowed": narrowing_of(extra, [str(one) for one in config.args]),
        "addopts": option_names(addopts),
        "command_digest": command_digest(context),
    }


def sys_words():
    """This process's command line, with its interpreter; [] where the system does not tell."""
    words = list(getattr(sys, "orig_argv", ()))
    if words:
        return words
    try:
        with open("/proc/self/cmdline", "rb") as file:
            return [os.fsdecode(word) for word in file.read().split(b"\0")[:-1]]
    except OSError:
        return [sys.executable] + flags_of_start() + words_after_start()


def flags_of_start():
    letters = (("I", "isolated"), ("E", "ignore_environment"), ("s", "no_user_site"), ("S", "no_site"))
    flags = [letter for letter, name in letters if getattr(sys.flags, name)]
    flags = ["I"] if "I" in flags else flags
    return ["-" + letter for letter in flags] + ["-O"] * sys.flags.optimize


def words_after_start():
    """Told from sys.argv where nothing better is known: python -m pytest puts the module's file there."""
    first = sys.argv[0] if sys.argv else ""
    if os.path.basename(first) == "__main__.py":
        return ["-m", os.path.basename(os.path.dirname(first))] + sys.argv[1:]
    return list(sys.argv)


def started_as(words):
    """(head, arguments) of a running interpreter's command line."""
    head, arguments = split_command(["python"] + words[1:], os.getcwd())
    # A console script is a Python script of that name: python /venv/bin/pytest was started as pytest.
    script = os.path.abspath(head[-1]) if len(head) == 2 else ""
    name = re.sub(r"(\.exe|-script\.pyw?)$", "", os.path.basename(script))
    if name in ("pytest", "py.test"):
        head = ["pytest"]
    elif script and os.path.dirname(script) == os.path.dirname(os.path.abspath(sys.executable or ".")):
        head = [name]
    # -I adds no folder of its own to the path, so that -c and -m do not differ: the documented shim.
    if head[:2] == ["python", "-I"] and head[-1] == "-c":
        head = ["python", "-I", "-m", "pytest"]
    return head, arguments


def split_command(words, cwd):
    """(what starts the tests, its arguments) in a form in which equal commands are equal.

    python3 -mpytest -q → (["python", "-m", "pytest"], ["-q"]); uv run pytest → (["pytest"], []).
    """
    if len(words) > 2 and words[0] in RUNNERS and words[1] == "run":
        rest = words[2:]
        while rest and rest[0].startswith("-"):
            rest = rest[1:]
        words = rest or words
    name = os.path.basename(words[0]) if words else ""
    if re.match(r"(pytest|py\.test)(\.exe)?$", name):
        return ["pytest"], list(words[1:])
    if not re.match(r"(python|pypy)[0-9.]*(\.exe)?$", name):
        return [name], list(words[1:])
    if words[0] != name and os.path.abspath(os.path.join(cwd, words[0])) != os.path.abspath(sys.executable or ""):
        return [words[0]], list(words[1:])
    flags, start, arguments = split_python(words[1:])
    return ["python"] + flags + start, arguments


def split_python(words):
    """(flags that matter, [-m module] or [script], arguments) of an interpreter's command line."""
    flags = []
    index = 0
    while index < len(words) and words[index].startswith("-") and words[index] != "-":
        letters = words[index][1:]
        index += 1
        while letters:
            letter, letters = letters[0], letters[1:]
            if letter in "mcWX":
                value = letters or (words[index] if index < len(words) else "")
                index += 0 if letters else 1
                letters = ""
                if letter == "m":
                    return sorted(set(flags)), ["-m", value], list(words[index:])
                if letter == "c":
                    return sorted(set(flags)), ["-c"], list(words[index:])
                if letter == "W":
                    flags.append("-W" + value)
            elif letter in "IEsSPOb":
                flags.append("-" + letter)
    return sorted(set(flags)), list(words[index:index + 1]), list(words[index + 1:])


# Provisional, until the families that own these are there (PA: please define own_names, label_of, LABELS,
# hook_error_here with these meanings in your regions and delete these four).

LABELS = (
    "stdlib", "venv", "prefix", "system", "user-site", "pythonpath", "cwd", "repo", "other-checkout", "hook",
    "elsewhere", "missing",
)


def own_names(context):
    """Top-level import names of the repository's own packages."""
    names = set()
    for path in tracked_paths(context):
        parts = path.split("/")
        parts = parts[1:] if parts[0] == "src" else parts
        if len(parts) == 2 and parts[1] == "__init__.py" and parts[0] not in ("tests", "test"):
            names.add(parts[0])
        if len(parts) == 1 and parts[0].endswith(".py") and not re.match(r"test_|conftest|setup", parts[0]):
            names.add(parts[0][:-3])
    return sorted(names)


def label_of(context, path):
    """One of LABELS for a file that an import found."""
    if is_below(path, sys.prefix):
        return "venv"
    if context.toplevel and is_below(os.path.realpath(path), context.toplevel):
        return "repo"
    return "other-checkout" if find_toplevel(os.path.dirname(path)) else "elsewhere"


def hook_error_here(context):
    """Type: message of a start-up hook that failed in this process; "" when none did."""
    return ""


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
    parser.add_argument("--tests-limit", metavar="SECONDS", type=int, default=3600, help="then they are stopped")
    parser.add_argument("--isolated", action="store_true", help="run the tests a second time, with -I")
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
