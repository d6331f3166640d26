import asyncio
import ctypes
import multiprocessing
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time


def spin():
    """Loop for ever."""
    while True:
        pass


def sleep():
    """Sleep for days."""
    time.sleep(1e6)


def receive():
    """Wait for bytes that never come."""
    a, b = socket.socketpair()
    a.recv(1)


def child():
    """Wait for a child that does not end."""
    subprocess.run(["sleep", "1000"])


def lock():
    """Wait for a lock that nobody frees."""
    a = threading.Lock()
    a.acquire()
    a.acquire()


def regex():
    """Match what takes longer than the universe lasts."""
    re.match(r"(a+)+$", "a" * 40 + "b")


def add_up():
    """Hold the interpreter lock in C."""
    return sum(range(10**12))


def swallow():
    """Swallow whatever would end it."""
    while True:
        try:
            len(str(1))
        except BaseException:
            pass


def exit_now():
    """End the process."""
    os._exit(1)


def segfault():
    """Read address 0."""
    return str(ctypes.string_at(0))


def abort():
    """Abort."""
    os.abort()


def kill_self():
    """Be killed."""
    os.kill(os.getpid(), signal.SIGKILL)


def leave():
    """Raise SystemExit."""
    sys.exit(3)


def interrupt():
    """Raise KeyboardInterrupt."""
    raise KeyboardInterrupt("keys")


def recurse():
    """Call itself without end."""
    return recurse()


def deep_map():
    """Go deep in C."""
    values = iter([1])
    for _ in range(100_000):
        values = map(str, values)
    return next(values)


def print_and_close() -> str:
    """Print everywhere, then close what it printed to."""
    print("to standard output")
    os.write(1, b"to descriptor 1\n")
    subprocess.run(["sh", "-c", "echo from a child"])
    sys.stdout.close()
    sys.stderr.close()
    os.close(1)
    os.close(2)
    return "closed"


def read_stdin() -> str:
    """Read standard input."""
    return sys.stdin.read() + repr(os.read(0, 10))


def fork() -> str:
    """Fork, and let the child come back too."""
    if os.fork() == 0:
        return "child"
    os.wait()
    return "parent"


def pool() -> list:
    """Use forked processes."""
    with multiprocessing.get_context("fork").Pool(2) as workers:
        return workers.map(abs, [-1, -2])


def no_such_memory() -> str:
    """Ask for more memory than there is."""
    return str(len(bytearray(1 << 60)))


async def sleep_async():
    """Sleep for days on the event loop."""
    await asyncio.sleep(1e6)


async def block_loop():
    """Block the event loop."""
    time.sleep(1e6)


async def spin_loop():
    """Loop for ever on the event loop."""
    while True:
        pass


async def stubborn():
    """Refuse to be cancelled."""
    while True:
        try:
            await asyncio.sleep(100)
        except asyncio.CancelledError:
            pass


async def leave_async():
    """Raise SystemExit on the event loop."""
    sys.exit(3)


async def stop_loop() -> str:
    """Stop the event loop, and go on."""
    asyncio.get_running_loop().stop()
    await asyncio.sleep(0)
    return "stopped"


class _Odd(Exception):
    def __str__(self):
        raise RuntimeError("no text")


def odd():
    """Raise what has no text."""
    raise _Odd()


def text_without_end():
    """Raise what takes for ever to say."""

    class Slow(Exception):
        def __str__(self):
            while True:
                pass

    raise Slow()
