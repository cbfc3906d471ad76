"""Where the modules of a test process came from, and its variables."""
import os
import sys
from os import sep
from os.path import abspath, basename, dirname, isfile, join, realpath

from where_it_ran_probe.base.files import folders_of, loaded_modules, module_path
from where_it_ran_probe.base.labels import is_beside
from where_it_ran_probe.base.masks import top_of
from where_it_ran_probe.base.tools import is_below, is_in, read_bytes, seen_from
from where_it_ran_probe.facts.build import (
    SAME, SITE_PART, build_of, follow_link, is_importable, roots_of, starts_elsewhere,
)
from where_it_ran_probe.facts.env import compared_value, state_of
from where_it_ran_probe.facts.finders import find_origin, other_copies
from where_it_ran_probe.facts.packages import claimed_package
from where_it_ran_probe.session.record import merge_modules


def children_time():
    """Seconds that commands which this process started, and which have ended, ran; None where nobody tells."""
    try:
        import resource
    except ImportError:
        return None
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def origins_in_process(context, commands, beside):
    """{name: imported, origin, label} of the repository's own packages, as this process has them. commands: tests
    started some, which may have imported another copy. beside: files of tests of a checkout within this one, which pytest
    loaded with their conftest.py."""
    claimed = [one["name"].split(".")[0].replace("-", "_") for one in context.claims.packages if one.get("from")]
    origins = {name: origin_in_process(context, name) for name in dict.fromkeys(list(context.own_roots) + claimed)}
    for name, one in list(origins.items()):
        if commands:
            origins.update(old_copies(context, name, one["origin"]))
        elif one.get("alone"):  # no command could have imported it, either
            one["alone"] = one["imported"]
    origins.update(foreign_in_process(context, origins, beside))
    return origins


def packages_in_process(context):
    """{name: facts} of the claimed packages that are not said to be the repository's own."""
    found = {}
    for name in [one["name"] for one in context.claims.packages if not one.get("from")]:
        found[name] = facts = claimed_package(context, name, context.installed)
        facts["imported"] = bool(module_path(sys.modules.get(facts["module"])))
        if facts["imported"]:
            facts.update(importable=True, readable=True)
    return found


def foreign_in_process(context, known, beside):
    """Modules that are no longer, or never were, what this tree says, whatever their names. Names tell nothing here:
    a namespace package, or one that lies deep in the tree, is nobody's by its name."""
    found = {}
    for name, path in loaded_modules() if context.repository.readable else ():
        around = basename(path) in ("conftest.py", "__init__.py") and any(is_in(one, dirname(path)) for one in beside)
        loaded = path not in beside and not around and path.endswith(".py")
        if name not in known and len(found) < 40 and loaded and is_copy(context, name, path):
            found[name[:200]] = {"imported": True, "origin": path, "label": "other-checkout"}
    return found


def is_copy(context, name, path):
    """Whether a module is an installed copy of what is tracked here and says something else; or came from another
    checkout of this very repository: there, at a path that is tracked here; or by a tracked link that leads out of the
    tree; or from a copy elsewhere. A module of somebody else's repository lies at another path."""
    site, paths = SITE_PART.split(path), context.repository.tracked_paths
    if len(site) > 1:
        return bool(roots_of(context, site[-1].replace(sep, "/"))) and build_of(context, path) == "old"
    real = realpath(path)
    holder, within = top_of(real), is_in(real, context.toplevel)
    if is_below(path, sys.base_prefix) or holder == context.toplevel:
        return False
    parts = seen_from(context.toplevel, path).split("/")
    linked = not within and any("/".join(parts[:end]) in paths for end in range(1, len(parts)))
    if linked or holder is not None and seen_from(holder, real) in paths:
        return True
    return not within and says_the_same_here(context, name, path) is False


