"""[path]: sys.path, PYTHONPATH, start-up hooks, .pth files and editable installs."""
import re
import site
import sys
from os.path import basename

from where_it_ran_probe.base.labels import label_entry, pythonpath_entries, user_site_folder
from where_it_ran_probe.facts.hooks import (
    find_hook, hook_error, leads_away, pth_files, read_pth, site_files, strange_lines,
)
from where_it_ran_probe.facts.installed import finder_mapping


def path_facts(context):
    entries, user = context.import_path, user_site_folder()
    # None means that user and effective user differ, or, with -S, that nobody asked.
    unasked = "disabled" if sys.flags.no_site else "refused"
    running = [] if sys.flags.no_site else [strange_lines(file) for file in pth_files(context)]
    return {
        "entries": [{"path": context.mask(one), "label": label_entry(context, one)} for one in entries[:300]],
        "user_site": {True: "enabled", None: unasked}.get(site.ENABLE_USER_SITE, "disabled"),
        "user_site_on_path": bool(user) and user in entries,
        "pythonpath": [context.mask(one) for one in pythonpath_entries(context)],
        "sitecustomize": find_hook(context, "sitecustomize"),
        "usercustomize": find_hook(context, "usercustomize"),
        "pth_error": hook_error(context, ["pth"]),
        "pth_import_lines": sum(running),
        "editable": editable_facts(context),
    }


def editable_facts(context):
    """Editable installs: where their finders and .pth files lead."""
    found = []
    for file in site_files(context):
        name = re.sub(r"^(__editable__|_editable_impl)[._]+|(_finder\.py|\.pth)$", "", basename(file))
        for target in editable_targets(file):
            found.append({"name": name, "target": context.mask(target), "label": context.label(target)})
    return found


def editable_targets(file):
    """Folders outside the site directories from which a finder or a .pth file makes modules importable."""
    if file.endswith(".pth"):
        return [line for line in read_pth(file)[1] if leads_away(line)]
    finder = basename(file).startswith("__editable__") and file.endswith("_finder.py")
    return sorted(set(finder_mapping(file).values())) if finder else []
