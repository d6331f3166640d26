"""A type hint as a tree of plain data. It names what stands there; whether a tool may take it is not decided here."""

import sys

import _pyshim_native
import _pyshim_text

UNION = type(int | None)
SCALARS = {str: "str", int: "int", float: "float", bool: "bool"}


def tree(hint, scope, above=()):
    """The tree of a hint; `scope` is where its names are looked up when it, or a part of it, is a string.

    `above` holds the strings and aliases that this one is a part of: a type that names itself has no end.
    """
    if isinstance(hint, str):
        return _evaluated(hint, scope, above)
    forward = getattr(hint, "__forward_arg__", None)
    if isinstance(forward, str):
        return _evaluated(forward, scope, above)
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
        notes = [said for note in hint.__metadata__ for said in _notes(note)]
        return {"is": "annotated", "inner": tree(origin, scope, above), "notes": notes}
    if origin is list:
        return {"is": "list", "items": tree(arguments[0], scope, above) if _given(arguments, 1) else None}
    if origin is dict:
        keys, values = (tree(part, scope, above) for part in arguments) if _given(arguments, 2) else (None, None)
        return {"is": "dict", "keys": keys, "values": values}
    if isinstance(hint, UNION) or (typing and origin is typing.Union):
        return {"is": "union", "of": [tree(part, scope, above) for part in arguments]}
    if typing and origin is typing.Literal:
        return {"is": "literal", "values": [_literal(value) for value in arguments]}
    if type(hint).__name__ == "TypeAliasType":
        name = hint.__name__
        return _recursive(name) if name in above else tree(hint.__value__, scope, (*above, name))
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


def _recursive(name):
    return {"is": "other", "text": name, "family": "recursive", "instead": None}


def _evaluated(hint, scope, above):
    if hint in above:
        return _recursive(hint)
    try:
        return tree(eval(hint, scope), scope, (*above, hint))
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


def _notes(note):
    """What stands beside the type in an `Annotated`: texts for the reader, and constraints, which we do not know."""
    if isinstance(note, str):
        return [{"text": note}]
    texts = [getattr(note, name, None) for name in ("description", "documentation")]
    said = [{"text": text} for text in texts if isinstance(text, str)]
    # Pydantic's `Field` holds the constraints that stand beside the description.
    inner = getattr(note, "metadata", None)
    if isinstance(inner, (list, tuple)):
        return said + [{"constraint": _pyshim_text.shown(constraint)} for constraint in inner]
    return said or [{"constraint": _pyshim_text.shown(note)}]


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