def says_the_same_here(context, name, path, deep=False):
    """Whether this tree has a module of that dotted name that says the same: a copy needs no .git. None: it has none.
    deep: it is one of ours by its name, at whatever depth. Any other is known by its folders: no other project has a
    file there. What is imported from above them is another package, with folders of the same names in it."""
    below = name.replace(".", "/") + ("/__init__.py" if basename(path) == "__init__.py" else ".py")
    parts = realpath(path).split(sep)
    tails = ["/".join(parts[at:]) for at in range(1, len(parts) - 2)]
    roots = roots_of(context, below)
    ours = [one + below for one in roots if deep or "." in name and is_importable(context, one) or one + below in tails]
    if not ours or not isfile(path):
        return None
    return read_bytes(path, 1 << 28) in [read_bytes(join(context.toplevel, one), 1 << 28) for one in ours]


def loaded_sources(context):
    """Files of this tree that this process runs; what is installed in an environment kept there left out."""
    if not context.repository.readable:
        return []
    top = context.toplevel
    # An environment that is kept in the tree may hold a standard library, and the script that `uv run pytest` starts.
    kept = [one for one in map(realpath, (sys.prefix, sys.base_prefix)) if is_below(one, top)]
    paths = {path for _, path in loaded_modules() if isfile(path) and not SITE_PART.search(path)}
    real = {path: realpath(path) for path in paths}
    inside = [one for one in paths if is_below(real[one], top) and not is_beside(context, one)]
    return [one for one in inside if not any(is_below(real[one], folder) for folder in kept)]


def origin_in_process(context, name):
    """Under whatever dotted name it was imported: src/acme/billing is acme.billing. The worst of several counts."""
    folders = [path.split("/") for path in context.own_roots.get(name, ())]
    found = []
    for one in {name} | {".".join(parts[at:]) for parts in folders for at in range(len(parts))}:
        module = sys.modules.get(one)
        if module is not None:
            # Others share a namespace package, and lie elsewhere by right: our part of it speaks.
            ours = folders_of(module) if getattr(module, "__file__", None) is None else ()
            ours = [abspath(one) for one in ours if context.label(one) == "repo"]
            path = ours[0] if ours else module_path(module)
            origin = origin_of(context, one, path, True)
            if name not in context.own and origin["label"] in ("elsewhere", "pythonpath", "cwd"):
                origin.setdefault("same", says_the_same_here(context, one, path, True))
            found.append({"origins": {name: origin}})
    if not found:
        return origin_of(context, name, find_origin(context, name)[1], False)
    return merge_modules(found)["origins"][name]


def origin_of(context, name, path, imported):
    """Whose copy of an own package it is: as SessionOrigin in schema.ts. What tests put into sys.modules in its place
    has no file."""
    path = follow_link(context, path)
    build = build_of(context, path) if path else None
    if not path or build == "other" or context.label(path) == "stdlib":
        return {"imported": imported and not path, "origin": "", "label": "none"}
    origin = {"imported": imported, "origin": path, "label": context.label(path)}
    if build is not None:
        origin["same"] = SAME[build]
    copies = [(build_of(context, one), context.label(one)) for one in other_copies(context, name, path)]
    alone = all(build in ("same", "other") or label == "repo" for build, label in copies)
    origin["alone"] = alone and (imported or not starts_elsewhere(context, name))
    return origin


def old_copies(context, name, path):
    """{what: origin} of old builds of an own package that are installed behind the copy which wins here."""
    old = [one for one in other_copies(context, name, path) if build_of(context, one) == "old"] if path else []
    origins = [{"imported": True, "origin": one, "label": "other-checkout"} for one in old]
    return {"%s in commands that tests start" % name[:150]: one for one in origins}


def env_in_process(context, started):
    """{name: {"set", "start", "hash"}} of the claimed variables in this process; started: with which it started."""
    found = {}
    for claim in context.claims.env:
        start = "untold" if started is None else state_of(started.get(claim["name"]))
        now = state_of(os.environ.get(claim["name"]))
        kept = now == "filled" or now == start == "empty"
        found[claim["name"]] = dict({"set": kept, "start": start}, **compared_value(context, claim))
    return found
