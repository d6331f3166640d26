"""`ctx.tool("shell")`: another file of the harness, for the tool that asks.

A Python file's is the instance itself, attributes and all. Any other's is an object whose methods are its tools; calling one
is a call like any other, made by the server. Inside `async def` such a call is awaited.
"""

import builtins
import contextvars
import sys

call = contextvars.ContextVar("pyshim_call", default=0)  # the number of the call that an async tool is in
_making = contextvars.ContextVar("pyshim_making", default=())  # files whose constructors run now

_loader = None
_server = None
_failures = {}


def serve(loader, server):
    """Where instances come from, and whoever makes the calls: `current()`, `look_up(call, stem)`, `ask(..)`, `ask_later(..)`."""
    global _loader, _server
    _loader, _server = loader, server


def tool(own, run, stem):
    """The tools of the file with this stem, for a tool of the file `own` in this run."""
    if not isinstance(stem, str):
        raise TypeError(f"`ctx.tool` takes the name of a file of tools, not {type(stem).__name__}; write ctx.tool(\"shell\")")
    if stem == own:
        raise ValueError(f"`{stem}` cannot ask for itself; use its own instance")
    maker = _loader.maker(stem)
    if maker is not None:
        return _made(own, stem, maker, run)
    current = _current(0)
    return Handle(stem, dict(_server.look_up(current, stem)), current)


def _made(own, stem, maker, run):
    making = _making.get()
    if stem in making:
        raise RecursionError(f"the constructors of `{stem}` and `{own}` ask for each other; let one of them ask in a method")
    token = _making.set((*making, own, stem))
    try:
        return maker(run)
    finally:
        _making.reset(token)


def _current(known):
    """The call this thread or task is in; on a thread of a tool's own the one that was known before."""
    return call.get() or _server.current() or known


class Handle:
    """Another file's tools: each of its methods is a method here, and takes the tool's parameters."""

    __slots__ = ("_call", "_methods", "_stem")

    def __init__(self, stem, methods, current):
        self._stem = stem
        self._methods = methods
        self._call = current

    def __getattr__(self, name):
        parameters = self._methods.get(name)
        if parameters is None:
            known = ", ".join(f"`{method}`" for method in self._methods)
            raise AttributeError(f"`{self._stem}` has no method `{name}`; it has {known}")

        def method(*positional, **named):
            arguments = _arguments(f"{self._stem}.{name}", parameters, positional, named)
            return _ask(_current(self._call), self._stem, name, arguments)

        method.__name__ = method.__qualname__ = name
        return method

    def __dir__(self):
        return list(self._methods)

    def __repr__(self):
        return f"<the tools of {self._stem!r}>"


def _arguments(shown, parameters, positional, named):
    if len(positional) > len(parameters):
        raise TypeError(f"{shown} takes {len(parameters)} arguments, got {len(positional)}; its parameters are {parameters}")
    arguments = dict(zip(parameters, positional))
    for name in named.keys() & arguments.keys():
        raise TypeError(f"{shown} got `{name}` twice, by its place and by its name; leave one out")
    arguments.update(named)
    return arguments


def _ask(current, stem, method, arguments):
    asyncio = sys.modules.get("asyncio")
    loop = asyncio and asyncio._get_running_loop()
    if loop is None:
        return _server.ask(current, stem, method, arguments)
    future = loop.create_future()

    def told(value, error):
        # On a thread of the worker's. A loop that was closed meanwhile has nobody who waits.
        if not loop.is_closed():
            loop.call_soon_threadsafe(_settle, future, value, error)

    _server.ask_later(current, stem, method, arguments, told)
    return future


def _settle(future, value, error):
    if future.done():
        return
    if error is None:
        future.set_result(value)
    else:
        future.set_exception(error)


def failure(kind, message):
    """A failed call as an exception: of the type it names when Python has one, and always with that name and text."""
    made = _failures.get(kind)
    if made is None:
        base = getattr(builtins, kind, None)
        if not (isinstance(base, type) and issubclass(base, Exception) and not issubclass(base, UnicodeError)):
            base = RuntimeError
        if base is StopIteration or base is StopAsyncIteration:
            base = RuntimeError
        made = type(kind, (base,), {"__str__": lambda self: self.args[0], "__module__": "builtins"})
        if len(_failures) < 1000:
            _failures[kind] = made
    return made(message)
