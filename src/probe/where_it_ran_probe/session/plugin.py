"""The pytest plugin: watches a session and writes its record."""
import json
import os
import sys
import time
import warnings
from os.path import abspath, basename, dirname, exists, join

from where_it_ran_probe.base.contract import SESSION_RECORD
from where_it_ran_probe.base.files import stamp_of
from where_it_ran_probe.base.git import need_ignored
from where_it_ran_probe.base.head import ALL_COUNTS, NEVER_ENDED, PLUGIN_FOLDER, VERSION
from where_it_ran_probe.base.masks import describe_problem
from where_it_ran_probe.base.stderr import printable
from where_it_ran_probe.base.tools import utc, write_atomically
from where_it_ran_probe.facts.env import started_with
from where_it_ran_probe.facts.repository import content_now
from where_it_ran_probe.session.bytecode import stale_sources
from where_it_ran_probe.session.command import hidden_settings
from where_it_ran_probe.session.origins import (
    children_time, env_in_process, loaded_sources, origins_in_process, packages_in_process,
)
from where_it_ran_probe.session.process import take_hand_over
from where_it_ran_probe.session.record import (
    RECORD_FORMAT, merge_env, merge_modules, merge_suites, reports_of_session, stamps_of_reports, union,
)
from where_it_ran_probe.session.session_facts import (
    context_of_session, fingerprint, home_of_record, session_facts,
)
from where_it_ran_probe.session.suite import Beside, hook, outcomes_of, suite_facts, unnamed_plugins, watch_plugins

# pytest is never imported here, and nothing may change an outcome, an exit status or the tree.

SAID = ("hostname", "executable", "cwd", "python_version", "venv", "prefix")
# Options that print something and run no session worth a record.
NO_SESSION = ("help", "version", "showfixtures", "show_fixtures_per_test", "markers", "cacheshow")
# The session that this process records. Sessions inside it (pytester) are none of ours.
_recorder = None


