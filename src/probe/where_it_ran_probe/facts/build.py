"""What was built from this tree and installed: its bytes tell whose code it is."""
import os
import re
from os import fsdecode, sep
from os.path import basename, dirname, exists, isabs, isdir, isfile, islink, join, realpath

from where_it_ran_probe.base.files import files_of
from where_it_ran_probe.base.git import find_ignored
from where_it_ran_probe.base.python import examine_command, which
from where_it_ran_probe.base.tools import is_below, is_in, read_bytes, read_start, same_path
from where_it_ran_probe.facts.installed import NOT_OURS, is_product, normal_name


def follow_link(context, path):
    """What a link to a checkout leads to: strict editable installs and `flit install --symlink` are made of such."""
    real = realpath(path) if isabs(path) else path
    if real == path or SITE_PART.search(real):
        return path
    label = context.label(real)
    if label != "repo" or not is_all_links(path, real):
        return real if label == "other-checkout" else path
    # A cache of packages may lie in the tree, and its files be linked into an environment.
    return path if real in (find_ignored(context, [real]) or ()) else real


def is_all_links(path, real):
    """Whether all that lies beside a linked __init__.py leads there, too: a file of its own may say something old."""
    folder, source = dirname(path), dirname(real)
    if not basename(path).startswith("__init__.") or same_path(folder, source):
        return True
    for parent, folders, names in os.walk(folder):
        for one in (join(parent, name) for name in folders + names):
            if (one.endswith(".py") or islink(one)) and not is_below(realpath(one), source):
                return False
    return True


SITE_PART = re.compile(r"[/\\](?:site|dist)-packages[/\\]")
COMPILED = (".pyc", ".so", ".pyd", ".dll", ".dylib")
SAME = {"same": True, "old": False, "unlike": False}


def build_of(context, path):
    """What a file or folder in site-packages that has the name of an own package is to this tree. "same": byte for
    byte what the tree says. "old": something else. "unlike": at a path that the tree does not have. "other": that,
    and another project's. None: no installed copy, or git does not say what is tracked."""
    return context.once(("build", path), lambda: compare_build(context, path))


def compare_build(context, path):
    repository = context.repository
    if not SITE_PART.search(path) or not repository.readable or not repository.has_index():
        return None
    start = [found.end() for found in SITE_PART.finditer(path)][-1]
    site, below = path[:start - 1], path[start:].replace(sep, "/")
    package = dirname(path) if basename(path).startswith("__init__.") else path
    files = [path] if isfile(package) else files_of(package)
    # Bytecode without a source beside it is imported by itself, and nobody knows what it was.
    lone = [one for one in files if one.endswith(".pyc") and "__pycache__" not in one and not exists(one[:-1])]
    files = [one[start:].replace(sep, "/") for one in files if not one.endswith(COMPILED) or one in lone]
    # Others share a namespace by right: there only what is tracked here is ours.
    shared = isdir(path)
    roots = {root for one in files for root in roots_of(context, one)} if shared else roots_of(context, below)
    if not shared and not any(is_importable(context, root) for root in roots):
        roots = [root for root in roots if NOT_OURS.isdisjoint(root.split("/"))]
        if is_of_another(context, site, below, bool(roots)):
            return "other"
    if not roots:
        return "other" if shared else "unlike"
    same = [root for root in sorted(roots) if says_the_same(context, site, root, files, shared)]
    return "same" if same and not (package != path and lacks_added(context, site, same[0], files)) else "old"


def roots_of(context, below):
    """Folders of this tree, "" or with a slash at the end, that hold a tracked file of that path and are no part of a
    package: those from which it could be imported, else all."""
    paths, tail = context.repository.tracked_paths, "/".join(below.split("/")[-2:])
    near = context.repository.by_tail.get(tail, ()) if "/" in below else paths
    roots = [path[:-len(below)] for path in near if ("/" + path).endswith("/" + below)]
    usual = [root for root in roots if is_importable(context, root)]
    return usual or [root for root in roots if root + "__init__.py" not in paths]


def is_importable(context, root):
    """Whether what lies in a folder of this tree wins, or would but for a copy in the way."""
    prefix = fsdecode(context.repository.prefix)
    entries = context.once("entries", lambda: {realpath(one) for one in context.import_path})
    return root in (prefix, prefix + "src/") or realpath(join(context.toplevel, root)) in entries


