"""Bytecode that is older than its source."""
import importlib.machinery
import importlib.util
import marshal
import os
import re
import sys
from os.path import basename, dirname, isfile, join

from where_it_ran_probe.base.tools import list_names, read_bytes


def stale_sources(context, loaded, config=None, tracked=True):
    """Sources of this tree in whose place old bytecode ran or would run, in this process or one that it started, and
    compiled modules that are older than their source. Python takes bytecode for current by the source's size and its
    time in whole seconds: an edit within a second that keeps the size goes unseen. So tests pass on code that is no
    longer there."""
    if not context.repository.readable:
        return []
    # What stands for a source that is gone: where git does not track it, nobody sees it change.
    stale = {one for one in loaded if one.endswith(".pyc") and context.repository.is_tracked(one) is False}
    stale.update(one for one in loaded if is_outdated(context, one))
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


def is_outdated(context, module):
    """Whether a tracked source beside a compiled module is younger: by times, as make and build_ext have it."""
    if not module.endswith(tuple(importlib.machinery.EXTENSION_SUFFIXES)) or context.repository.is_tracked(module):
        return False  # a checkout gives what is tracked whatever times
    stem = join(dirname(module), basename(module).split(".")[0])
    sources = filter(isfile, [stem + end for end in (".py", ".pyx", ".pxd", ".c", ".cc", ".cpp")])
    built = os.stat(module).st_mtime_ns
    return any(os.stat(one).st_mtime_ns > built and context.repository.is_tracked(one) for one in sources)


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
    try:
        source_stat, compiled_stat = os.stat(source), os.stat(compiled)
    except OSError:
        return False
    if len(head) < 16 or head[:4] != importlib.util.MAGIC_NUMBER or flags & 2:
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
