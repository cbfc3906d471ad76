"""[interpreter]: this Python, the one of the project, and others on PATH."""
import os
import re
import sys
from os.path import abspath, dirname, exists, isfile, islink, join, normpath, realpath

from where_it_ran_probe.base.python import examine_command, executable_hash, version_text, which
from where_it_ran_probe.base.tools import list_files, read_start, same_path


def interpreter_facts(context):
    facts = {
        "executable": context.mask(sys.executable),
        "executable_hash": context.once("executable_hash", executable_hash),
        "version": version_text(),
        "implementation": {"cpython": "CPython", "pypy": "PyPy"}.get(sys.implementation.name, sys.implementation.name),
        "prefix": context.mask_root(sys.prefix),
        "linked": islink(sys.prefix) or None,
        "base_prefix": context.mask_root(sys.base_prefix),
        "in_venv": sys.prefix != sys.base_prefix,
        "isolated": bool(sys.flags.isolated),
        "requires_python": find_requires_python(context),
        "project_python": context.mask(find_project_python(context)),
        "on_path": commands_on_path(context),
        # Only variables: they may disagree with the interpreter at will.
        "virtual_env": context.mask_root(os.environ.get("VIRTUAL_ENV")) or None,
        "conda_prefix": context.mask_root(os.environ.get("CONDA_PREFIX")) or None,
    }
    facts.update(script_counts())
    return facts


def find_project_python(context):
    """The interpreter of a virtual environment kept in the project that this one is not of; "" when there is none."""
    inside = join("Scripts", "python.exe") if os.name == "nt" else join("bin", "python")
    for prefix in [join(folder, name) for folder in context.folders for name in (".venv", "venv")]:
        python = join(prefix, inside)
        if isfile(join(prefix, "pyvenv.cfg")) and exists(python):
            return "" if same_path(prefix, sys.prefix) else python
    return ""


# Where a project says which Python it needs, in the order in which its tools would ask.
IN_SECTION = r"""(?m)^\[%s\].*(?:\n(?!\[).*)*?\n\s*%s\s*=\s*["']?([^"'\n]{1,100})"""
REQUIRES = (
    ("pyproject.toml", IN_SECTION % ("project", "requires-python")),
    ("pyproject.toml", IN_SECTION % (r"tool\.poetry\.dependencies", "python")),
    ("setup.cfg", IN_SECTION % ("options", "python_requires")),
    ("setup.py", r"""\bpython_requires\s*=\s*["']([^"'\n]{1,100})"""),
    ("Pipfile", IN_SECTION % ("requires", "python(?:_full)?_version")),
    (".python-version", r"\A\s*(?:cpython[-@])?(\d+\.[\d.]+)\s*(?:\n|\Z)"),
)


def find_requires_python(context):
    """What the nearest folder that says it asks for, in its own words; "" where none was read."""
    places = [(folder, one) for folder in context.folders for one in REQUIRES]
    found = (re.search(pattern, read_start(join(folder, file))) for folder, (file, pattern) in places)
    return next((one.group(1).strip() for one in found if one), "")


def commands_on_path(context):
    python = "py" if os.name == "nt" else "python%d.%d" % sys.version_info[:2]
    found = []
    for name in ("python", "python3", python, "pip", "pip3"):
        file = which(name)
        if file:
            kind, starts = examine_command(file)
            found.append({"name": name, "target": context.mask(end_of_links(file)), "kind": kind, "starts": starts})
    return found


def end_of_links(file):
    """Where a command leads; a virtual environment's own link to its base is where the way ends."""
    file = abspath(file)
    for _ in range(40):
        folder = dirname(file)
        if not islink(file) or exists(join(dirname(folder), "pyvenv.cfg")):
            break
        file = normpath(join(folder, os.readlink(file)))
    return file


def script_counts():
    """Console scripts beside this interpreter, and where they lead: a moved environment's lead nowhere."""
    counts = {"scripts": 0, "scripts_other": 0, "scripts_broken": 0}
    folder = join(sys.prefix, "Scripts" if os.name == "nt" else "bin")
    if realpath(folder) in ("/usr/bin", "/bin"):
        return {}  # everybody's: scripts of the system that belong to no project
    for file in list_files(folder)[:2000]:
        if file.endswith((".py", ".exe")) or islink(file) or not isfile(file):
            continue
        kind, starts = examine_command(file)
        if kind == "script":
            counts["scripts"] += 1
            counts["scripts_broken"] += starts == "none"
            counts["scripts_other"] += starts == "other"
    return counts
