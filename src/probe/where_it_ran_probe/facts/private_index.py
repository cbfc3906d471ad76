"""Records of changed files, made with an index of our own."""
import hashlib
import os
import stat
import time
from os import fsdecode, fsencode
from os.path import exists, join

from where_it_ran_probe.base.files import make_private_folder, remove_folder
from where_it_ran_probe.base.git import GitFailed
from where_it_ran_probe.base.stderr import say
from where_it_ran_probe.facts.records import joined, make_record, split_records


def check_index(file):
    """git reads an index that was cut short or overwritten as far as it goes: its last bytes are the hash of the
    rest. Only zeros there: index.skipHash."""
    if not exists(file):
        return
    with open(file, "rb") as opened:
        length = os.fstat(opened.fileno()).st_size
        for name, size in (("sha1", 20), ("sha256", 32)):
            opened.seek(0)
            digest = hashlib.new(name)
            for at in range(0, length - size, 1 << 20):
                digest.update(opened.read(min(1 << 20, length - size - at)))
            said = opened.read(size)
            if said in (b"\0" * size, digest.digest()):
                return
    raise GitFailed("the index is broken")


def read_records(repository, known):
    """{path: record} of files as they stand, given what the index holds of each: a record, or None. git adds them to
    an index of their own, which knows only these entries of the real one: they decide how line ends and modes are
    taken. Ids are computed and no object is written: index and object store stay as they are."""
    if not known:
        return {}
    folder, git = make_private_folder(repository.toplevel), repository.git
    more = {"cwd": repository.toplevel, "env": {"GIT_INDEX_FILE": join(folder, "index")}}
    held = [record for record in known.values() if record]
    try:
        if held:
            git.need(git.start("update-index", "-z", "--index-info", data=joined(held), **more))
        words = ("update-index", "-z", "--add", "--replace", "--info-only", "--stdin")
        git.need(git.start(*words, data=joined(known), **more))
        listing = git.need(git.start("ls-files", "--stage", "-z", **more))
    finally:
        remove_folder(folder)
    records = {}
    for entry in split_records(listing):
        words, _, path = entry.partition(b"\t")
        mode, identifier, _ = words.split(b" ")
        records[path] = make_record(mode, identifier, path)
    return records


LARGE = 1 << 26
# What large files were, {stamp: record}: a look before and after tests, also by the process that runs them, reads a
# file once that stays as it is.
LARGE_RECORDS = {}


def read_records_once(repository, known):
    """As read_records, but for large files that were read before and did not change since."""
    kept, stamps, started = {}, {}, time.time()
    for path in known:
        found = os.lstat(join(repository.top_bytes, path))
        if stat.S_ISREG(found.st_mode) and found.st_size >= LARGE:
            stamps[path] = stamp_of_large(path, known[path], found)
            if stamps[path] in LARGE_RECORDS:
                kept[path] = fsencode(LARGE_RECORDS[stamps[path]])
            else:
                say("reading %s (%d MiB): git does not ignore it" % (fsdecode(path), found.st_size >> 20))
    read = read_records(repository, {path: known[path] for path in known if path not in kept})
    for path in set(stamps) & set(read):
        found = os.lstat(join(repository.top_bytes, path))
        # An edit within the grain of the clock would leave no trace; on Windows ctime is another time.
        settled = max(found.st_mtime, found.st_ctime) < started - 2 and os.name != "nt"
        if settled and stamps[path] == stamp_of_large(path, known[path], found):
            LARGE_RECORDS[stamps[path]] = fsdecode(read[path])
    read.update(kept)
    return read


def stamp_of_large(path, held, found):
    """Text that changes when the file does, or what the index holds of it."""
    times = (found.st_mtime_ns, found.st_ctime_ns)
    return repr((path, held, found.st_dev, found.st_ino, found.st_mode, found.st_size) + times)
