"""Random working trees: the probe's content id against what `git add --all` makes of a copy of the same tree.

    python content_fuzz.py FOLDER_OF_THE_PROBE SCRATCH FIRST COUNT     prints the seeds that differ, as JSON
"""
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys

NAMES = """a b.py d/x d/y.py d/e/z d.py a-b a.b a/0 x.log é probes/claims.json probes/box.txt probes/x.py
sub/probes/claims.json sub/probes/ci.txt .host_fingerprint.json""".split() + ["q r", "d/\tprobes/box.txt", "n\nl"]
PEOPLE = ("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL")
ENV = dict(os.environ, GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_NOSYSTEM="1", **dict.fromkeys(PEOPLE, "ada@example.invalid"))


def git(folder, *words):
    pipe = subprocess.PIPE
    return subprocess.run(["git"] + list(words), cwd=folder, env=ENV, stdout=pipe, stderr=pipe).stdout


def write(folder, name, chance):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", newline="") as file:
        file.write(chance.choice(["%d", "%d", "%d\r\n", "%d\n"]) % chance.randrange(9))


def link(folder, name, chance):
    path = os.path.join(folder, name)
    os.unlink(path)
    os.symlink(chance.choice(["b.py", "d", "gone"]), path)


def hide_change(folder, name, chance):
    git(folder, "update-index", chance.choice(["--skip-worktree", "--assume-unchanged"]), "b.py")
    write(folder, "b.py", chance)


def turn_line_ends(folder, name, chance):
    with open(os.path.join(folder, ".gitattributes"), "w") as file:
        file.write(chance.choice(["* text=auto\n", "*.py text eol=lf\n* text=auto\n", ""]))


def nest(folder, name, chance):
    """A repository of its own, and what becomes of it: added, at another commit, gone."""
    inner = os.path.join(folder, "inner")
    if os.path.isdir(inner) and chance.random() < 0.4:
        return shutil.rmtree(inner)
    if not os.path.isdir(inner):
        git(folder, "init", "--quiet", "inner")
    git(inner, "commit", "--quiet", "--allow-empty", "--message", str(chance.random()))


def turn_folder(folder, name, chance):
    """A link to where it went stands for the folder: the same files behind it."""
    os.rename(os.path.join(folder, "d"), os.path.join(folder, "moved"))
    os.symlink("moved", os.path.join(folder, "d"))


def drop_folder(folder, name, chance):
    if os.path.dirname(name):
        shutil.rmtree(os.path.join(folder, os.path.dirname(name)))


ACTS = (
    [write] * 9
    + [
        link,
        turn_line_ends,
        nest,
        drop_folder,
        turn_folder,
        lambda folder, name, chance: os.unlink(os.path.join(folder, name)),
        lambda folder, name, chance: os.chmod(os.path.join(folder, name), chance.choice([0o644, 0o755])),
        lambda folder, name, chance: git(folder, "add", "--all", "--", *chance.choice([[], [name]])),
        lambda folder, name, chance: git(folder, "rm", "--cached", "--quiet", name),
        lambda folder, name, chance: git(folder, "add", "--intent-to-add", name),
        lambda folder, name, chance: git(folder, "update-index", "--assume-unchanged", "b.py"),
        hide_change,
        lambda folder, name, chance: git(folder, "update-index", "--skip-worktree", name),
        lambda folder, name, chance: write(folder, ".gitignore", chance) or git(folder, "stash"),
        lambda folder, name, chance: git(folder, "checkout", "--quiet", "-B", chance.choice(["one", "two"])),
        lambda folder, name, chance: git(folder, "commit", "--quiet", "--all", "--message", "x"),
        lambda folder, name, chance: git(folder, "merge", "--quiet", chance.choice(["one", "two"])),
    ]
)


def leave_merge_open(folder, chance):
    git(folder, "checkout", "--quiet", "-b", "other")
    for branch in ("other", "one"):
        git(folder, "checkout", "--quiet", branch)
        write(folder, "b.py", chance)
        git(folder, "add", "b.py")
        git(folder, "commit", "--quiet", "--message", branch)
    git(folder, "merge", "--quiet", "other")


def play(folder, chance, acts):
    for _ in range(acts):
        try:
            chance.choice(ACTS)(folder, chance.choice(NAMES), chance)
        except OSError:
            pass


def expected_content(probe, folder, copy):
    """Everything is added in a copy, hidden changes as well, and listed from there."""
    subprocess.check_call(["cp", "-a", folder, copy])
    for entry in git(copy, "ls-files", "-v", "-z").split(b"\0"):
        if entry and (entry[:1].islower() or entry[:1] == b"S"):
            for flag in ("--no-assume-unchanged", "--no-skip-worktree"):
                git(copy, "update-index", flag, entry[2:])
    git(copy, "add", "--all")
    tree = git(copy, "write-tree").decode().strip()
    records = [one for one in git(copy, "ls-tree", "-r", "-z", tree).split(b"\0") if one]
    products = probe.Products(b"".join(one + b"\0" for one in records), b"probes")
    kept = [one for one in records if not products.hold(one.split(b"\t", 1)[1])]
    return hashlib.sha256(b"\0".join(kept)).hexdigest()


def index_bytes(repository):
    if not os.path.exists(repository.index):
        return b""
    with open(repository.index, "rb") as file:
        return file.read()


def differs(probe, scratch, seed):
    chance = random.Random(seed)
    folder, copy = os.path.join(scratch, "tree"), os.path.join(scratch, "copy")
    os.mkdir(folder)
    ENV["GIT_DEFAULT_HASH"] = chance.choice(["sha1", "sha1", "sha256"])
    git(folder, "init", "--quiet", "--initial-branch=one", ".")
    play(folder, chance, chance.randrange(12))
    if chance.random() < 0.9:
        git(folder, "add", "--all")
        git(folder, "commit", "--quiet", "--allow-empty", "--message", "x")
    if chance.random() < 0.15:
        leave_merge_open(folder, chance)
    play(folder, chance, chance.randrange(14))
    # As a large index is read, too.
    probe.EXACT_UP_TO = chance.choice([1 << 20, -1])
    if chance.random() < 0.2:
        git(folder, "config", "core.fileMode", "false")
    repository = probe.Repository(folder, os.path.join(folder, "probes"))
    before = index_bytes(repository)
    content = probe.Tree(repository).tree_content
    looks = [process for process in repository.git.started if "status" in process.args]
    for process in repository.git.started:
        probe.end_process(process)
    touched = index_bytes(repository) != before
    wrong = content != expected_content(probe, folder, copy)
    for one in (folder, copy):
        shutil.rmtree(one)
    return wrong or touched or len(looks) != 1


def main(folder, scratch, first, count):
    sys.path.insert(0, folder)
    import agent_probe

    seeds = range(int(first), int(first) + int(count))
    print(json.dumps([seed for seed in seeds if differs(agent_probe, scratch, seed)]))


if __name__ == "__main__":
    main(*sys.argv[1:])
