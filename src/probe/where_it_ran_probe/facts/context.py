"""One look at one place: what was asked, and what several families share."""
import os

from where_it_ran_probe.base.git import Git
from where_it_ran_probe.base.labels import Places, find_import_path, label_path
from where_it_ran_probe.base.masks import find_masks, find_toplevel, mask_path
from where_it_ran_probe.base.python import executable_hash
from where_it_ran_probe.base.tools import Keeper, folders_up_to, kept
from where_it_ran_probe.facts.build import find_project_names
from where_it_ran_probe.facts.ci import find_ci
from where_it_ran_probe.facts.git_facts import find_since_base
from where_it_ran_probe.facts.hooks import find_start_errors
from where_it_ran_probe.facts.host import find_identity
from where_it_ran_probe.facts.in_git import find_history
from where_it_ran_probe.facts.installed import find_installed, find_own
from where_it_ran_probe.facts.repository import Repository


class Context(Keeper):
    """One look at one place: what was asked, where, and what was found out once for several families. place, leg: as
    asked. options: tests, only, packages, host, as on the command line; None in a test process. claims: Claims. cwd:
    real path of the working directory. probes: absolute folder of the probe files. out: the file to be written, also
    read as the previous one."""

    def __init__(self, place, leg, options, claims, cwd, probes, out):
        Keeper.__init__(self)
        self.place, self.leg, self.options, self.claims = place, leg, options, claims
        self.cwd, self.probes, self.out = cwd, probes, out
        self.claims_file, self.started_in, self.git = None, cwd, None
        self.durations, self.changes, self.labels = {}, {}, {}
        self.run_id = os.urandom(16).hex()

    # Real path of the working tree's top, also where git refuses to speak; None outside one.
    toplevel = kept("toplevel", lambda self: find_toplevel(self.cwd))
    repository = kept("repository", lambda self: Repository(self.cwd, self.probes))
    identity = kept("identity", lambda self: find_identity(self.claims.salt, self.toplevel))
    ci = kept("ci", lambda self: find_ci(os.environ))
    places = kept("places", lambda self: Places())
    import_path = kept("import_path", lambda self: find_import_path(self.cwd))
    installed = kept("installed", lambda self: find_installed(self.import_path))
    # All that is the repository's own, tracked by git, relative to the working directory: as find_own.
    own_roots = kept("own_roots", lambda self: find_own(self.repository.tracked_here()))
    project_names = kept("project_names", lambda self: find_project_names(self))
    start_errors = kept("start_errors", lambda self: find_start_errors(self))
    masks = kept("masks", lambda self: find_masks(self.toplevel))
    since_base = kept("since_base", lambda self: find_since_base(self.repository))

    @property
    def folders(self):
        """The working directory and those above it, to the tree's top."""
        return folders_up_to(self.cwd, self.toplevel or self.cwd)

    @property
    def own(self):
        """Names of what lies at the top or in src/: what is claimed where no file says so."""
        return sorted(name for name, at in self.own_roots.items() if {name, "src/" + name} & set(at))

    def mask(self, path, among=("<repo>", "<prefix>", "<base>", "~")):
        """The path as it may be shown: <repo>, <prefix>, <base>, ~ or <other>/basename, with /."""
        return mask_path(path, [pair for pair in self.masks if pair[1] in among])

    def mask_root(self, path):
        """A prefix itself, as what it is called would say nothing."""
        return self.mask(path, ("<repo>", "~"))

    def start_git(self):
        """git takes longest, and needs nothing but the folder."""
        asked = self.options.asked
        if set(asked) - {"probe", "previous", "host", "env"}:
            self.git = Git(self.cwd)
            self.start("repository", lambda: Repository(self.cwd, self.probes, "git" in asked, self.git))

    def stop_git(self):
        """Without a word: another problem is being told."""
        if self.git is not None:
            with self.git.starting:
                self.git.stopped = True
            self.git.close()

    def start_early(self):
        """Starts what takes long and needs nobody, so that it runs while the families look."""
        for family, name, find in (
            ("git", "tree", lambda: self.repository.readable and self.repository.tree),
            ("interpreter", "executable_hash", executable_hash),
            ("secrets", "history", lambda: find_history(self)),
            ("path", "start_errors", lambda: find_start_errors(self)),
        ):
            if family in self.options.asked:
                self.start(name, find)

    def label(self, path):
        """Where a file or a path entry lies, one word of schema.ts."""
        if path not in self.labels:
            self.labels[path] = label_path(self, path)
        return self.labels[path]
