"""The claimed test command, and whether another command runs the same tests."""
import json
import os
import re
import sys
from os.path import abspath, basename, dirname, join, realpath

from where_it_ran_probe.base.git import need_ignored
from where_it_ran_probe.base.labels import is_beside
from where_it_ran_probe.base.python import is_python, split_python, sys_words
from where_it_ran_probe.base.tools import read_start, sha256_of_text
from where_it_ran_probe.facts.build import SITE_PART
from where_it_ran_probe.facts.repository import is_in_repo

# Searched in tracked paths joined by NULs. A word stands before its own lookbehind, so that the search is for a plain
# word, which is fast.
TEST_FILE = r"test_(?<=[\0/]test_)[^/\0]*\.py\0|_test\.py\0"
PYTEST_SECTIONS = (
    ("pyproject.toml", r"(?m)^\[tool\.pytest(?:\.ini_options)?\]"),
    ("tox.ini", r"(?m)^\[pytest\]"),
    ("setup.cfg", r"(?m)^\[tool:pytest\]"),
)


def tests_claim(context):
    """{"command": list or None, "reports": list}, None where no tests are claimed. Without claims.json the suite is
    claimed where git tracks a pytest configuration or a test file."""
    if context.claims.from_file:
        return context.claims.tests
    return context.once("tests_claim", lambda: {"command": None, "reports": []} if has_suite(context) else None)


def has_suite(context):
    tracked = "\0".join(context.repository.tracked_here()).join("\0\0")
    if "\0pytest.ini\0" in tracked or "\0.pytest.ini\0" in tracked or re.search(TEST_FILE, tracked):
        return True
    return any(
        "\0%s\0" % file in tracked and re.search(section, read_start(join(context.cwd, file)))
        for file, section in PYTEST_SECTIONS
    )


# How a test command is compared with the claimed one. Options that say how to run and how to tell, not
# which tests: with or without them it is the same command. Everything else must be equal, word by word,
# so that an option nobody has heard of yet can never pass for the claimed command.
PLAIN_OPTIONS = frozenset((
    "-q -qq -v -vv -vvv -s -l -x --quiet --verbose --exitfirst --showlocals --no-showlocals --no-header "
    "--no-summary --ff --failed-first --nf --new-first --full-trace --disable-warnings "
    "--disable-pytest-warnings --setup-show --self-contained-html --strict-markers --strict-config --cache-clear "
    "--json-report"
).split())
PLAIN_VALUE_OPTIONS = frozenset((
    "--tb --color --capture --durations --durations-min --verbosity -r --show-capture --maxfail --junitxml "
    "--junit-xml --junit-prefix --code-highlight --xfail-tb --log-level --log-cli-level --report-log --html "
    "-n --numprocesses --maxprocesses --dist --json-report-file --alluredir --cov-report --cov-config --cov-context"
).split())
# Plugins whose presence changes no test: ours, and the cache that would write into the tree.
PLAIN_PLUGINS = ("agent_probe", "no:cacheprovider")
# Options that leave tests out. --ff only sorts; -x and --maxfail stop, which the exit status says.
NARROWING = frozenset((
    "-k -m --lf --last-failed --lfnf --last-failed-no-failures --sw --stepwise --sw-skip --stepwise-skip "
    "--sw-reset --stepwise-reset --deselect --ignore --ignore-glob --co --collect-only --collectonly --pyargs "
    "-c --config-file --rootdir --confcutdir --noconftest --setup-only --setup-plan --splits --group "
    "--testmon --picked -o --override-ini --keep-duplicates --doctest-glob --pdbcls"
).split())
# Of the options, those whose tests are chosen by what ran before, wherever they are set.
BY_STATE = ("lf", "stepwise", "testmon", "picked")
RUNNERS = ("uv", "poetry", "pdm", "pipenv", "hatch", "rye")


def split_words(words):
    """["-kx", "--tb=no"] → ["-k", "x", "--tb", "no"]; clusters of plain flags (-qx) come apart."""
    split = []
    for word in words:
        if word.startswith("--cov"):
            split.append(word)  # its value is optional: apart it could not be told from a path
        elif word.startswith("--") and "=" in word:
            split.extend(word.split("=", 1))
        elif re.match(r"-[qvslx]{2,}$", word):
            split.extend("-" + letter for letter in word[1:])
        elif re.match(r"-[kmpconWrn].", word):
            split.extend((word[:2], word[2:].lstrip("=")))
        else:
            split.append(word)
    return split


def essential_words(words):
    """The words that decide which tests run, and under which settings."""
    rest = split_words(words)[::-1]
    # With a threshold it decides about green what is measured.
    threshold = any(word.startswith("--cov-fail-under") for word in rest)
    kept = []
    while rest:
        word = rest.pop()
        if word in PLAIN_VALUE_OPTIONS or word == "-p" and "".join(rest[-1:]) in PLAIN_PLUGINS:
            del rest[-1:]
        elif word not in PLAIN_OPTIONS and (threshold or not word.startswith("--cov")):
            kept.append(word)
    return kept


