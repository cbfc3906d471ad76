"""Does a rewritten probe still say the same? Runs two probes side by side and compares all that they say and write.

    python scripts/same_facts.py REV [PYTHON …]    the probe of a git revision, and the one in the working tree

Each situation is built anew for each of them in the same folder, so that ids, times and durations alone may differ.
Exit 1 where something else does: a unified diff says what.
"""
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PROBE = os.path.join(HERE, os.pardir, "dist", "agent_probe.py")
CLAIMS = """{"salt": "5a17", "packages": ["pip", {"name": "own", "from": "repo"}, "json", "a.b.c"],
"env": ["MODE", {"name": "BASE", "compare": true}, {"name": "MY_TOKEN", "compare": true}],
"files": ["tool.py", "/etc/hostname", "gone", "../out", "src", "id_rsa"], "canary": ["home", "repo", "temp"],
"tests": {"command": ["python", "-m", "pytest"], "reports": ["junit.xml"]},
"secrets": [".env", "wide.env", "link.env", "gone.env", "kept.env", "configuration"]}"""
PROJECT = {
    "src/own/__init__.py": "x = 1\n",
    "tool.py": "",
    "id_rsa": "key",
    "pyproject.toml": '[project]\nname = "own"\nrequires-python = ">=3.8"\n',
    ".gitignore": ".env\n.venv/\nprobes/\n",
}
IDENTITY = dict(("GIT_%s_%s" % (who, what), "a@b.invalid") for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL"))
DATES = {"GIT_AUTHOR_DATE": "2024-01-01T00:00:00Z", "GIT_COMMITTER_DATE": "2024-01-01T00:00:00Z"}
PLAIN = dict(IDENTITY, PATH=os.environ["PATH"], LANG="C.UTF-8", USER="someone", GIT_CONFIG_GLOBAL=os.devnull, **DATES)
GITHUB = {
    "GITHUB_ACTIONS": "true", "CI": "true", "GITHUB_RUN_ID": "7", "GITHUB_RUN_ATTEMPT": "2", "GITHUB_JOB": "build",
    "GITHUB_EVENT_NAME": "pull_request", "GITHUB_SHA": "a" * 40, "RUNNER_ENVIRONMENT": "github-hosted",
}
MANY = dict(("NAME_%d" % i, "value") for i in range(600))
MANY.update(MODE="x", BASE="https://api.invalid", MY_TOKEN="t" * 20, PIP_INDEX_URL="https://u:p@h.invalid/", LC_ALL="C.UTF-8")
RAISES = "import os\nraise RuntimeError('%s at /a/b.py = x, \"quoted\"' % os.environ['MODE'])\n"


def write(folder, files):
    for name, text in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def git(folder, *words):
    env = dict(PLAIN, HOME=os.devnull)
    subprocess.run(["git", "-C", folder] + list(words), check=True, env=env, stdout=subprocess.DEVNULL)


def commit(folder, files):
    write(folder, files)
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message=one")


def make_folder(project):
    write(project, PROJECT)


def make_repo(project):
    commit(project, PROJECT)
    write(project, {"probes/claims.json": CLAIMS})


def make_default(project):
    commit(project, PROJECT)


def make_dirty(project):
    make_repo(project)
    write(project, {"tool.py": "changed = 1\n", "new.py": ""})
    os.unlink(os.path.join(project, "id_rsa"))


def make_secrets(project):
    make_repo(project)
    write(project, {".env": "A=1", "wide.env": "A=1", "kept.env": "A=1"})
    os.chmod(os.path.join(project, ".env"), 0o600)
    os.symlink("tool.py", os.path.join(project, "link.env"))
    git(project, "add", "--force", "kept.env")
    git(project, "remote", "add", "origin", "https://user:word@h.invalid/x.git")
    git(project, "config", "http.https://h.invalid/.extraheader", "AUTHORIZATION: basic x")


def make_nested(project):
    make_repo(project)
    commit(os.path.join(project, "inner"), PROJECT)


def make_unborn(project):
    write(project, dict(PROJECT, **{"probes/claims.json": CLAIMS}))
    git(project, "init", "--quiet", "--initial-branch=main")


def make_broken(project):
    make_repo(project)
    write(project, {".git/HEAD": "no commit"})


def make_hooked(project):
    make_repo(project)
    write(project, {"hooks/sitecustomize.py": RAISES, "hooks/usercustomize.py": "import wave\n"})


def make_wrong(project):
    write(project, {"probes/claims.json": '{"places": [], "env": [{"name": "A", "x": 1}, 3], "files": "a", "y": {}}'})


def make_venv(project):
    make_repo(project)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", os.path.join(project, ".venv")], check=True)
    site = os.path.join(project, ".venv", "lib", "python%d.%d" % sys.version_info[:2], "site-packages")
    write(site, {
        "a.pth": "/somewhere/else\nimport os\n# no\n", "b.pth": "import nothing_there\n",
        "__editable___own_finder.py": "MAPPING: dict = {'own': '%s/src/own'}\n" % project,
        "own-1.0.dist-info/METADATA": "Name: own\nVersion: 1.0\n", "own-1.0.dist-info/RECORD": "own/__init__.py,,\n",
    })


# Facts that only the older probe still tells, and the one list that is told in another order.
RETIRED = (
    "uid_is_euid owns_tree first_seen fs mount executable_agrees argv_form virtual_env_agrees externally_managed "
    "user_site_exists premade families".split()
)
REORDERED = r"unknown key; expected one of [^;]*"
NEVER = ["box", "--tests", "never"]
# Name, what is built, options of Python, arguments of the probe, variables ({} is the project).
SITUATIONS = (
    ("no git", make_folder, [], NEVER, {}),
    ("claims", make_repo, [], NEVER, {}),
    ("no claims", make_default, [], ["local", "--tests", "never"], {}),
    ("dirty", make_dirty, [], NEVER, {}),
    ("secrets", make_secrets, [], NEVER, {}),
    ("nested", make_nested, [], NEVER + ["--repo", "inner"], {}),
    ("unborn", make_unborn, [], NEVER, {}),
    ("broken git", make_broken, [], NEVER, {}),
    ("isolated", make_repo, ["-I"], NEVER, {}),
    ("no site", make_repo, ["-S"], NEVER, {}),
    ("PYTHONPATH", make_repo, [], NEVER, {"PYTHONPATH": "src:/x:"}),
    ("hook that fails", make_hooked, [], NEVER, {"PYTHONPATH": "{}/hooks", "MODE": "plain value"}),
    ("environment", make_venv, [], NEVER, {"VIRTUAL_ENV": "{}/.venv"}),
    ("many variables", make_repo, [], NEVER, MANY),
    ("no PATH", make_repo, [], NEVER, {"PATH": ""}),
    ("GitHub", make_repo, [], ["ci-leg"], GITHUB),
    ("wrong claims", make_wrong, [], NEVER, {}),
    ("comment", make_repo, [], NEVER + ["--comment"], {}),
    ("forget", make_repo, [], ["forget"], {}),
    ("help", make_folder, [], ["--help"], {}),
)


def play(top, probe, make, options, arguments, variables):
    """All that a probe says and writes in a situation, without what differs from run to run."""
    shutil.rmtree(top, ignore_errors=True)
    project = os.path.join(top, "project")
    for folder in ("project", "home", "temp"):
        os.makedirs(os.path.join(top, folder))
    make(project)
    script = shutil.copy(probe, os.path.join(top, "agent_probe.py"))
    python = os.path.join(project, ".venv", "bin", "python") if make is make_venv else sys.executable
    env = dict(PLAIN, HOME=os.path.join(top, "home"), TMPDIR=os.path.join(top, "temp"))
    env.update((name, value.replace("{}", project)) for name, value in variables.items())
    ran = subprocess.run([python] + options + [script] + arguments, cwd=project, env=env, stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
    said = ["exit %d" % ran.returncode, ran.stdout.decode("utf-8")]
    for name in ("box.txt", "local.txt", "ci-leg.txt"):
        for folder in (project, os.path.join(project, "inner")):
            file = os.path.join(folder, "probes", name)
            if os.path.exists(file):
                with open(file, encoding="utf-8") as text:
                    said += [name, text.read()]
    text = re.sub(r"(?ms)^\[probe\.durations\].*?^$|%s" % REORDERED, "", "\n".join(said))
    text = re.sub(r"(?m)^(?:%s) = (?:\[\n(?:  .*\n)*\]|.*)\n" % "|".join(RETIRED), "", text)
    return re.sub(r'(?m)^(digest = "[0-9a-f]{64}"|(run_id|taken_at|nonce|age_s|checkout_folder) = .*)$', "", text)


def main():
    revision, others = sys.argv[1], sys.argv[2:]
    top = tempfile.mkdtemp(prefix="same-facts-")
    old = os.path.join(top, "old.py")
    with open(old, "wb") as file:
        shown = ["git", "-C", HERE, "show", revision + ":dist/agent_probe.py"]
        file.write(subprocess.run(shown, check=True, stdout=subprocess.PIPE).stdout)
    differ = 0
    for name, *situation in SITUATIONS:
        before, after = [play(os.path.join(top, "scene"), probe, *situation).splitlines() for probe in (old, PROBE)]
        diff = list(difflib.unified_diff(before, after, "before", "after", n=1, lineterm=""))
        print("%s %s" % ("differs:" if diff else "same:", name))
        print("\n".join(line[:200] for line in diff[:40]), end="\n" if diff else "")
        differ += bool(diff)
    shutil.rmtree(top)
    print("Python %d.%d: %d of %d differ" % (sys.version_info[:2] + (differ, len(SITUATIONS))))
    # Each Python looks at itself.
    others = [subprocess.run([python, __file__, revision]).returncode for python in others]
    return 1 if differ or any(others) else 0


if __name__ == "__main__":
    sys.exit(main())
