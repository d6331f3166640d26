"""Which names of a file are tools, and how they are called."""

from tree import Tree, run


def a_file_of_functions_offers_those_it_defines_in_source_order():
    tree = Tree(
        scan='''
import functools
from collections import Counter, OrderedDict
from functools import partial
from os.path import basename
from pathlib import Path

LIMIT = 10
leaf = basename
add_one = partial(sum, [1])
table = OrderedDict(a=1)
short = lambda: 1


class _Proxy:
    def __getattr__(self, name):
        raise SystemExit("the scan looked into an object")

    def __call__(self):
        pass


proxy = _Proxy()


def _logged(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        return function(*args, **kwargs)

    return inner


def zeta(words: list[str]) -> dict:
    def helper(w):
        return w.lower()

    return dict(Counter(helper(w) for w in words))


@_logged
def alpha(n: int, *, exact: bool = False) -> int:
    return n


alias = zeta


@functools.cache
def kept(n: int) -> int:
    return n


if LIMIT > 5:

    async def mu() -> int:
        return 3


def again() -> int:
    return 1


def beta() -> int:
    return 4


def again() -> int:
    return 2


if __name__ == "__main__":
    raise SystemExit("the main block ran")
'''
    )
    assert tree.names("scan") == ["zeta", "alpha", "kept", "mu", "beta", "again"], tree.facts("scan")
    alpha = tree.facts("scan")["tools"][1]
    assert [(p["name"], p["kind"], p["line"]) for p in alpha["parameters"]] == [
        ("n", "plain", alpha["line"]),
        ("exact", "keyword_only", alpha["line"]),
    ]
    assert tree.call("scan", "zeta", words=["A", "a"]) == {"a": 2}
    assert (tree.call("scan", "alpha", n=1), tree.call("scan", "kept", n=2), tree.call("scan", "mu")) == (1, 2, 3)
    assert tree.call("scan", "again") == 2


def a_file_with_a_public_class_offers_its_own_methods():
    tree = Tree(
        desk='''
class _Elder:
    """Of the parent."""

    def old(self) -> int:
        return 0


class Desk(_Elder):
    """One desk."""

    opened = 0

    class Part:
        def inner(self) -> int:
            return 0

    def __init__(self):
        self.items = []

    def __len__(self) -> int:
        return len(self.items)

    @property
    def load(self) -> int:
        raise SystemExit("the scan looked at a property")

    @staticmethod
    def unit() -> str:
        return "kg"

    @classmethod
    def kind(cls, prefix: str = "") -> str:
        return prefix + cls.__name__

    def put(self, item: str) -> int:
        self.items.append(item)
        return len(self.items)

    async def later(self) -> int:
        return len(self.items)

    def _secret(self) -> str:
        return "secret"


def outside(x: int) -> int:
    return x
'''
    )
    assert tree.names("desk") == ["unit", "kind", "put", "later"]
    assert tree.facts("desk")["class_doc"] == "One desk."
    assert [p["name"] for tool in tree.facts("desk")["tools"] for p in tool["parameters"]] == ["prefix", "item"]
    assert [tree.call("desk", "put", item="a"), tree.call("desk", "put", item="b")] == [1, 1]
    assert (tree.call("desk", "unit"), tree.call("desk", "kind", prefix="x"), tree.call("desk", "later")) == ("kg", "xDesk", 0)
    _, mode = tree.loader.entry(tree.key("desk", "unit"))
    assert mode == 0


def imported_classes_make_no_class_file_and_two_public_ones_offer_nothing():
    tree = Tree(
        notes="from pathlib import Path\nfrom enum import Enum\n\n\nclass _Kind(Enum):\n    A = 1\n\n\ndef go() -> int:\n    return 1\n",
        pair="class Left:\n    def go(self) -> str:\n        return 'l'\n\n\nclass Right:\n    def go(self) -> str:\n        return 'r'\n",
    )
    assert tree.names("notes") == ["go"]
    assert tree.names("pair") == []
    assert tree.facts("pair")["classes"] == [{"name": "Left", "line": 1}, {"name": "Right", "line": 6}]