def hidden_settings(context, config):
    """What decides which tests run and is in no content: a configuration or a conftest.py that git ignores or that
    lies outside, a plugin that only this environment names, what an earlier run left in a cache."""
    if context.repository.state != "ok":
        return []
    files = [file_of(one) for one in conftests_of(config) if not SITE_PART.search(file_of(one))]
    files.append(str(getattr(config, "inipath", None) or getattr(config, "inifile", None) or ""))
    files = {realpath(one) for one in files if one}
    unseen = [one for one in files if context.repository.is_tracked(one) is False and not is_beside(context, one)]
    hidden = ["untracked %s" % basename(one)[:40] for one in need_ignored(context, unseen)]
    outside = [basename(one)[:30] for one in unseen if not is_in_repo(context, one)]
    hidden += ["%s outside this repository" % name for name in outside]
    if {name.strip() for name in os.environ.get("PYTEST_PLUGINS", "").split(",")} - {"", "agent_probe"}:
        hidden.append("PYTEST_PLUGINS")
    return sorted(set(hidden + ["--" + name for name in BY_STATE if getattr(config.option, name, False)]))


def file_of(module):
    return str(getattr(module, "__file__", None) or "")


def conftests_of(config):
    return [one for one in config.pluginmanager.get_plugins() if basename(file_of(one)) == "conftest.py"]


def narrowing_of(extra, positional):
    """Names of the options among extra words that leave tests out; "paths" for paths and node ids."""
    paths = {"paths"} if set(extra) & set(positional) else set()
    return sorted(NARROWING & set(extra) | paths)


def claimed_command(context):
    """The claimed test command; pytest's where none is named."""
    return list((tests_claim(context) or {}).get("command") or ["python", "-m", "pytest"])


def command_digest(context):
    """Binds a record to the command it was compared with: claims.json may change afterwards."""
    return sha256_of_text(json.dumps(claimed_command(context)))


def command_facts(context, config, run):
    """How this session was started, compared with the claimed command. No value of an option is kept."""
    from collections import Counter
    import shlex

    given = [str(word) for word in config.invocation_params.args]
    addopts = split_words(shlex.split(os.environ.get("PYTEST_ADDOPTS", "")))
    head, arguments = started_as(sys_words())
    claimed_head, claimed = split_command(claimed_command(context), context.cwd)
    # What the probe started is the claimed command, whatever makes pytest of it in between.
    as_claimed = bool(run) or head == claimed_head and realpath(os.getcwd()) == context.cwd
    if run:
        claimed = given
    elif claimed_head[-1:] != ["pytest"]:
        given = arguments
    essential, claimed = essential_words(addopts + given), essential_words(claimed)
    extra = Counter(essential) - Counter(claimed)
    # Names only: what follows an option may be anything, a secret too.
    named = [re.match(r"--[A-Za-z][A-Za-z0-9-]{0,50}|-[A-Za-z]", word) for word in addopts]
    return {
        "claimed_command": as_claimed and essential == claimed,
        "narrowed": narrowing_of(extra, [str(one) for one in config.args]) + hidden_settings(context, config),
        "addopts": sorted({one.group() for one in named if one}),
        "command_digest": command_digest(context),
    }


def started_as(words):
    """(head, arguments) of a running interpreter's command line."""
    head, arguments = split_command(["python"] + words[1:], os.getcwd())
    # A console script is a Python script of that name: python /venv/bin/pytest was started as pytest.
    script = abspath(head[-1]) if len(head) == 2 else ""
    name = re.sub(r"(\.exe|-script\.pyw?)$", "", basename(script))
    if name in ("pytest", "py.test"):
        head = ["pytest"]
    elif script and dirname(script) == dirname(abspath(sys.executable or ".")):
        head = [name]
    # -I adds no folder of its own to the path, so that -c and -m do not differ: the documented shim.
    if head[:2] == ["python", "-I"] and head[-1] == "-c":
        head = ["python", "-I", "-m", "pytest"]
    return head, arguments


def split_command(words, cwd):
    """(what starts the tests, its arguments) in a form in which equal commands are equal. python3 -mpytest -q →
    (["python", "-m", "pytest"], ["-q"]); uv run pytest → (["pytest"], [])."""
    if words[1:2] == ["run"] and words[0] in RUNNERS:
        rest = words[2:]
        while rest and rest[0].startswith("-"):
            rest = rest[1:]
        words = rest or words
    first, arguments = words[0] if words else "", list(words[1:])
    name = basename(first)
    if re.match(r"(pytest|py\.test)(\.exe)?$", name):
        return ["pytest"], arguments
    if not is_python(name):
        return [name], arguments
    if first != name and abspath(join(cwd, first)) != abspath(sys.executable or ""):
        return [first], arguments
    flags, start, arguments, _ = split_python(arguments)
    return ["python"] + flags + start, arguments
