"""Opens files, looks into folders, compares paths and starts commands."""
import hashlib
import os
import re
import site
import stat
import subprocess
import threading
import time
from os import sep
from os.path import dirname, expanduser, isabs, isfile, join, normcase, normpath, realpath, relpath


class Keeper(object):
    """Finds things out once, for all who ask; `start` finds one in a thread while others look."""

    def __init__(self):
        self.kept = {}
        self.early = {}

    def start(self, name, find):
        """Other processes and hashing leave Python free meanwhile."""
        self.early[name] = threading.Thread(target=self._keep, args=(name, find))
        self.early[name].daemon = True
        self.early[name].start()

    def _keep(self, name, find):
        try:
            self.kept[name] = find(), None
        except Exception as problem:
            self.kept[name] = None, problem

    def once(self, name, find):
        """What find() gave the first time; when it raised, that again."""
        if name in self.early:
            self.early[name].join()
        if name not in self.kept:
            self._keep(name, find)
        value, problem = self.kept[name]
        if problem is not None:
            raise problem
        return value


def kept(name, find):
    """A property of a Keeper that is found once."""
    return property(lambda self: self.once(name, lambda: find(self)))


def open_regular(path, more=0):
    """As open(path, "rb"). A pipe would be waited for, and a device may never end: they can't be read."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | more)
    if stat.S_ISREG(os.fstat(handle).st_mode):
        return os.fdopen(handle, "rb")
    os.close(handle)
    raise OSError(22, "no regular file", path)


def read_bytes(file, limit):
    """The first bytes of a file; b"" when it cannot be read."""
    try:
        with open_regular(file) as opened:
            return opened.read(limit)
    except OSError:
        return b""


def read_start(file):
    """The first MiB of a text file; "" when there is none."""
    return read_bytes(file, 1 << 20).decode("utf-8", "replace")


def status_of(path, ask=os.stat):
    """What the system says of a file; None where it says nothing."""
    try:
        return ask(path)
    except OSError:
        return None


def list_names(folder):
    """Sorted; nothing of a folder that cannot be read."""
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def list_files(folder):
    return [join(folder, name) for name in list_names(folder)]


def write_atomically(path, text, mode=0o666):
    """Puts a file in its place at once. What was there is not followed, and gone; OSError leaves it as it was."""
    data, partial = text.encode("utf-8"), "%s.%s.tmp" % (path, os.urandom(4).hex())
    handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(partial, path)
    except OSError:
        os.unlink(partial)
        raise


def sha256_of_file(path, limit=None):
    """Hex sha256 of a regular file; None when it is larger than `limit` bytes or cannot be read."""
    digest = hashlib.sha256()
    try:
        with open_regular(path) as file:
            if limit is not None and os.fstat(file.fileno()).st_size > limit:
                return None
            for block in iter(lambda: file.read(1 << 20), b""):
                digest.update(block)
    except OSError:
        return None
    return digest.hexdigest()


def short_hash(path, limit=None):
    """Its first 12 digits."""
    return (sha256_of_file(path, limit) or "")[:12] or None


def sha256_of_text(text):
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def run(command, cwd=None):
    """(exit status, stdout bytes, stderr text); OSError where it can't start, TimeoutExpired after 20 seconds."""
    pipe = subprocess.PIPE
    done = subprocess.run(command, cwd=cwd, timeout=20, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe)
    return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")


def find_program(name, endings=(".com", ".exe", ".bat", ".cmd")):
    """The file of a command: Windows would ask the working directory before PATH, and for an .exe only."""
    if os.name != "nt" or dirname(name):
        return name
    for file in files_on_path(name, ("",) if name.lower().endswith(endings) else endings):
        if isabs(file):
            return file
    raise FileNotFoundError(2, "not on PATH", name)


def files_on_path(name, endings):
    """Those of that name, in the order in which PATH would be asked."""
    folders = os.environ.get("PATH", "").split(os.pathsep)
    files = [join(folder, name + ending) for folder in folders if folder for ending in endings]
    return filter(isfile, files)


def folders_up_to(folder, top):
    """The folder and those above it, to `top` or to the root."""
    folders = [folder]
    while folders[-1] != top and dirname(folders[-1]) != folders[-1]:
        folders.append(dirname(folders[-1]))
    return folders


def is_below(path, folder):
    """Strictly inside; both normalised."""
    return path.startswith(folder if folder.endswith(sep) else folder + sep)


def is_hex(value, length):
    return isinstance(value, str) and re.match(r"[0-9a-f]{%d}\Z" % length, value) is not None


def is_in(path, folder):
    return bool(folder) and (path == folder or is_below(path, folder))


def seen_from(folder, path):
    """The path relative to a folder, with /; as it is where the two lie on different drives."""
    try:
        return relpath(path, folder).replace(sep, "/")
    except ValueError:
        return path.replace(sep, "/")


def same_path(path, other):
    """Whether both lead to the same file or folder; nothing is the same as no path."""
    if not path or not other:
        return False
    return normcase(realpath(path)) == normcase(realpath(other))


def sites_of(prefixes):
    try:
        return site.getsitepackages(prefixes)
    except Exception:
        return []


def both_forms(folders):
    """Each as given and resolved, sorted; nothing of one that is empty."""
    return sorted({form for one in folders if one for form in (normpath(one), realpath(one))})


def home_folder():
    """The user's home; "" when neither HOME nor the password database says."""
    home = expanduser("~")
    return "" if home == "~" else home


def utc(seconds):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
