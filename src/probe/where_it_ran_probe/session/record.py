"""Reads a session record: it is text that anybody may have written, and is checked as such."""
import json
import re
import sys
from os.path import dirname, exists, islink, join, lexists, realpath

from where_it_ran_probe.base.claims import file_of_claim
from where_it_ran_probe.base.contract import LABELS, SESSION_RECORD
from where_it_ran_probe.base.files import digest_of_report, stamp_of
from where_it_ran_probe.base.head import ALL_COUNTS, COUNT_MAX
from where_it_ran_probe.base.tools import is_hex, is_in, read_bytes, same_path, seen_from
from where_it_ran_probe.facts.build import is_old_build
from where_it_ran_probe.facts.repository import content_now
from where_it_ran_probe.session.command import command_digest, tests_claim
from where_it_ran_probe.session.doubts import doubts_about, doubts_about_content, user_id

RECORD_FORMAT = 1
RECORD_MAX = 4 * 1024 * 1024


def find_record(context):
    """(path, what it says or None) of this place's session record; None where there is none."""
    folders = (dirname(context.probes), context.cwd, context.toplevel)
    for path in [join(folder, SESSION_RECORD) for folder in folders if folder]:
        if lexists(path):
            return path, read_record(path)
    return None


def read_record(path):
    """The record's JSON object; None when it is no regular file, too large, or not what a record is."""
    try:
        raw = b"" if islink(path) else read_bytes(path, RECORD_MAX + 1)
        record = json.loads(raw.decode("utf-8")) if len(raw) <= RECORD_MAX else None
        return record if isinstance(record["session"], dict) else None
    except Exception:  # RecursionError among them
        return None


# The forms of values in a record, and which keys have them. A size is the most that one may have, the second that of
# every text in a list.
TOP_FORMS = "text:4096 executable prefix\ntext:40 python_version"
SESSION_FORMS = """
count exit_status collected passed failed errors skipped deselected xfailed xpassed reruns subtests uncollected
counts:500 files outside
flag claimed_command collect_only interrupted finished
text:40 runner
text:300 hook_error
text:1000 error
texts:40:60 narrowed addopts configured
texts:500:1000 skipped_files
texts:20:4096 stale touched
hex:64 content_before content_after installed conditions
texts:10:64 red
table:20000 ignored reports
"""
PROCESS_FORMS = """
flag isolated in_container
text:4096 cwd toplevel
time taken_at
hex:32 machine container boot
text:80 run
text:20 attempt
text:200 job user
"""
ORIGIN_FORMS = "flag imported\ntext:4096 origin\nlabel label\nflag same alone"
PACKAGE_FORMS = """
flag imported importable readable
text:4096 origin
text:200 distribution
text:100 version
text:20 loader direct_url
label label
texts:20:20 copies
"""
VARIABLE_FORMS = "flag set\nstart start\nhex:12 hash"
# Of several processes that one counts which had least; the first is of an older record.
STARTS = (None, "unset", "empty", "filled", "untold")


def take(table, forms, wrong):
    """{key: value or None}. A value of another form is left out, and makes the record a malformed one."""
    if not isinstance(table, dict):
        wrong.append("malformed")
        table = {}
    taken = {}
    for form, keys in [line.split(" ", 1) for line in forms.strip().splitlines()]:
        for key in keys.split():
            value = table.get(key)
            taken[key] = value if value is None or has_form(value, form) else None
            if taken[key] is not value:
                wrong.append("malformed")
    return taken


def take_tables(table, key, forms, wrong):
    """{name: values} of a map of tables, names in order."""
    tables = take(table, "table:500 " + key, wrong)[key] or {}
    return {name: take(one, forms, wrong) for name, one in sorted(tables.items()) if len(name) <= 1000}


def has_form(value, form):
    kind, size, each = (form.split(":") + ["0", "0"])[:3]
    if kind == "flag":
        return isinstance(value, bool)
    if kind == "count":
        return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= COUNT_MAX
    if kind == "hex":
        return is_hex(value, int(size))
    if kind == "start":
        return value in STARTS
    if kind == "label":
        return value in LABELS + ["none"]
    if kind == "time":
        return isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\Z", value) is not None
    fits = isinstance(value, {"text": str, "texts": list}.get(kind, dict)) and len(value) <= int(size)
    inner = value.values() if fits and kind == "counts" else value if kind == "texts" else ()
    return fits and all(has_form(one, "count" if kind == "counts" else "text:" + each) for one in inner)


def facts_of_record(context, found):
    """All facts of a record, believed or not, and why not."""
    path, record = found
    # What git tracks was not made here. Where git won't say it may be: a record must be proven to be ours.
    tracked = context.repository.is_tracked(path) is not False
    if record is None:
        return with_belief({"source": "session", "tracked": tracked}, ["unreadable"])
    facts, doubts = session_of_record(context, record, content_now(context))
    facts.update(source="session", sessions=1, tracked=tracked)
    return with_belief(facts, (["tracked"] if tracked else []) + doubts)


def with_belief(facts, doubts):
    facts["believed"] = not doubts
    facts["disbelief"] = list(dict.fromkeys(doubts))
    return facts


