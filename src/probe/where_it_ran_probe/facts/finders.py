"""Where an import of a name would come from, asked without importing it."""
import importlib.machinery
import os
import sys
from os.path import abspath, isabs, isdir, join, lexists, realpath

from where_it_ran_probe.base.python import which
from where_it_ran_probe.facts.build import follow_link, is_old_build
from where_it_ran_probe.facts.hooks import find_on_path, started_module


def find_origin(context, module):
    """(facts, file): which file an import of `module` would take, found without importing anything; "" for none."""
    spec, premade = find_spec(context, module)
    top = module.split(".")[0]
    of_python = next(filter(None, [one.find_spec(top) for one, _ in OF_PYTHON]), None)
    alone = find_below(of_python or find_on_path(top, context.import_path), module)
    facts = {"module": module, "importable": True, "readable": True, "copies": [], "tracked": False}
    alone_file = "" if alone is None else spec_file(alone)
    facts["path_origin"] = context.mask(alone_file)
    if spec is None or is_shut(spec):
        facts.update(importable=False, readable=not is_shut_away(context, module))
        return facts, ""
    file = follow_link(context, spec_file(spec))
    label = "stdlib" if without_file(spec) else context.label(file) if file else "elsewhere"
    copies = {context.label(one) for one in other_copies(context, module, file)}
    facts.update(
        origin=context.mask(file),
        label=label,
        loader=loader_kind(spec),
        readable=not isabs(file) or os.access(getattr(spec.loader, "archive", file), os.R_OK),
        # Two system sites are one place. Each once, so that no line can be taken out that says more than the rest.
        copies=sorted(copies - {"system"} if label == "system" else copies),
        tracked=isabs(file) and context.repository.tracks(file, br"\.py"),
    )
    if is_old_build(context, module, file, facts["label"]):
        facts["label"] = "elsewhere"
    elif facts["label"] == "repo" and not context.repository.has_index():
        facts["label"] = None  # it may be a copy that git ignores
    outside = facts["label"] in ("elsewhere", "cwd", "other-checkout")
    if premade and outside and file != follow_link(context, alone_file):
        facts["label"] = "hook"
    return facts, file


def find_spec(context, module):
    """(spec, was it loaded before us) as an import would find it; of a dotted name no parent's code runs."""
    spec = getattr(started_module(module), "__spec__", None) if "." not in module else None
    if spec is not None:
        return spec, True
    return find_below(ask_finders(context, module.split(".")[0]), module), False


def ask_finders(context, name):
    """The finders of this interpreter in order, editable ones among them, over the path that the tests have."""
    kept = sys.path[:]
    sys.path[:] = context.import_path
    try:
        for finder in list(sys.meta_path):
            try:
                # meson-python's builds when it is asked, and without its tools an import of these names fails.
                if name in getattr(finder, "_top_level_modules", ()):
                    if which(finder._build_cmd[0]) is None:
                        return None
                    continue
                spec = finder.find_spec(name, None)
            except Exception:
                return None  # an import would raise it, too
            if spec is not None:
                return spec
    finally:
        sys.path[:] = kept
    return None


def find_below(spec, module):
    """The spec of a dotted name, from that of its first part."""
    parts = module.split(".")
    for end in range(2, len(parts) + 1):
        folders = spec.submodule_search_locations if spec is not None else None
        if not folders:
            return None
        # A namespace's list of folders asks its parent, which is not imported: it is taken as it was found.
        spec = find_in_folders(".".join(parts[:end]), list(getattr(folders, "_path", folders)))
    return spec


def find_in_folders(name, folders):
    """The spec of a module below a package, as PathFinder finds it, but that no parent is imported."""
    portions = []
    for folder in folders:
        finder = finder_of(folder)
        spec = finder.find_spec(name) if finder is not None else None
        if spec is not None and spec.loader is not None:
            return spec
        if spec is not None:
            portions += spec.submodule_search_locations or []
    if not portions:
        return None
    namespace = importlib.machinery.ModuleSpec(name, None, is_package=True)
    namespace.submodule_search_locations = portions
    return namespace


def finder_of(folder):
    for hook in sys.path_hooks:
        try:
            return hook(folder)
        except ImportError:
            pass
    return None


OF_PYTHON = ((importlib.machinery.BuiltinImporter, "built-in"), (importlib.machinery.FrozenImporter, "frozen"))


def spec_file(spec):
    """Its file; the first folder of a namespace package; built-in and frozen modules have a word instead."""
    if without_file(spec):
        return without_file(spec)
    path = next(iter(spec.submodule_search_locations or ()), "") if is_namespace(spec) else spec.origin
    return abspath(path) if path else ""


def without_file(spec):
    """ "built-in" or "frozen" for modules that the interpreter itself holds. Old ones leave the origin out."""
    return next((word for one, word in OF_PYTHON if spec.loader is one), "")


def is_namespace(spec):
    """Whether it has no file of its own. A folder that may not be entered looks like it."""
    return spec.origin in (None, "", "namespace")


def loader_kind(spec):
    if without_file(spec):
        return without_file(spec).replace("-", "")
    if is_namespace(spec):
        return "namespace"
    name = type(spec.loader).__name__
    kinds = {"SourceFileLoader": "source", "SourcelessFileLoader": "bytecode", "ExtensionFileLoader": "extension"}
    return kinds.get(name) or ("zip" if "zip" in name else "source" if spec.origin.endswith(".py") else "other")


def is_shut(spec):
    """A folder that this user may not enter looks like a namespace package."""
    folders = list(spec.submodule_search_locations or []) if is_namespace(spec) else []
    return bool(folders) and not any(os.access(one, os.R_OK | os.X_OK) for one in folders)


def is_shut_away(context, module):
    """It is somewhere on the path, and this user may not read it: that only looks like missing."""
    top, enter, looked = module.split(".")[0], os.R_OK | os.X_OK, []
    for entry in context.import_path:
        looked += [(entry, enter)] if isdir(entry) else []
        looked += [(join(entry, top), enter), (join(entry, top + ".py"), os.R_OK)]
    return any(lexists(file) and not os.access(file, mode) for file, mode in looked)


def other_copies(context, module, file):
    """Files of further copies on the path, behind or before the one that wins."""
    winner = realpath(file) if isabs(file) else file
    specs = [find_on_path(module, [entry]) for entry in context.import_path] if "." not in module else []
    files = [spec_file(spec) for spec in specs if spec is not None and not is_namespace(spec)]
    return [one for one in files if realpath(one) != winner][:20]
