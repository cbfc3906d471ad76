"""[secrets]: whether claimed secrets and the settings of package tools are shut away."""
import os
import re
import stat
import subprocess
import sys
from os import sep
from os.path import basename, dirname, expanduser, isdir, islink, join, realpath

from where_it_ran_probe.base.claims import file_of_claim, secret_paths
from where_it_ran_probe.base.contract import HOSTED_AGENTS
from where_it_ran_probe.base.credentials import carries_credential, holds_secret, is_encrypted
from where_it_ran_probe.base.files import REPORT_FILES, files_of, make_private_folder, remove_folder
from where_it_ran_probe.base.git import Git, find_ignored
from where_it_ran_probe.base.masks import holds_repository, top_of
from where_it_ran_probe.base.tools import (
    folders_up_to, list_files, open_regular, read_bytes, run, same_path, seen_from,
)
from where_it_ran_probe.facts.in_git import (
    KEEPERS, SEARCHED_UP_TO, commits_of, find_copies, find_history, is_encrypted_in_git,
)
from where_it_ran_probe.facts.previous import is_set
from where_it_ran_probe.facts.repository import UNTOLD, is_in_repo

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
