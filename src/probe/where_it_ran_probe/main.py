"""The command line."""
import os
import re
import sys
import warnings
from os.path import dirname, exists, isdir, isfile, join, lexists, normpath, realpath

from where_it_ran_probe.base.claims import read_claims
from where_it_ran_probe.base.contract import FORMAT, PLACE
from where_it_ran_probe.base.head import VERSION, CannotWrite, Usage, import_rest
from where_it_ran_probe.base.masks import find_toplevel
from where_it_ran_probe.base.render import is_too_large, quote, render_toml
from where_it_ran_probe.base.stderr import note, say, say_names
from where_it_ran_probe.base.tools import folders_up_to, seen_from, sha256_of_text, write_atomically
from where_it_ran_probe.facts.canary import forget
from where_it_ran_probe.facts.context import Context
from where_it_ran_probe.facts.packages import listed_of_claimed
from where_it_ran_probe.families import FAMILIES, collect


def fit_file(facts):
    """The file's text. Where it would be too large, the lists that decide least make room, one after the other."""
    packages, env = facts.get("packages", {}), facts.get("env", {})
    text = render_toml(facts)
    if is_too_large(text) and "distributions" in packages:
        kept = listed_of_claimed(packages["distributions"], packages["claimed"])
        packages.update(scope="claimed", distributions=kept)
        text = render_toml(facts)
    if is_too_large(text) and "names" in env:
        env["names"] = []
        text = render_toml(facts)
    return text


def main(argv=None):
    """Runs the command line; returns the exit status."""
    warnings.simplefilter("ignore")  # -W error is meant for the project's code
    sys.setswitchinterval(0.0002)  # what waits for git and goes on should not wait for Python as well
    try:
        return write_probe(sys.argv[1:] if argv is None else argv)
    except (Usage, CannotWrite) as problem:
        say(str(problem))
        return 2 if isinstance(problem, Usage) else 4
    except SystemExit as end:  # argparse has said it all
        return end.code
    except KeyboardInterrupt:
        say("stopped")
        return 130


def need_writable(file):
    """Asked first: nobody should wait for tests to learn that their file can't be written."""
    folder = dirname(file)
    # Replaced, /dev/null or /dev/stdout would be gone for everybody on this machine.
    if realpath(folder) == "/dev" or exists(file) and not isfile(file):
        raise CannotWrite("cannot write %s: not a regular file; --stdout prints instead" % file)
    if isdir(folder) and not os.access(folder, os.W_OK):
        raise CannotWrite("cannot write in %s" % folder)


def write_probe(arguments):
    options = parse_arguments(arguments)
    context = create_context(options)
    if options.place != "forget":
        context.start_git()
    import_rest()
    try:
        context.claims = read_claims(context.claims_file)
        return forget(context) if options.place == "forget" else look_and_write(context, options)
    except BaseException:
        context.stop_git()
        raise


def look_and_write(context, options):
    if options.for_commit:
        context.out = join(context.probes, "%s-%s.txt" % (options.place, branch_slug(context)))
    printed = options.stdout or options.comment
    if not printed:
        need_writable(context.out)
    tell_claims(context)
    text = fit_file(collect(context))
    # Names stay on this screen: the file has their number.
    for kind, paths in context.changes.items():
        say_names(kind, [path for path in paths if not path.endswith(b"__pycache__/")])
    if printed:
        write_out(fence(text) if options.comment else text)
    else:
        try:
            os.makedirs(dirname(context.out), exist_ok=True)
            write_atomically(context.out, text)
        except OSError as problem:
            raise CannotWrite("cannot write %s: %s" % (context.out, problem.strerror))
    where = "stdout" if printed else quote(seen_from(context.started_in, context.out))[1:-1]
    note("%s: read it before you publish it" % where)
    return 0


def tell_claims(context):
    claims = seen_from(context.started_in, context.claims_file)
    if context.started_in != context.cwd:
        say("claims: %s, looked at from %s" % (claims, seen_from(context.started_in, context.cwd)))
    elif context.claims.from_file:
        say("claims: %s" % claims)
    else:
        say("no %s: the default claims apply (own packages, tests, .env, configuration)" % claims)
    if context.toplevel is None:
        say("no git repository here: the code cannot be identified, so no test result will count")


def write_out(text):
    if sys.stdout is None:
        raise CannotWrite("cannot write to stdout: it is closed; name a file with --out")
    try:
        sys.stdout.buffer.write(text.encode("utf-8"))
        sys.stdout.buffer.flush()
    except OSError as problem:
        sys.stdout = None  # what is left of it would fail once more when Python ends
        raise CannotWrite("cannot write to stdout: %s" % problem.strerror)


