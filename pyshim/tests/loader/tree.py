"""A tools folder that a test script writes and the loader serves; the modules come as the worker loads them."""

import json
import os
import pathlib
import sys
import tempfile
import types

PATH = list(sys.path)
SOURCES = pathlib.Path(__file__).parents[2] / "src" / "python"
ORDER = ("text", "native", "source", "hints", "facts", "others", "instances", "finder", "loader")


def loader():
    """The loader's modules, in the order the worker makes them."""
    for name in ORDER:
        path = SOURCES / f"{name}.py"
        module = types.ModuleType(f"_pyshim_{name}")
        sys.modules[module.__name__] = module
        exec(compile(path.read_text(), str(path), "exec"), vars(module))
    return sys.modules["_pyshim_loader"]


def setup(root, **more):
    """What the supervisor tells a new worker."""
    return {"root": list(os.fsencode(root)), "blames": [], **more}


class Tree:
    """One harness on disk, booted. A second one in the same process takes the first one's place."""

    def __init__(self, **files):
        self.root = pathlib.Path(tempfile.mkdtemp())
        (self.root / "tools").mkdir()
        self.imported = []
        _forget()
        self.loader = loader()
        for stem, text in files.items():
            self.write(stem, text)
        self.loader.boot(setup(self.root), self.imported.append)
        self.refresh()

    def path(self, stem):
        return self.root / "tools" / f"{stem}.py"

    def write(self, stem, text):
        self.path(stem).write_text(text, encoding="utf-8", newline="")

    def rewrite(self, stem, text):
        """An edit within the same second, which must leave another nanosecond."""
        before = os.stat(self.path(stem)).st_mtime_ns
        self.write(stem, text)
        second = before // 10**9 * 10**9
        os.utime(self.path(stem), ns=(before, second + (before - second + 1) % 10**9))

    def remove(self, stem):
        self.path(stem).unlink()

    def refresh(self):
        """Load what moved; the files whose code ran are in `imported`."""
        self.imported.clear()
        self.files = {file["stem"]: file for file in json.loads(self.loader.refresh())["files"]}
        return self.files

    def facts(self, stem):
        return self.files[stem]["facts"]

    def error(self, stem):
        return self.facts(stem).get("error")

    def names(self, stem):
        return [tool["name"] for tool in self.facts(stem).get("tools", [])]

    def key(self, stem, name):
        return self.files[stem]["keys"][self.names(stem).index(name)]

    def call(self, stem, name, *, run=1, **arguments):
        call, mode = self.loader.entry(self.key(stem, name))
        result = call(run, **arguments) if mode & 2 else call(**arguments)
        assert not mode & 1 or hasattr(result, "__await__")
        if hasattr(result, "__await__"):
            import asyncio

            result = asyncio.run(result)
        return result


def _forget():
    """Leave nothing of an earlier tree in the interpreter."""
    sys.path[:] = PATH
    sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__module__ != "_pyshim_finder"]
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None) or ""
        if name == "tools" or name.startswith("tools.") or os.sep + "tools" + os.sep in file:
            del sys.modules[name]
    for name in ("pyshim", "splox", "splox.toolkit"):
        sys.modules.pop(name, None)


def run(tests):
    """Run every test of a script: its functions, each named for what it shows."""
    found = [test for name, test in tests.items() if isinstance(test, types.FunctionType) and name[0] != "_" and test is not run]
    assert found, "the script holds no test"
    for test in found:
        try:
            test()
        except BaseException:
            print(f"failed: {test.__name__}", file=sys.stderr)
            raise
    print(f"{len(found)} passed")