def all_says_what_is_public_imported_names_included():
    tree = Tree(
        inner="def shared(n: int) -> int:\n    return n\n",
        outer="from tools.inner import shared\n\n__all__ = ['shared', 'own', 'nobody']\n\n\ndef own() -> int:\n    return 1\n\n\ndef other() -> int:\n    return 2\n",
    )
    assert tree.names("outer") == ["shared", "own"] and tree.facts("outer")["absent"] == ["nobody"]
    assert tree.facts("outer")["exports_line"] == 3
    assert tree.call("outer", "shared", n=4) == 4


def a_mark_narrows_the_file_it_is_written_in():
    tree = Tree(
        inner="def shared(n: int) -> int:\n    return n\n\n\ndef other() -> int:\n    return 1\n",
        outer="from pyshim import tool\nfrom tools.inner import shared\n\n\n@tool\ndef own() -> int:\n    return 1\n\n\ndef other() -> int:\n    return 2\n\n\nagain = tool(shared)\n",
    )
    assert tree.names("outer") == ["own", "shared"] or tree.names("outer") == ["shared", "own"]
    assert tree.names("inner") == ["shared", "other"]


def a_decorator_that_hides_the_function_is_told():
    tree = Tree(
        _deco="def hide(function):\n    def inner(*args):\n        return function(*args)\n\n    return inner\n",
        a="from _deco import hide\n\n\n@hide\ndef lost(n: int) -> int:\n    return n\n\n\ndef go() -> int:\n    return 1\n",
    )
    assert tree.names("a") == ["go"]
    assert tree.facts("a")["elsewhere"] == [{"name": "lost", "line": 5}]


def a_constructor_that_takes_an_argument_is_given_the_context():
    body = "\n\n    def go(self) -> list:\n        return [type(self.given).__name__, getattr(self.given, 'run_id', None)]\n"
    tree = Tree(
        one="class One:\n    def __init__(self, ctx):\n        self.given = ctx" + body,
        default="class One:\n    def __init__(self, ctx=None):\n        self.given = ctx" + body,
        nothing="class One:\n    given = None" + body,
        star="class One:\n    def __init__(self, *given):\n        self.given = given[0]" + body,
        two="class One:\n    def __init__(self, a, b):\n        self.given = a" + body,
        named="class One:\n    def __init__(self, *, a):\n        self.given = a" + body,
    )
    for stem in ("one", "default", "star"):
        assert tree.call(stem, "go", run=7) == ["ToolContext", 7], stem
    assert tree.call("nothing", "go") == ["NoneType", None]
    assert tree.facts("two")["constructor"] == {"line": 2, "required": ["a", "b"], "takes": True}
    assert tree.facts("named")["constructor"] == {"line": 2, "required": ["a"], "takes": False}


def a_parameter_of_the_context_type_is_hidden_and_given():
    tree = Tree(
        a="from __future__ import annotations\nfrom pyshim import ToolContext\n\n\ndef go(n: int, ctx: ToolContext) -> list:\n    return [n, ctx.run_id]\n\n\nasync def later(context: ToolContext | None) -> int:\n    return context.run_id\n"
    )
    assert [[p["name"] for p in tool["parameters"]] for tool in tree.facts("a")["tools"]] == [["n"], []]
    assert (tree.call("a", "go", run=3, n=1), tree.call("a", "later", run=3)) == ([1, 3], 3)


def an_async_function_behind_a_plain_decorator_is_awaited():
    tree = Tree(
        a="import functools\n\n\ndef _plain(function):\n    @functools.wraps(function)\n    def inner(**kwargs):\n        return function(**kwargs)\n\n    return inner\n\n\n@_plain\nasync def go(n: int) -> int:\n    return n\n"
    )
    call, mode = tree.loader.entry(tree.key("a", "go"))
    assert mode == 0, "it is called like any other, and what comes back is awaited"
    assert tree.call("a", "go", n=5) == 5


def a_scope_is_told_as_it_is_written():
    tree = Tree(
        a="scope = 'run'\n\n\nclass A:\n    def go(self) -> int:\n        return 1\n",
        b="\nscope = 5\n",
        c="def scope() -> int:\n    return 1\n",
    )
    assert tree.facts("a")["scope"] == {"word": "run", "line": 1}
    assert tree.facts("b")["scope"] == {"word": "5", "line": 2}
    assert tree.facts("c")["scope"] is None and tree.names("c") == ["scope"]


run(globals())
