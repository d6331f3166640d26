"""A type hint as a tree of plain data. It names what stands there; whether a tool may take it is not decided here."""

import sys

import _pyshim_native
import _pyshim_text

UNION = type(int | None)
SCALARS = {str: "str", int: "int", float: "float", bool: "bool"}
BUILTINS = "builtins"


def tree(hint, scope):
    """The tree of a hint; `scope` is where its names are looked up when it, or a part of it, is a string."""
    if isinstance(hint, str):
        return _evaluated(hint, scope)
    forward = getattr(hint, "__forward_arg__", None)
    if isinstance(forward, str):
        return _evaluated(forward, scope)
    if hint is None or hint is type(None):
        return {"is": "none"}
    if isinstance(hint, type) and hint in SCALARS:
        return {"is": SCALARS[hint]}
    if hint is list:
        return {"is": "list", "items": None}
    if hint is dict:
        return {"is": "dict", "keys": None, "values": None}
    if isinstance(hint, type) and hint is _pyshim_native.ToolContext:
        return {"is": "context"}
    typing = sys.modules.get("typing")
    origin = getattr(hint, "__origin__", None)
    arguments = getattr(hint, "__args__", ())
    if hasattr(hint, "__metadata__"):
        notes = [_note(note) for note in hint.__metadata__]
        return {"is": "annotated", "inner": tree(origin, scope), "notes": notes}
    if origin is list:
        return {"is": "list", "items": tree(arguments[0], scope) if _given(arguments, 1) else None}
    if origin is dict:
        keys, values = (tree(part, scope) for part in arguments) if _given(arguments, 2) else (None, None)
        return {"is": "dict", "keys": keys, "values": values}
    if isinstance(hint, UNION) or (typing and origin is typing.Union):
        return {"is": "union", "of": [tree(part, scope) for part in arguments]}
    if typing and origin is typing.Literal:
        return {"is": "literal", "values": [_literal(value) for value in arguments]}
    alias = getattr(hint, "__value__", None)
    if type(hint).__name__ == "TypeAliasType" and alias is not None:
        return tree(alias, scope)
    return {"is": "other", "text": text(hint), "family": _family(hint, origin), "instead": _instead(hint)}


def text(hint):
    """The hint as its author would write it."""
    if isinstance(hint, str):
        return hint
    if isinstance(hint, type) and not hasattr(hint, "__args__"):
        return hint.__qualname__
    return _pyshim_text.shown(hint).replace("typing.", "")


def _given(arguments, count):
    """Whether a generic was given its arguments: a bare `typing.List` holds type variables, or nothing."""
    return len(arguments) == count and not any(type(part).__name__ == "TypeVar" for part in arguments)


def _evaluated(hint, scope):
    try:
        return tree(eval(hint, scope), scope)
    except BaseException as error:
        return {"is": "unresolved", "text": hint, "message": _pyshim_text.failure(error)}


def _literal(value):
    if value is None:
        return {"none": True}
    if isinstance(value, bool):
        return {"boolean": value}
    if type(value) is str:
        return {"string": value}
    if type(value) is int:
        return {"integer": str(value)}
    return {"other": _pyshim_text.shown(value)}


def _note(note):
    """What stands beside the type in an `Annotated`: a text for the reader, or a constraint we do not know."""
    if isinstance(note, str):
        return {"text": note}
    description = getattr(note, "description", None)
    if isinstance(description, str):
        return {"text": description}
    if type(note).__name__ == "FieldInfo" and not getattr(note, "metadata", True):
        return {"text": ""}
    return {"constraint": _pyshim_text.shown(note)}


def _family(hint, origin):
    """The kind of thing it is, for the sentence that refuses it."""
    kind = origin if isinstance(origin, type) else hint
    name = getattr(kind, "__name__", None) or getattr(kind, "_name", None)
    if name == "Any" and getattr(kind, "__module__", None) == "typing" or hint is object:
        return "any"
    if not isinstance(kind, type):
        return "other"
    if kind in (bytes, bytearray, memoryview):
        return "bytes"
    if issubclass(kind, tuple) and not hasattr(kind, "_fields"):
        return "tuple"
    if issubclass(kind, (set, frozenset)):
        return "set"
    if hasattr(kind, "__members__"):
        return "enum"
    if hasattr(kind, "__dataclass_fields__") or hasattr(kind, "_fields") or hasattr(kind, "model_fields"):
        return "record"
    if issubclass(kind, dict) and hasattr(kind, "__total__"):
        return "record"
    return "class"


def _instead(hint):
    """The `Literal` that an enum of strings and numbers amounts to."""
    members = getattr(hint, "__members__", None)
    if not isinstance(hint, type) or not members:
        return None
    values = [member.value for member in members.values()]
    if all(type(value) in (str, int, bool) for value in values):
        return f"Literal[{', '.join(map(repr, values))}]"
    return None
