"""Type hints and defaults as facts: the same tree, however the hint is spelled."""

from tree import Tree, run

FILE = '''
{future}
import enum
import typing
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, Dict, List, Literal, NamedTuple, Optional, TypedDict, Union


class _Shade(enum.Enum):
    LIGHT = "light"


@dataclass
class _Spot:
    x: int


class _Row(NamedTuple):
    x: int


class _Typed(TypedDict):
    x: int


class _Note:
    description = "from an object"


class _Field:
    description = "from a field"
    metadata = [5]


_Json = Union[Dict[str, "_Json"], str]


def go({parameters}):
    pass


Later = int
'''

INT = {"is": "int"}
STR = {"is": "str"}
NONE = {"is": "none"}


def _other(text, family, instead=None):
    return {"is": "other", "text": text, "family": family, "instead": instead}


HINTS = [
    ("str", STR),
    ("int", INT),
    ("float", {"is": "float"}),
    ("bool", {"is": "bool"}),
    ("list", {"is": "list", "items": None}),
    ("List", {"is": "list", "items": None}),
    ("list[int]", {"is": "list", "items": INT}),
    ("List[int]", {"is": "list", "items": INT}),
    ("list['int']", {"is": "list", "items": INT}),
    ("'list[Later]'", {"is": "list", "items": INT}),
    ("Optional['Later']", {"is": "union", "of": [INT, NONE]}),
    ("dict", {"is": "dict", "keys": None, "values": None}),
    ("Dict", {"is": "dict", "keys": None, "values": None}),
    ("dict[str, int]", {"is": "dict", "keys": STR, "values": INT}),
    ("Dict[str, List[int]]", {"is": "dict", "keys": STR, "values": {"is": "list", "items": INT}}),
    ("int | None", {"is": "union", "of": [INT, NONE]}),
    ("Optional[int]", {"is": "union", "of": [INT, NONE]}),
    ("Union[int, None]", {"is": "union", "of": [INT, NONE]}),
    ("Union[None, int]", {"is": "union", "of": [NONE, INT]}),
    ("int | str", {"is": "union", "of": [INT, STR]}),
    ("None", NONE),
    ("Literal['a', 1, True, None]", {"is": "literal", "values": [{"string": "a"}, {"integer": "1"}, {"boolean": True}, {"none": True}]}),
    ("Literal[b'a']", {"is": "literal", "values": [{"other": "b'a'"}]}),
    ("Annotated[int, 'n', 3]", {"is": "annotated", "inner": INT, "notes": [{"text": "n"}, {"constraint": "3"}]}),
    ("Annotated[int, _Note()]", {"is": "annotated", "inner": INT, "notes": [{"text": "from an object"}]}),
    ("Annotated[int, _Field()]", {"is": "annotated", "inner": INT, "notes": [{"text": "from a field"}, {"constraint": "5"}]}),
    ("'_Json'", {"is": "union", "of": [{"is": "dict", "keys": STR, "values": _other("_Json", "recursive")}, STR]}),
    ("Any", _other("Any", "any")),
    ("object", _other("object", "any")),
    ("bytes", _other("bytes", "bytes")),
    ("tuple[int, int]", _other("tuple[int, int]", "tuple")),
    ("set[int]", _other("set[int]", "set")),
    ("_Shade", _other("_Shade", "enum", "Literal['light']")),
    ("_Spot", _other("_Spot", "record")),
    ("_Row", _other("_Row", "record")),
    ("_Typed", _other("_Typed", "record")),
    ("date", _other("date", "class")),
    ("typing.Callable", _other("Callable", "class")),
    ("typing.TypeVar('T')", _other("~T", "other")),
]


def every_spelling_gives_one_tree_with_and_without_the_future_import():
    parameters = ", ".join(f"p{at}: {hint}" for at, (hint, _) in enumerate(HINTS))
    for future in ("", "from __future__ import annotations"):
        tree = Tree(a=FILE.format(future=future, parameters=parameters))
        assert tree.error("a") is None, tree.error("a")
        for (hint, wanted), found in zip(HINTS, tree.facts("a")["tools"][0]["parameters"]):
            assert found["hint"] == wanted, (future, hint, found["hint"])


def a_hint_that_names_nothing_is_that_parameters_fault_alone():
    tree = Tree(a=FILE.format(future="", parameters="a: 'Nope', b: int, c"))
    a, b, c = tree.facts("a")["tools"][0]["parameters"]
    assert a["hint"] == {"is": "unresolved", "text": "Nope", "message": "NameError: name 'Nope' is not defined"}
    assert (b["hint"], c["hint"]) == (INT, None)


DEFAULTS = [
    ("1e-7", "1e-07"),
    ("1e16", "1e+16"),
    ("-0.0", "-0.0"),
    ("3", "3"),
    ("10**25", "10000000000000000000000000"),
    ("True", "true"),
    ("None", "null"),
    ("'gr\\u00fcn \\n\"'", '"grün \\n\\""'),
    ("'\\ud800x'", '"\ufffdx"'),
    ("[1, 2.5, None, ()]", "[1,2.5,null,[]]"),
    ("{'b': {'a': 1e22}, 1: 2}", '{"b":{"a":1e+22},"1":2}'),
]


def defaults_are_written_as_pythons_json_writes_them():
    parameters = ", ".join(f"p{at}: str = {default}" for at, (default, _) in enumerate(DEFAULTS))
    tree = Tree(a=FILE.format(future="", parameters=parameters))
    for (default, wanted), found in zip(DEFAULTS, tree.facts("a")["tools"][0]["parameters"]):
        assert found["default"]["json"] == wanted, (default, found["default"])


def a_default_without_json_says_what_it_is_and_why():
    tree = Tree(a="loop = []\nloop.append(loop)\n\n\ndef go(a: str = object(), b: float = [float('nan')], c: list = {1}, d: list = loop):\n    pass\n")
    found = [parameter["default"] for parameter in tree.facts("a")["tools"][0]["parameters"]]
    assert found == [
        {"shown": "<object>", "kind": "object", "why": "`object` has no JSON form"},
        {"shown": "[nan]", "kind": "list", "why": "JSON has no number `nan`"},
        {"shown": "{1}", "kind": "set", "why": "`set` has no JSON form"},
        {"shown": "[[...]]", "kind": "list", "why": "it contains itself"},
    ], found


def a_signature_of_its_own_wins():
    tree = Tree(
        a="import inspect\n\n\ndef go(*args, **kwargs):\n    pass\n\n\ngo.__signature__ = inspect.Signature([inspect.Parameter('n', inspect.Parameter.KEYWORD_ONLY, default=1, annotation=int)])\n"
    )
    [parameter] = tree.facts("a")["tools"][0]["parameters"]
    assert (parameter["name"], parameter["kind"], parameter["hint"], parameter["default"]["json"]) == ("n", "keyword_only", INT, "1")


def every_kind_of_parameter_is_named():
    tree = Tree(a="def go(a, /, b, *c, d, **e):\n    pass\n")
    found = [(p["name"], p["kind"]) for p in tree.facts("a")["tools"][0]["parameters"]]
    assert found == [("a", "positional_only"), ("b", "plain"), ("c", "variadic"), ("d", "keyword_only"), ("e", "keywords")]


run(globals())
