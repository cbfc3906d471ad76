"""The working tree as it stands: what differs from HEAD, and its content id."""
import os
import re
import stat
from os import fsdecode, fsencode
from os.path import dirname, isdir, islink, join, lexists, normcase, realpath

from where_it_ran_probe.base.files import digest_of_report, files_of
from where_it_ran_probe.base.git import GitFailed
from where_it_ran_probe.base.tools import sha256_of_file, status_of
from where_it_ran_probe.facts.private_index import check_index, read_records_once
from where_it_ran_probe.facts.products import Products
from where_it_ran_probe.facts.records import BYTECODE, blob_id, content_id, parse_status, record_of, splice


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
