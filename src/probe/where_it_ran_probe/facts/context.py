"""One look at one place: what was asked, and what several families share."""
import os
import threading

from where_it_ran_probe.base.git import Git
from where_it_ran_probe.base.labels import Places, label_path
from where_it_ran_probe.base.masks import find_masks, find_toplevel, mask_path
from where_it_ran_probe.base.python import executable_hash
from where_it_ran_probe.base.tools import folders_up_to
from where_it_ran_probe.facts.ci import find_ci
from where_it_ran_probe.facts.hooks import start_errors
from where_it_ran_probe.facts.host import find_identity
from where_it_ran_probe.facts.installed import find_own
from where_it_ran_probe.facts.repository import Repository


class Context(object):
    """One look at one place: what was asked, where, and what was found out once for several families.

    place, leg: as asked. options: tests, only, packages, host, as on the command line; None in a test process.
    claims: Claims. cwd: real path of the working directory. probes: absolute folder of the probe files. out: the
    file to be written, also read as the previous one.
    """

    def __init__(self, place, leg, options, claims, cwd, probes, out):
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
        self.kept = {}
        self.labels = {}
        self.early = {}
        self.git = None

    def once(self, name, find):
        """What find() gave the first time, or gives since it was started early; when it raised, that again."""
        if name not in self.kept:
            find = self.early[name].wait if name in self.early else find
            try:
                self.kept[name] = (find(), None)
            except Exception as problem:
                self.kept[name] = (None, problem)
        value, problem = self.kept[name]
        if problem is not None:
            raise problem
        return value

    @property
    def toplevel(self):
        """Real path of the working tree's top, also where git refuses to speak; None outside one."""
        return self.once("toplevel", lambda: find_toplevel(self.cwd))

    @property
    def folders(self):
        """The working directory and those above it, to the tree's top."""
        return folders_up_to(self.cwd, self.toplevel or self.cwd)

    @property
    def repository(self):
        """What git says of the repository; see class Repository."""
        return self.once("repository", lambda: Repository(self.cwd, self.probes))

    @property
    def identity(self):
        """Keyed ids of this machine, boot and container; see find_identity."""
        return self.once("identity", lambda: find_identity(self.claims.salt))

    @property
    def ci(self):
        """Facts about the CI run, None outside a CI provider."""
        return self.once("ci", lambda: find_ci(os.environ))

    @property
    def places(self):
        """Where this interpreter keeps packages; see Places."""
        return self.once("places", Places)

    @property
    def own(self):
        """The repository's own top-level import names, tracked by git, relative to the working directory."""
        return self.once("own", lambda: find_own(self.repository.tracked_near()))

    def mask(self, path, among=("<repo>", "<prefix>", "<base>", "~")):
        """The path as it may be shown: <repo>, <prefix>, <base>, ~ or <other>/basename, with /."""
        masks = self.once("masks", lambda: find_masks(self.toplevel))
        return mask_path(path, [pair for pair in masks if pair[1] in among])

    def mask_root(self, path):
        """A prefix itself, as what it is called would say nothing."""
        return self.mask(path, ("<repo>", "~"))

    @property
    def asked(self):
        return self.options.asked

    def start_git(self):
        """git takes longest, and needs nothing but the folder."""
        asked = self.asked
        if [name for name in asked if name not in ("probe", "previous", "host", "env")]:
            self.git = Git(self.cwd)
            self.early["repository"] = Early(lambda: Repository(self.cwd, self.probes, "git" in asked, self.git))

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
        asked = self.asked
        if "git" in asked:
            self.early["tree"] = Early(lambda: self.repository.read_tree())
        if "interpreter" in asked:
            self.early["executable_hash"] = Early(executable_hash)
        if "path" in asked:
            self.early["start_errors"] = Early(lambda: start_errors(self))

    def label(self, path):
        """Where a file or a path entry lies, one word of schema.ts."""
        if path not in self.labels:
            self.labels[path] = label_path(self, path)
        return self.labels[path]


class Early(object):
    """What find() gives, found in a thread of its own: other processes and hashing leave Python free meanwhile."""

    def __init__(self, find):
        self.find = find
        self.found = None
        self.problem = None
        self.thread = threading.Thread(target=self._run)
        self.thread.daemon = True
        self.thread.start()

    def _run(self):
        try:
            self.found = self.find()
        except Exception as problem:
            self.problem = problem

    def wait(self):
        self.thread.join()
        if self.problem is not None:
            raise self.problem
        return self.found
