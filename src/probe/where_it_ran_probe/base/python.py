"""What an interpreter is called, which one a command starts, and how its command line is read."""
import os
import re
import sys
from os import fsdecode
from os.path import abspath, basename, dirname, exists, join, realpath

from where_it_ran_probe.base.tools import files_on_path, read_bytes, same_path, short_hash


def real_executable():
    """The binary that really runs: sys.executable comes from argv[0] and PATH, and may be empty or a lie."""
    try:
        return os.readlink("/proc/self/exe")
    except OSError:
        return realpath(getattr(sys, "_base_executable", "") or sys.executable or "")


def executable_hash():
    return short_hash(real_executable())


def which(name):
    endings = [""] if os.name != "nt" else os.environ.get("PATHEXT", ".EXE;.BAT;.CMD").lower().split(";")
    return next((file for file in files_on_path(name, endings) if os.access(file, os.X_OK)), None)


def examine_command(file):
    """(kind, whose interpreter it starts) of a command."""
    start = read_bytes(file, 2048)
    if not start:
        return "unreadable", "unknown"
    if not start.startswith(b"#!"):
        leads_on = os.name == "nt" and exists(join(dirname(file), os.pardir, "pyvenv.cfg"))
        return "redirector" if leads_on else "binary", whose_interpreter(file)
    interpreter = interpreter_of_script(start)
    if interpreter is None:
        return "shim", "unknown"
    return "script", whose_interpreter(interpreter) if interpreter else "none"


def interpreter_of_script(start):
    """The Python that a script's first lines name; "" when it is not there, None when they name no Python."""
    first, _, rest = start.partition(b"\n")
    words = fsdecode(first[2:]).split()
    # A path too long for a shebang is written as a shell line: '''exec' "/long/path/python" "$0" "$@"
    long = re.match(br"'''exec' [\"']?([^\"'\n]+?)[\"']? ", rest)
    if long:
        words = [fsdecode(long.group(1))]
    if words and basename(words[0]) == "env":
        words = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
        words = [which(words[0]) or ""] if words and "python" in words[0] else words
    if not words or (words[0] and "python" not in basename(words[0]).lower() and "pypy" not in words[0]):
        return None
    return words[0] if exists(words[0]) else ""


def whose_interpreter(file):
    """"this" when it starts in this prefix: equal binaries tell nothing, environments share theirs."""
    folder = dirname(dirname(abspath(file)))
    if exists(join(folder, "pyvenv.cfg")):
        return "this" if same_path(folder, sys.prefix) else "other"
    if not re.match(r"^(python|pypy)", basename(file)):
        return "unknown"  # py.exe chooses when it is started
    return "this" if same_path(file, real_executable()) and sys.prefix == sys.base_prefix else "other"


def version_text():
    """Like 3.12.7, or 3.15.0rc1."""
    level, serial = sys.version_info[3:5]
    suffix = "" if level == "final" else "%s%d" % ("rc" if level == "candidate" else level[0], serial)
    return "%d.%d.%d" % sys.version_info[:3] + suffix


def sys_words():
    """This process's command line, with its interpreter."""
    told = [fsdecode(word) for word in read_bytes("/proc/self/cmdline", 1 << 26).split(b"\0")[:-1]]
    return list(getattr(sys, "orig_argv", ())) or told or [sys.executable] + words_from_sys()


def words_from_sys():
    """Told from sys.flags and sys.argv, where python -m pytest has put the module's file."""
    letters = (("-E", "ignore_environment"), ("-s", "no_user_site"), ("-S", "no_site"))
    flags = ["-I"] if sys.flags.isolated else [flag for flag, name in letters if getattr(sys.flags, name)]
    flags += ["-O"] * sys.flags.optimize
    first = sys.argv[0] if sys.argv else ""
    if basename(first) == "__main__.py":
        return flags + ["-m", basename(dirname(first))] + sys.argv[1:]
    return flags + list(sys.argv)


def is_python(name):
    return re.match(r"(python|pypy)[0-9.]*(\.exe)?$", name) is not None


def split_python(words):
    """(flags that matter, [-m module] or [script], arguments, all options as given) of an interpreter's command."""
    flags, rest = set(), list(words)
    while rest and rest[0].startswith("-") and rest[0] != "-":
        options = list(words[:len(words) - len(rest)])
        letters, last, value = re.match(r"-([^mcWX-]*)(.?)(.*)", rest.pop(0), re.DOTALL).groups()
        flags.update("-" + letter for letter in letters if letter in "IEsSPOb")
        # What takes a value has it in its own word or in the next; --check-hash-based-pycs always in the next.
        if last == "-" or last and not value:
            value = "".join(rest[:1])
            rest = rest[1:]
        if last in ("m", "c"):
            options += ["-" + letters] if letters else []
            return sorted(flags), ["-m", value] if last == "m" else ["-c"], rest, options
        if last == "W":
            flags.add("-W" + value)
    return sorted(flags), rest[:1], rest[1:], list(words[:len(words) - len(rest)])
