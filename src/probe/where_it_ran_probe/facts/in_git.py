"""[secrets] in git: the commits that brought a claimed file, and tracked files of the same bytes."""
import re
import subprocess
from os import fsdecode
from os.path import basename, join, realpath

from where_it_ran_probe.base.claims import file_of_claim, secret_paths
from where_it_ran_probe.base.tools import read_bytes, read_start
from where_it_ran_probe.facts.records import blob_id
from where_it_ran_probe.facts.repository import UNTOLD

SEARCHED_UP_TO = 16 << 20  # bytes
# What keeps a folder in git is no secret.
KEEPERS = (".gitkeep", ".gitignore", ".gitattributes")
# Without the whole history git leaves out a branch that added a file and took it away again, once it is merged.
HISTORY = (
    "-c log.follow=false log --full-history -c --diff-filter=AM --no-show-signature --format=/%H --name-only -z HEAD --"
).split()


def names_in_tree(context, path):
    """Of a file, relative to the top: a link's own name and that of what it leads to."""
    names = [context.repository.relative(one) for one in {path, realpath(path)}] if context.repository.readable else ()
    return [name for name in names if name is not None]


def find_history(context):
    """{path: commits of HEAD's history that added or changed it, newest first} of claimed secrets; None: git does not
    say. Where a shallow clone ends every file looks added."""
    repository, history, commit = context.repository, {}, ""
    names = {name for one in secret_paths(context) for name in names_in_tree(context, file_of_claim(context, one))}
    if repository.state != "ok" or not names:
        return {} if repository.state in ("ok", "unborn") else None
    try:
        code, out, _ = repository.git.ask(*(HISTORY + [":(top,literal)" + name for name in sorted(names)]))
    except subprocess.SubprocessError:
        return None
    ends = read_start(join(repository.common_dir, "shallow")).split()
    for one in fsdecode(out).split("\0"):
        if one[:1] == "/":
            commit = one[1:]
        elif one and commit not in ends:
            history.setdefault(one.lstrip("\n"), []).append(commit)
    return history if code == 0 else None


def commits_of(context, path):
    """Those that brought a file, or one of a folder, newest first; None: nobody could look, or not to the end."""
    history = context.once("history", lambda: find_history(context))
    below = tuple(name + "/" for name in names_in_tree(context, path))
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