def lacks_added(context, site, root, files):
    """Whether an installed package has no module that this pull request adds beside others that it has: it was built
    before. What a wheel leaves out, tests most of all, the copy of the base lacks, too."""
    folders = {dirname(one) for one in files if one.endswith(".py")}
    added = [path[len(root):] for path, kind in (context.since_base or {}).items() if kind == b"A"]
    beside = [one for one in added if dirname(one) in folders and is_product(basename(one).partition(".py")[0])]
    return any(root + one in context.repository.tracked_paths and not exists(join(site, one)) for one in beside)


def says_the_same(context, site, root, files, shared):
    """Whether these installed files are those of this tree; of data only what is tracked is asked."""
    paths, unknown = context.repository.tracked_paths, []
    for below in files:
        source = join(context.toplevel, *(root + below).split("/"))
        if below.endswith("/_version.py"):
            continue  # says which version was built, and builders write it
        if isfile(source) and read_bytes(source, 1 << 28) == read_bytes(join(site, below), 1 << 28):
            continue
        if root + below in paths:
            return False
        # A package below a namespace is one distribution's alone.
        ours = not shared or root + dirname(below) + "/__init__.py" in paths
        if below.endswith((".py", ".pyc")) and ours:
            unknown.append(source)
    # A module that was made while building is one that git would ignore; else it has gone from the tree since.
    return not unknown or set(unknown) == find_ignored(context, unknown)


def carriers_of(context, site, below):
    """Distributions in a folder that bring what lies below it."""
    top = re.split("[./]", below)[0]
    return [one for one in context.installed if same_path(one.folder, site) and top in one.import_names()]


def is_of_another(context, site, below, unnamed):
    """Whether an installed file belongs to distributions that came from an index and are not this project's; unnamed:
    also where the project says no names."""
    carriers = carriers_of(context, site, below)
    names = context.project_names or (set() if unnamed else None)
    if not carriers or names is None:
        return False
    return not any(one.name in names or one.direct_url()[0] != "none" for one in carriers)


def built_from(context, module, in_tree):
    """The folder, "" or with a slash at the end, that holds the packaging file of a compiled module; None for one of
    somebody else."""
    repository, site = context.repository, SITE_PART.split(module)
    start = repository.relative(module) if in_tree and not repository.is_tracked(module) else None
    for one in carriers_of(context, module[:-len(site[-1]) - 1], site[-1].replace(sep, "/")) if len(site) > 1 else ():
        _, source = one.direct_url()
        if is_in(source or "", context.toplevel) or one.name in (context.project_names or ()):
            start = source and repository.relative(source) or ""
    files = ("pyproject.toml", "setup.py", "setup.cfg")
    while start and not any(start + "/" + one in repository.tracked_paths for one in files):
        start = start.rpartition("/")[0]
    return start and start + "/"


def find_project_names(context):
    """Normal names of the distributions that this repository makes, and some more; None where it does not tell."""
    names = set()
    for file, text in packaging_files(context):
        quote = "[\"']" if file == "setup.py" else "[\"']?"
        found = re.findall("\\bname[\"']?[ \t]*[=:][ \t]*" + quote + r"([A-Za-z0-9][\w.-]*)", text)
        if file == "setup.py" and not found and re.search(r"\bname\b", text):
            return None
        names.update(normal_name(one) for one in found)
    return names or None


def packaging_files(context):
    """(name, text) of the tracked files that say what is built from this repository."""
    paths = [path.split("/") for path in sorted(context.repository.tracked_paths)]
    kept = [path for path in paths if path[-1] in ("pyproject.toml", "setup.cfg", "setup.py")]
    return [(path[-1], read_start(join(context.toplevel, *path))) for path in kept]


def starts_elsewhere(context, name):
    """Whether a command of an own package, as packaging files name it, belongs to another interpreter on PATH."""
    command = r"""(?m)(?:^|["'])[ \t]*([\w.-]+)["']?[ \t]*=[ \t]*["']?%s[.:]""" % re.escape(name)
    found = [which(one) for _, text in packaging_files(context) for one in re.findall(command, text)]
    return ("script", "other") in [examine_command(file) for file in found if file]


def is_old_build(context, name, path, label):
    """A copy that git ignores, of a name that git tracks: it lies in the tree, and it is not the tree's code.
    Extension modules are left alone: in-place builds put them where the code is."""
    if label not in ("repo", "pythonpath") or not path or path.endswith((".so", ".pyd")) or not isfile(path):
        return False
    untracked = context.repository.is_tracked(path) is False
    return untracked and name in context.own_roots and path in (find_ignored(context, [path]) or ())
