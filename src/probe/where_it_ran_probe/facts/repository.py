"""What git says of one working directory, read once."""
import os
import re
import threading
from os import fsdecode, fsencode, sep
from os.path import (
    basename, dirname, exists, getsize, isabs, isdir, join, lexists, normpath, realpath, relpath,
)

from where_it_ran_probe.base.git import Git, GitFailed
from where_it_ran_probe.base.masks import find_toplevel, holds_repository, top_of
from where_it_ran_probe.base.tools import Keeper, is_below, kept, read_start, seen_from
from where_it_ran_probe.facts.products import Products
from where_it_ran_probe.facts.records import record_of
from where_it_ran_probe.facts.tree import Tree, read_index_stats

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
