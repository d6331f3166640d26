"""What a tool file holds, as plain data: its tools, where they stand, and their parameters as written.

It decides which names are tools. What their catalog entries say, and what of it is an error, follows from the facts and
is decided elsewhere, by the rules both languages share. Looking runs nothing: no property is read, no object made.
"""

import sys
import types

import _pyshim_hints
import _pyshim_source
import _pyshim_text

MARKS = "__pyshim_tools__"  # where a file keeps what it marked with `@tool`
COROUTINE = 0x80 | 0x100
VARIADIC, KEYWORDS = 0x04, 0x08
KINDS = ("positional_only", "plain", "variadic", "keyword_only", "keywords")  # in the order `inspect` numbers them


class Found:
    """One tool of a file: how it is called, and what there is to say about it."""

    def __init__(self, name, kind, function, holder=None):
        self.name = name
        self.kind = kind  # "function", "method", "class_method" or "static_method"
        self.function = function
        self.holder = holder  # the class that it belongs to
        self.inner = chain(function)[-1]
        self.context = None  # the parameter that takes the context

    @property
    def is_async(self):
        """Whether calling it makes a coroutine at once. What a plain decorator around one returns, the result shows."""
        code = getattr(self.function, "__code__", None)
        return code is not None and bool(code.co_flags & COROUTINE)


def chain(function):
    """A function and, through `functools.wraps`, what it wraps, innermost last."""
    links = [function]
    while (inner := getattr(links[-1], "__wrapped__", None)) is not None and len(links) < 100:
        links.append(inner)
    return links


def look(module, source):
    """The tools of a file that has run, with its facts."""
    names = vars(module)
    exported = _exported(names)
    classes = [
        (name, value)
        for name, value in names.items()
        if _public(name, exported)
        and isinstance(value, type)
        and (value.__module__ == module.__name__ or name in (exported or ()))
    ]
    found = []
    if len(classes) == 1:
        found = list(_methods(classes[0][1], names))
    elif not classes:
        found = list(_functions(names, exported, source))
    tools = [(tool, *_tool(tool, source)) for tool in found]
    tools.sort(key=lambda entry: entry[1])
    holder = classes[0][1] if len(classes) == 1 else None
    facts = {
        "scope": _scope(names, source),
        "classes": [{"name": name, "line": source.class_line(name) or 1} for name, _ in classes],
        "class_doc": _own_doc(holder) if holder else None,
        "constructor": _constructor(holder, source) if holder else None,
        "absent": [name for name in exported or () if name not in names],
        "exports_line": source.assigned("__all__") if exported else None,
        "elsewhere": [] if classes else _elsewhere(names, exported, source),
        "tools": [described for _, _, described in tools],
    }
    return [tool for tool, _, _ in tools], facts


def _exported(names):
    """The names in `__all__`, or None."""
    exported = names.get("__all__")
    return [name for name in exported if isinstance(name, str)] if isinstance(exported, (list, tuple)) else None


def _public(name, exported):
    return name in exported if exported is not None else not name.startswith("_")


def _is_function(value):
    """Whether it is a function, one behind `functools.cache` included. Asks an object's type only, never the object."""
    if isinstance(value, types.FunctionType) or type(value).__name__ == "_lru_cache_wrapper":
        return isinstance(chain(value)[-1], types.FunctionType)
    return False


def _defined(value, names):
    """Whether a `def` of this file made it, with decorators or without. A lambda is an expression, no definition."""
    if not _is_function(value):
        return False
    inner = chain(value)[-1]
    return inner.__globals__ is names and inner.__name__ != "<lambda>"


def _functions(names, exported, source):
    marked = names.get(MARKS)
    seen = set()
    for name, value in list(names.items()):
        if not _is_function(value):
            continue
        if marked is not None:
            wanted = any(link is mark for link in chain(value) for mark in marked)
        elif exported is not None:
            wanted = name in exported
        else:
            wanted = not name.startswith("_") and _defined(value, names)
        # A second name of the same function is an alias, no second tool.
        if wanted and id(value) not in seen:
            seen.add(id(value))
            yield Found(name, "function", value)


def _methods(holder, names):
    for name, value in list(vars(holder).items()):
        if name.startswith("_"):
            continue
        kind = "method"
        if isinstance(value, staticmethod):
            kind, value = "static_method", value.__func__
        elif isinstance(value, classmethod):
            kind, value = "class_method", value.__func__
        if _defined(value, names):
            yield Found(name, kind, value, holder)


def _elsewhere(names, exported, source):
    """Functions written here whose decorator put a function of another file in their place."""
    if MARKS in names:
        return []
    return [
        {"name": name, "line": line}
        for name, line in source.names_defined().items()
        if _public(name, exported)
        and name in names
        and not (_is_function(names[name]) if exported is not None else _defined(names[name], names))
    ]


