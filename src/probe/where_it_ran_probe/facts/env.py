"""[env]: names of variables, and salted hashes of claimed values."""
import hashlib
import os
import re
from os import fsdecode
from os.path import exists, realpath

from where_it_ran_probe.base.claims import file_of_claim
from where_it_ran_probe.base.credentials import carries_credential, holds_secret, looks_secret
from where_it_ran_probe.base.tools import read_start
from where_it_ran_probe.facts.host import APP

# Names that say something about the place, and how such names begin; everything else is not named.
SHOWN = set("PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR TEMP TMP CI".split())
SHOWN_STARTS = tuple(
    "PY PIP_ UV_ VIRTUAL_ENV CONDA MAMBA POETRY PIPENV PDM_ HATCH TOX_ NOX COVERAGE CI_ GITHUB_ RUNNER_ GITLAB_ CIRCLE "
    "BUILDKITE TF_BUILD JENKINS TRAVIS LC_ LD_ DYLD_ SUDO_ XDG_ DJANGO FLASK CLAUDE CODEX CURSOR COPILOT OPENHANDS "
    "AGENT DEVCONTAINER CODESPACES CONTAINER".split()
)
# Names that change with every session, command or step, and say nothing about the place.
SESSION = set(
    "_ SHLVL PWD OLDPWD COLUMNS LINES TERM TERM_SESSION_ID WINDOWID SSH_CLIENT SSH_CONNECTION SSH_TTY SSH_AUTH_SOCK "
    "XDG_SESSION_ID DBUS_SESSION_BUS_ADDRESS INVOCATION_ID JOURNAL_STREAM PYTEST_CURRENT_TEST PYENV_DIR "
    "PYENV_HOOK_PATH PYENV_ROOT PYENV_VERSION _PYENV_INSTALL_PREFIX CONDA_PROMPT_MODIFIER CONDA_SHLVL GITHUB_ENV "
    "GITHUB_PATH GITHUB_OUTPUT GITHUB_STATE GITHUB_STEP_SUMMARY RUNNER_TEMP".split()
)
SESSION_STARTS = ("BASH_FUNC_", "TMUX", "INPUT_", "STATE_", "WHERE_IT_RAN_")


def env_facts(context):
    telling = [name for name in sorted(os.environ) if name in SHOWN or name.startswith(SHOWN_STARTS)]
    shown = [name for name in telling if not (name in SESSION or looks_secret(name) or len(name) > 200)][:500]
    started = started_with()
    return {
        "claimed": {one["name"]: claimed_variable(context, one, started) for one in context.claims.env},
        "names": shown,
    }


def claimed_variable(context, claim, started):
    name, file = claim["name"], claim.get("from", ".env")
    # No test has run here: where the system does not tell, it is as it is now.
    start = state_of((os.environ if started is None else started).get(name))
    facts = {"set": name in os.environ, "start": start, "from": file, "file": state_in_file(context, file, name)}
    return dict(facts, **compared_value(context, claim))


def state_of(value):
    """Nothing but blanks is no value."""
    return "unset" if value is None else "filled" if value.strip() else "empty"


def state_in_file(context, file, name):
    """What a file that is no part of the repository says of a variable; None where git does not say whether it is."""
    path = file_of_claim(context, file)
    tracked = context.repository.is_tracked(realpath(path))
    if tracked is not False:
        return tracked and "tracked"
    if not exists(path):
        return "absent"
    found = re.findall(r"(?m)^\s*(?:export\s+)?%s\s*[=:](.*)$" % re.escape(name), read_start(path))
    return state_of(re.sub(r"""^\s*(?:(["'])\s*\1\s*)?(?:#.*)?$""", "", found[-1]) if found else None)


def compared_value(context, claim):
    """{"hash"} of a variable whose values are compared; {} where they are not, of no value, and of a likely secret."""
    name = claim["name"]
    value = os.environ.get(name)
    empty = state_of(value) != "filled"
    if empty or claim.get("compare") is not True or holds_secret(name, value) or carries_credential(value):
        return {}
    # Slow on purpose: a short value could be guessed from a quick hash.
    key = ("%s%s:%s" % (APP, context.claims.salt, name)).encode("utf-8", "replace")
    return {"hash": hashlib.pbkdf2_hmac("sha256", value.encode("utf-8", "surrogateescape"), key, 20000).hex()[:12]}


def started_with():
    """The variables with which this process started; None where the system does not tell."""
    try:
        with open("/proc/self/environ", "rb") as file:
            raw = file.read()
    except OSError:
        return None
    entries = [one.partition(b"=") for one in raw.split(b"\0") if b"=" in one]
    # A process that gives itself a title overwrites them. Of two of one name the first counts.
    return {fsdecode(name): fsdecode(value) for name, _, value in reversed(entries)} if entries or not raw else None
