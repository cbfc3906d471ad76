"""What the probe says on stderr, in plain characters."""
import sys
from os import fsdecode


def say(text):
    note("agent_probe.py: %s" % printable(text))


def note(text):
    """A line on stderr. Where that is closed or full nobody listens, and the probe goes on."""
    try:
        if sys.stderr is not None:
            sys.stderr.write(text + "\n")
            sys.stderr.flush()
    except (OSError, ValueError):
        sys.stderr = None


def printable(value):
    """One line of plain characters: a folder's name may hold anything."""
    return "".join(char if char.isprintable() else escape_char(char) for char in str(value))


def escape_char(char):
    """Control, format (bidi, zero width), separator and lone surrogate characters are written as escapes."""
    import unicodedata

    short = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
    if char in short:
        return short[char]
    category = unicodedata.category(char)
    if category == "Cs":
        return "\\ufffd"  # TOML has no way to write half a pair
    if category in ("Cc", "Cf", "Zl", "Zp"):
        return "\\U%08x" % ord(char) if ord(char) > 0xFFFF else "\\u%04x" % ord(char)
    return char


def say_names(what, paths):
    if paths:
        names = sorted(fsdecode(path) for path in paths)
        more = " and %d more" % (len(names) - 10) if len(names) > 10 else ""
        say("%s: %s%s" % (what, ", ".join(names[:10]), more))
