"""JSON text as Python's `json` writes it, compact and with every character as itself.

The module `json` would do, and costs more to import than all of our own modules together.
"""

try:
    from _json import encode_basestring as quoted
except ImportError:
    from json.encoder import py_encode_basestring as quoted

INFINITY = float("inf")
LONGEST_MESSAGE = 2000


def dumps(value):
    """The text of a value.

    Raises ValueError, saying which part has no JSON form.
    """
    parts = []
    _write(value, parts.append, ())
    return "".join(parts)


def string(value):
    """A JSON string; a lone surrogate, which no encoding carries, is replaced."""
    if not value.isascii():
        value = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return quoted(value)


def _write(value, put, above):
    if value is None:
        put("null")
    elif value is True:
        put("true")
    elif value is False:
        put("false")
    elif isinstance(value, str):
        put(string(value))
    elif isinstance(value, int):
        put(int.__repr__(value))
    elif isinstance(value, float):
        if value != value or value in (INFINITY, -INFINITY):
            raise ValueError(f"JSON has no number `{value!r}`")
        put(float.__repr__(value))
    elif isinstance(value, (list, tuple)):
        _check(value, above)
        put("[")
        for at, item in enumerate(value):
            if at:
                put(",")
            _write(item, put, (*above, id(value)))
        put("]")
    elif isinstance(value, dict):
        _check(value, above)
        put("{")
        for at, (name, item) in enumerate(value.items()):
            if at:
                put(",")
            put(string(_key(name)))
            put(":")
            _write(item, put, (*above, id(value)))
        put("}")
    else:
        raise ValueError(f"`{type(value).__name__}` has no JSON form")


def _check(value, above):
    if id(value) in above:
        raise ValueError("it contains itself")
    if len(above) > 100:
        raise ValueError("it is nested too deeply")


def _key(name):
    if isinstance(name, str):
        return name
    if name is None or isinstance(name, (bool, int, float)):
        parts = []
        _write(name, parts.append, ())
        return parts[0]
    raise ValueError(f"`{type(name).__name__}` is no key of a JSON object")


def one_line(value):
    """A text short enough to stand in a sentence."""
    value = " ".join(value.split())
    return value if len(value) <= 200 else value[:197] + "..."


def failure(error, path=None):
    """An exception in the interpreter's own words: `ValueError: what it says`."""
    name = type(error).__name__
    try:
        # A SyntaxError's text ends with the file and the line; a report about that very file says them anyway.
        said = error.msg if isinstance(error, SyntaxError) and error.filename == path else str(error)
    except BaseException as second:
        said = f"(its text raises {type(second).__name__})"
    if len(said) > LONGEST_MESSAGE:
        said = said[: LONGEST_MESSAGE - 3] + "..."
    return f"{name}: {said}" if said else name


def shown(value):
    """An object's `repr`, whatever that does; without an address, so that the same file gives the same text."""
    try:
        text = one_line(repr(value))
    except BaseException:
        text = " at 0x"
    return f"<{type(value).__name__}>" if " at 0x" in text else text
