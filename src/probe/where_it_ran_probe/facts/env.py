"""[env]: names of variables, and salted hashes of claimed values."""
import hashlib
import os
from os import fsdecode

from where_it_ran_probe.base.credentials import carries_credential, holds_secret, looks_secret
from where_it_ran_probe.base.tools import read_bytes, sha256_of_text
from where_it_ran_probe.facts.host import APP

# Names that say something about the place, and how such names begin; everything else is counted and not named.
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
    names = sorted(os.environ)
    lasting = [name for name in names if name not in SESSION and not name.startswith(SESSION_STARTS)]
    telling = [name for name in lasting if name in SHOWN or name.startswith(SHOWN_STARTS)]
    shown = [name for name in telling if not looks_secret(name) and len(name) <= 200][:500]
    inherited = inherited_names()
    return {
        "claimed": {one["name"]: claimed_variable(context, one, inherited) for one in context.claims.env},
        "names": shown,
        "names_digest": sha256_of_text("\n".join(lasting)),
        "names_count": len(lasting),
        "left_out": len(names) - len(shown),
    }


def claimed_variable(context, claim, inherited):
    name = claim["name"]
    value = os.environ.get(name)
    facts = {"set": value is not None}
    if value is not None:
        facts["empty"] = value == ""
        facts["inherited"] = None if inherited is None else name in inherited
    return dict(facts, **compared_value(context, claim))


def compared_value(context, claim):
    """{"hash"} of a variable whose values are compared; {} where they are not, and for what may be a secret."""
    name = claim["name"]
    value = os.environ.get(name)
    if value is None or claim.get("compare") is not True or holds_secret(name, value) or carries_credential(value):
        return {}
    # Slow on purpose: a short value could be guessed from a quick hash.
    key = ("%s%s:%s" % (APP, context.claims.salt, name)).encode("utf-8", "replace")
    return {"hash": hashlib.pbkdf2_hmac("sha256", value.encode("utf-8", "surrogateescape"), key, 20000).hex()[:12]}


def inherited_names():
    """Names that were there when this process started; None where the system does not tell."""
    entries = [entry for entry in read_bytes("/proc/self/environ", 1 << 26).split(b"\0") if b"=" in entry]
    return {fsdecode(entry.partition(b"=")[0]) for entry in entries} if entries else None
