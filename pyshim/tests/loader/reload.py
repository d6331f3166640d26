"""What is run again after an edit, and what is not."""

import json
import os
import pathlib
import random
import subprocess
import sys

from tree import Tree, run, setup

GO = 'def go() -> str:\n    """Go."""\n    return {!r}\n'


def an_unmoved_tree_runs_nothing():
    tree = Tree(a=GO.format("a"), _h="V = 1\n", b="from _h import V\n" + GO.format("b"))
    keys = tree.files["a"]["keys"]
    tree.refresh()
    assert tree.imported == []
    assert tree.files["a"]["keys"] == keys


def an_edit_of_the_same_size_in_the_same_second_is_seen():
    tree = Tree(a=GO.format("one"), b=GO.format("b"))
    tree.rewrite("a", GO.format("two"))
    tree.refresh()
    assert tree.imported == ["a"]
    assert tree.call("a", "go") == "two"
    assert not (tree.root / "tools" / "__pycache__").exists()


def a_helper_reloads_those_who_import_it_however_far_and_nobody_else():
    tree = Tree(
        _deep="V = 1\n",
        _near="from tools._deep import V\n",
        far="import _near\n\n\ndef go() -> int:\n    return _near.V\n",
        late="def go() -> int:\n    from tools import _deep\n\n    return _deep.V\n",
        other=GO.format("other"),
    )
    assert [stem for stem, _ in tree.files["far"]["imports"]] == ["_deep", "_near"]
    assert tree.call("late", "go") == 1
    tree.rewrite("_deep", "V = 2\n")
    tree.refresh()
    assert sorted(set(tree.imported)) == ["_deep", "_near", "far", "late"], tree.imported
    assert (tree.call("far", "go"), tree.call("late", "go")) == (2, 2)


def a_helper_that_appears_mends_the_file_that_wanted_it():
    tree = Tree(a="from _h import V\n" + GO.format("a"), b="import plain\n" + GO.format("b"))
    assert tree.error("a")["message"] == "ModuleNotFoundError: No module named '_h'"
    assert tree.files["a"]["imports"] == [["_h", None]]
    tree.write("_h", "V = 1\n")
    tree.write("plain", "W = 1\n")
    tree.refresh()
    assert tree.error("a") is None and tree.error("b") is None
    tree.remove("_h")
    tree.refresh()
    assert tree.error("a") is not None and tree.error("b") is None


def a_broken_edit_costs_its_own_file_and_a_repair_brings_it_back():
    tree = Tree(a=GO.format("a"), b=GO.format("b"))
    tree.write("a", "def go(:\n")
    tree.refresh()
    assert tree.error("a") == {"at": "a", "line": 1, "message": "SyntaxError: invalid syntax"}
    assert tree.names("a") == [] and tree.call("b", "go") == "b"
    tree.write("a", GO.format("mended"))
    tree.refresh()
    assert tree.call("a", "go") == "mended"


def a_removed_file_is_gone_for_its_siblings_too():
    tree = Tree(a=GO.format("a"), b="import a\n" + GO.format("b"))
    tree.remove("a")
    tree.refresh()
    assert "a" not in tree.files
    assert tree.error("b")["message"] == "ModuleNotFoundError: No module named 'a'"


def a_call_on_its_way_still_finds_the_version_before():
    tree = Tree(a=GO.format("one"))
    [before] = tree.files["a"]["keys"]
    tree.rewrite("a", GO.format("two"))
    tree.refresh()
    call, _ = tree.loader.entry(before)
    assert call() == "one"
    assert before not in tree.files["a"]["keys"]
    tree.rewrite("a", GO.format("six"))
    tree.refresh()
    try:
        tree.loader.entry(before)
        raise AssertionError("the version before the last is kept")
    except KeyError:
        pass