def _quietly(action, *arguments):
    """Calls, and turns a fault into a fact: what only watches must not change what it watches."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # under -W error a warning of ours would fail somebody's test
            return action(*arguments)
    except Exception as problem:  # a KeyboardInterrupt is the user's, and pytest's to handle
        if _recorder is not None and not _recorder.error:
            _recorder.error = describe_problem(problem)[:300]
        return None


@hook(tryfirst=True)
def pytest_configure(config):
    _quietly(_begin, config)


def _begin(config):
    global _recorder
    here = dirname(abspath(__file__))
    if basename(here).startswith(PLUGIN_FOLDER):
        # Late enough: pytest-xdist has copied sys.path for its workers, where this file is needed too.
        sys.path[:] = [entry for entry in sys.path if entry != here]
    # Two copies of this file may have been loaded under two names: the first one records.
    if _recorder is not None or getattr(config, "_where_it_ran", None) is not None:
        return
    config._where_it_ran = VERSION
    kind = WorkerRecorder if hasattr(config, "workerinput") else Recorder
    _recorder = kind(config, take_hand_over())
    config.pluginmanager.register(_recorder, "where-it-ran")


@hook(hookwrapper=True, tryfirst=True)
def pytest_cmdline_main(config):
    """Around everything: plugins change the exit status until the very end."""
    outcome = yield
    global _recorder
    if _recorder is not None and _recorder.config is config:
        _quietly(_recorder.finish, outcome)
        _recorder = None


class Watcher(object):
    """What a process that runs tests sees: which it collects, and where its modules came from."""

    def __init__(self, config, run):
        self.config, self.run = config, run
        self.context, self.error = None, ""
        self.counts = dict.fromkeys(ALL_COUNTS[1:], 0)
        self.deselected, self.steps = 0, []
        self.beside = Beside(config)
        self.items, self.modules, self.skipped = (), set(), set()
        self.origins, self.workers, self.commands = {}, [], False
        self.variables, self.waited, self.since = started_with(), children_time(), time.time_ns()

    @hook(tryfirst=True)
    def pytest_collectreport(self, report):
        for files in (self.modules, self.skipped)[:1 + bool(report.skipped)]:
            files.add(report.nodeid.split("::")[0])
        _quietly(self.count, report)

    def count(self, report):
        if not self.beside.takes(self.context, report):
            self.counts.update((name, self.counts[name] + 1) for name in outcomes_of(report))

    @hook(tryfirst=True)
    def pytest_deselected(self, items):
        self.deselected += len(items)

    @hook(hookwrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(self, items):
        functions = _quietly(watch_plugins, self.config, items, self.steps) or {}
        yield
        for one, function in functions.items():
            one.function = function
        self.steps.append((None, len(items)))
        self.deselected = max([self.deselected] + [before - len(items) for _, before in self.steps])

    @hook(trylast=True)
    def pytest_collection_finish(self, session):
        self.items = list(getattr(session, "items", None) or ())
        _quietly(self.look_at_modules)

    def look_at_modules(self):
        """Twice, because tests put other things into sys.modules, and some import only while they run."""
        now = children_time()
        # Whether tests started commands that have ended; where nobody tells, they may have. Workers say it themselves.
        self.commands = not self.workers and (self.commands or now is None or now != self.waited)
        if self.context is None:
            self.context = context_of_session(self.config, self.run)
        others = self.beside.files(self.context, self.items)
        origins = origins_in_process(self.context, self.commands, others)
        now = {"origins": origins, "packages": packages_in_process(self.context)}
        self.origins = merge_modules([self.origins, now])
        self.waited = children_time()  # our own were no commands of the tests

    def close(self):
        _quietly(lambda: self.context and self.context.repository.git.close())

    def observe(self, tracked):
        """What only this process can tell, after its tests; tracked: whether all files in the tree are looked at."""
        self.look_at_modules()
        ours = loaded_sources(self.context)
        paths, relative = self.context.repository.tracked_paths if ours else (), self.context.repository.relative
        known = {one for one in ours if relative(one) in paths}
        unknown = [one for one in ours if one not in known and basename(one) != "_version.py"]
        suite = suite_facts(self.context, self.config, self.items, self.modules, self.skipped)
        return dict(suite, **{
            "stale": stale_sources(self.context, ours, self.config, tracked),
            "touched": sorted(one for one in known if os.stat(one).st_ctime_ns > self.since)[:20],
            "ignored": {one: stamp_of(one) for one in sorted(need_ignored(self.context, unknown))},
            "origins": self.origins,
            # pytest reads most conftest.py while it collects, under pytest-xdist in the workers.
            "narrowed": hidden_settings(self.context, self.config)
            or unnamed_plugins(self.context, self.config, self.steps),
            "env": env_in_process(self.context, self.variables),
            "deselected": self.deselected,
            "error": self.error,
        })


class WorkerRecorder(Watcher):
    """Inside a worker of pytest-xdist: tells the controller what only the worker can know."""

    def finish(self, outcome):
        pass

    @hook(tryfirst=True)
    def pytest_sessionfinish(self, session):
        _quietly(lambda: self.config.workeroutput.update(where_it_ran=json.dumps(self.observe(False))))
        self.close()


class Recorder(Watcher):
    """One pytest session seen from inside its own process; registered as a plugin of that session alone."""

    def __init__(self, config, run):
        Watcher.__init__(self, config, run)
        self.session, self.interrupted = None, False
        self.identity, self.seen, self.stamps = {}, {}, {}
        self.started = time.time()
        name = "%020d-%d.json" % (int(self.started * 1e6), os.getpid())
        self.places = [join(run["folder"], name)] if run else []

    @hook(hookwrapper=True, tryfirst=True)
    def pytest_sessionstart(self, session):
        if not any(getattr(self.config.option, name, None) for name in NO_SESSION):
            _quietly(self.start, session)
        yield

    def start(self, session):
        """Before the first result: who speaks, on the screen and in a record that says it has not ended."""
        self.session = session
        self.identity = fingerprint()
        self.say()
        if self.run.get("record", True):
            self.places.append(join(home_of_record(self.config, self.run), SESSION_RECORD))
        _quietly(self.look)
        self.write(NEVER_ENDED, False)
        # By the clock of the disk that the tree lies on.
        written = [os.stat(one).st_ctime_ns for one in self.places if exists(one)]
        self.since = max(written or [self.since])
        self.waited = children_time()

    def say(self):
        """Through pytest's own writer: at every verbosity, and never captured."""
        reporter = self.config.pluginmanager.get_plugin("terminalreporter")
        if reporter is None:
            return
        lines = ["  %s=%s" % (key, printable(self.identity.get(key))) for key in SAID]
        for line in ["[host-fingerprint]"] + lines + ["[/host-fingerprint]"]:
            _quietly(reporter.write_line, line)

    def look(self):
        """What must be known before tests run, because they may change it."""
        self.context = context_of_session(self.config, self.run)
        self.seen = session_facts(self.context, self.config, self.run)
        self.stamps = stamps_of_reports(self.context)

    @hook(trylast=True)
    def pytest_runtest_logreport(self, report):
        # Last: while it is told on the screen, pytest 9 makes a failure of a test with a failed part.
        _quietly(self.count, report)

    @hook(tryfirst=True)
    def pytest_keyboard_interrupt(self, excinfo):
        # Session.Interrupted (errors while collecting, a plugin that stops) is an ordinary end.
        self.interrupted = self.interrupted or excinfo.typename != "Interrupted"

    @hook(tryfirst=True)
    def pytest_internalerror(self, excrepr):
        self.interrupted = True

    @hook(tryfirst=True, optionalhook=True)
    def pytest_testnodedown(self, node, error):
        told = getattr(node, "workeroutput", {}).get("where_it_ran", "null")
        _quietly(lambda: self.workers.append(json.loads(told)))

    def finish(self, outcome):
        """After everything, with the status that pytest returns to its caller."""
        if self.session is None:
            return
        status = NEVER_ENDED
        if outcome.excinfo is None:
            status = int(outcome.get_result() or 0)
        elif outcome.excinfo[0].__name__ == "UsageError":
            status = 4
        _quietly(self.look_back)
        self.write(status, True)
        self.close()

    def look_back(self):
        """Under pytest-xdist the tests ran in the workers. One that said nothing leaves its facts unknown."""
        self.counts["collected"] = int(getattr(self.session, "testscollected", 0) or 0) - len(self.beside.ran)
        told = [self.observe(True)] + [worker for worker in self.workers if worker is not None]
        self.counts["deselected"] = told[0]["deselected"] + max([one["deselected"] for one in told[1:]] or [0])
        self.error = next(filter(None, [one["error"] for one in told]), "")
        self.seen.update(
            content_after=content_now(self.context),
            outside=self.beside.folders(self.context),
            narrowed=union([self.seen] + told, "narrowed"),
            ignored=dict(pair for one in told for pair in one["ignored"].items()),
            reports=reports_of_session(self.context, self.stamps),
            **merge_suites(told)
        )
        if len(told) > len(self.workers):
            self.seen.update(merge_modules([one["origins"] for one in told]))
            self.seen["env"] = merge_env([one["env"] for one in told])

    def write(self, status, finished):
        # Until it has ended nobody knows how many tests ran: none would be a claim.
        session = dict(self.seen, **(self.counts if finished else {}))
        session.update(
            format=RECORD_FORMAT,
            probe=VERSION,
            finished=finished,
            exit_status=status,
            interrupted=self.interrupted or not finished,
            taken_at=utc(self.started),
            error=self.error,
        )
        text = json.dumps(dict(self.identity, session=session), indent=2, sort_keys=False) + "\n"
        for path in self.places:
            try:
                write_atomically(path, text)
            except Exception:
                pass  # a tree that is read-only costs the record, nothing else
