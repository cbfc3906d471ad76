"""Start-up hooks: sitecustomize, usercustomize and lines of .pth files, and their errors."""
import importlib.machinery
import re
import subprocess
import sys
from os.path import basename

from where_it_ran_probe.base.files import module_path
from where_it_ran_probe.base.head import HASHED_UP_TO, HOOKS, STARTED_MODULES
from where_it_ran_probe.base.labels import has_own_entry, label_entry
from where_it_ran_probe.base.masks import mask_message
from where_it_ran_probe.base.python import real_executable
from where_it_ran_probe.base.tools import list_files, read_start, run, short_hash

# Written by installers that everybody has; their lines run at every start everywhere.
KNOWN_PTH = r"(distutils-precedence|_virtualenv|pywin32|a1_coverage|[\w.-]*-nspkg)\.pth$"


def find_hook(context, name):
    """What this start found of sitecustomize or usercustomize, and whether it ran."""
    module = started_module(name)
    # Hooks run before the working directory gets onto the path.
    spec = find_on_path(name, context.import_path[has_own_entry():])
    file = module_path(module) if module is not None else getattr(spec, "origin", None) or ""
    facts = {"present": bool(file) or module is not None, "loaded": module is not None}
    if file:
        facts.update(file=context.mask(file), hash=short_hash(file, HASHED_UP_TO))
    facts["error"] = hook_error(context, [name])
    return facts


def started_module(name):
    """What was loaded under this name before the first line of this file."""
    return sys.modules.get(name) if name in STARTED_MODULES or __name__ != "__main__" else None


def find_on_path(name, folders):
    """Spec from path finding alone: no finders of others, no modules that are already loaded."""
    try:
        return importlib.machinery.PathFinder.find_spec(name, folders)
    except Exception:
        return None


def runs_hooks(context):
    """Whether a start of this interpreter runs code of others that may fail: a hook, or lines of a .pth file."""
    hooks = any(name in sys.modules or find_on_path(name, context.import_path[has_own_entry():]) for name in HOOKS)
    return hooks or not all(ran_here(line) for file in pth_files(context) for line in running_lines(file))


# What setuptools writes into every environment.
SETUPTOOLS_LINE = (
    "import os; var = 'SETUPTOOLS_USE_DISTUTILS'; enabled = os.environ.get(var, 'local') == 'local'; "
    "enabled and __import__('_distutils_hack').add_shim();"
)


def ran_here(line):
    """Whether this very start shows that a line of a .pth file works: it loads one module, and that is loaded."""
    plain = re.match(r"import\s+(\w+);?\Z", line)
    module = "_distutils_hack" if line == SETUPTOOLS_LINE else plain.group(1) if plain else None
    return __name__ == "__main__" and module in STARTED_MODULES


def find_start_errors(context):
    """{hook: "Type: message"} of a fresh start of this interpreter that does nothing; None: it could not start."""
    if sys.flags.no_site or not runs_hooks(context):
        return {}
    flags = subprocess._args_from_interpreter_flags()
    try:
        _, _, err = run([sys.executable or real_executable()] + flags + ["-c", "pass"], cwd=context.cwd)
    except (OSError, subprocess.SubprocessError):
        return None
    return parse_start_errors(err, context)


def parse_start_errors(text, context):
    """Which hook failed, from what `site` prints about it."""
    errors, current, last = {}, None, ""
    for line in text.splitlines() + ["Error in end"]:
        started = re.match(r"^Error (?:in (sitecustomize|usercustomize|end)|processing line \d+ of )", line)
        if started or line.startswith("Remainder of file ignored"):
            if current and current not in errors:
                errors[current] = mask_message(context, last)
            current = (started.group(1) or "pth") if started else None
            last = ""
        elif re.match(r"^\s*[A-Za-z_][\w.]*(Error|Exception|Exit|Interrupt|Warning)?(:|$)", line):
            last = line.strip()
    return errors


def pth_files(context):
    """The .pth files that `site` reads: from 3.13 on not the hidden ones."""
    read = ("venv", "prefix", "system", "user-site")
    folders = [entry for entry in context.import_path if label_entry(context, entry) in read]
    files = [file for folder in folders for file in list_files(folder)]
    all_count = sys.version_info < (3, 13)
    return [file for file in files if file.endswith(".pth") and (all_count or basename(file)[0] != ".")]


def running_lines(file):
    """The lines of a .pth file that run when Python starts."""
    lines = [line.rstrip() for line in read_start(file).lstrip("\ufeff").splitlines()]
    return [line for line in lines if line.startswith(("import ", "import\t"))]


def strange_lines(file):
    """How many lines of a .pth file run at start-up, those of known installers and of editable installs left out."""
    name = basename(file)
    editable = name.startswith(("__editable__", "_editable_")) or name == "easy-install.pth"
    return 0 if editable or re.match(KNOWN_PTH, name) else len(running_lines(file))


def hook_error(context, hooks):
    """ "Type: message" of the first of these hooks that failed at a fresh start; "" when none did, None: unknown."""
    errors = context.start_errors
    return None if errors is None else next((errors[name] for name in hooks if errors.get(name)), "")
