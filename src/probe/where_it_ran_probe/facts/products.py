"""Files that the probe and the tests write themselves: they are not content of the tree."""
import hashlib
import re

from where_it_ran_probe.base.contract import PRODUCTS, SESSION_RECORD


class Products(object):
    """Our own products: in the folder of this check's probe files (`own`, bytes relative to the top, None outside the
    tree) and in those of the repository's other checks. A listing has one record after the other, each with a NUL
    behind it, in the order of the paths' bytes."""

    def __init__(self, listing, own):
        record = re.escape(SESSION_RECORD.encode("ascii"))
        names = [record]
        for folder in [one for one in other_probes(listing) + [own] if one is not None]:
            inside, parent = re.escape(folder + b"/" if folder else b""), re.escape(folder[:folder.rfind(b"/") + 1])
            names += [inside + b"(?:" + PRODUCTS + b")", parent + record]
        self.pattern = re.compile(b"\t(?:" + b"|".join(names) + b")\0")

    def hold(self, path):
        return self.pattern.match(b"\t" + path + b"\0") is not None

    def content_of(self, listing):
        """The content id: sha256 of the records joined by NUL, our own products left out."""
        kept, at = [], 0
        for found in self.pattern.finditer(listing):
            start = listing.rfind(b"\0", 0, found.start()) + 1
            if listing.find(b"\t", start) == found.start():  # else a path with a tab ends like that
                kept.append(listing[at:start])
                at = found.end()
        return hashlib.sha256(b"".join(kept + [listing[at:]])[:-1]).hexdigest()


def other_probes(listing):
    """Folders called probes that hold a claims.json and are no package: the rule of src/core/content.ts."""
    folders = []
    for found in re.finditer(br"probes/claims\.json\0", listing):
        record = listing[listing.rfind(b"\0", 0, found.start()) + 1:found.end() - len(b"/claims.json\0")]
        folder = record[record.index(b"\t") + 1:]
        if folder.split(b"/")[-1] == b"probes" and b"\t" + folder + b"/__init__.py\0" not in listing:
            folders.append(folder)
    return folders
