"""[tests]: from a session record that counts, or from a run of the claimed command."""
import os
import re
import time
from os.path import basename, join

from where_it_ran_probe.base.contract import TEST_KEYS
from where_it_ran_probe.base.head import ALL_COUNTS, COUNTS, HAND_OVER, HOOKS
from where_it_ran_probe.base.python import split_python, version_text
from where_it_ran_probe.base.stderr import say, say_names
from where_it_ran_probe.base.tools import read_start
from where_it_ran_probe.facts.finders import find_origin
from where_it_ran_probe.facts.hooks import hook_error
from where_it_ran_probe.facts.repository import tree_now
from where_it_ran_probe.session.bytecode import stale_sources
from where_it_ran_probe.session.command import (
    claimed_command, command_digest, essential_words, narrowing_of, split_command, tests_claim,
)
from where_it_ran_probe.session.doubts import doubts_about_content, place_facts
from where_it_ran_probe.session.junit import find_cached, read_junit, read_summary
from where_it_ran_probe.session.origins import old_copies, origin_of
from where_it_ran_probe.session.process import start_command, withheld_names
from where_it_ran_probe.session.record import (
    claimed_reports, facts_of_record, find_record, foreign_modules, merge_env, merge_modules, merge_suites, reports_of,
    reports_of_session, session_of_record, stamps_of_reports, union, with_belief,
)


def why_not_run(context, wanted):
    """Why the claimed command must not be started here; None when it may."""
    if wanted == "never":
        return "they are not asked for (--tests never)"
    claim = tests_claim(context)
    if claim is None:
        return "no tests are claimed"
    ci = context.ci
    if ci is None or wanted == "always":
        return None
    if not context.claims.from_file or not claim["command"]:
        return "in CI only a command that claims.json names is run (tests.command)"
    github = ci["provider"] == "github"
    if github and ci["event"] not in ("pull_request", "push", "merge_group"):
        return "in CI only for pull_request, push and merge_group, this is %s" % (ci["event"] or "no event")
    # Elsewhere nothing runs a stranger's commit with the rights of the base, and some name no commit.
    about = ci["sha"] or (None if github else context.repository.head)
    if context.repository.state != "ok" or context.repository.head != about:
        return "HEAD is not the commit that this run is about"
    return None


def facts_of_run(context):
    """Facts of the claimed command, started here and now with the plugin loaded."""
    words = claimed_command(context)
    before, stamps, started = tree_now(context), stamps_of_reports(context), time.time()
    end = start_command(context, words, log_of(context, ""), True)
    after = tree_now(context)
    if before is not None and after is not None:
        known = {path for paths in before.changes().values() for path in paths}
        for kind, paths in after.changes().items():
            say_names("%s while the tests ran" % kind, [path for path in paths if path not in known])
    before, after = (tree and tree.tree_content for tree in (before, after))
    end.sessions = end.sessions or own_record(context, end, started)
    if end.sessions:
        facts, doubts = sum_of_sessions(context, end, after)
        facts.update(source="run", sessions=len(end.sessions))
    else:
        facts, doubts = facts_without_session(context, words, end, stamps, started)
    facts.update(content_before=before, content_after=after, tracked=False)
    facts["interrupted"] = end.interrupted or facts.get("interrupted", False)
    if facts["interrupted"]:
        doubts.append("unfinished")
    doubts += doubts_about_content(facts, after)
    return with_belief(facts, doubts)


def own_record(context, end, started):
    """[the record of a session that this command started without handing it over], [] where there is none. tox gives
    its environments neither our folder nor our variable; a plugin that conftest.py loads writes its record all the
    same. That it is this command's is told by the process session, which nobody else is in."""
    import shlex

    path, record = find_record(context) or (None, None)
    ours = record is not None and end.process is not None and record["session"].get("sid") == end.process
    if not ours or os.stat(path).st_mtime < started - 2:  # it may be the number of an earlier process
        return []

    # What the command made of its own words is its own business, but for options from outside.
    added = essential_words(shlex.split(os.environ.get("PYTEST_ADDOPTS", "")))
    narrowed = narrowing_of(added, [word for word in added if not word.startswith("-")])
    here = place_facts(context)
    record["session"].update(
        {name: here[name] for name in ("run", "attempt", "job")},
        claimed_command=not added,
        command_digest=command_digest(context),
        narrowed=narrowed + (["-O"] if record["session"].get("optimize") else []),
    )
    return [record]


