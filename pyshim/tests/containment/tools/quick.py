import asyncio
import threading
import time


def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


async def later(a: int, b: int) -> int:
    """Add two numbers on the event loop."""
    await asyncio.sleep(0)
    return a + b


def lazily(a: int, b: int):
    """Return what is still to be awaited."""
    return later(a, b)


def nap(seconds: float) -> float:
    """Sleep."""
    time.sleep(seconds)
    return seconds


async def doze(seconds: float) -> float:
    """Sleep on the event loop."""
    await asyncio.sleep(seconds)
    return seconds


def echo(value: list) -> list:
    """Give the value back."""
    return value


def on_main_thread() -> bool:
    """Say whether this is the main thread."""
    return threading.current_thread() is threading.main_thread()


def value(expression: str):
    """Give the value of a Python expression."""
    return eval(expression)
