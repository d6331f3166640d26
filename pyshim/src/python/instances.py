"""How a tool is called: the function itself, or a method of an instance made for the call or kept for the run."""

import _pyshim_facts
import _pyshim_native

ASYNC, RUN = 1, 2


class Instances:
    """The instances that are kept, by run and file."""

    def __init__(self):
        self.kept = {}

    def end_run(self, run):
        for key in [key for key in self.kept if key[0] == run]:
            del self.kept[key]

    def drop(self, run, stem):
        self.kept.pop((run, stem), None)

    def drop_file(self, stem):
        for key in [key for key in self.kept if key[1] == stem]:
            del self.kept[key]

    def entry(self, found, stem, scope):
        """What is called for a tool, and how: bit 1, the call is awaited; bit 2, it takes the run first."""
        mode = ASYNC if found.is_async else 0
        if found.kind == "method":
            bound = _method(found.name, self.maker(found.holder, stem, scope))
            mode |= RUN
        elif found.kind == "function":
            bound = found.function
        else:
            bound = getattr(found.holder, found.name)
        if found.context is not None:
            bound = _with_context(bound, found.context, bool(mode & RUN))
            mode |= RUN
        if mode & ASYNC and not _is_async(found.function):
            bound = _awaiting(bound)
        return bound, mode

    def maker(self, holder, stem, scope):
        """A function from a run to the instance its call is made on."""
        if _pyshim_facts.takes_context(holder):

            def make(run):
                return holder(_pyshim_native.ToolContext(run))

        else:

            def make(run):
                return holder()

        if scope != "run":
            return make
        kept = self.kept

        def keep(run):
            instance = kept.get((run, stem))
            if instance is None:
                # Of two calls that come first together, one's instance stays.
                instance = kept.setdefault((run, stem), make(run))
            return instance

        return keep


def _method(name, instance):
    def call(run, /, **arguments):
        return getattr(instance(run), name)(**arguments)

    return call


def _with_context(function, parameter, takes_run):
    if takes_run:

        def call(run, /, **arguments):
            return function(run, **arguments, **{parameter: _pyshim_native.ToolContext(run)})

    else:

        def call(run, /, **arguments):
            return function(**arguments, **{parameter: _pyshim_native.ToolContext(run)})

    return call


def _is_async(function):
    code = getattr(function, "__code__", None)
    return code is not None and bool(code.co_flags & _pyshim_facts.COROUTINE)


def _awaiting(function):
    """For an async function behind a plain decorator: the result is awaited when there is something to await."""

    async def call(*run, **arguments):
        result = function(*run, **arguments)
        return await result if hasattr(result, "__await__") else result

    return call
