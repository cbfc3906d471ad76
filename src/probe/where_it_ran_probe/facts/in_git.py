"""[secrets] in git: commits that brought a claimed file, tracked files of its bytes, and those that look secret."""
import re
import subprocess
from os import fsdecode
from os.path import basename, join, realpath

from where_it_ran_probe.base.claims import file_of_claim, secret_paths
from where_it_ran_probe.base.credentials import is_encrypted, shows_secret
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
