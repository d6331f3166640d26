"""One tool for each way to hang, to die or to make noise."""

import asyncio
import ctypes
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time


def spin() -> None:
    """Never end."""
    while True:
        pass


def sleep() -> None:
    """Sleep for longer than anyone waits."""
    time.sleep(1e6)


def regex() -> bool:
    """Match a pattern that backtracks for ever."""
    return bool(re.match(r"(a+)+$", "a" * 40 + "b"))


def add_up() -> int:
    """Hold the interpreter in one call into C."""
    return sum(range(10**12))


def power() -> int:
    """Compute a number with half a billion digits."""
    return len(bin(3 ** (10**9)))


def read() -> str:
    """Wait for bytes that never come."""
    left, right = socket.socketpair()
    return left.recv(1).decode() + str(right)


def child() -> int:
    """Wait for a child process that outlives the bound."""
    return subprocess.run(["sleep", "600"], check=False).returncode


def lock() -> None:
    """Wait for a lock that this very call holds."""
    mine = threading.Lock()
    mine.acquire()
    mine.acquire()


def swallow() -> None:
    """Catch everything, and go on."""
    while True:
        try:
            time.sleep(0.01)
        except BaseException:
            pass


async def doze() -> None:
    """Wait on the event loop."""
    await asyncio.sleep(1e6)


async def block() -> None:
    """Block the event loop."""
    time.sleep(600)


def leave() -> None:
    """End the process at once."""
    os._exit(1)


def crash() -> None:
    """Read address zero."""
    ctypes.string_at(0)


def abort() -> None:
    """Abort the process."""
    os.abort()


def kill() -> None:
    """Kill the process from inside."""
    os.kill(os.getpid(), signal.SIGKILL)


def quit() -> None:
    """Raise SystemExit."""
    sys.exit("bye")


def recurse() -> int:
    """Recurse without end."""
    return recurse() + 1


def fork() -> str:
    """Come back twice."""
    pid = os.fork()
    if pid == 0:
        return "child"
    os.waitpid(pid, 0)
    return "parent"


def shout() -> str:
    """Write to standard output in every way."""
    print("print")
    os.write(1, b"descriptor one\n")
    sys.__stdout__.write("the other handle\n")
    sys.stdout.flush()
    subprocess.run(["echo", "child"], check=False)
    return "shouted"


def hush() -> str:
    """Close standard output, for good."""
    print("before")
    sys.stdout.close()
    os.close(1)
    return "hushed"


def listen() -> str:
    """Read standard input."""
    return sys.stdin.read()


def wander() -> str:
    """Change the process's directory."""
    os.chdir("/")
    return os.getcwd()


def hunger() -> int:
    """Take all memory there is."""
    held = []
    while True:
        held.append(bytes(1 << 26))
