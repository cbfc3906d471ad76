"""What a test session knows about itself when it starts."""
import os
import sys
from os.path import dirname, exists, isdir, isfile, join, realpath

from where_it_ran_probe.base.claims import read_claims
from where_it_ran_probe.base.head import CLAIMS_VARIABLE, HOOKS
from where_it_ran_probe.base.masks import find_toplevel
from where_it_ran_probe.base.python import executable_hash, real_executable, version_text
from where_it_ran_probe.base.tools import folders_up_to, is_below, is_in
from where_it_ran_probe.facts.context import Context
from where_it_ran_probe.facts.hooks import hook_error
from where_it_ran_probe.facts.repository import content_now
from where_it_ran_probe.session.command import claimed_command, command_facts
from where_it_ran_probe.session.doubts import installed_stamp, place_facts
from where_it_ran_probe.session.earlier import conditions_digest, red_before


def home_of_record(config, run):
    """The folder that holds probes/, else the top of the working tree, else pytest's rootdir."""
    if run:
        return run["home"]
    named = os.environ.get(CLAIMS_VARIABLE)
    start, rootdir = folders_of_session(config)
    if named:
        return dirname(dirname(join(start, named)))
    toplevel = find_toplevel(start) or find_toplevel(rootdir)
    if toplevel is None:
        return start if isdir(join(start, "probes")) else rootdir
    folders = folders_up_to(start if is_in(start, toplevel) else rootdir, toplevel)
    holders = [one for one in folders if isfile(join(one, "probes", "claims.json"))]
    # A package or a folder of sources that happens to be called probes is another thing.
    probes = [one for one in folders if isdir(join(one, "probes")) and not exists(join(one, "probes", "__init__.py"))]
    return (holders + probes + [toplevel])[0]


def folders_of_session(config):
    """(where pytest was started, what it takes for the root), real paths."""
    start = realpath(str(config.invocation_params.dir))
    return start, realpath(str(getattr(config, "rootpath", start)))


def context_of_session(config, run):
    home = realpath(home_of_record(config, run))
    claims_file = run.get("claims") or os.environ.get(CLAIMS_VARIABLE) or join("probes", "claims.json")
    claims_file = join(home, claims_file)
    return Context(run.get("place", "local"), None, None, read_claims(claims_file), home, dirname(claims_file), None)


def session_facts(context, config, run):
    """Facts of a session that has just started."""
    facts = dict(command_facts(context, config, run), **place_facts(context))
    if sys.flags.optimize and facts["claimed_command"] and not {"-O", "-OO"} & set(claimed_command(context)):
        # Without its assertions a suite says little. The words are the claimed ones: PYTHONOPTIMIZE did it.
        facts["narrowed"].append("-O")
    start, root = folders_of_session(config)
    here, content = find_toplevel(start), content_now(context)
    return dict(
        facts,
        runner="pytest",
        # A configuration above the repository moves pytest's root there, and no test.
        toplevel=here if here is not None and is_below(here, root) else find_toplevel(root),
        cwd=realpath(os.getcwd()),
        isolated=bool(sys.flags.isolated),
        optimize=sys.flags.optimize,
        sid=os.getsid(0) if hasattr(os, "getsid") else None,
        collect_only=bool(getattr(config.option, "collectonly", False)),
        hook_error=hook_error(context, HOOKS + ("pth",)),
        content_before=content,
        content_after=None,
        installed=installed_stamp(),
        conditions=conditions_digest(context),
        red=red_before(context, home_of_record(config, run), content),
    )


def fingerprint():
    """What names this process, as plain data: for other programs and, unmasked, for the session record. It never
    leaves the machine by itself: paths and the host name are as they are."""
    import platform
    import socket

    real = real_executable()
    return {
        "hostname": socket.gethostname(),
        "pid": os.getpid(),
        "cwd": os.getcwd(),
        "python_version": version_text(),
        "implementation": platform.python_implementation(),
        "executable": sys.executable or real,
        "executable_hash": executable_hash() or "",
        "prefix": sys.prefix,
        "base_prefix": sys.base_prefix,
        "venv": sys.prefix != sys.base_prefix,
        "platform": sys.platform,
        "uid": str(os.getuid()) if hasattr(os, "getuid") else "",
    }
