"""One look at one place: what was asked, and what several families share."""
import os

from where_it_ran_probe.base.git import Git
from where_it_ran_probe.base.labels import Places, find_import_path, label_path
from where_it_ran_probe.base.masks import find_masks, find_toplevel, mask_path
from where_it_ran_probe.base.python import executable_hash
from where_it_ran_probe.base.tools import Keeper, folders_up_to, kept
from where_it_ran_probe.facts.build import find_project_names
from where_it_ran_probe.facts.ci import find_ci
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
        self.place = place
        self.leg = leg
        self.options = options
        self.claims = claims
        self.cwd = cwd
        self.probes = probes
        self.out = out
        self.claims_file = None
        self.started_in = cwd
        self.run_id = os.urandom(16).hex()
        self.durations = {}
        self.changes = {}
        self.labels = {}
        self.git = None

    @kept
    def toplevel(self):
        """Real path of the working tree's top, also where git refuses to speak; None outside one."""
        return find_toplevel(self.cwd)

    @property
    def folders(self):
        """The working directory and those above it, to the tree's top."""
        return folders_up_to(self.cwd, self.toplevel or self.cwd)

    @kept
    def repository(self):
        return Repository(self.cwd, self.probes)

    @kept
    def identity(self):
        return find_identity(self.claims.salt, self.toplevel)

    @kept
    def ci(self):
        return find_ci(os.environ)

    @kept
    def places(self):
        return Places()

    @kept
    def import_path(self):
        return find_import_path(self.cwd)

    @kept
    def installed(self):
        return find_installed(self.import_path)

    @kept
    def own_roots(self):
        """All that is the repository's own, tracked by git, relative to the working directory: as find_own."""
        return find_own(self.repository.tracked_here())

    @property
    def own(self):
        """Names of what lies at the top or in src/: what is claimed where no file says so."""
        return sorted(name for name, at in self.own_roots.items() if {name, "src/" + name} & set(at))

    @kept
    def project_names(self):
        return find_project_names(self)

    @kept
    def start_errors(self):
        return find_start_errors(self)

    @kept
    def masks(self):
        return find_masks(self.toplevel)

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
        """Without a word, and without waiting for one: another problem is being told."""
        if self.git is not None:
            with self.git.starting:
                self.git.stopped = True
            for process in self.git.started:
                try:
                    process.kill()
                except OSError:
                    pass  # it has ended

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
