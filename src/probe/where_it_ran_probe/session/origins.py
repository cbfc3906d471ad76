"""Where the modules of a test process came from, and its variables."""
import importlib.util
import json
import os
import sys
from os import fsdecode, sep
from os.path import abspath, basename, isfile, join, realpath

from where_it_ran_probe.base.files import folders_of, module_path
from where_it_ran_probe.base.masks import top_of
from where_it_ran_probe.base.tools import is_below, is_in, read_bytes, seen_from
from where_it_ran_probe.facts.build import SAME, SITE_PART, build_of, follow_link, starts_elsewhere
from where_it_ran_probe.facts.env import compared_value, state_of
from where_it_ran_probe.facts.finders import other_copies, spec_file, without_file
from where_it_ran_probe.facts.installed import direct_url_kind, find_installed, folder_of_url
from where_it_ran_probe.facts.packages import claimed_package


def children_time():
    """Seconds that commands which this process started, and which have ended, ran; None where nobody tells."""
    try:
        import resource
    except ImportError:
        return None
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def modules_in_process(context, commands):
    """{origins, packages}: where this process has the repository's own packages and the other claimed ones from."""
    return {"origins": origins_in_process(context, commands), "packages": packages_in_process(context)}


def origins_in_process(context, commands):
    """{name: imported, origin, label} of the repository's own packages, as this process has them. commands: tests
    started some, which may have imported another copy."""
    claimed = [one["name"].split(".")[0].replace("-", "_") for one in context.claims.packages if one.get("from")]
    origins = {name: origin_in_process(context, name) for name in dict.fromkeys(list(context.own) + claimed)}
    for name in list(origins) if commands else ():
        origins.update(old_copies(context, name, origins[name]["origin"]))
    origins.update(foreign_in_process(context, origins))
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


def foreign_in_process(context, known):
    """Modules that are no longer, or never were, what this tree says, whatever their names. Names tell nothing here:
    a namespace package, or one that lies deep in the tree, is nobody's by its name."""
    if not context.repository.readable:
        return {}
    built = {path for one in set(sys.path) if SITE_PART.search(one + sep) for path in built_here(context, one)}
    found = {}
    for name, path in loaded_modules():
        if name not in known and len(found) < 40:
            if path in built and build_of(context, path) == "old" or is_copy(context, name, path):
                found[name[:200]] = foreign(path)
    return found


def foreign(path):
    return {"imported": True, "origin": path, "label": "other-checkout"}


def built_here(context, folder):
    """Installed modules of what was built from this tree, or from a file or folder under a name that this project
    gives; editable ones link to it."""
    names = context.project_names or ()
    for one in find_installed([folder]):
        text = one.read("direct_url.json")
        built = direct_url_kind(text) not in ("none", "editable")
        source = folder_of_url(json.loads(text).get("url")) if built else None
        if source is not None and (is_in(source, context.toplevel) or one.name in names):
            record = read_bytes(join(folder, one.directory, "RECORD"), 1 << 22)
            for file in [line.split(",")[0] for line in fsdecode(record).splitlines()]:
                if file.endswith(".py"):
                    yield join(folder, *file.split("/"))


def is_copy(context, name, path):
    """Whether a module came from another checkout of this very repository: there, at a path that is tracked here; or
    from a copy that says something else. A module of somebody else's repository lies at another path."""
    if not path.endswith(".py") or is_below(path, sys.base_prefix) or SITE_PART.search(path):
        return False
    real = realpath(path)
    holder = top_of(real)
    if holder == context.toplevel:
        return False
    if holder is not None and seen_from(holder, real) in context.repository.tracked_paths:
        return True
    return not is_in(real, context.toplevel) and is_other_version(context, name, path)


def is_other_version(context, name, path):
    """Whether this tree has a module of that dotted name, and it says something else: a copy needs no .git."""
    paths, prefix = context.repository.tracked_paths, fsdecode(context.repository.prefix)
    below = name.replace(".", "/") + ("/__init__.py" if basename(path) == "__init__.py" else ".py")
    ours = [root + below for root in (prefix, prefix + "src/") if "." in name and root + below in paths]
    # A package deep in the tree is known by its folders: no other project has a file there. What is imported from above
    # them is another package, with folders of the same names in it.
    parts = realpath(path).split(sep)
    tails = ["/".join(parts[at:]) for at in range(1, len(parts) - 2)]
    ours += [tail for tail in tails if tail in paths and ("/" + tail).endswith("/" + below)]
    if not ours or not isfile(path):
        return False
    return read_bytes(path, 1 << 28) not in [read_bytes(join(context.toplevel, one), 1 << 28) for one in ours]


def loaded_modules():
    """[(name, file or folder)] of what this process has imported; "" for what tests put there instead."""
    return [(name, module_path(module)) for name, module in list(sys.modules.items()) if module is not None]


def loaded_sources(context):
    """Files of this tree that this process runs; what is installed in an environment kept there left out."""
    if not context.repository.readable:
        return []
    top = context.toplevel
    # An environment that is kept in the tree may hold a standard library, and the script that `uv run pytest` starts.
    kept = [one for one in map(realpath, (sys.prefix, sys.base_prefix)) if is_below(one, top)]
    paths = {path for _, path in loaded_modules() if isfile(path) and not SITE_PART.search(path)}
    real = {path: realpath(path) for path in paths}
    inside = [one for one in paths if is_below(real[one], top)]
    return [one for one in inside if not any(is_below(real[one], folder) for folder in kept)]


def origin_in_process(context, name):
    module = sys.modules.get(name)
    if module is None:
        return origin_of(context, name, path_that_would_win(name), False)
    path = namespace_origin(context, name, module) or module_path(module)
    return origin_of(context, name, path, bool(path))


def origin_of(context, name, path, imported):
    """Whose copy of an own package it is: as SessionOrigin in schema.ts."""
    path = follow_link(context, path)
    build = build_of(context, path) if path else None
    if not path or build == "other":
        return {"imported": False, "origin": "", "label": "none"}
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
    return {"%s in commands that tests start" % name[:150]: foreign(one) for one in old}


def namespace_origin(context, name, module):
    """Where our part of a namespace package came from: others share it, and lie elsewhere by right. The folder in
    this tree; or a module that ran from elsewhere although it is in that folder, too. "" for a package of another
    kind, and where no part of it is ours."""
    if getattr(module, "__file__", None) is not None:
        return ""
    ours = [one for one in folders_of(module) if context.label(one) == "repo"]
    for inner, path in loaded_modules() if ours else ():
        if inner.startswith(name + ".") and path.endswith(".py") and context.label(path) != "repo":
            twins = [join(folder, *inner.split(".")[1:]) for folder in ours]
            if any(isfile(twin + end) for twin in twins for end in (".py", "/__init__.py")):
                return path
    return abspath(ours[0]) if ours else ""


def path_that_would_win(name):
    """Asks the finders as an import would, without importing: the name has no dots."""
    try:
        spec = importlib.util.find_spec(name)
    except Exception:
        return ""
    return spec_file(spec) if spec is not None and not without_file(spec) else ""


def env_in_process(context, started):
    """{name: {"set", "start", "hash"}} of the claimed variables in this process; started: with which it started."""
    found = {}
    for claim in context.claims.env:
        start = "untold" if started is None else state_of(started.get(claim["name"]))
        now = state_of(os.environ.get(claim["name"]))
        kept = now == "filled" or now == start == "empty"
        found[claim["name"]] = dict({"set": kept, "start": start}, **compared_value(context, claim))
    return found
