//! The Python half on its own: its test scripts under a plain interpreter, and real files through it into a catalog.
//!
//! `PYO3_PYTHON` names the interpreter; without it, it is `python3`.

use pyshim::tree::Tree;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::Arc,
};
use toolkit::providers::{Asked, Harness, Listing};

fn python(script: &str) -> Command {
    let interpreter = std::env::var_os("PYO3_PYTHON").unwrap_or_else(|| "python3".into());
    let mut command = Command::new(interpreter);
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/loader").join(script));
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

fn passes(script: &str) {
    let output = python(script).output().expect("an interpreter to test with");
    assert!(output.status.success(), "{script}:\n{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.trim_end().ends_with(" passed"), "{script} says how many tests it ran: {said}");
}

#[test]
fn reloading_runs_what_moved_and_its_importers_only() {
    passes("reload.py");
}

#[test]
fn imports_find_siblings_and_never_hide_the_standard_library() {
    passes("imports.py");
}

#[test]
fn only_what_a_file_defines_is_a_tool() {
    passes("found.py");
}

#[test]
fn every_spelling_of_a_hint_is_the_same_fact() {
    passes("hints.py");
}

/// A harness on disk that goes when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let root = std::env::temp_dir().join(format!("pyshim-loader-{}-{name}", std::process::id()));
        fs::create_dir_all(root.join("tools")).expect("a temporary directory");
        let folder = Self(root);
        for (file, text) in files {
            folder.write(file, text);
        }
        folder
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.0.join("tools").join(file), text).expect("a file in a temporary directory");
    }

    fn tree(&self) -> Tree {
        Tree::new(&Harness { root: self.0.clone() })
    }

    fn read_into(&self, tree: &mut Tree) -> Listing {
        let output = python("dump.py").arg(&self.0).output().expect("an interpreter to test with");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        tree.read(&String::from_utf8(output.stdout).expect("JSON")).expect("facts")
    }

    fn listing(&self) -> Listing {
        self.read_into(&mut self.tree())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

fn entries(listing: &Listing) -> Vec<&str> {
    listing.tools.iter().map(|tool| &*tool.spec.entry).collect()
}

fn reports(reports: &[toolkit::Report]) -> Vec<String> {
    reports.iter().map(ToString::to_string).collect()
}

#[test]
fn files_become_entries() {
    let folder = Folder::new(
        "entries",
        &[
            (
                "notes.py",
                r#"from typing import Annotated, Literal, Optional

def write(subject: str, tags: list[str | None], n: int = 3, ratio: float = 1e-7, kind: Literal["a", "b"] = "a",
          extra: dict[str, int] | None = None, bay: Optional[int] = None, depth: Annotated[Optional[int], "How deep."] = 0) -> str:
    """Write one note.

    Args:
        subject: File name of the note,
            without a directory.
    """
def route(stops: Optional[list[str]], mode: Literal["x", None, 1]) -> None:
    pass
"#,
            ),
            (
                "shell.py",
                "scope = 'run'\n\nclass Shell:\n    \"\"\"Kept for the run.\"\"\"\n    def run(self, cmd: str) -> str:\n        \"\"\"Run it.\"\"\"\n    def bare(self) -> str: ...\n    @staticmethod\n    def unit() -> str: ...\n",
            ),
        ],
    );
    let listing = folder.listing();
    assert_eq!(reports(&listing.errors), Vec::<String>::new());
    assert_eq!(
        entries(&listing),
        [
            concat!(
                r#"{"name":"notes__write","description":"Write one note.","input_schema":{"type":"object","properties":{"#,
                r#""subject":{"type":"string","description":"File name of the note, without a directory."},"#,
                r#""tags":{"type":"array","items":{"type":"string"}},"n":{"type":"integer","default":3},"#,
                r#""ratio":{"type":"number","default":1e-07},"kind":{"type":"string","enum":["a","b"],"default":"a"},"#,
                r#""extra":{"type":"object","additionalProperties":{"type":"integer"},"default":null},"#,
                r#""bay":{"type":"integer","default":null},"depth":{"type":"integer","description":"How deep.","default":0}},"#,
                r#""required":["subject","tags"]},"scope":"call"}"#
            ),
            concat!(
                r#"{"name":"notes__route","description":"","input_schema":{"type":"object","properties":{"#,
                r#""stops":{"type":"array","items":{"type":"string"}},"mode":{"enum":["x",1]}},"required":[]},"scope":"call"}"#
            ),
            r#"{"name":"shell__run","description":"Run it.\n(Kept for the run.)","input_schema":{"type":"object","properties":{"cmd":{"type":"string"}},"required":["cmd"]},"scope":"run"}"#,
            r#"{"name":"shell__bare","description":"(Kept for the run.)","input_schema":{"type":"object","properties":{},"required":[]},"scope":"run"}"#,
            r#"{"name":"shell__unit","description":"(Kept for the run.)","input_schema":{"type":"object","properties":{},"required":[]},"scope":"call"}"#,
        ]
    );
    let route = &listing.tools[1].spec;
    assert!(route.params.iter().all(|param| !param.required && param.null_when_absent));
    let write = &listing.tools[0].spec;
    assert!(write.params.iter().all(|param| !param.null_when_absent));
    assert_eq!(write.origin.to_string(), "tools/notes.py:3");
}

#[test]
fn everything_that_cannot_be_a_tool_is_a_report_and_its_neighbours_are_served() {
    let folder = Folder::new(
        "refusals",
        &[
            (
                "a.py",
                "from enum import Enum\n\nclass _Shade(Enum):\n    LIGHT = 'light'\n\ndef paint(\n    shade: _Shade,\n    raw: bytes,\n    value=3,\n) -> str: ...\ndef fine() -> int:\n    \"\"\"Fine.\"\"\"\n",
            ),
            ("my-tool.py", "def go() -> str: ...\n"),
            ("pair.py", "class Left: ...\nclass Right: ...\n"),
            (
                "made.py",
                "class Made:\n    def __init__(self, a, b): ...\n    def go(self) -> int: ...\n    @staticmethod\n    def unit() -> int: ...\n",
            ),
            (
                "plain.py",
                "class Plain:\n    def go() -> int: ...\n    def any(*args) -> int: ...\n    @classmethod\n    def only(cls, *, n: int) -> int: ...\n",
            ),
            ("scoped.py", "scope = 'session'\nclass A:\n    def go(self) -> int: ...\n"),
            ("_broken.py", "def helper(:\n"),
            ("one.py", "from _broken import helper\n"),
            ("two.py", "import tools._broken\n"),
            ("stops.py", "import sys\nsys.exit('bye')\n"),
        ],
    );
    let listing = folder.listing();
    assert_eq!(
        reports(&listing.errors),
        [
            "tools/_broken.py:1: SyntaxError: invalid syntax; `tools/one.py`, `tools/two.py` need it and do not load either",
            "tools/a.py:7: `a__paint`: parameter `shade` is `_Shade`, an enum; write `Literal['light']`",
            "tools/a.py:8: `a__paint`: parameter `raw` is `bytes`, and JSON has no bytes; write `str` and decode it in the function",
            "tools/a.py:9: `a__paint`: parameter `value` has no type hint; write `value: int`",
            "tools/made.py:2: `Made` is made with `a` and `b`; a constructor takes nothing, or the context alone: `def __init__(self, ctx)`",
            "tools/my-tool.py: `my-tool` is no name for a tool file, its tools' names begin with it; use letters, digits and `_`, as in `my_tool.py`",
            "tools/pair.py:2: a file holds one public class, and this one has `Left` (line 1) and `Right` (line 2); give each a file of its own, or start a name with `_`, as in `_Left`",
            "tools/plain.py:2: `plain__go` has no `self`; write it as the first parameter, or put `@staticmethod` above",
            "tools/plain.py:3: `plain__any`: `*args` takes values without a name, and calls go by name; write `args: list[X]`",
            "tools/scoped.py:1: `scope` is `session`; write `scope = \"call\"` or `scope = \"run\"`",
            "tools/stops.py:2: SystemExit: bye",
        ]
    );
    let names: Vec<&str> = listing.tools.iter().map(|tool| &*tool.spec.name).collect();
    assert_eq!(names, ["a__fine", "made__unit", "plain__only"]);
}

#[test]
fn what_will_surprise_somebody_is_a_warning() {
    let folder = Folder::new(
        "warnings",
        &[
            (
                "a.py",
                "from typing import Annotated\n\ndef go(city: Annotated[str, 5], n: int = 'x') -> str:\n    \"\"\"Go.\n\n    Args:\n        cty: Where.\n        country: Gone.\n    \"\"\"\n",
            ),
            ("b.py", "class NotFound(Exception): ...\ndef go() -> int: ...\n"),
            ("bb.py", "def go(n: int) -> int:\n    \"\"\"Go.\n\n    Parameters:\n        n: How many.\n    \"\"\"\n"),
            ("c.py", "scope = 'run'\ndef go() -> int: ...\n"),
            ("d.py", "def _only_private(): ...\n"),
            ("_hide.py", "def hide(function):\n    return lambda: function()\n"),
            ("e.py", "from _hide import hide\n@hide\ndef lost() -> int: ...\ndef go() -> int: ...\n"),
        ],
    );
    let listing = folder.listing();
    assert_eq!(reports(&listing.errors), Vec::<String>::new());
    assert_eq!(
        reports(&listing.warnings),
        [
            "tools/a.py:3: `a__go`: parameter `city`: `5` is neither checked nor in the schema; check it in the function and say it in `Args:`",
            "tools/a.py:3: `a__go`: parameter `n`: its default `\"x\"` is not what `int` says; a model would be refused with it",
            "tools/a.py:7: `a__go`: `Args:` describes `cty`, which is no parameter; name it `city`, or remove the entry",
            "tools/a.py:8: `a__go`: `Args:` describes `country`, which is no parameter; remove the entry",
            "tools/b.py:1: the file offers no tool: `NotFound` is its public class, so the tools would be its public methods, and it has none; if it is no tool, name it `_NotFound`",
            "tools/bb.py:4: `bb__go`: what stands under `Parameters:` never reaches the model; write `Args:`",
            "tools/c.py:1: `scope = \"run\"` does nothing here, functions have no instance; make them methods of one class, or remove the line",
            "tools/d.py: the file offers no tool; write a public function in it, or name it `_d.py` if others import it",
            "tools/e.py:3: `lost` is no tool: its decorator put something of another file in its place; use `functools.wraps` in the decorator, or start the name with `_`",
        ]
    );
}

#[test]
fn a_tree_knows_what_moved_and_keeps_what_did_not() {
    let folder = Folder::new(
        "moved",
        &[
            ("a.py", "import _h\ndef go() -> int: ...\n"),
            ("b.py", "def go() -> int: ...\n"),
            ("_h.py", "V = 1\n"),
            ("notes.txt", ""),
        ],
    );
    let mut tree = folder.tree();
    assert!(tree.moved(Asked::All), "nothing was read yet");
    let before = folder.read_into(&mut tree);
    let [a, b] = before.tools.as_slice() else { panic!("two tools: {before:?}") };
    assert!(!tree.moved(Asked::All) && !tree.moved(Asked::Tool(a)) && !tree.moved(Asked::Tool(b)));

    folder.write("_h.py", "V = 22\n");
    assert!(tree.moved(Asked::All) && tree.moved(Asked::Tool(a)) && !tree.moved(Asked::Tool(b)));

    folder.write("b.py", "def go(n: int) -> int: ...\n");
    let after = folder.read_into(&mut tree);
    assert!(Arc::ptr_eq(&a.spec, &after.tools[0].spec), "a file that says the same keeps its specs");
    assert!(!Arc::ptr_eq(&b.spec, &after.tools[1].spec));
    assert!(!tree.moved(Asked::All));

    folder.write("c.py", "");
    assert!(tree.moved(Asked::All) && !tree.moved(Asked::Tool(&after.tools[0])));
    fs::remove_file(folder.0.join("tools/c.py")).expect("the file just written");
    assert!(!tree.moved(Asked::All));
    fs::remove_file(folder.0.join("tools/_h.py")).expect("the file written above");
    assert!(tree.moved(Asked::All) && tree.moved(Asked::Tool(&after.tools[0])));
}
