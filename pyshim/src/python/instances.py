"""How a tool is called: the function itself, or a method of an instance made for the call or kept for the run."""

import _pyshim_facts
import _pyshim_native

ASYNC, RUN = 1, 2


class Instances:
    """The instances that are kept, by run, file and class: a call of the version before an edit finds its own."""

    def __init__(self):
        self.kept = {}

    def end_run(self, run):
        self._drop(lambda key: key[0] == run)

    def drop(self, run, stem):
        self._drop(lambda key: key[:2] == (run, stem))

    def drop_file(self, stem):
        self._drop(lambda key: key[1] == stem)

    def _drop(self, gone):
        for key in filter(gone, list(self.kept)):
            self.kept.pop(key, None)

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
            bound = _with_context(bound, found.context, bool(mode & RUN), stem)
            mode |= RUN
        return bound, mode

    def maker(self, holder, stem, scope):
        """A function from a run to the instance its call is made on."""
        if _pyshim_facts.takes_context(holder):

            def make(run):
                return holder(_pyshim_native.ToolContext(run, stem))

        else:

            def make(run):
                return holder()

        if scope != "run":
            return make
        kept = self.kept

        def keep(run):
            key = (run, stem, id(holder))
            instance = kept.get(key)
            if instance is None:
                # Of two calls that come first together, one's instance stays.
                instance = kept.setdefault(key, make(run))
            return instance

        return keep


def _method(name, instance):
    def call(run, /, **arguments):
        return getattr(instance(run), name)(**arguments)

    return call


def _with_context(function, parameter, takes_run, stem):
    if takes_run:

        def call(run, /, **arguments):
            return function(run, **arguments, **{parameter: _pyshim_native.ToolContext(run, stem)})

    else:

        def call(run, /, **arguments):
            return function(**arguments, **{parameter: _pyshim_native.ToolContext(run, stem)})

    return call
