"""What an import statement of a tool file finds."""

import sys

from tree import Tree, run


def standard_names_are_never_hidden():
    tree = Tree(
        json="import json as std\n\n\ndef pretty(text: str) -> str:\n    return std.dumps(std.loads(text), indent=1)\n",
        types="import types as std\n\n\ndef kinds() -> str:\n    return std.SimpleNamespace(a=1).__class__.__name__\n",
        email="def send() -> str:\n    import email.message\n\n    return email.message.__name__\n",
        queue="def size(items: list) -> int:\n    return len(items)\n",
        late="def go() -> int:\n    import queue\n    import tools.queue as own\n\n    return queue.Queue().qsize() + own.size([1])\n",
    )
    assert all(tree.error(stem) is None for stem in tree.files), tree.files
    assert tree.call("json", "pretty", text='{"a":1}') == '{\n "a": 1\n}'
    assert tree.call("types", "kinds") == "SimpleNamespace"
    assert tree.call("email", "send") == "email.message"
    assert tree.call("late", "go") == 1


def a_sibling_is_one_module_under_both_names():
    tree = Tree(
        _shared="V = []\n",
        shell="import _shared\nfrom tools import _shared as again\nfrom tools._shared import V\n\n\n"
        "def same() -> bool:\n    return _shared is again and again.V is V\n",
        user="import shell\nimport tools.shell\n\n\ndef same() -> bool:\n    return shell is tools.shell\n",
        relative="from ._shared import V\nfrom . import shell\n\n\ndef same() -> bool:\n    return shell.V is V\n",
    )
    assert tree.call("shell", "same") and tree.call("user", "same") and tree.call("relative", "same")
    assert [stem for stem, _ in tree.files["relative"]["imports"]] == ["_shared", "shell"]


def an_installed_package_wins_over_a_sibling_of_its_name():
    tree = Tree()
    site = tree.root.parent / "site"
    site.mkdir(exist_ok=True)
    (site / "acme_zz.py").write_text("WHO = 'installed'\n")
    sys.path.insert(0, str(site))
    tree.write("acme_zz", "WHO = 'sibling'\n\n\ndef who() -> str:\n    return WHO\n")
    tree.write("user", "import acme_zz\nfrom tools import acme_zz as own\n\n\ndef who() -> str:\n    return acme_zz.WHO + own.WHO\n")
    tree.refresh()
    assert tree.call("user", "who") == "installedsibling"


def what_lies_beside_the_folder_and_below_it_can_be_imported():
    tree = Tree()
    (tree.root / "lib_zz").mkdir()
    (tree.root / "lib_zz" / "__init__.py").write_text("A = 1\n")
    (tree.root / "tools" / "pack").mkdir()
    (tree.root / "tools" / "pack" / "__init__.py").write_text("B = 2\n")
    tree.write("user", "from lib_zz import A\nfrom tools.pack import B\nimport pack\n\n\ndef go() -> int:\n    return A + B + pack.B\n")
    tree.refresh()
    assert tree.call("user", "go") == 5
    assert list(tree.files) == ["user"]


def the_folder_may_have_an_init_and_a_broken_one_costs_only_its_users():
    tree = Tree(
        __init__="WHO = 'package'\n",
        user="from tools import WHO\n\n\ndef who() -> str:\n    return WHO\n",
        other="def go() -> int:\n    return 1\n",
    )
    assert tree.call("user", "who") == "package"
    tree.write("__init__", "WHO = 'edited'\n")
    tree.refresh()
    assert tree.imported == ["__init__", "user"] and tree.call("user", "who") == "edited"
    tree.write("__init__", "raise ValueError('no')\n")
    tree.refresh()
    assert tree.error("__init__") == {"at": "__init__", "line": 1, "message": "ValueError: no"}
    assert tree.error("user")["at"] == "user" and tree.call("other", "go") == 1