def instances_of_a_reloaded_file_are_dropped_and_no_others():
    count = (
        'scope = "run"\n\n\nclass Count:\n    def __init__(self):\n        self.n = 0\n\n'
        "    def up(self) -> int:\n        self.n += 1\n        return self.n\n"
    )
    tree = Tree(a=count, b=count)
    for stem in ("a", "b"):
        assert [tree.call(stem, "up"), tree.call(stem, "up"), tree.call(stem, "up", run=2)] == [1, 2, 1]
    [before] = tree.files["a"]["keys"]
    tree.rewrite("a", count)
    tree.refresh()
    old, _ = tree.loader.entry(before)
    assert old(1) == 1, "a call on its way has the class it was meant for"
    assert (tree.call("a", "up"), tree.call("b", "up")) == (1, 3)
    tree.loader.drop_instance(1, "b")
    assert (tree.call("b", "up"), tree.call("b", "up", run=2)) == (1, 2)
    tree.loader.end_run(2)
    assert (tree.call("b", "up"), tree.call("b", "up", run=2)) == (2, 1)


def a_worker_that_serves_one_harness_is_not_pointed_at_another():
    tree = Tree(a=GO.format("a"))
    tree.loader.boot(setup("/elsewhere"), tree.imported.append)
    assert list(tree.refresh()) == ["a"]


def a_blamed_file_is_not_run_until_it_is_edited():
    tree = Tree()
    tree.write("a", GO.format("a"))
    tree.write("b", GO.format("b"))
    stat = os.stat(tree.path("a"))
    tree.loader._loader.blame("a", (stat.st_mtime_ns, stat.st_size, stat.st_ino), "TimeoutError: import exceeded 1s")
    tree.loader._loader.blame("b", (0, 0, 0), "of another version")
    tree.refresh()
    assert tree.imported == ["b"]
    assert tree.error("a")["message"] == "TimeoutError: import exceeded 1s"
    assert tree.error("b") is None
    tree.rewrite("a", GO.format("b"))
    tree.refresh()
    assert tree.call("a", "go") == "b"


def a_refresh_that_is_cut_short_is_taken_up_again():
    tree = Tree(a=GO.format("one"), b=GO.format("one"))
    tree.rewrite("a", GO.format("two"))
    tree.rewrite("b", GO.format("two"))
    inner = tree.loader._loader
    load = inner._load

    def cut(stem):
        if stem == "b":
            raise TimeoutError
        return load(stem)

    inner._load = cut
    try:
        tree.refresh()
        raise AssertionError("the interrupt was swallowed")
    except TimeoutError:
        pass
    inner._load = load
    tree.refresh()
    assert tree.imported == ["b"]
    assert (tree.call("a", "go"), tree.call("b", "go")) == ("two", "two")


def after_any_edits_a_tree_says_what_a_fresh_process_says():
    stems = ["_low", "_high", "a", "b", "c"]
    dice = random.Random(7)
    spellings = ["import {0}", "from tools import {0}", "import tools.{0}", "from {0} import V as V{0}", "from . import {0}"]

    def text(stem):
        below = stems[: stems.index(stem)]
        lines = [dice.choice(spellings).format(other) for other in dice.sample(below, dice.randint(0, min(2, len(below))))]
        lines.append(dice.choice(["", "", "", "", "raise ValueError('no')", "def broken(:"]))
        return "\n".join(lines) + f"\nV = {dice.randint(0, 9)}\n\n\ndef go(n: int = V) -> int:\n    return n\n"

    tree = Tree()
    for _ in range(15):
        for stem in dice.sample(stems, 2):
            if dice.random() < 0.2 and tree.path(stem).exists():
                tree.remove(stem)
            else:
                tree.write(stem, text(stem))
        tree.refresh()
        command = [sys.executable, str(pathlib.Path(__file__).with_name("dump.py")), str(tree.root)]
        fresh = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)["files"]
        wanted = {file["stem"]: file["facts"] for file in fresh if file["stem"][0] != "_"}
        assert {stem: file["facts"] for stem, file in tree.files.items() if stem[0] != "_"} == wanted


run({name: test for name, test in globals().items() if test is not setup})
