"""[path]: sys.path, PYTHONPATH, start-up hooks and .pth files."""
import site
import sys

from where_it_ran_probe.base.labels import label_entry, pythonpath_entries, user_site_folder
from where_it_ran_probe.facts.hooks import find_hook, hook_error, pth_files, strange_lines


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
    }