def one_broken_helper_is_run_once_and_blamed_by_all_who_need_it():
    tree = Tree(
        _broken="import sys\n\nraise RuntimeError('no good')\n",
        one="from _broken import helper\n",
        two="from tools._broken import helper\n",
        three="import tools.one\n",
        four="try:\n    import _broken\nexcept RuntimeError:\n    pass\n\n\ndef go() -> int:\n    return 4\n",
    )
    wanted = {"at": "_broken", "line": 3, "message": "RuntimeError: no good"}
    for stem in ("_broken", "one", "two", "three"):
        assert tree.error(stem) == wanted, (stem, tree.error(stem))
    assert tree.call("four", "go") == 4
    assert tree.imported.count("_broken") == 1
    tree.write("_broken", "def helper():\n    pass\n")
    tree.refresh()
    assert all(tree.error(stem) is None for stem in tree.files)


def whatever_an_import_raises_is_the_files_own_error():
    tree = Tree(
        leaves="import sys\n\nsys.exit('bye')\n",
        keys="raise KeyboardInterrupt\n",
        odd="class E(Exception):\n    def __str__(self):\n        raise RuntimeError\n\n\nraise E\n",
        nul="x = 'a\0b'\n",
        deep="def f():\n    f()\n\n\nf()\n",
        good="def go() -> int:\n    return 1\n",
    )
    assert tree.error("leaves") == {"at": "leaves", "line": 3, "message": "SystemExit: bye"}
    assert tree.error("keys")["message"] == "KeyboardInterrupt"
    assert tree.error("odd")["message"] == "E: (its text raises RuntimeError)"
    assert tree.error("nul")["message"].split(":")[0] in ("SyntaxError", "ValueError")
    assert tree.error("deep")["message"].startswith("RecursionError: ")
    assert tree.call("good", "go") == 1


def a_circle_of_imports_loads_as_python_loads_it():
    tree = Tree(
        a="import b\n\n\ndef go() -> int:\n    return b.V\n\n\nV = 1\n",
        b="import a\n\n\ndef go() -> int:\n    return a.V\n\n\nV = 2\n",
    )
    assert (tree.call("a", "go"), tree.call("b", "go")) == (2, 1)


def any_way_of_writing_the_file_will_do():
    tree = Tree(
        bom="\ufeffdef go() -> str:\n    return 'é'\n",
        crlf='def go() -> str:\r\n    """Go.\r\n\r\n    More.\r\n    """\r\n    return "crlf"\r\n',
        later="from __future__ import annotations\n\n\ndef go(n: Number) -> int:\n    return n\n\n\nNumber = int\n",
    )
    tree.path("latin").write_bytes("# -*- coding: latin-1 -*-\ndef go() -> str:\n    return 'é'\n".encode("latin-1"))
    tree.refresh()
    assert [tree.call(stem, "go") for stem in ("bom", "crlf", "latin")] == ["é", "crlf", "é"]
    assert tree.facts("later")["tools"][0]["parameters"][0]["hint"] == {"is": "int"}


def files_that_no_module_can_be_named_after_are_listed_and_not_run():
    tree = Tree(**{"my-tool": "raise ValueError\n", "two words": "raise ValueError\n", "grün": "raise ValueError\n"})
    assert tree.imported == [] and len(tree.files) == 3
    assert all(file["facts"] == {} for file in tree.files.values())
    tree = Tree(**{"9lives": "def go() -> int:\n    return 9\n", "class": "def go() -> int:\n    return 1\n"})
    assert (tree.call("9lives", "go"), tree.call("class", "go")) == (9, 1)


def the_dialect_needs_nothing_installed():
    tree = Tree(
        a="from pyshim import tool, ToolContext\n\n\n@tool\ndef go() -> int:\n    return 1\n\n\ndef not_me() -> int:\n    return 2\n",
        b="from splox.toolkit import tool\nimport splox\n\n\ndef go() -> int:\n    return 1\n",
    )
    assert tree.names("a") == ["go"] and tree.names("b") == ["go"], tree.files


run(globals())
