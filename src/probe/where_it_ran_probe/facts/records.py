"""Records as git lists them: mode, kind, id and path, in the order of the paths' bytes."""
import hashlib
import re

# Bytecode is nobody's content: Python takes it only beside its source, and stale_sources sees to it that it is the
# source's. A .pyc of another kind can be imported by itself, and counts.
BYTECODE = re.compile(br"(?:\A|/)__pycache__/[^/]*\.[^/]*\.pyc\Z")


def split_records(listing):
    return listing[:-1].split(b"\0") if listing else []


def path_of(record, before=b"\t"):
    return record[record.index(before) + 1:]


def record_of(listing, path, before=b"\t"):
    """The record of one path in a listing of 100,000, which is in the order of the paths' bytes."""
    start = find_place(listing, path, 0, before)
    record = listing[start:listing.find(b"\0", start)]
    return record if record and path_of(record, before) == path else None


def blob_id(data, like):
    """Name of a blob of these bytes, by the hash that made another name."""
    digest = hashlib.new("sha1" if len(like) == 40 else "sha256", b"blob %d\0" % len(data))
    digest.update(data)
    return digest.hexdigest()


def make_record(mode, identifier, path):
    return b"%s %s %s\t%s" % (mode, b"commit" if mode == b"160000" else b"blob", identifier, path)


def parse_status(listing):
    """(staged, suspects, ignored) of `status --porcelain=v2 -z`. staged: what the index holds in place of HEAD,
    {path: record, None when gone}; a path that a merge left open has no record of its own. suspects: files that are
    not what the index holds, {path: what it holds, None: nothing}. ignored: files, and folders with a slash at the
    end."""
    staged, suspects, ignored = {}, {}, set()
    for line in split_records(listing):
        kind, path = line[:1], line[2:]
        if kind == b"1":
            _, letters, _, _, mode, _, _, identifier, path = line.split(b" ", 8)
            record = None if mode == b"000000" else make_record(mode, identifier, path)
            if letters[:1] != b".":
                staged[path] = record
            if letters[1:] != b".":
                suspects[path] = record
        elif kind == b"u":
            _, _, _, _, mode, _, _, _, identifier, _, path = line.split(b" ", 10)
            staged[path] = None
            suspects[path] = None if mode == b"000000" else make_record(mode, identifier, path)
        elif kind == b"?" and BYTECODE.search(path):
            ignored.add(path[:path.rindex(b"/") + 1])
        elif kind == b"?":
            suspects.setdefault(path.rstrip(b"/"), None)
        elif kind == b"!":
            ignored.add(path)
    return staged, suspects, sorted(ignored)


def splice(listing, changes):
    """The listing with the changes in it, still in the order of the paths' bytes, in pieces: a copy takes its time."""
    at = 0
    for path in sorted(changes):
        start = find_place(listing, path, at)
        yield memoryview(listing)[at:start]
        end = listing.find(b"\0", start) + 1
        at = end if end and path_of(listing[start:end - 1]) == path else start
        if changes[path] is not None:
            yield changes[path] + b"\0"
    yield memoryview(listing)[at:]


def find_place(listing, path, first, before=b"\t"):
    """Where from `first` on the path's record begins, or would: near where the last one was, if there are many."""
    step, last = 1024, len(listing)
    while first < last:
        middle = listing.rfind(b"\0", first, min((first + last) // 2, first + step)) + 1 or first
        end = listing.index(b"\0", middle)
        if path_of(listing[middle:end], before) < path:
            first = end + 1
            step *= 2
        else:
            last = middle
    return first


def content_id(listing, changes):
    """sha256 of the records joined by NUL, of a listing with the changes in it."""
    digest, last = hashlib.sha256(), b""
    for piece in splice(listing, changes):
        if len(piece):
            digest.update(last)
            last = piece
    digest.update(last[:-1])
    return digest.hexdigest()


def joined(records):
    return b"".join(record + b"\0" for record in records)
