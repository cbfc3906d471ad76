"""Records of changed files, made with an index of our own: git's index and objects stay untouched."""
import binascii
import hashlib
import os
import stat
import struct
import time

from where_it_ran_probe.base.files import make_private_folder, remove_folder
from where_it_ran_probe.base.git import GitFailed
from where_it_ran_probe.base.stderr import say
from where_it_ran_probe.facts.records import joined, make_record, path_of


def check_index(file):
    """git reads an index that was cut short or overwritten as far as it goes: its last bytes are the hash of the rest.

    Only zeros there: index.skipHash.
    """
    if not os.path.exists(file):
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
    """{path: record} of files as they stand, given what the index holds of each: a record, or None.

    They are added to an index of their own: what is there already says how line ends and modes are taken. Ids are
    computed and no object is written: neither the index nor the object store changes, not even the time of an object.
    """
    if not known:
        return {}
    folder = make_private_folder(repository.toplevel)
    index = os.path.join(folder, "index")
    try:
        held = [record for record in known.values() if record]
        if held:
            with open(index, "wb") as file:
                file.write(render_index(held))
        words = ("update-index", "-z", "--add", "--replace", "--info-only", "--stdin")
        env = {"GIT_INDEX_FILE": index, "GIT_INDEX_VERSION": "2"}
        repository.git.need(repository.git.start(*words, env=env, cwd=repository.toplevel, data=joined(known)))
        with open(index, "rb") as file:
            return parse_index(file.read())
    finally:
        remove_folder(folder)


# An index as git's documentation describes version 2: a head; for each file ten numbers of which only the mode counts
# here, its id, a word with the length of its path, and the path with one to eight NULs; a hash of all that.
INDEX_HEAD = ">4sLL"
INDEX_MODE = ">24xL12x"


def render_index(records):
    """The index of these records, of nothing more: git reads the files again."""
    entries, size, numbers = [struct.pack(INDEX_HEAD, b"DIRC", 2, len(records))], 20, struct.Struct(INDEX_MODE)
    for record in sorted(records, key=path_of):
        words, _, path = record.partition(b"\t")
        mode, _, identifier = words.split(b" ")
        size = len(identifier) // 2
        entry = numbers.pack(int(mode, 8)) + binascii.unhexlify(identifier)
        entry += struct.pack(">H", min(len(path), 0xFFF)) + path
        entries.append(entry + b"\0" * (8 - len(entry) % 8))
    content = b"".join(entries)
    return content + hashlib.new("sha1" if size == 20 else "sha256", content).digest()


def parse_index(content):
    """{path: record} of an index of version 2."""
    _, version, count = struct.unpack_from(INDEX_HEAD, content)
    if version != 2:
        raise GitFailed("an index of version %d" % version)
    size = 20 if hashlib.new("sha1", content[:-20]).digest() == content[-20:] else 32
    records, at, numbers = {}, struct.calcsize(INDEX_HEAD), struct.Struct(INDEX_MODE)
    for _ in range(count):
        start = at + numbers.size + size + 2
        path = content[start:content.index(b"\0", start)]
        mode = b"%06o" % numbers.unpack_from(content, at)
        records[path] = make_record(mode, binascii.hexlify(content[start - size - 2:start - 2]), path)
        at += (start - at + len(path) + 8) // 8 * 8
    return records


LARGE = 1 << 26
# What large files were, {stamp: record}: a look before and after tests, also by the process that runs them, reads a
# file once that stays as it is.
LARGE_RECORDS = {}


def read_records_once(repository, known):
    """As read_records, but for large files that were read before and did not change since."""
    kept, stamps, started = {}, {}, time.time()
    for path in known:
        found = os.lstat(os.path.join(repository.top_bytes, path))
        if stat.S_ISREG(found.st_mode) and found.st_size >= LARGE:
            stamps[path] = stamp_of_large(path, known[path], found)
            if stamps[path] in LARGE_RECORDS:
                kept[path] = os.fsencode(LARGE_RECORDS[stamps[path]])
            else:
                say("reading %s (%d MiB): git does not ignore it" % (os.fsdecode(path), found.st_size >> 20))
    read = read_records(repository, {path: known[path] for path in known if path not in kept})
    for path in set(stamps) & set(read):
        found = os.lstat(os.path.join(repository.top_bytes, path))
        # An edit within the grain of the clock would leave no trace; on Windows ctime is another time.
        settled = max(found.st_mtime, found.st_ctime) < started - 2 and os.name != "nt"
        if settled and stamps[path] == stamp_of_large(path, known[path], found):
            LARGE_RECORDS[stamps[path]] = os.fsdecode(read[path])
    read.update(kept)
    return read


def stamp_of_large(path, held, found):
    """Text that changes when the file does, or what the index holds of it."""
    times = (found.st_mtime_ns, found.st_ctime_ns)
    return repr((path, held, found.st_dev, found.st_ino, found.st_mode, found.st_size) + times)
