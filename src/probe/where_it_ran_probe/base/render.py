"""Cuts facts to the limits of the reader and writes them as TOML."""
import re

from where_it_ran_probe.base.contract import FIRST_LINE, LIST_LIMIT, LIST_MAX, MAPS, TEXT_LIMIT, TEXT_MAX
from where_it_ran_probe.base.stderr import escape_char

FILE_BYTES = 250 * 1024
FILE_LINES = 7900


def sizes_of(table):
    """{path of a fact: size} of a table whose lines begin with a size."""
    lines = [line.split() for line in table.strip().splitlines()]
    return {path: int(line[0]) for line in lines for path in line[1:]}


TEXT_SIZES, LIST_SIZES = sizes_of(TEXT_MAX), sizes_of(LIST_MAX)


def bound_facts(value, path):
    """The facts cut to what the reader takes; what is cut is the end of a list or of a text."""
    if isinstance(value, dict):
        below = path + ".*" if path in MAPS else None
        return {key: bound_facts(of, below or path + "." + key) for key, of in value.items()}
    if isinstance(value, (list, tuple)):
        return [bound_facts(of, path + "[]") for of in value[:LIST_SIZES.get(path, LIST_LIMIT)]]
    return value[:TEXT_SIZES.get(path, TEXT_LIMIT)] if isinstance(value, str) else value


def is_too_large(text):
    return len(text.encode("utf-8")) > FILE_BYTES or text.count("\n") > FILE_LINES


def render_toml(facts):
    """Canonical text of the facts: sections in order, one list item per line, None left out."""
    parts = [FIRST_LINE]
    for name, table in facts.items():
        parts.extend(render_section([name], table))
    return "\n\n".join(parts) + "\n"


def render_section(path, table):
    nested = {key: value for key, value in table.items() if isinstance(value, dict)}
    flat = [render_line(key, value) for key, value in table.items() if value is not None and key not in nested]
    parts = []
    # A table that is there but empty is written: absent and empty are two things.
    if flat or not nested:
        head = "[%s]" % ".".join(map(render_key, path))
        parts.append("\n".join([head] + flat))
    for key, value in nested.items():
        parts.extend(render_section(path + [key], value))
    return parts


def render_line(key, value):
    if isinstance(value, list) and value:
        items = "".join("  %s,\n" % render_value(item) for item in value)
        return "%s = [\n%s]" % (render_key(key), items)
    return "%s = %s" % (render_key(key), render_value(value))


def render_value(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list):
        return "[%s]" % ", ".join(map(render_value, value))
    if isinstance(value, dict):
        pairs = ["%s = %s" % (render_key(k), render_value(v)) for k, v in value.items() if v is not None]
        return "{ %s }" % ", ".join(pairs) if pairs else "{}"
    return quote(value)


def render_key(key):
    return key if re.match(r"[A-Za-z0-9_-]+\Z", key) else quote(key)


def quote(text):
    return '"%s"' % re.sub(r"[^ !#-\[\]-~]", lambda found: escape_char(found.group(0)), text)
