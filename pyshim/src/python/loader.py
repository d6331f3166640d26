"""The tools folder as the worker sees it: load what moved, say what is there, hand out what is called.

The worker calls the functions at the foot of this file and nothing else in Python.
"""

import os
import sys

import _pyshim_facts
import _pyshim_finder
import _pyshim_instances
import _pyshim_others
import _pyshim_text


class Loaded:
    """A file that was looked at: the numbers of its tools, and its facts as JSON, written once."""

    def __init__(self, facts, keys=()):
        self.keys = keys
        self.text = _pyshim_text.dumps(facts)


HELPER = Loaded({})


class Loader:
    """One tools folder."""

    def __init__(self, root, importing):
        self.finder = _pyshim_finder.Finder(root, importing)
        self.instances = _pyshim_instances.Instances()
        self.stamps = {}  # stem: what `os.stat` said when it was last read; None for a file that is not there
        self.files = {}  # stem: Loaded
        self.tools = {}  # key: (Found, stem, scope)
        self.retired = {}  # stem: the keys of the version before this one
        self.next_key = 1

    def refresh(self):
        """Load again what moved and whatever imported it, and nothing else."""
        finder = self.finder
        before, now = self.stamps, self._scan()
        for stem in set().union(*finder.edges.values()) - now.keys():
            now[stem] = None
        moved = {stem for stem in before.keys() | now.keys() if before.get(stem) != now.get(stem)}
        stale = self._with_importers(moved)
        # What is cut short on the way counts as not read, and is taken up again by the next refresh.
        self.stamps = {stem: stamp for stem, stamp in now.items() if stem not in stale}
        for stem in moved & before.keys():
            finder.blamed.pop(stem, None)
        if stale:
            linecache = sys.modules.get("linecache")
            for stem in stale:
                finder.forget(stem)
                self.instances.drop_file(stem)
                if linecache:
                    linecache.checkcache(finder.path(stem))
        for stem in sorted(stale):
            if now.get(stem) is None:
                self._retire(stem)
                self.files.pop(stem, None)
        for stem in sorted(stem for stem in stale if now.get(stem) is not None):
            self._retire(stem)
            self.files[stem] = self._load(stem)
            self.stamps[stem] = now[stem]
        # A dependency that is not a file of the folder is watched from now on: it may become one.
        for stem in set().union(*finder.edges.values()) - now.keys():
            self.stamps[stem] = None
        return self._text()

    def _scan(self):
        """The state of every file of the folder, as it is before any of them is read."""
        found = {}
        try:
            entries = list(os.scandir(self.finder.folder))
        except FileNotFoundError:
            return found
        for entry in entries:
            stem, suffix = os.path.splitext(entry.name)
            if suffix != _pyshim_finder.SUFFIX or not _writable(stem):
                continue
            try:
                if not entry.is_file():
                    continue
                # Not the entry's own stat: that may be of the link, and never moves on some file systems.
                stat = os.stat(entry.path)
            except OSError:
                continue
            found[stem] = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
        return found

    def _with_importers(self, stems):
        importers = {}
        for stem, imported in self.finder.edges.items():
            for other in imported:
                importers.setdefault(other, set()).add(stem)
        return _closure(stems, importers)

    def _retire(self, stem):
        """Keep the tools of the version before callable once: a call may have been on its way."""
        for key in self.retired.pop(stem, ()):
            self.tools.pop(key, None)
        if stem in self.files:
            self.retired[stem] = self.files[stem].keys

    def _load(self, stem):
        """Run a tool file and look at it. A helper runs when somebody imports it."""
        finder = self.finder
        if not _is_module(stem):
            return HELPER
        if stem.startswith("_"):
            if stem == "__init__":
                self._run_init()
            return HELPER
        name = "tools." + stem
        finder.last = None
        try:
            __import__(name)
            found, facts = _pyshim_facts.look(sys.modules[name], finder.sources[stem])
            loaded = Loaded(facts, range(self.next_key, self.next_key + len(found)))
        except BaseException as error:
            failure = finder.failed[stem] = finder.failure(error, stem)
            return Loaded(failure.facts())
        scope = (facts["scope"] or {}).get("word", "call")
        self.next_key += len(found)
        self.tools.update(zip(loaded.keys, ((tool, stem, scope) for tool in found)))
        return loaded

    def _run_init(self):
        """Run the folder's `__init__.py` in the package; what it lacks then is missed by those who import it."""
        package = sys.modules["tools"]
        package.__file__ = self.finder.path("__init__")
        self.finder.last = None
        try:
            self.finder.run("__init__", package)
        except BaseException as error:
            self.finder.failed["__init__"] = self.finder.failure(error, "__init__")

    def _text(self):
        """The facts of the whole folder as JSON."""
        files = []
        wanted = _closure({stem for stem in self.files if stem[0] != "_" or stem == "__init__"}, self.finder.edges)
        for stem in sorted(stem for stem, stamp in self.stamps.items() if stamp is not None):
            loaded = self.files[stem]
            facts = loaded.text
            imported = ()
            # A helper that nobody imports any more is as if it had never run.
            if stem in wanted:
                imported = _closure({stem}, self.finder.edges) - {stem}
                failure = self.finder.failed.get(stem)
                if failure is not None and loaded is HELPER:
                    facts = _pyshim_text.dumps(failure.facts())
            seen = {
                "stem": stem,
                "stamp": self.stamps[stem],
                "imports": [[other, self.stamps.get(other)] for other in sorted(imported)],
                "keys": list(loaded.keys),
            }
            files.append(f'{_pyshim_text.dumps(seen)[:-1]},"facts":{facts}}}')
        return f'{{"files":[{",".join(files)}]}}'

    def entry(self, key):
        found, stem, scope = self.tools[key]
        return self.instances.entry(found, stem, scope)

    def maker(self, stem):
        """What makes a run's instance of a file's class; None for a file that holds none, and for one that is not here."""
        loaded = self.files.get(stem)
        for key in loaded.keys if loaded else ():
            found, _, scope = self.tools[key]
            if found.holder is not None:
                return self.instances.maker(found.holder, stem, scope)
        return None

    def blame(self, stem, stamp, message):
        """Do not run this file while it has this stamp: its last import did not come back."""
        if self._scan().get(stem) == tuple(stamp):
            self.finder.blamed[stem] = message