def session_of_record(context, record, content):
    """(facts, doubts) of one session's record; content: the tree's, now."""
    session, wrong = record["session"], []
    facts = take(session, SESSION_FORMS, wrong)
    if facts["finished"] is not True:  # nobody counted to the end
        facts.update(dict.fromkeys(ALL_COUNTS[1:]))
    facts["executed"] = None if None in (facts["passed"], facts["failed"]) else facts["passed"] + facts["failed"]
    if session.get("command_digest") != command_digest(context):
        facts["claimed_command"] = False
    origins = take_tables(session, "origins", ORIGIN_FORMS, wrong)
    facts["origins"] = {name[:200]: recorded_origin(context, name, one) for name, one in origins.items()}
    facts["foreign"] = foreign_modules(facts["origins"])
    facts["packages"] = take_tables(session, "packages", PACKAGE_FORMS, wrong)
    facts["env"] = take_tables(session, "env", VARIABLE_FORMS, wrong)
    facts["reports"] = reports_of(context, facts["reports"] or {})
    if facts["red"] is not None:
        facts["red_before"] = len(facts["red"])
        facts["red_apart"] = sum(one != facts["conditions"] for one in facts["red"])
    facts["session"] = process_of(context, take(record, TOP_FORMS, wrong), take(session, PROCESS_FORMS, wrong))
    doubts = doubts_about(context, facts) + doubts_about_content(facts, content)
    for name in ("stale", "touched"):
        facts[name] = None if facts[name] is None else [context.mask(path) for path in facts[name]]
    facts["ignored"] = None if facts["ignored"] is None else len(facts["ignored"])
    return facts, doubts + wrong + (["malformed"] if session.get("format") != RECORD_FORMAT else [])


def foreign_modules(origins):
    """Modules of another checkout that ran in the tests, whatever their names; [] says there was none."""
    ran = [name for name, one in sorted(origins.items()) if one["imported"] and one["label"] == "other-checkout"]
    return ["%s from %s" % (name, origins[name]["origin"]) for name in ran]


def process_of(context, top, session):
    """Which process it was, as far as the probe shows it."""
    facts = {key: context.mask(top[key]) for key in ("executable", "prefix") if top[key] is not None}
    cwd = realpath(session["cwd"]) if session["cwd"] else None
    if cwd is not None:  # like git.cwd: "." at the top of the working tree; masked outside it
        cwd = seen_from(context.toplevel, cwd) if is_in(cwd, context.toplevel) else context.mask(session["cwd"])
    facts.update(
        prefix_agrees=None if top["prefix"] is None else same_path(top["prefix"], sys.prefix),
        version=top["python_version"],
        isolated=session["isolated"],
        cwd=cwd,
        # Without a repository nobody says which tree this is.
        same_tree=context.toplevel and same_path(session["toplevel"], context.toplevel),
        same_user=session["user"] == user_id(),
    )
    kept = ("in_container", "taken_at", "machine", "container", "boot", "run", "attempt", "job")
    facts.update((key, session[key]) for key in kept)
    return facts


def recorded_origin(context, name, origin):
    """An origin as recorded, and what this probe sees of that file."""
    path = origin["origin"]
    old = is_old_build(context, name, path, origin["label"])
    return dict(origin, origin=context.mask(path) if path else path, label="elsewhere" if old else origin["label"])


def reports_of(context, recorded):
    """Each claimed report: as the session left it, and as it is now."""
    facts = {}
    for name, path in list(claimed_reports(context).items())[:50]:
        digest = recorded.get(name) if is_hex(recorded.get(name), 64) else None
        facts[name] = {"recorded": digest, "now": digest_of_report(path), "exists": exists(path)}
    return facts


def union(views, name):
    """What any of several views has in its list of that name, sorted."""
    return sorted({word for view in views for word in view[name] or ()})


def merge_suites(views):
    """What several processes collected, taken together: the most of every file."""
    most = {"skipped_files": 500, "configured": 40, "stale": 20, "touched": 20}
    facts, files = {name: union(views, name)[:most[name]] for name in most}, {}
    for file, count in [pair for one in views for pair in (one["files"] or {}).items()]:
        files[file] = max(count, files.get(file, 0))
    known = [one["uncollected"] for one in views if one["uncollected"] is not None]
    return dict(facts, files=dict(sorted(files.items())) if known else None, uncollected=min(known) if known else None)


AS_CLAIMED = {"origins": ("repo",), "packages": ("venv", "prefix", "overlay", "system", "stdlib", "user-site")}


def merge_modules(views):
    """{origins, packages} of several processes and moments: what was imported counts, and of that the worst."""

    def rank(one):
        worse = one.get("label") not in AS_CLAIMED[kind] and not one.get("same")
        return one["imported"] is True, worse, one.get("alone") is True

    merged = {kind: {} for kind in AS_CLAIMED}
    for kind, found in merged.items():
        for name, one in [pair for view in views for pair in view.get(kind, {}).items()]:
            found[name] = max(found.get(name, one), one, key=rank)
    return merged


def merge_env(views):
    """Set only where it is set in every process, and to one value."""
    merged = {}
    for view in views:
        for name, one in view.items():
            known = merged.get(name, one)
            start = min(known["start"], one["start"], key=STARTS.index)
            merged[name] = dict(one if not one["set"] else known, set=one["set"] and known["set"], start=start)
            if one.get("hash") != known.get("hash"):
                merged[name].pop("hash", None)
    return merged


def claimed_reports(context):
    """{name: path} of the reports that the claimed command writes."""
    return {name: file_of_claim(context, name) for name in (tests_claim(context) or {}).get("reports", ())}


def stamps_of_reports(context):
    """What is there before the session: a report that does not change is not its report."""
    return {name: stamp_of(path) for name, path in claimed_reports(context).items()}


def reports_of_session(context, stamps):
    """sha256 of the claimed reports that this session wrote."""
    digests = {}
    for name, path in claimed_reports(context).items():
        digest = digest_of_report(path) if stamp_of(path) not in ([], stamps.get(name)) else None
        if digest is not None:
            digests[name] = digest
    return digests
