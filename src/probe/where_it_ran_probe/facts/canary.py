"""[persist]: canaries that earlier runs planted, and claimed files."""
import json
import os
import stat
import time
from os import sep
from os.path import basename, isdir, join, normpath, realpath

from where_it_ran_probe.base.claims import file_of_claim
from where_it_ran_probe.base.files import temp_folder
from where_it_ran_probe.base.stderr import note
from where_it_ran_probe.base.tools import (
    home_folder, is_hex, is_in, list_files, open_regular, read_start, sha256_of_text,
    write_atomically,
)
from where_it_ran_probe.facts.host import keyed, read_boot_id, start_of
from where_it_ran_probe.facts.previous import previous_facts

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
    """Plants a canary where there is none; says whether one of an earlier run is there and what changed since."""
    folder = canary_folder(context, name)
    # Marks are keyed with the claims' salt: a canary of another project would seem to have survived.
    uid = os.getuid() if hasattr(os, "getuid") else 0
    file = join(folder, CANARY_NAME + sha256_of_text("%s:%d" % (context.claims.salt, uid))[:12])
    here = session_marks(context)
    earlier = read_canary(file)
    kept = earlier or dict(here, nonce=os.urandom(16).hex(), first_seen=int(time.time()))
    writable = os.access(file, os.W_OK) if earlier else plant_canary(file, kept)
    facts = {"nonce": None, "earlier": earlier is not None}
    visits, visit = visits_of(kept), visit_of(here)
    if visit not in visits and writable:
        plant_canary(file, dict(kept, visits=(visits + [visit])[-3:]))
    there = facts["earlier"] or writable
    if there:
        facts.update(nonce=kept["nonce"], age_s=max(0, int(time.time()) - kept["first_seen"]))
        for mark in ("boot", "container", "login"):
            facts[mark + "_changed"] = differs(kept.get(mark), here[mark])
        other = differs(kept.get("machine"), here["machine"])
        facts["machine_same"] = None if other is None else not other
        facts["visits"] = len([one for one in visits if one != visit])
    remembered = context.once("previous", lambda: previous_facts(context))["canaries"].get(name)
    facts.update(writable=there, remembered=remembered is not None)
    if remembered is not None:
        facts["remembered_there"] = facts["earlier"] and remembered == facts["nonce"]
    return facts


def session_marks(context):
    """What a canary remembers of its time; None: cannot be told. `boot` is the kernel's alone: sandboxes give each
    command a first process of its own, and outliving a command is no persistence. A new first process counts as a new
    login, which proves something only after a while."""
    salt, host, boot = context.claims.salt, context.identity, read_boot_id()
    return {
        "machine": host["machine"],
        "boot": keyed(salt, "canary-boot", boot) if boot else None,
        "container": host["container"] or "none",
        "login": find_login_session(salt),
    }


def visit_of(marks):
    """Names the box of a visit: a boot, or a container. A canary that came with an image knows only its making."""
    return sha256_of_text("%s %s" % (marks.get("boot"), marks.get("container")))[:12]


def visits_of(kept):
    visits = kept.get("visits")
    fine = isinstance(visits, list) and 0 < len(visits) < 4 and all(is_hex(one, 12) for one in visits)
    return list(dict.fromkeys(visits)) if fine else [visit_of(kept)]


def find_login_session(salt):
    """Names this login: the audit session on Linux, else the session leader, each with the first process."""
    audit = read_start("/proc/self/sessionid").strip()
    if audit in ("", "4294967295"):
        if not hasattr(os, "getsid"):
            return None
        leader = os.getsid(0)
        audit = "%d %s" % (leader, start_of(leader))
    return keyed(salt, "canary-login", "%s %s" % (audit, start_of(1)))


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


def plant_canary(file, kept):
    """True when it is there afterwards, for this user alone."""
    try:
        write_atomically(file, json.dumps(kept, sort_keys=True), 0o600)
    except OSError:
        return False
    return True


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
    facts = {"outside_cwd": up, "tracked": context.repository.is_tracked(full)}
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
    )
    return facts
