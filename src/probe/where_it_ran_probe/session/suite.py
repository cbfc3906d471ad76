"""Which tests a session collects, who leaves some of them out, and what a report counts as."""
import re
import sys
from os import fsdecode
from os.path import dirname, join, normpath, realpath, relpath, sep

from where_it_ran_probe.base.contract import FILES_MAX
from where_it_ran_probe.base.labels import is_beside
from where_it_ran_probe.base.masks import top_of
from where_it_ran_probe.base.tools import seen_from
from where_it_ran_probe.session.command import NARROWING, conftests_of, file_of, split_words


def hook(**options):
    """What pytest.hookimpl(**options) does, for every pluggy there is: these marks are all that it leaves."""

    def mark(function):
        plain = dict.fromkeys(("hookwrapper", "optionalhook", "tryfirst", "trylast"), False)
        function.pytest_impl = dict(plain, specname=None, **options)
        return function

    return mark


def outcomes_of(report):
    """As pytest's own summary: collecting, set-up and tear-down give errors, calls give outcomes."""
    called = getattr(report, "when", None) == "call"
    # The test around a part has its own report; but a failed part must never get lost.
    part = type(report).__name__.lower() == "subtestreport"
    if report.failed:
        return ("failed" if called or part else "errors",)
    if part or report.outcome not in ("passed", "skipped"):  # pytest-rerunfailures calls it rerun
        return ("subtests" if part else "reruns",)
    names = ("skipped", "xfailed") if report.skipped else ("passed", "xpassed") if called else ()
    return names[:1 + hasattr(report, "wasxfail")]


class Beside(object):
    """Tests of another checkout within this one, as a worktree that is kept there: named, and not counted."""

    def __init__(self, config):
        self.root = str(getattr(config, "rootpath", None) or config.rootdir)
        self.ran = set()

    def file_of(self, nodeid):
        return realpath(join(self.root, nodeid.split("::")[0]))

    def takes(self, context, report):
        taken = context is not None and is_beside(context, self.file_of(report.nodeid))
        self.ran.update([report.nodeid] if taken and report.when != "collect" else ())
        return taken

    def files(self, context, items):
        return {one for one in {self.file_of(item.nodeid) for item in items} if is_beside(context, one)}

    def folders(self, context):
        """{other checkout, relative to this one's top: its tests that ran}."""
        tops = [seen_from(context.toplevel, top_of(self.file_of(one))) for one in self.ran]
        return {top: tops.count(top) for top in set(tops)}


def watch_plugins(config, items, steps):
    """Notes how many tests there are whenever a plugin begins to choose among them: not all say what they leave out.
    Gives {hook: its function}, to be put back."""

    def watched(hook, function):
        def act(*arguments):
            steps.append((hook, len(items)))
            result = function(*arguments)
            # What acts around the others gives a generator: what that does at its end is nobody's step.
            steps.extend([] if is_around(hook) else [(None, len(items))])
            return result

        return act

    functions = {hook: hook.function for hook in config.hook.pytest_collection_modifyitems.get_hookimpls()}
    for hook, function in functions.items():
        hook.function = watched(hook, function)
    return functions


def is_around(hook):
    return hook.hookwrapper or getattr(hook, "wrapper", False)


def unnamed_plugins(context, config, steps):
    """Plugins that left tests out, of which no tracked file is one or names one in pytest's configuration."""
    words = [config.inicfg.get(key) for key in ("addopts", "required_plugins")]
    words += [getattr(one, "pytest_plugins", "") for one in conftests_of(config)]
    named, known, names = {plain_name(word) for word in re.findall(r"[\w.-]+", repr(words))}, {None}, {}
    for hook in config.hook.pytest_collection_modifyitems.get_hookimpls():
        file = file_of(hook.plugin) or file_of(sys.modules.get(type(hook.plugin).__module__))
        names[hook] = plain_name(getattr(hook.plugin, "__name__", type(hook.plugin).__module__))
        if named & {names[hook], plain_name(hook.plugin_name)} or context.repository.is_tracked(realpath(file)):
            known.add(hook)
    others = {hook for hook in names if names[hook] not in ("_pytest", "agent_probe")}
    found = {hook for (hook, before), (_, after) in zip(steps, steps[1:]) if after < before}
    around = {hook for hook in others if is_around(hook)} if None in found else set()
    found |= set() if known & around else around
    return ["plugin %s" % name[:50] for name in sorted({names[hook] for hook in found & others - known})]


def plain_name(name):
    return str(name).split(".")[0].replace("-", "_")


def suite_facts(context, config, items, modules, skipped):
    """Test functions by tracked file, without their parameters; and test files that nobody looked into."""
    from collections import Counter
    from fnmatch import fnmatch

    repository, tracked, here, below = context.repository, (), "", ""
    if repository.readable:
        tracked, below = repository.tracked_paths, fsdecode(repository.prefix)
        here = relpath(realpath(str(getattr(config, "rootpath", None) or config.rootdir)), realpath(context.toplevel))
    functions = {(one.nodeid.split("::")[0], one.parent.nodeid, one.name.split("[")[0]) for one in items}
    names = modules.union(file for file, _, _ in functions)
    paths = {name: normpath(join(here, name)).replace(sep, "/") for name in names}
    forms = ["*/" + form for form in config.getini("python_files")]
    tests = {one for one in tracked if one.startswith(below) and any(fnmatch("/" + one, form) for form in forms)}
    configured = NARROWING.intersection(split_words([str(word) for word in config.getini("addopts")]))
    for settings in [vars(one) for one in conftests_of(config)] + [{"testpaths": config.getini("testpaths")}]:
        configured |= {name for name in ("collect_ignore", "collect_ignore_glob", "testpaths") if settings.get(name)}
    facts = {"uncollected": len(tests.difference(paths.values())), "configured": sorted(configured)}
    paths = {name: path for name, path in paths.items() if path in tracked}
    while len(set(paths.values())) > FILES_MAX:
        paths = {name: dirname(path) or "." for name, path in paths.items()}
    facts["files"] = Counter(paths[file] for file, _, _ in functions if file in paths)
    return dict(facts, skipped_files=sorted({paths[file] for file in skipped if file in paths}))
