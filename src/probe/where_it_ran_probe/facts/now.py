"""The content id of the tree at this moment, before and after tests."""
from where_it_ran_probe.base.git import end_process
from where_it_ran_probe.facts.repository import Repository
from where_it_ran_probe.facts.tree import Tree


def content_now(context):
    """Content id of the tree at this moment, never a remembered one; None where git does not say."""
    tree = tree_now(context)
    return tree.tree_content if tree is not None else None


def tree_now(context):
    repository = None
    try:
        repository = Repository(context.cwd, context.probes)
        return Tree(repository) if repository.readable else None
    except Exception:
        return None
    finally:
        for process in repository.git.started if repository is not None else ():
            end_process(process)
