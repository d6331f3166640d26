"""A file's syntax: its code, the lines its functions stand on, and the siblings its import statements name.

It reads what is written and runs nothing.
"""

import _ast
import sys

ONLY_AST = 0x400  # `ast.PyCF_ONLY_AST`, without the import of `ast`


class Source:
    """One parsed file."""

    def __init__(self, data, path):
        self.path = path
        self.tree = compile(data, path, "exec", ONLY_AST, dont_inherit=True)
        self._definitions = None

    def code(self):
        return compile(self.tree, self.path, "exec", dont_inherit=True)

    def siblings(self, holds):
        """The stems of the tools folder that an import statement anywhere in the file may load.

        A name nobody has yet counts when it can only mean a sibling, so that the file is tried again once it appears.
        """
        found = set()
        for node in _statements(self.tree.body):
            if isinstance(node, _ast.Import):
                for alias in node.names:
                    first, _, rest = alias.name.partition(".")
                    if first == "tools" and rest:
                        found.add(rest.partition(".")[0])
                    elif first not in sys.stdlib_module_names and (holds(first) or first.startswith("_")):
                        found.add(first)
            elif isinstance(node, _ast.ImportFrom):
                module = node.module or ""
                first, _, rest = module.partition(".")
                if node.level == 1 or (first == "tools" and not node.level):
                    inner = module if node.level else rest
                    if inner:
                        found.add(inner.partition(".")[0])
                        continue
                    for alias in node.names:
                        # What is no file is a name that the folder's `__init__.py` defines.
                        found.update({alias.name} if holds(alias.name) else {alias.name, "__init__"} - {"*"})
                elif not node.level and first not in sys.stdlib_module_names:
                    if holds(first) or first.startswith("_"):
                        found.add(first)
        found.discard("__future__")
        return found

    def definition(self, function):
        """The `def` that made a function; None when it stands in another file or inside another function."""
        if function.__code__.co_filename != self.path:
            return None
        if self._definitions is None:
            # A code object remembers the line of the first decorator.
            self._definitions = {
                min([node.lineno] + [decorator.lineno for decorator in node.decorator_list]): node
                for node in _statements(self.tree.body, inside=_ast.ClassDef)
                if isinstance(node, FUNCTIONS)
            }
        return self._definitions.get(function.__code__.co_firstlineno)

    def binding(self, name):
        """The line that gives a name at the top of the file its value."""
        return self.names_defined().get(name) or self.assigned(name) or 1

    def names_defined(self):
        """The names that a `def` outside any class or function binds, with the line of the last one."""
        return {
            node.name: node.lineno
            for node in _statements(self.tree.body, inside=())
            if isinstance(node, FUNCTIONS)
        }

    def class_line(self, name):
        for node in _statements(self.tree.body, inside=()):
            if isinstance(node, _ast.ClassDef) and node.name == name:
                return node.lineno
        return None

    def assigned(self, name):
        """The line of the last assignment to a name at the top of the file."""
        line = None
        for node in _statements(self.tree.body, inside=()):
            targets = node.targets if isinstance(node, _ast.Assign) else [getattr(node, "target", None)]
            if any(isinstance(target, _ast.Name) and target.id == name for target in targets):
                line = node.lineno
        return line


def parameter_lines(node):
    """Parameter: line, for a function's node."""
    arguments = node.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    return {argument.arg: argument.lineno for argument in every if argument is not None}


FUNCTIONS = (_ast.FunctionDef, _ast.AsyncFunctionDef)
DEFINITIONS = (*FUNCTIONS, _ast.ClassDef)


def _statements(body, inside=DEFINITIONS):
    """Every statement below `body`, in order, entering of the definitions only the kinds in `inside`."""
    for node in body:
        yield node
        if isinstance(node, DEFINITIONS) and not isinstance(node, inside):
            continue
        for part in ("body", "orelse", "finalbody"):
            block = getattr(node, part, None)
            if isinstance(block, list):
                yield from _statements(block, inside)
        for part in ("handlers", "cases"):
            for branch in getattr(node, part, ()):
                yield from _statements(branch.body, inside)