def isolated_facts(context):
    """Counts of a second run with -I: what only passes without it leans on somebody's home directory."""
    words = claimed_command(context)
    head, arguments = split_command(words, context.cwd)
    if head == ["pytest"]:
        head = ["python", "-m", "pytest"]
    if head[0] != "python":
        say("no isolated run: %s starts no interpreter by name" % words[0])
        return None
    end = start_command(context, ["python", "-I"] + head[1:] + arguments, log_of(context, "-isolated"), False)
    if not end.sessions:
        return {"exit_status": end.status}
    facts, _ = sum_of_sessions(context, end, None)
    return {name: facts[name] for name in COUNTS}


def log_of(context, suffix):
    """One log for each place: never merged."""
    return join(context.probes, "%s%s-pytest.log" % (context.options.place, suffix))


def sum_of_sessions(context, end, content):
    """One command, one answer: counts add up, and it fails if one of its sessions does."""
    views = [session_of_record(context, record, content) for record in end.sessions]
    sessions, doubts = [one for one, _ in views], [code for _, codes in views for code in codes]
    facts = dict(sessions[0])

    def each(name):
        return [one[name] for one in sessions]

    for name in ALL_COUNTS[1:] + ("executed",):
        facts[name] = None if None in each(name) else sum(each(name))
    statuses = [end.status] + each("exit_status")
    facts["exit_status"] = None if None in statuses else next(filter(None, statuses), 0)
    for name in ("red_before", "red_apart"):  # an older plugin tells of none
        told = [one.get(name) for one in sessions]
        facts[name] = None if None in told else max(told)
    for name in ("narrowed", "addopts"):
        facts[name] = union(sessions, name)
    for name in ("collect_only", "interrupted"):
        facts[name] = any(one is not False for one in each(name))
    for name in ("same_tree", "same_user", "prefix_agrees"):
        answers = [one[name] for one in each("session")]
        facts["session"][name] = False if False in answers else None if None in answers else True
    # A report is the one that some session of the command left behind.
    facts.update(merge_suites(sessions))
    facts["reports"].update([(name, one) for view in each("reports") for name, one in view.items() if one["recorded"]])
    modules, env = merge_modules(sessions), merge_env(each("env"))
    facts.update(
        modules,
        ignored=max(one or 0 for one in each("ignored")),
        claimed_command=all(each("claimed_command")),
        hook_error=next(filter(None, each("hook_error")), ""),
        foreign=foreign_modules(modules["origins"]),
        # What was taken from the environment on purpose says nothing about the place.
        env={name: one for name, one in env.items() if name not in withheld_names(context)},
    )
    return facts, doubts


