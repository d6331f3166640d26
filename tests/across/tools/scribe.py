"""Python tools that ask for others, on threads and in `async def`."""

import threading

from pyshim import ToolContext

scope = "run"


class Scribe:
    """Asks for others."""

    def __init__(self, ctx: ToolContext):
        self.ctx = ctx

    def ask(self, stem: str, n: int) -> int:
        """Ask another file's `add`."""
        return self.ctx.tool(stem).add(n)

    async def ask_later(self, stem: str, n: int) -> int:
        """Ask another file's `add` and await it where it is not Python's."""
        result = self.ctx.tool(stem).add(n=n)
        return result if isinstance(result, int) else await result

    def ask_on_a_thread(self, stem: str, n: int) -> int:
        """Ask from a thread of the tool's own."""
        other, found = self.ctx.tool(stem), []
        thread = threading.Thread(target=lambda: found.append(other.add(n)))
        thread.start()
        thread.join()
        return found[0]

    def relay(self, via: str, stem: str, n: int) -> int:
        """Ask another file to ask on."""
        return self.ctx.tool(via).ask(stem, n)

    def attribute(self) -> int:
        """Read an attribute of another file's instance."""
        return self.ctx.tool("notebook").sum

    def handle(self, stem: str) -> list[str]:
        """Show what a handle has."""
        return [repr(self.ctx.tool(stem)), *dir(self.ctx.tool(stem))]

    def caught(self, n: int) -> str:
        """Catch what another file's tool fails with."""
        ledger = self.ctx.tool("ledger")
        said = []
        for attempt in (
            lambda: ledger.add(n, "refuse"),
            lambda: ledger.add("many"),
            lambda: ledger.add(1, 2, 3),
            lambda: ledger.add(1, n=1),
            lambda: ledger.subtract(1),
            lambda: ledger.add(object()),
            lambda: self.ctx.tool(3),
        ):
            try:
                said.append(str(attempt()))
            except Exception as error:
                said.append(f"{type(error).__name__}({type(error).__mro__[1].__name__}): {error}")
        return "\n".join(said)


