"""Cuts facts to the limits of the reader and writes them as TOML."""
import re

from where_it_ran_probe.base.head import FIRST_LINE
from where_it_ran_probe.base.stderr import escape_char

# What the reader takes at most, as schema.ts says: characters of a text, entries of a list. A path names a fact;
# [] stands for the entries of a list, * for the subjects of a map.

TEXT_LIMIT = 400
LIST_LIMIT = 500
TEXT_LIMITS = """
6 persist.files.*.mode secrets.umask secrets.files.*.mode
20 probe.families[] probe.ci.attempt tests.session.attempt
40 probe.leg probe.version probe.ci.provider host.arch interpreter.version interpreter.implementation
40 interpreter.on_path[].name packages.claimed.*.installer persist.canary.*.fs
40 tests.runner tests.runner_version tests.session.version
60 probe.ci.event host.shell tests.disbelief[] tests.narrowed[] tests.addopts[]
64 probe.claims
80 probe.ci.run tests.session.run
100 interpreter.requires_python path.sitecustomize.premade[] path.usercustomize.premade[] packages.claimed.*.version
100 packages.claimed.*.built_for
120 tests.plugins[]
200 probe.ci.job probe.ci.runner_name path.editable[].name packages.distributions[] packages.own[]
200 packages.claimed.*.module packages.claimed.*.distribution env.names[] tests.session.job
260 previous.hostname host.hostname git.branch
300 path.sitecustomize.error path.usercustomize.error path.pth_error tests.hook_error
1000 interpreter.executable interpreter.real_executable interpreter.prefix interpreter.base_prefix
1000 interpreter.conda_prefix interpreter.virtual_env interpreter.project_python interpreter.on_path[].target
1000 path.entries[].path path.pythonpath[] path.sitecustomize.file path.usercustomize.file
1000 path.pth[].file path.pth[].paths[] path.editable[].target packages.claimed.*.origin packages.claimed.*.path_origin
1000 git.cwd tests.session.executable tests.session.prefix tests.session.cwd
1000 tests.origins.*.origin tests.foreign[] tests.stale[] tests.touched[]
"""
LIST_LIMITS = """
16 git.parents
20 probe.families packages.claimed.*.copies tests.disbelief tests.foreign tests.stale tests.touched
40 interpreter.on_path tests.narrowed tests.addopts
50 path.sitecustomize.premade path.usercustomize.premade path.pth[].paths
100 path.pythonpath tests.command
200 path.editable tests.plugins
300 path.entries path.pth
5000 packages.distributions
"""
MAPS = (
    "probe.durations previous.canaries previous.env packages.claimed env.claimed persist.canary persist.files "
    "tests.origins tests.env tests.reports secrets.files"
).split()
TEXT_MAX, LIST_MAX = (
    {path: int(line.split()[0]) for line in table.strip().splitlines() for path in line.split()[1:]}
    for table in (TEXT_LIMITS, LIST_LIMITS)
)
FILE_BYTES = 250 * 1024
FILE_LINES = 7900


def bound_facts(value, path):
    """The facts cut to what the reader takes; what is cut is the end of a list or of a text."""
    if isinstance(value, dict):
        below = path + ".*" if path in MAPS else None
        return {key: bound_facts(of, below or path + "." + key) for key, of in value.items()}
    if isinstance(value, (list, tuple)):
        return [bound_facts(of, path + "[]") for of in value[:LIST_MAX.get(path, LIST_LIMIT)]]
    return value[:TEXT_MAX.get(path, TEXT_LIMIT)] if isinstance(value, str) else value


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