def facts_without_session(context, words, end, stamps, started):
    """Another runner, or no session at all: counts from a report that was written meanwhile, if any was."""
    names = {basename(word) for word in words}
    facts = {
        "source": "run",
        "sessions": 0,
        "exit_status": end.status,
        "unstarted": "",
        "claimed_command": True,
        "narrowed": [],
        "collect_only": False,
        "runner": "pytest" if {"pytest", "py.test"} & names else "unittest" if UNITTEST & names else "other",
        "addopts": [],
        "hook_error": hook_error(context, HOOKS + ("pth",)),
    }
    written, output, times = reports_of_session(context, stamps), read_start(log_of(context, "")), []
    facts["reports"] = reports_of(context, written)
    counts = list(filter(None, [read_junit(claimed_reports(context)[name], times) for name in written]))
    if not counts and facts["runner"] == "unittest":
        counts = list(filter(None, [read_summary(output)]))
    unchanged = [name for name, one in facts["reports"].items() if one["exists"] and name not in written]
    facts["cached"] = find_cached(unchanged, times, started, output)
    doubts = ["no-session"]
    if counts:
        facts.update((name, sum(one[name] for one in counts)) for name in counts[0])
        origins, stale = origins_for_report(context), stale_sources(context, ())
        facts.update(source="report", origins=origins, foreign=foreign_modules(origins))
        facts["stale"] = [context.mask(path) for path in stale]
        doubts = ["stale-bytecode"] if stale else []
    else:
        facts["unstarted"] = find_unstarted(words, end, output)
        if not facts["unstarted"] and not (facts["runner"] == "pytest" and end.status == 4):
            say("%s left no test session and no claimed report: nothing tells what it tested. Load the plugin in "
                "conftest.py, let it pass PYTHONPATH and %s on (tox: pass_env), or claim the JUnit report that it "
                "writes" % (words[0], HAND_OVER))
            return facts, doubts
        # Nothing was started, or a conftest.py could not be imported: no test can have been executed.
        facts.update(dict.fromkeys(COUNTS[1:], 0))
    facts["executed"] = facts["passed"] + facts["failed"]
    return facts, doubts


# How Python, uv, poetry, pdm, pipenv, env, make and shells say that there is no module or program of that name.
NO_SUCH = (
    r"(?m)(?:No module named|Failed to spawn:|Command not found:) ['`]?{0}['`]?\s*$|(?:^|[ '‘\\/]){0}['’]?:? "
    r"(?:\[Errno 2\] )?(?:(?:command )?not found|No such file or|Permission den|is not (?:found in|recognized as)|could not be found)"
)
UNITTEST = {"unittest", "manage.py", "django", "django-admin"}


def find_unstarted(words, end, output):
    """What of a command that failed could not be started, by the word that names it; "" where all of it was."""
    known = [re.escape(word) if end.status and word[:1] != "-" else None for word in words]
    said = [word for word, name in zip(words, known) if name and re.search(NO_SUCH.format(name), output)]
    if said or end.process is None:
        return basename((said or words[:1])[-1])
    return "what %s starts" % basename(words[0]) if end.status in (126, 127) else ""


def origins_for_report(context):
    """Another runner tells no origins: what this interpreter would import, started here as that runner was."""
    origins = {}
    for name in context.own_roots:
        _, path = find_origin(context, name)
        origins[name] = origin_of(context, name, path, False)
        origins.update(old_copies(context, name, path))
    return {name: dict(one, origin=context.mask(one["origin"])) for name, one in origins.items()}


def tests_facts(context):
    """A record is text that anybody may have written: it is read as such, and believed only for a reason."""
    facts = {"source": "none", "believed": False, "disbelief": []}
    wanted = context.options.tests
    refusal = why_not_run(context, wanted)
    record = None if wanted == "always" else find_record(context)
    if record is not None:
        facts = facts_of_record(context, record)
    # A command that starts with python means the interpreter that is probed: elsewhere it is a rumour.
    session = facts.get("session", {})
    same = session.get("prefix_agrees") and session.get("version") == version_text()
    words = claimed_command(context)
    serves = facts["believed"] and (same or words[0] not in ("python", "python3"))
    module = (split_python(words[1:])[1] + ["", ""])[1]
    if facts["believed"] and not serves and module and not find_origin(context, module)[1]:
        say("tests are not run again: this Python has no %s, and the one that ran them had" % module)
    elif not serves and refusal is None:
        facts = facts_of_run(context)
    elif not serves and wanted != "never":
        say("tests are not run here: %s" % refusal)
    facts["functions"] = None if facts.get("files") is None else sum(facts["files"].values())
    facts["command"] = words
    if context.options.isolated and refusal is None:
        facts["isolated"] = isolated_facts(context)
    return {key: facts[key] for key in TEST_KEYS if key in facts}
