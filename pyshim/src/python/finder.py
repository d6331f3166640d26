"""Import tool files as `tools.<stem>`, from source every time, and remember who imported whom.

It answers for files of the tools folder and for the modules tool files import to speak to us, for nothing else. A
compiled `.pyc` is never read or written: it is stamped in whole seconds and gave old code after a quick edit.
"""

import os
import sys
from importlib.machinery import ModuleSpec, PathFinder

import _pyshim_native
import _pyshim_source
import _pyshim_text

SUFFIX = ".py"
# Modules that tool files import to speak to us, with what each of them gives. Further dialects add theirs.
DIALECTS = {
    "pyshim": _pyshim_native,
    "splox.toolkit": _pyshim_native,
}


class Finder:
    """One tools folder on the import path."""

    def __init__(self, root, importing):
        self.folder = os.path.join(root, "tools")
        self.root = root
        self.importing = importing
        self.loading = []  # stems of the files that are running right now, innermost last
        self.edges = {}  # stem: the stems it imported
        self.sources = {}  # stem: its syntax, for lines
        self.failed = {}  # stem: Failure
        self.last = None  # the last of them, while it passes through the files that wanted that one
        self.blamed = {}  # stem: why it is not run at all

    def install(self):
        """Answer imports from now on."""
        package = type(sys)("tools")
        package.__path__ = [self.folder]
        package.__spec__ = ModuleSpec("tools", None, is_package=True)
        sys.modules["tools"] = package
        sys.meta_path.insert(0, self)
        for folder in (self.folder, self.root):
            if folder not in sys.path:
                sys.path.append(folder)

    def path(self, stem):
        return os.path.join(self.folder, stem + SUFFIX)

    def holds(self, stem):
        """Whether the folder has a file of this stem."""
        return os.path.isfile(self.path(stem))

    def find_spec(self, name, path=None, target=None):
        if name in DIALECTS:
            return ModuleSpec(name, _Dialect(DIALECTS[name]))
        package, dot, stem = name.rpartition(".")
        if not dot:
            return self._top(name)
        if package == "tools":
            self._imported(stem)
            if self.holds(stem):
                spec = ModuleSpec(name, _File(self, stem), origin=self.path(stem))
                spec.has_location = True
                return spec
        return None

    def _top(self, name):
        """`import shell` is `tools.shell`, unless the standard library or an installed package has the name."""
        if name in sys.stdlib_module_names:
            return None
        if self.holds(name):
            self._imported(name)
            if self._elsewhere(name) is None:
                return ModuleSpec(name, _Alias("tools." + name), origin=self.path(name))
            return None
        if any(dialect.startswith(name + ".") for dialect in DIALECTS) and self._elsewhere(name) is None:
            return ModuleSpec(name, _Package(), is_package=True)
        return None

    def _elsewhere(self, name):
        own = (self.folder, self.root)
        return PathFinder.find_spec(name, [folder for folder in sys.path if folder not in own])

    def _imported(self, stem):
        if self.loading:
            self.edges.setdefault(self.loading[-1], set()).add(stem)

    def forget(self, stem):
        """The next import of this file runs it anew."""
        self.edges.pop(stem, None)
        self.sources.pop(stem, None)
        self.failed.pop(stem, None)
        path = self.path(stem)
        for name in ("tools." + stem, stem):
            if getattr(sys.modules.get(name), "__file__", None) == path:
                del sys.modules[name]
        package = vars(sys.modules["tools"])
        if stem == "__init__":
            own = [name for name in package if name[:2] != "__" and "tools." + name not in sys.modules]
            for name in own:
                del package[name]
        else:
            package.pop(stem, None)

    def run(self, stem, module):
        """Run a file's code in its module."""
        known = self.failed.get(stem)
        if known is not None and stem.startswith("_"):
            # A helper that failed is not run again for each file that wants it.
            self.last = known
            raise known.error.with_traceback(None)
        self.loading.append(stem)
        try:
            if stem in self.blamed:
                raise Blamed(self.blamed[stem])
            self.importing(stem)
            with open(self.path(stem), "rb") as file:
                data = file.read()
            source = _pyshim_source.Source(data, module.__file__)
            self.sources[stem] = source
            self.edges.setdefault(stem, set()).update(source.siblings(self.holds))
            exec(source.code(), vars(module))
            self.failed.pop(stem, None)
        except BaseException as error:
            self.failed[stem] = self.failure(error, stem)
            if isinstance(error, ModuleNotFoundError) and error.name and "." not in error.name:
                # The module may turn out to be a sibling that is yet to be written.
                self.edges.setdefault(stem, set()).add(error.name)
            raise
        finally:
            self.loading.pop()
            if self.loading:
                self.importing(self.loading[-1])

    def failure(self, error, stem):
        """Why a file does not load; the cause is the innermost file that this very exception came from."""
        if self.last is None or self.last.error is not error:
            self.last = Failure(error, stem, self.path(stem))
        return self.last


class Blamed(ImportError):
    """A file whose last import did not come back."""


class Failure:
    """An exception that ended an import, at the file it came from, in the interpreter's own words."""

    def __init__(self, error, stem, path):
        self.error = error
        self.stem = stem
        self.line = _line(error, path)
        self.message = str(error) if isinstance(error, Blamed) else _pyshim_text.failure(error, path)

    def facts(self):
        return {"error": {"at": self.stem, "line": self.line, "message": self.message}}


def _line(error, path):
    """The line of a file that a failure is about: where it does not parse, or the last of its lines that ran."""
    if isinstance(error, SyntaxError) and error.filename == path:
        return error.lineno or None
    line = None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


class _File:
    def __init__(self, finder, stem):
        self.finder = finder
        self.stem = stem

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        self.finder.run(self.stem, module)

    def get_source(self, name):
        # For tracebacks of programs that ask the loader and not the file.
        with open(self.finder.path(self.stem), encoding="utf-8-sig", errors="replace") as file:
            return file.read()


class _Alias:
    def __init__(self, name):
        self.name = name

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        __import__(self.name)
        sys.modules[module.__name__] = sys.modules[self.name]


class _Package:
    def create_module(self, spec):
        return None

    def exec_module(self, module):
        pass


class _Dialect:
    def __init__(self, source):
        self.source = source

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        given = {name: value for name, value in vars(self.source).items() if name in ("tool", "ToolContext")}
        vars(module).update(given, __all__=sorted(given), __doc__=self.source.__doc__)
