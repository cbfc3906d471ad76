"""Bytecode that is older than its source."""
import importlib.machinery
import importlib.util
import marshal
import os
import re
import sys
from os.path import basename, dirname, isfile, join

from where_it_ran_probe.base.files import loaded_modules
from where_it_ran_probe.base.tools import list_names, read_bytes, status_of
from where_it_ran_probe.facts.build import built_from
from where_it_ran_probe.facts.installed import NOT_OWN

# What modules are compiled from, and what those files include.
SOURCES = tuple(".c .h .cc .hh .cpp .hpp .cxx .hxx .cu .pyx .pxd .pxi .rs .f .f90 .f95 .m .mm .go .zig".split())


def stale_sources(context, loaded, config=None, tracked=True):
    """Sources of this tree in whose place old bytecode ran or would run, in this process or one that it started, and
    compiled modules that are older than their source. Python takes bytecode for current by the source's size and its
    time in whole seconds: an edit within a second that keeps the size goes unseen. So tests pass on code that is no
    longer there."""
    if not context.repository.readable:
        return []
    # What stands for a source that is gone: where git does not track it, nobody sees it change.
    stale = {one for one in loaded if one.endswith(".pyc") and context.repository.is_tracked(one) is False}
    stale.update(old_builds(context, loaded))
    sources, compiled = {one for one in loaded if one.endswith(".py")}, {}
    for path in context.repository.tracked_paths if tracked else ():
        if path.endswith(".py"):
            sources.add(join(context.toplevel, *path.split("/")))
    for source in sources:
        folder, name = os.path.split(source)
        if folder not in compiled:
            compiled[folder] = compiled_in(folder)
        if any(is_stale(source, file, config) for file in compiled[folder].get(name[:-3], ())):
            stale.add(source)
    return sorted(stale)[:20]


def old_builds(context, loaded):
    """Compiled modules of this project that are older than a source which this pull request, or somebody since its last
    commit, changed; where nobody knows what changed, outside CI than any source: there all files of a fresh checkout
    are younger than what a cache brought. A time that equals the commit's was given by the build."""
    found, ends = set(), tuple(importlib.machinery.EXTENSION_SUFFIXES)
    committed = re.search(br"(?m)^committer .* (\d+) [-+]\d+$", context.repository.commit)
    for module in {path for _, path in loaded_modules() if path.endswith(ends)}:
        folder, built = built_from(context, module, module in loaded), os.stat(module).st_mtime_ns
        if folder is None or committed and int(committed.group(1)) == built // 10 ** 9:
            continue
        changed, own = context.since_base, "/" + basename(module).split(".")[0] + ".py"
        for source in (() if context.ci else context.repository.tracked_paths) if changed is None else changed:
            file = join(context.toplevel, source)
            young = source.startswith(folder) and isfile(file) and os.stat(file).st_mtime_ns > built
            if young and source.endswith(SOURCES + (own,)) and set(NOT_OWN).isdisjoint(source.split("/")):
                found.add(module)
    return found


def compiled_in(folder):
    """{module: its compiled files for this Python}; pytest keeps what it made of tests beside the others."""
    cache = dirname(importlib.util.cache_from_source(join(folder, "any.py")))
    found = {}
    for name in list_names(cache):
        module, tag, rest = name.partition(".%s" % sys.implementation.cache_tag)
        if tag and rest[:1] in (".", "-"):
            found.setdefault(module, []).append(join(cache, name))
    return found


def is_stale(source, compiled, config):
    """Whether Python would take this bytecode for the source's, and it is not."""
    head = read_bytes(compiled, 16)
    flags, modified, size = [int.from_bytes(head[at:at + 4], "little") for at in (4, 8, 12)]
    source_stat, compiled_stat = status_of(source), status_of(compiled)
    known = source_stat is not None and compiled_stat is not None and len(head) == 16
    if not known or head[:4] != importlib.util.MAGIC_NUMBER or flags & 2:
        return False  # of no use to this Python, or compared with its source at every import
    if flags == 0:
        told = (int(source_stat.st_mtime) & 0xFFFFFFFF, source_stat.st_size & 0xFFFFFFFF)
        changed = max(source_stat.st_mtime_ns, source_stat.st_ctime_ns)
        # Python itself compiles again where time or size differ. Bytecode that was written more than 2 s, the grain of
        # the coarsest clock, after the last change of the source was made from that source.
        if (modified, size) != told or compiled_stat.st_mtime_ns > changed + 2 * 10 ** 9:
            return False
    try:
        code = compile_again(source, compiled, config)
    except Exception:
        return True
    if code is None:  # somebody else's compiler
        return source_stat.st_mtime_ns > compiled_stat.st_mtime_ns
    return marshal.loads(read_bytes(compiled, 1 << 30)[16:]) != code


def compile_again(source, compiled, config):
    """What the source gives now, compiled as that file was; None where nobody knows how it was."""
    name = basename(compiled)
    plain = re.search(r"%s(?:\.opt-([12]))?\.pyc$" % re.escape(sys.implementation.cache_tag), name)
    if plain:
        text = read_bytes(source, 1 << 30)
        return compile(text, source, "exec", dont_inherit=True, optimize=int(plain.group(1) or 0))
    if config is None or not name.endswith("-pytest-%s.pyc" % sys.modules["pytest"].__version__):
        return None
    try:
        from _pytest.assertion.rewrite import _rewrite_test
        from pathlib import Path

        return _rewrite_test(Path(source), config)[1]
    except (ImportError, TypeError):
        return None
