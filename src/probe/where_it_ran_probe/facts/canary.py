"""[persist]: canaries that earlier runs planted, and claimed files."""
import json
import os
import re
import stat
import sys
import time
from os import sep
from os.path import basename, exists, isdir, join, normpath, realpath

from where_it_ran_probe.base.claims import file_of_claim
from where_it_ran_probe.base.files import temp_folder
from where_it_ran_probe.base.render import render_key
from where_it_ran_probe.base.stderr import note
from where_it_ran_probe.base.tools import (
    home_folder, is_hex, is_in, list_files, open_regular, read_start, seen_from, sha256_of_text, status_of,
    utc, write_atomically,
)
from where_it_ran_probe.facts.host import keyed, read_boot_id
from where_it_ran_probe.facts.previous import previous_facts, read_earlier

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