def fence(text):
    """A fenced block to paste into a pull request; longer than any run of backticks inside."""
    runs = [len(run) for run in re.findall("`+", text)]
    mark = "`" * max(3, max(runs or [0]) + 1)
    return "%stoml\n%s%s\n" % (mark, text, mark)


def parse_arguments(arguments):
    import argparse

    names = [name for name, _ in FAMILIES]
    parser = argparse.ArgumentParser(
        prog="agent_probe.py",
        description="Writes down facts about one place, seen by the interpreter that runs this: probes/PLACE.txt.",
        epilog="Exit status 0: written, whatever it says; 2: wrong usage or claims file; 3: this Python is too old; "
               "4: cannot write.",
        formatter_class=lambda prog: argparse.HelpFormatter(prog, max_help_position=30, width=118),
    )
    add = parser.add_argument
    add("place", metavar="PLACE", help="local, box or ci, or one with a leg (ci-py3.13); forget removes the canaries")
    add("--tests", choices=("auto", "always", "never"), default="auto",
        help="take a session record that counts, else run the claimed command; always run it; do neither")
    add("--tests-limit", metavar="SECONDS", type=int, default=3600, help="then tests are stopped (3600)")
    add("--isolated", action="store_true", help="run the tests a second time, with -I")
    add("--only", metavar="FAMILY,...", help="of " + ", ".join(names))
    add("--claims", metavar="FILE", help="instead of probes/claims.json here or in the nearest folder above")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--out", metavar="FILE", help="write there instead of PLACE.txt beside the claims")
    where.add_argument("--stdout", action="store_true", help="print the file instead of writing it")
    where.add_argument("--comment", action="store_true", help="print it as a block to paste into the pull request")
    where.add_argument("--for-commit", action="store_true", help="write PLACE-BRANCH.txt, which no other branch has")
    add("--repo", metavar="DIR", help="probe as if started there")
    add("--packages", choices=("all", "claimed"), help="which to list: claimed ones for local, else all")
    add("--host", choices=("show", "hash"), help="how to name this host: hash for local, else show")
    add("--version", action="version", version="agent_probe.py %s (format %d)" % (VERSION, FORMAT))
    options = parser.parse_args(arguments)
    if options.only is not None:
        options.only = [name.strip() for name in options.only.split(",") if name.strip()]
        wrong = [name for name in options.only if name not in names]
        if wrong or not options.only:
            raise Usage("no family %s; there are %s" % (", ".join(wrong) or "named", ", ".join(names)))
    options.asked = [name for name in names if options.only is None or name in options.only]
    return options


def create_context(options):
    match = re.match(PLACE, "local" if options.place == "forget" else options.place)
    if not match:
        raise Usage("PLACE is local, box or ci, or one with a leg like ci-py3.13; not %r" % options.place)
    started_in = enter_folder(options)
    cwd = realpath(os.getcwd())
    claims_file = normpath(join(cwd, options.claims))
    probes = dirname(claims_file)
    out = join(started_in, options.out or join(probes, options.place + ".txt"))
    context = Context(match.group(1), match.group(2), options, None, cwd, probes, out)
    context.claims_file, context.started_in = claims_file, started_in
    return context


def enter_folder(options):
    """The folder where the probe was started; left for the nearest one above that holds probes/claims.json."""
    try:
        if options.repo:
            os.chdir(options.repo)
        started_in = realpath(os.getcwd())
    except OSError as problem:
        named = "--repo %s" % options.repo if options.repo else "the working directory is gone, start in another one"
        raise Usage("%s: %s" % (named, problem.strerror))
    if options.claims is None:
        options.claims = join("probes", "claims.json")
        folders = folders_up_to(started_in, find_toplevel(started_in) or started_in)
        holders = [one for one in folders if lexists(join(one, options.claims))]
        os.chdir((holders + [started_in])[0])
    return started_in


def branch_slug(context):
    """The branch as part of a file name: two pull requests never share it. At most 36 characters."""
    repository = context.repository
    branch = repository.branch if repository.readable else None
    name = branch or os.environ.get("GITHUB_HEAD_REF") or getattr(repository, "head", None)
    if not name:
        raise Usage("--for-commit needs a branch: git says %s" % repository.state)
    slug = re.sub(r"[^A-Za-z0-9._]+", "-", name).strip("-.") or "branch"
    if len(slug) <= 36 and slug == name:
        return slug
    # Shortened or with other characters it could be another branch's, too.
    return "%s-%s" % (slug[:27].rstrip("-."), sha256_of_text(name)[:8])


if __name__ == "__main__":
    ended = main()
    # -i and PYTHONINSPECT would turn the end into a question, and taking Python down is slow.
    # Who called has more to do.
    if sys.flags.inspect or sys._getframe().f_back is None:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        os._exit(ended)
    sys.exit(ended)
