"""Private temporary folders, digests and stamps of reports, and the files behind modules."""
import hashlib
import os
import subprocess
import sys
from os import sep
from os.path import abspath, expanduser, isdir, join, realpath

from where_it_ran_probe.base.tools import is_in, run, seen_from, sha256_of_file, status_of


def command_text(command):
    try:
        return run(command)[1].decode("utf-8", "replace")
    except (OSError, subprocess.SubprocessError):
        return ""


def make_private_folder(top, name="where-it-ran-"):
    folder = join(temp_folder(top), name + os.urandom(8).hex())
    os.mkdir(folder, 0o700)
    return folder


def remove_folder(folder):
    """As shutil.rmtree(folder, ignore_errors=True), which would take longer to import than to work."""
    for inner, _, files in os.walk(folder, topdown=False):
        for path, remove in [(join(inner, name), os.unlink) for name in files] + [(inner, os.rmdir)]:
            try:
                if os.name == "nt":
                    os.chmod(path, 0o700)  # git leaves objects read-only
                remove(path)
            except OSError:
                pass


def temp_folder(top):
    """Where temporary files go, never in the working tree below `top`: what lies there is its content. tempfile would
    try out every candidate by writing."""
    for name in ("TMPDIR", "TEMP", "TMP"):
        folder = abspath(os.environ.get(name) or sep)
        outside = not is_in(realpath(folder), top and realpath(top))
        if os.environ.get(name) and isdir(folder) and outside:
            return folder
    if os.name == "nt":
        return expanduser("~\\AppData\\Local\\Temp")
    return "/tmp" if isdir("/tmp") else "/var/tmp"


def folders_of(module):
    """Those of a package; [] for anything else: tests put all kinds of things into sys.modules."""
    try:
        return [one for one in module.__path__ if isinstance(one, str)]
    except Exception:
        return []


def module_path(module):
    """Its file; a namespace package's first folder; "" for what tests put there instead of a module."""
    path = getattr(module, "__file__", None)
    if not isinstance(path, str):
        path = next(iter(folders_of(module)), "")
    return abspath(path) if path else ""


def loaded_modules():
    """[(name, file or folder)] of what this process has imported; "" for what tests put there instead."""
    return [(name, module_path(module)) for name, module in list(sys.modules.items()) if module is not None]


def stamp_of(path):
    """Changes when a file, or a file below a folder, is written; [] when there is none."""
    return [[one.st_mtime_ns, one.st_size, one.st_ino] for one in map(status_of, files_of(path)) if one]


REPORT_MAX = 256 * 1024 * 1024
REPORT_FILES = 20000


def files_of(path):
    """The file itself; of a folder (an HTML report) all that lie below it."""
    if not isdir(path):
        return [path]
    files = []
    for parent, _, names in os.walk(path):
        files.extend(join(parent, name) for name in names)
        if len(files) > REPORT_FILES:
            break
    return sorted(files)


def digest_of_report(path):
    """sha256 of a file; of a folder over the sha256 and name of each file in it."""
    files = files_of(path)
    if files == [path]:
        return sha256_of_file(path, REPORT_MAX)
    if len(files) > REPORT_FILES:
        return None
    lines = ["%s %s\n" % (sha256_of_file(file, REPORT_MAX), seen_from(path, file)) for file in files]
    return hashlib.sha256("".join(lines).encode("utf-8", "surrogatepass")).hexdigest()
