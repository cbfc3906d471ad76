"""Reasons why a session record does not count."""
import os
import site
from os.path import join

from where_it_ran_probe.base.files import stamp_of
from where_it_ran_probe.base.tools import list_names, sha256_of_text, status_of


def doubts_about(context, facts):
    """Why this record does not count, as codes; [] when it does. Missing facts are doubts."""
    process = facts["session"]
    fine = {
        "broken": facts["error"] == "",
        "unfinished": facts["finished"] is True,
        "other-user": process["same_user"],
        "other-tree": process["same_tree"],
        "other-command": facts["claimed_command"] is True,
        "other-packages": process["prefix_agrees"] is False or facts["installed"] == installed_stamp(),
        "narrowed": facts["narrowed"] == [],
        "collect-only": facts["collect_only"] is False,
        "stale-bytecode": not facts["stale"],
        "changed-while-running": not facts["touched"],
        "ignored-changed": all(stamp_of(path) == stamp for path, stamp in (facts["ignored"] or {}).items()),
    }
    return doubts_about_place(place_facts(context), process) + [code for code in fine if not fine[code]]


def installed_stamp():
    """Changes when something is installed into this prefix, taken away or installed anew; sha256, 64 hex digits. What
    tests found is no answer to what is installed now: whoever mends an environment wants them run again."""
    lines = []
    folders = site.getsitepackages()
    for file in sorted({join(folder, name) for folder in folders for name in list_names(folder)}):
        if file.endswith((".dist-info", ".egg-info", ".egg-link", ".pth")):
            found = status_of(file)  # None: a link that leads nowhere
            lines.append("%s %s" % (file, found and found.st_mtime_ns))
    return sha256_of_text("\n".join(lines))


def doubts_about_place(here, process):
    doubts, inside = [], here["in_container"]
    other = inside is None or inside != process["in_container"]
    if other or inside and (here["container"] is None or here["container"] != process["container"]):
        doubts.append("other-container")
    # Inside a container its id decides; images are often shipped without a machine id.
    if here["machine"] != process["machine"] or here["machine"] is None and not inside:
        doubts.append("other-machine")
    return doubts + ["other-" + key for key in ("run", "attempt", "job") if here[key] != process[key]]


def doubts_about_content(facts, now):
    before, after = facts["content_before"], facts["content_after"]
    if None in (before, after, now):
        return ["content-unknown"]
    doubts = ["changed-while-running"] if before != after else []
    return doubts + (["changed-since"] if after != now else [])


def place_facts(context):
    """Whose record this is: compared with the probe's own facts before anything else is believed."""
    host, ci = context.identity, context.ci or {}
    facts = {key: host.get(key) for key in ("machine", "container", "in_container", "boot")}
    facts.update((key, ci.get(key)) for key in ("run", "attempt", "job"))
    facts["user"] = user_id()
    return facts


def user_id():
    """The effective user; never shown, only compared."""
    if hasattr(os, "geteuid"):
        return str(os.geteuid())
    return "%s\\%s" % (os.environ.get("USERDOMAIN", ""), os.environ.get("USERNAME", ""))
