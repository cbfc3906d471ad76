"""Paths as they may be shown: <repo>, <prefix>, <base>, ~ or <other>."""
import os
import re
import sys
from os import sep
from os.path import basename, dirname, isabs, isdir, join, lexists, normcase, normpath, realpath

from where_it_ran_probe.base.tools import both_forms, folders_up_to, home_folder, is_below


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
