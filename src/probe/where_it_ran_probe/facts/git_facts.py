"""[git]: which commit and which content this is."""
import os
import re
from os import fsdecode
from os.path import join, lexists, realpath

from where_it_ran_probe.base.masks import describe_problem
from where_it_ran_probe.facts.records import content_id


def git_facts(context):
    repository = context.repository
    facts = {"state": repository.state}
    if not repository.readable:
        return facts
    repository.start_reading()
    problems = []

    def add(find):
        """Takes the facts that find() gives; where one question fails the others are still answered."""
        try:
            facts.update(find())
        except Exception as problem:
            problems.append(describe_problem(problem, context))

    add(lambda: {"head": repository.head, "parents": find_parents(repository), "branch": repository.branch})
    facts.update(
        shallow=repository.shallow,
        worktree=realpath(repository.git_dir) != realpath(repository.common_dir),
        cwd=fsdecode(repository.prefix).rstrip("/") or ".",
    )
    if repository.state == "ok":
        add(lambda: patch_ids(repository))
        add(lambda: {"head_content": content_id(*repository.head_parts[::2])})
    add(lambda: {"tree_content": repository.tree.tree_content})
    changes = context.changes
    add(lambda: changes.update(repository.tree.changes(), ignored=repository.tree.ignored) or {})
    facts.update((kind, len(paths)) for kind, paths in changes.items())
    add(lambda: {"hidden": len(repository.hidden_entries)})
    add(lambda: submodule_facts(repository))
    if problems:
        facts["error"] = problems[0]
    return facts


def submodule_facts(repository):
    folders = [join(repository.toplevel, fsdecode(one)) for one in repository.tree.submodules()]
    absent = [one for one in folders if not lexists(join(one, ".git"))]
    return {"submodules": len(folders), "submodules_absent": len(absent)}


def find_parents(repository):
    """Of HEAD, as the commit object says them: a shallow clone has them there."""
    header = repository.commit.partition(b"\n\n")[0]
    return [fsdecode(one) for one in re.findall(br"(?m)^parent ([0-9a-f]{40,64})$", header)]


def find_since_base(repository):
    """{path: letter of `git diff`, b"A" for an added one} of what differs between the files and where this pull request
    began: a merge's first parent, else what HEAD shares with the target branch. None where the clone has neither."""
    base = find_base(repository)
    if base is None:
        return None
    words = "diff --name-status -z --no-renames --no-ext-diff --ignore-submodules".split()
    told = repository.git.need(repository.git.start(*(words + [base])))
    return dict(zip(map(fsdecode, told.split(b"\0")[1::2]), told.split(b"\0")[::2]))


def find_base(repository):
    target = os.environ.get("GITHUB_BASE_REF") or "HEAD"
    for ref in ["HEAD^1"] * is_synthetic_merge(repository) + ["origin/" + target, "origin/HEAD"]:
        code, base, _ = repository.git.ask("merge-base", ref, "HEAD")
        if code == 0:
            return fsdecode(base.strip())
    return None


def patch_ids(repository):
    """What the commits since the base change, whatever they stand on; nothing in a clone that is cut short."""
    git, base = repository.git, None if repository.shallow else find_base(repository)
    if base is None:
        return {}
    commits = git.need(git.start("rev-list", "--no-merges", "--max-count=51", base + "..HEAD"))
    if commits.count(b"\n") > 50:
        return {}
    patches = git.need(git.start("diff-tree", "--stdin", "-r", "-p", "--root", "--no-ext-diff", "--no-textconv", data=commits))
    told = git.need(git.start("patch-id", "--stable", data=patches))
    return {"patches": [fsdecode(line.split()[0]) for line in told.splitlines()]}


def is_synthetic_merge(repository):
    """A merge that a CI provider made: detached, two parents, and known as a pull request's merge."""
    parents = find_parents(repository)
    if repository.branch is not None or len(parents) != 2:
        return False
    if "\n\nMerge %s into %s" % (parents[1], parents[0]) in fsdecode(repository.commit):
        return True
    ref, commit = os.environ.get("GITHUB_REF", ""), os.environ.get("GITHUB_SHA")
    if re.match(r"refs/pull/\d+/merge\Z", ref) and commit == repository.head:
        return True
    refs = repository.git.need(repository.git.start("for-each-ref", "--points-at", "HEAD", "--format=%(refname)"))
    return re.search(br"(?m)^refs/(?:remotes/)?(?:pull|merge-requests)/\d+/merge$", refs) is not None
