"""Installed distributions, their metadata, and the own import names of the repository."""
import json
import os
import re
from os.path import join, realpath

from where_it_ran_probe.base.tools import list_names, read_start


def finder_mapping(file):
    """{import name: folder} that a setuptools finder holds, read as a literal: nothing of it is run."""
    import ast

    found = re.search(r"(?m)^MAPPING\b[^=\n]*=\s*(\{.*\})\s*$", read_start(file))
    try:
        mapping = ast.literal_eval(found.group(1)) if found else {}
    except (ValueError, SyntaxError):
        return {}
    return {str(name): str(folder) for name, folder in mapping.items()}


# Names that are no product: the tests, what runs them, and what ships this very check.
NOT_OWN = "setup conftest noxfile tests test docs examples benchmarks scripts agent_probe __init__ __main__".split()


# And other people's code.
NOT_OURS = set(NOT_OWN + "vendor vendored _vendor third_party third-party thirdparty 3rdparty external extern".split())


def is_product(name):
    fine = re.match(r"[A-Za-z_]\w*\Z", name, re.A) and name not in NOT_OWN
    return fine and not re.search(r"^tests?_|_tests?\Z", name)


def find_own(tracked):
    """{import name: its folders, or modules} of what is the repository's own among tracked paths: package roots at any
    depth that hold more than tests; modules at the top and in src/. Beside products in src/ a module at the top is a
    script. The rule of src/core/claims/default.ts, to the letter."""
    packages = {path[:-len("/__init__.py")] for path in tracked if path.endswith("/__init__.py")}
    holds, found = {"": set(), "src": set()}, {}
    for path in tracked:
        folder, _, name = path.rpartition("/")
        while folder.rpartition("/")[0] in packages:
            folder = folder.rpartition("/")[0]
        if name.endswith(".py") and (folder in packages or folder in holds):
            holds.setdefault(folder, set()).add(name[:-3])
    roots = [one for one in packages & set(holds) if holds[one] == {"__init__"} or any(map(is_product, holds[one]))]
    roots += [] if "src" in packages else ["src/" + one for one in holds["src"]]
    roots = [one for one in roots if is_product(one.rpartition("/")[2]) and NOT_OURS.isdisjoint(one.split("/")[:-1])]
    scripts = any(one.startswith("src/") for one in roots)
    for one in sorted(roots + ([] if scripts else list(filter(is_product, holds[""])))):
        found.setdefault(one.rpartition("/")[2], []).append(one)
    return found


class Installed(object):
    """One metadata directory: normalised name, version, and where it lies. Nothing else is read until asked."""

    def __init__(self, folder, directory):
        self.folder, self.directory, self.names = folder, directory, None
        name, dash, version = directory.rpartition(".")[0].partition("-")
        self.name, self.version = normal_name(name), re.sub(r"-py\d.*$", "", version)
        if not dash:
            told = re.search(r"(?m)^Version: *(\S+)", self.read("PKG-INFO") or self.read("METADATA"))
            self.version = told.group(1) if told else ""

    def read(self, file):
        """A file of the metadata; "" when absent, or when the metadata is a single file."""
        return read_start(join(self.folder, self.directory, file))

    def files(self):
        """Its files, with /, relative to the folder; [] when nothing says."""
        return [line.split(",")[0] for line in self.read("RECORD").splitlines()]

    def direct_url(self):
        """(kind, the file or folder that it was installed from, None where it came from elsewhere)."""
        return parse_direct_url(self.read("direct_url.json"))

    def import_names(self):
        """Top-level names that it brings, read once: top_level.txt, else RECORD; and those of its editable finder."""
        if self.names is None:
            names, files = self.read("top_level.txt").split(), self.files()
            names = names or [brought_by(one) for one in files]
            finders = [one for one in files if one.startswith("__editable__") and one.endswith("_finder.py")]
            names += [name for one in finders for name in finder_mapping(join(self.folder, one))]
            self.names = sorted(filter(str.isidentifier, {re.split("[./]", name)[0] for name in names}))
        return self.names


def brought_by(file):
    """What a file of a distribution lets import: its top folder, or the module that it is; "" for nothing."""
    top, slash, _ = file.partition("/")
    folder = slash and "." not in top and top != "__pycache__"
    module = top.endswith((".py", ".so", ".pyd")) and not re.match("_.*editable", top)  # which loads, and is no product
    return top if folder or module else ""


def normal_name(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def find_installed(entries):
    """Distributions by the names of their metadata directories, in path order; no metadata is opened for it."""
    found, seen = [], set()
    for entry in entries:
        real = realpath(entry)
        if real in seen:
            continue
        seen.add(real)
        for name in list_names(entry):
            # A tilde marks what an interrupted installer left behind.
            if name.endswith((".dist-info", ".egg-info")) and not name.startswith("~"):
                found.append(Installed(entry, name))
    return found


def parse_direct_url(text):
    try:
        data = json.loads(text)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        return "none", None
    url, source, info = data.get("url"), None, data.get("dir_info")
    if isinstance(url, str) and url.startswith("file://"):
        from urllib.parse import unquote

        path = unquote(url[len("file://"):])
        source = realpath(path.lstrip("/") if os.name == "nt" else path)
    if isinstance(info, dict):
        return "editable" if info.get("editable") is True else "dir", source
    kind = "vcs" if "vcs_info" in data else "archive" if "archive_info" in data else "none"
    return kind, source if kind != "none" else None
