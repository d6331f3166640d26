"""The published Splox tool server and this one, on the same Python files: the same catalog.

    witness.py HARNESS PROGRAM ARGUMENTS..

Runs PROGRAM for this server's listing. Every difference must stand in EXPECTED with its reason; a reason that no
longer makes a difference fails too.
"""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request

# tool: (what differs, why)
EXPECTED = {
    "documented__beside": ("input_schema", "a text in Annotated[..] describes the parameter; the published server drops it"),
    "shell__kind": ("missing there", "static methods are tools like others; the published server leaves them out"),
}


# file: why the published server cannot load it
NOT_LOADED_THERE = {
    "ledger.py": "a method's context is marked with `ToolContext` from `pyshim`, which it does not know",
    "office.py": "a method's context is marked with `ToolContext` from `pyshim`, which it does not know",
}


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def published(harness: str) -> dict:
    port = free_port()
    command = [sys.executable, "-m", "splox.toolkit.toolserve", "--dir", f"{harness}/tools", "--port", str(port)]
    server = subprocess.Popen(command, env={**os.environ, "SPLOX_TOOLSERVER_TOKEN": "t"}, stdout=subprocess.DEVNULL)
    try:
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/rpc", b'{"op":"list"}', {"Authorization": "Bearer t", "Content-Type": "application/json"}
        )
        for _ in range(100):
            try:
                with urllib.request.urlopen(request, timeout=10) as answer:
                    return json.load(answer)
            except ConnectionError:
                time.sleep(0.1)
            except urllib.error.URLError as error:
                if not isinstance(error.reason, ConnectionError):
                    raise
                time.sleep(0.1)
        raise SystemExit("the published server did not start")
    finally:
        server.kill()
        server.wait()


def main() -> None:
    harness, command = sys.argv[1], sys.argv[2:]
    ours = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    theirs = published(harness)
    assert ours["errors"] == [], ours["errors"]
    not_loaded = {file for file in NOT_LOADED_THERE if os.path.exists(f"{harness}/tools/{file}")}
    assert {error["file"] for error in theirs["errors"]} == not_loaded, theirs["errors"]
    stems = {entry["name"].split("__")[0] for entry in theirs["tools"]}
    mine = [entry for entry in ours["tools"] if entry["name"].split("__")[0] in stems]
    there = {entry["name"]: entry for entry in theirs["tools"]}
    found = {}
    for entry in mine:
        other = there.get(entry["name"])
        if other is None:
            found[entry["name"]] = "missing there"
        elif json.dumps(entry) != json.dumps(other):  # key order and the digits of numbers count
            found[entry["name"]] = ", ".join(key for key in entry if json.dumps(entry[key]) != json.dumps(other.get(key)))
    for name in there.keys() - {entry["name"] for entry in mine}:
        found[name] = "missing here"
    order = [name for name in there if name in {entry["name"] for entry in mine}]
    assert [entry["name"] for entry in mine if entry["name"] in there] == order, "the order differs"
    known = {name: what for name, (what, _) in EXPECTED.items() if name.split("__")[0] in stems}
    assert found == known, f"found {found}, expected {known}"
    print(f"{len(mine)} tools, {len(found)} differences, each with its reason")


main()