def _is_module(stem):
    return stem.isascii() and stem.replace("_", "a").isalnum()


def _writable(stem):
    try:
        stem.encode()
    except UnicodeEncodeError:
        return False
    return True


def _closure(stems, edges):
    """These stems and everything that `edges` lead to from them."""
    seen, waiting = set(stems), list(stems)
    while waiting:
        for other in edges.get(waiting.pop(), ()):
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return seen


_loader = None


def boot(setup, importing, server=None):
    """Serve the tools folder of the harness that `setup` names; `importing(stem)` is called before a file's code runs,
    `server` makes the calls that its tools ask for. Once done it is not done again: only an interrupted one is."""
    global _loader
    if _loader is not None:
        return
    loader = Loader(os.path.abspath(os.fsdecode(bytes(setup["root"]))), importing)
    for blame in setup["blames"]:
        loader.blame(**blame)
    _pyshim_others.serve(loader, server)
    loader.finder.install()
    _loader = loader  # last: an interrupt before this line leaves it to be done again


def refresh():
    """Load what moved and return the facts of the whole folder as JSON."""
    return _loader.refresh()


def entry(key):
    """What is called for a tool, and the bits that say how: 1, it is awaited; 2, it takes the run first."""
    return _loader.entry(key)


def end_run(run):
    """Drop the instances of a run."""
    _loader.instances.end_run(run)


def drop_instance(run, stem):
    """Drop one instance: the next call of its file in this run gets a fresh one."""
    _loader.instances.drop(run, stem)
