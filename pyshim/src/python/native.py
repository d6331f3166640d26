"""What `import pyshim` and `import splox.toolkit` give a tool file.

A file needs neither: without them every public function is a tool. Nothing here looks at a function; that is done
once the file has run.
"""

import sys


def tool(function):
    """Mark a function as a tool: a file of functions that marks some offers those and no others."""
    # The marks belong to the file that wrote them, not to the function: an imported one may be marked here only.
    marked = sys._getframe(1).f_globals.setdefault("__pyshim_tools__", [])
    marked.append(function)
    return function


class ToolContext:
    """The call a tool is in: handed to a constructor that takes an argument, and to a parameter of this type."""

    __slots__ = ("_stem", "run_id")

    def __init__(self, run_id, stem=None):
        self.run_id = run_id
        self._stem = stem

    def tool(self, stem):
        """The tools of another file, on the instance that this run has of it: `ctx.tool("shell").run("ls")`."""
        return sys.modules["_pyshim_others"].tool(self._stem, self.run_id, stem)

    def __repr__(self):
        return f"ToolContext(run_id={self.run_id!r})"
