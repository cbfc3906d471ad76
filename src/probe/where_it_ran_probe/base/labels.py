"""The import path, and the one word for where a file on it lies."""
import os
import re
import site
import sys
from os import sep
from os.path import abspath, basename, dirname, exists, join, normpath, realpath

from where_it_ran_probe.base.head import STARTED_PATH
from where_it_ran_probe.base.masks import top_of
from where_it_ran_probe.base.tools import both_forms, home_folder, is_in, read_start, same_path, sites_of


def find_import_path(cwd):
    """sys.path as the tests will have it: a script's own folder makes way for the working directory."""
    entries = list(STARTED_PATH if __name__ == "__main__" else sys.path)
    if __name__ == "__main__" and has_own_entry() and entries:
        entries[0] = cwd
    return [join(cwd, entry) for entry in entries if isinstance(entry, str)]


def has_own_entry():
    """Whether this start put the working directory, or the script's folder, before everything else."""
    return not (sys.flags.isolated or getattr(sys.flags, "safe_path", False))


def pythonpath_entries(context):
    """PYTHONPATH as it took effect; the folder of this script, put there to load the plugin, is left out."""
    value = os.environ.get("PYTHONPATH", "")
    if not value or sys.flags.ignore_environment:
        return []
    here = dirname(abspath(__file__))
    entries = [normpath(join(context.cwd, entry)) for entry in value.split(os.pathsep)]
    # Where the probe lies in the working directory, that entry is somebody's own wish.
    return [entry for entry in entries if same_path(here, context.cwd) or not same_path(entry, here)]


def user_site_folder():
    try:
        return site.USER_SITE or site.getusersitepackages()
    except Exception:
        return None


class Places(object):
    """Folders in which this interpreter keeps modules, as given and resolved."""

    def __init__(self):
        library = dirname(os.__file__)
        compiled = [join(sys.base_exec_prefix, "DLLs")] if os.name == "nt" else []
        compiled += [join(library, "lib-dynload"), sys.base_exec_prefix + "/lib-dynload"]
        self.stdlib = both_forms([library] + compiled)
        self.user = both_forms([user_site_folder()])
        own, base = [sys.prefix, sys.exec_prefix], [sys.base_prefix, sys.base_exec_prefix]
        # Homebrew's site folders lie outside the prefix, which links to them.
        self.prefix = both_forms(own + sites_of(own))
        self.base = both_forms(base + sites_of(base))
        # The folders that `uv run --with` puts before an environment, and that one last.
        text = "".join(read_start(join(one, "_uv_ephemeral_overlay.pth")) for one in sites_of([sys.prefix]))
        self.layers = [both_forms([one]) for one in re.findall(r'"([^"]*[/\\][^"]*)"', text)]
        self.zip = "python%d%d.zip" % sys.version_info[:2]


def label_entry(context, entry):
    if basename(entry) == context.places.zip:
        return "stdlib"
    return context.label(entry) if exists(entry) else "missing"


def label_path(context, path):
    """Where a file or folder lies, one word of schema.ts. Environments win over the repository they lie in."""
    places = context.places
    forms = both_forms([path])
    inside = lambda folders: any(is_in(form, folder) for form in forms for folder in folders)  # noqa: E731
    in_site = any({"site-packages", "dist-packages"} & set(form.split(sep)) for form in forms)
    if inside(places.user):
        return "user-site"
    if in_site and places.layers and not inside(places.base):
        if inside(places.layers[-1]):
            return "venv"
        if inside(sum(places.layers, places.prefix)):
            return "overlay"
    if in_site and inside(places.prefix):
        dist = any("dist-packages" in form.split(sep) for form in forms)
        return "system" if dist else "venv" if sys.prefix != sys.base_prefix else "prefix"
    if in_site and inside(places.base):
        return "system"
    if not in_site and inside(places.stdlib):
        return "stdlib"
    if "dist-packages" in path.split(sep):
        return "system"
    return label_project(context, forms, inside)


def is_beside(context, path):
    """Whether it lies in another checkout within this one, as a worktree that is kept there."""
    return is_in(realpath(path), context.toplevel) and context.label(path) == "other-checkout"


def label_project(context, forms, inside):
    top = context.toplevel
    holder, real = top_of(forms[0]), realpath(forms[0])
    if inside(both_forms([top])):
        if not is_in(real, realpath(top)):  # a link in the tree that leads out of it
            return "elsewhere" if top_of(real) is None else "other-checkout"
        if holder is None or same_path(holder, top):
            return "repo"
        link = read_start(join(holder, ".git")).replace("\\", "/")
        submodule = link.startswith("gitdir:") and "/modules/" in link
        return "repo" if submodule else "other-checkout"
    if inside(both_forms(pythonpath_entries(context))):
        return "pythonpath"
    # Some keep their whole home in git: that makes no checkout of what lies in it.
    if holder is not None and not same_path(holder, home_folder() or sep):
        return "other-checkout"
    return "cwd" if inside(both_forms([context.cwd])) else "elsewhere"
