"""Starts a test command with the plugin within its reach, and stops it in time."""
import json
import os
import re
import signal
import subprocess
import sys
import threading
from os.path import abspath, basename, dirname, join, lexists, realpath

from where_it_ran_probe.base.files import command_text, make_private_folder, remove_folder
from where_it_ran_probe.base.head import HAND_OVER, NEVER_ENDED, PLUGIN_FOLDER, VERSION
from where_it_ran_probe.base.python import is_python, split_python
from where_it_ran_probe.base.stderr import say
from where_it_ran_probe.base.tools import find_program, read_start, seen_from, write_atomically
from where_it_ran_probe.facts.private_index import LARGE_RECORDS
from where_it_ran_probe.session.record import read_record


class End(object):
    """How a command ended. status: its exit status, NEVER_ENDED when it was killed or stopped."""

    process = None
    status = NEVER_ENDED
    interrupted = False
    sessions = ()


def start_command(context, words, log, keep_record):
    """Runs a test command to its end, with the plugin within reach of every pytest that it starts. The plugin comes
    as an entry point in a folder of its own on PYTHONPATH. Not as -p or PYTEST_ADDOPTS: arguments and options are
    facts. Not as PYTEST_PLUGINS: where PYTHONPATH is dropped on the way (tox, a shebang with -I) pytest would end
    with an import error, while an entry point is merely not found. The first thing the plugin does is to put the
    environment back, so that tests and what they start see what they would have seen. -I and -E ignore PYTHONPATH:
    there the module is started by a line of Python that adds the folder last."""
    folder = make_private_folder(context.toplevel, PLUGIN_FOLDER)
    try:
        # In CI the project's code gets no tokens.
        withheld = withheld_names(context)
        env = {name: value for name, value in os.environ.items() if name not in withheld}
        prepare_plugin(context, folder, env, keep_record)
        say("running %s (log: %s)" % (" ".join(words), seen_from(context.cwd, log)))
        end = run_to_end(context, with_interpreter(words, folder), env, log)
        sessions = join(folder, "sessions")
        records = [read_record(join(sessions, name)) for name in sorted(os.listdir(sessions))]
        end.sessions = [record for record in records if record is not None]
    finally:
        remove_folder(folder)
    return end


WITHHELD = r"(?is)(?:INPUT_.*|ACTIONS_.*|.*_TOKEN|GITHUB_(?:ENV|PATH|OUTPUT|STATE|STEP_SUMMARY))\Z"


def withheld_names(context):
    """Variables that tests do not get which the probe starts."""
    return [name for name in os.environ if context.ci is not None and re.match(WITHHELD, name)]


def prepare_plugin(context, folder, env, keep_record):
    """Fills the folder, and makes the environment lead there."""
    changes = {"PYTHONPATH": os.pathsep.join(filter(None, (folder, env.get("PYTHONPATH"))))}
    if env.get("PYTEST_DISABLE_PLUGIN_AUTOLOAD"):
        changes["PYTEST_PLUGINS"] = ",".join(filter(None, (env.get("PYTEST_PLUGINS"), "agent_probe")))
    run = {
        "folder": join(folder, "sessions"),
        "environment": {name: env.get(name) for name in changes},
        "home": context.cwd,
        "claims": context.claims_file,
        "place": context.place,
        "record": keep_record,
        "large": LARGE_RECORDS,
    }
    metadata = "where_it_ran_plugin-%s.dist-info" % VERSION
    for name in (metadata, "sessions"):
        os.mkdir(join(folder, name))
    for name, text in (
        (metadata + "/METADATA", "Metadata-Version: 2.1\nName: where-it-ran-plugin\nVersion: %s\n" % VERSION),
        (metadata + "/entry_points.txt", "[pytest11]\nagent_probe = agent_probe\n"),
        ("run.json", json.dumps(run)),
        ("agent_probe.py", read_start(abspath(__file__))),
    ):
        write_atomically(join(folder, name), text)
    env.update(changes)
    env[HAND_OVER] = join(folder, "run.json")


