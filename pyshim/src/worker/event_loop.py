"""The one event loop on which all async tools run, on a thread of its own."""

import asyncio
import threading

import _pyshim_others

# `began(call)`, `ended(call, result, error)` and `errands()` are put here by the worker
loop = asyncio.new_event_loop()
tasks = {}


def start(bell):
    threading.Thread(target=turn, args=(bell,), daemon=True, name="tools-async").start()


def turn(bell):
    asyncio.set_event_loop(loop)
    while True:
        try:
            # a task of a tool's own that raises SystemExit ends the loop, not the others' calls
            loop.add_reader(bell, errands)
            loop.run_forever()
        except BaseException:
            pass


def begin(call, function, positional, keywords):
    """Call a function on the loop, and await what it returns."""
    task = tasks[call] = loop.create_task(run(call, function, positional, keywords))
    task.add_done_callback(lambda task: close(call, asyncio.CancelledError()))


def finish(call, awaitable):
    """Await what a function has returned already."""
    begin(call, lambda: awaitable, (), {})


async def run(call, function, positional, keywords):
    _pyshim_others.call.set(call)
    began(call)
    try:
        result = await function(*positional, **keywords)
    except BaseException as error:
        close(call, error)
    else:
        close(call, None, result)


def close(call, error, result=None):
    # a task that is cancelled before its first step never runs: then the callback is what ends the call
    if tasks.pop(call, None) is not None:
        ended(call, result, error)


def cancel(call):
    task = tasks.get(call)
    if task is not None:
        task.cancel()
