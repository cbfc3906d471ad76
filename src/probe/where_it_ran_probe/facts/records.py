"""Records as git lists them: mode, kind, id and path."""
import re

# Bytecode is nobody's content: Python takes it only beside its source, and stale_sources sees to it that it is the
# source's. A .pyc of another kind can be imported by itself, and counts.
BYTECODE = re.compile(br"(?:\A|/)__pycache__/[^/]*\.[^/]*\.pyc\Z")


def by_path(listing):
    """{path: record} of what ends in NULs, each a record that ends in TAB path."""
    return dict(zip(re.findall(br"\t([^\0]*)\0", listing), listing.split(b"\0")))


def make_record(mode, identifier, path):
    return b"%s %s %s\t%s" % (mode, b"commit" if mode == b"160000" else b"blob", identifier, path)


def parse_status(listing):
    """(staged, suspects, ignored) of `status --porcelain=v2 -z`. staged: what the index holds in place of HEAD,
    {path: record, None when gone}; a path that a merge left open has no record of its own. suspects: files that are
    not what the index holds, {path: what it holds, None: nothing}. ignored: files, and folders with a slash at the
    end."""
    staged, suspects, ignored = {}, {}, set()
    for line in listing.split(b"\0")[:-1]:
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
