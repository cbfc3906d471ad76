"""Files that the probe and the tests write themselves: they are not content of the tree."""
import re

from where_it_ran_probe.base.contract import PRODUCTS, PRODUCT_STARTS, SESSION_RECORD
from where_it_ran_probe.facts.records import content_id


class Products(object):
    """Our own products: in the folder of this check's probe files (`own`, bytes relative to the top, None outside the
    tree) and in those of the repository's other checks."""

    def __init__(self, records, own):
        record, names = SESSION_RECORD.encode("ascii"), []
        starts = {record}
        for folder in [one for one in other_probes(records) + [own] if one is not None]:
            inside, parent = folder + b"/" if folder else b"", folder[: folder.rfind(b"/") + 1]
            names += [re.escape(inside) + b"(?:" + PRODUCTS + b")", re.escape(parent + record)]
            starts.update([inside + start for start in PRODUCT_STARTS] + [parent + record])
        self.pattern = re.compile(b"(?:" + b"|".join(names + [re.escape(record)]) + br")\Z")
        self.starts = tuple(starts)

    def hold(self, path):
        return path.startswith(self.starts) and self.pattern.match(path) is not None

    def content_of(self, records):
        """The content id of what is none of our own."""
        return content_id({path: records[path] for path in records if not self.hold(path)})


def other_probes(records):
    """Folders called probes that hold a claims.json and are no package: the rule of src/core/content.ts."""
    folders = [path[:-len(b"/claims.json")] for path in records if path.endswith(b"probes/claims.json")]
    return [one for one in folders if one.split(b"/")[-1] == b"probes" and one + b"/__init__.py" not in records]