def _scope(names, source):
    """What the file says about how long an instance lives; a tool that happens to be called `scope` says nothing."""
    scope = names.get("scope")
    if scope is None or callable(scope):
        return None
    text = scope if isinstance(scope, str) else _pyshim_text.shown(scope)
    return {"word": text, "line": source.assigned("scope") or 1}


def _own_doc(value):
    doc = vars(value).get("__doc__")
    return doc if isinstance(doc, str) else None


def _constructor(holder, source):
    """The arguments an instance is made with: how many must be given, and whether one can be."""
    function = _initializer(holder)
    if function is None:
        return {"line": None, "required": [], "takes": False}
    parameters = signature(function)[1:]
    required = [
        name for name, kind, default, _ in parameters if default is None and kind not in ("variadic", "keywords")
    ]
    takes = any(kind in ("plain", "positional_only", "variadic") for _, kind, _, _ in parameters)
    node = source.definition(chain(function)[-1]) if source else None
    keyword_only = any(name in required and kind == "keyword_only" for name, kind, _, _ in parameters)
    return {
        "line": node.lineno if node else None,
        "required": required,
        "takes": takes and not keyword_only,
    }


def _initializer(holder):
    function = holder.__init__
    return function if isinstance(chain(function)[-1], types.FunctionType) else None


def takes_context(holder):
    """Whether the constructor takes an argument, which then is the context."""
    return _constructor(holder, None)["takes"]


def _tool(tool, source):
    """The order a tool comes in, and the facts about it."""
    inner = tool.inner
    node = source.definition(inner)
    line = node.lineno if node else source.binding(tool.name)
    lines = _pyshim_source.parameter_lines(node) if node else {}
    parameters = signature(tool.function)
    receives = tool.kind in ("method", "class_method")
    if receives:
        first = parameters[0][1] if parameters else None
        # One that takes any number keeps its place: it is refused whatever it receives.
        receives = first in ("plain", "positional_only", "variadic")
        parameters = parameters[1:] if receives and first != "variadic" else parameters
    described = []
    for name, kind, default, annotation in parameters:
        hint = None if annotation is None else _pyshim_hints.tree(annotation[0], inner.__globals__)
        if _is_context(hint):
            tool.context = name
            continue
        described.append(
            {
                "name": name,
                "kind": kind,
                "line": lines.get(name, line),
                "hint": hint,
                "text": None if annotation is None else _pyshim_hints.text(annotation[0]),
                "default": None if default is None else _default(default[0]),
            }
        )
    doc = inner.__doc__ if tool.function.__doc__ is None else tool.function.__doc__
    facts = {
        "name": tool.name,
        "kind": tool.kind,
        "receiver": receives,
        "line": line,
        "doc": doc if isinstance(doc, str) else None,
        "doc_line": node.body[0].lineno if node else line,
        "parameters": described,
    }
    return line, facts


def _is_context(hint):
    if hint is None:
        return False
    if hint["is"] == "union":
        return any(part["is"] == "context" for part in hint["of"])
    return hint["is"] == "context"


def _default(value):
    try:
        return {"json": _pyshim_text.dumps(value), "kind": type(value).__name__}
    except ValueError as error:
        return {"shown": _pyshim_text.shown(value), "kind": type(value).__name__, "why": str(error)}


def signature(function):
    """Parameters as (name, kind, default or None, annotation or None); both of the latter are held in a 1-tuple."""
    links = chain(function)
    declared = next((link for link in links if "__signature__" in getattr(link, "__dict__", ())), None)
    if declared is not None or not isinstance(links[-1], types.FunctionType):
        return _inspected(links[-1] if declared is None else declared)
    inner = links[-1]
    code = inner.__code__
    count = code.co_argcount
    positional = code.co_varnames[:count]
    keyword_only = code.co_varnames[count : count + code.co_kwonlyargcount]
    rest = count + code.co_kwonlyargcount
    defaults = inner.__defaults__ or ()
    named = dict(zip(positional[count - len(defaults) :], defaults))
    named.update(inner.__kwdefaults__ or {})
    hints = inner.__annotations__

    def entry(name, kind):
        return (
            name,
            kind,
            (named[name],) if name in named else None,
            (hints[name],) if name in hints else None,
        )

    found = [
        entry(name, "positional_only" if at < code.co_posonlyargcount else "plain")
        for at, name in enumerate(positional)
    ]
    if code.co_flags & VARIADIC:
        found.append(entry(code.co_varnames[rest], "variadic"))
        rest += 1
    found.extend(entry(name, "keyword_only") for name in keyword_only)
    if code.co_flags & KEYWORDS:
        found.append(entry(code.co_varnames[rest], "keywords"))
    return found


def _inspected(function):
    inspect = sys.modules.get("inspect") or __import__("inspect")
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    empty = inspect.Parameter.empty
    return [
        (
            parameter.name,
            KINDS[parameter.kind],
            None if parameter.default is empty else (parameter.default,),
            None if parameter.annotation is empty else (parameter.annotation,),
        )
        for parameter in parameters
    ]