def with_interpreter(words, folder):
    """The words to start: python means this interpreter, everything else what PATH says."""
    first = sys.executable or realpath("/proc/self/exe") if words[0] in ("python", "python3") else words[0]
    flags, start, arguments, options = split_python(words[1:])
    ignores_path = is_python(basename(words[0])) and ("-I" in flags or "-E" in flags)
    if not ignores_path or not start or start == ["-c"]:
        return [first] + words[1:]
    line = "import runpy, sys; sys.path.append(%r); runpy." % folder
    if start[0] == "-m":
        line += "run_module(%r, run_name='__main__', alter_sys=True)" % start[1]
    else:
        line += "run_path(%r, run_name='__main__')" % start[0]
    return [first] + options + ["-c", line] + arguments


class Stopped(BaseException):
    """Somebody asked this process to end while a command was running."""


def run_to_end(context, words, env, log):
    """Runs it; its output goes to stderr and into the log."""
    end = End()
    sink = open_log(log)
    try:
        process = subprocess.Popen(
            [find_program(words[0])] + words[1:], cwd=context.cwd, env=env, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
        )
    except OSError as problem:
        say("%s cannot be started: %s" % (words[0], problem.strerror))
        end.status = 126 if isinstance(problem, PermissionError) else 127
        return end
    end.process = process.pid
    pump = threading.Thread(target=pump_output, args=(process.stdout, sink))
    pump.daemon = True
    pump.start()
    wait_for_end(process, context.options.tests_limit, end)
    pump.join(5)  # a background process of the tests may keep the pipe open for ever
    return end


def wait_for_end(process, limit, end):
    def stop(*_):
        raise Stopped()

    before = {}
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            before[number] = signal.signal(number, stop)
    except ValueError:
        pass  # not the main thread: signals are somebody else's
    try:
        status = process.wait(limit)
    except (subprocess.TimeoutExpired, Stopped, KeyboardInterrupt) as problem:
        late = isinstance(problem, subprocess.TimeoutExpired)
        say("stopped after %d seconds (--tests-limit)" % limit if late else "stopped while the tests were running")
        end.interrupted = True
        status = stop_process(process, signal.SIGTERM if late else signal.SIGINT)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    # A negative status is the signal that ended it.
    end.status = status if status is not None and status >= 0 else NEVER_ENDED
    end.interrupted = end.interrupted or end.status == NEVER_ENDED


def stop_process(process, number):
    """Asks the whole group to end, waits ten seconds, and ends what is left of it."""
    if os.name == "nt":  # an environment's python.exe has started another, which would be left
        taskkill = join(os.environ.get("SYSTEMROOT", "C:\\Windows"), "System32", "taskkill.exe")
        command_text([taskkill, "/T", "/F", "/PID", str(process.pid)])
    for one, patience in ((number, 10), (getattr(signal, "SIGKILL", signal.SIGTERM), 5)):
        try:
            if hasattr(os, "killpg"):
                os.killpg(process.pid, one)
            else:
                process.terminate()
        except OSError:
            pass  # nobody is left
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            pass
    return process.poll()


def open_log(path):
    """What stands there is not written through: a repository may bring a link by that name."""
    try:
        os.makedirs(dirname(path), exist_ok=True)
        if lexists(path):
            os.unlink(path)
        return open(path, "xb")
    except OSError as problem:
        say("no log: %s" % problem.strerror)
        return None


def pump_output(source, log):
    screen = getattr(sys.stderr, "buffer", None)
    for block in iter(lambda: os.read(source.fileno(), 65536), b""):
        for sink in (log, screen):
            try:
                if sink is not None:
                    sink.write(block)
                    sink.flush()
            except (OSError, ValueError):
                pass
    source.close()
    if log is not None:
        log.close()


def take_hand_over():
    """How this session is handed over ({} when nobody asked); the environment is put back as it was. Commands that
    tests start must see neither our folder nor our variable: their sessions are not ours."""
    path = os.environ.pop(HAND_OVER, None)
    if path is None:
        return {}
    with open(path, "rb") as file:
        run = json.loads(file.read().decode("utf-8"))
    LARGE_RECORDS.update(run["large"])
    for name, value in run["environment"].items():
        os.environ.pop(name, None)
        if value is not None:
            os.environ[name] = value
    return run
