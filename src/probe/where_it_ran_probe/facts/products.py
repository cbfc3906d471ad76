"""Files that the probe and the tests write themselves: they are not content of the tree."""
import re

from where_it_ran_probe.base.contract import PRODUCTS, PRODUCT_STARTS, SESSION_RECORD
from where_it_ran_probe.facts.records import find_place, path_of


class Products(object):
    """Our own products: in the folder of this check's probe files (`own`, bytes relative to the top, None outside the
    tree) and in those of the repository's other checks."""

    def __init__(self, listing, own):
        record, names = SESSION_RECORD.encode("ascii"), []
        self.starts = {record}
        for folder in [one for one in other_probes(listing) + [own] if one is not None]:
            inside, parent = folder + b"/" if folder else b"", folder[: folder.rfind(b"/") + 1]
            names += [re.escape(inside) + b"(?:" + PRODUCTS + b")", re.escape(parent + record)]
            self.starts.update([inside + start for start in PRODUCT_STARTS] + [parent + record])
        self.pattern = re.compile(b"(?:" + b"|".join(names + [re.escape(record)]) + br")\Z")

    def hold(self, path):
        return self.pattern.match(path) is not None

    def within(self, listing):
        """{path: None} of those in the listing, which is in the order of the paths' bytes."""
        paths = {}
        for start in self.starts:
            at = find_place(listing, start, 0)
            end = listing.find(b"\0", at)
            while end >= 0 and path_of(listing[at:end]).startswith(start):
                path = path_of(listing[at:end])
                if self.hold(path):
                    paths[path] = None
                at, end = end + 1, listing.find(b"\0", end + 1)
        return paths


def other_probes(listing):
    """Folders called probes that hold a claims.json and are no package: the rule of src/core/content.ts."""
    folders = []
    for found in re.finditer(br"probes/claims\.json\0", listing):
        start = listing.rfind(b"\0", 0, found.start()) + 1
        folder = path_of(listing[start:found.start() + len(b"probes")])
        if folder.split(b"/")[-1] == b"probes" and b"\t" + folder + b"/__init__.py\0" not in listing:
            folders.append(folder)
    return folders
