"""The official Python client, on one server: lists its tools and calls some, in both eras of the protocol.

    official.py stdio PROGRAM ARGUMENTS..      official.py http URL
"""

import asyncio
import json
import sys

from mcp import Client, StdioServerParameters


def server():
    if sys.argv[1] == "http":
        return sys.argv[2]
    return StdioServerParameters(command=sys.argv[2], args=sys.argv[3:])


def text(result) -> str:
    return result.content[0].text


async def look(mode: str) -> dict:
    async with Client(server(), mode=mode, read_timeout_seconds=20) as client:
        listed = await client.list_tools()
        tools = {tool.name: tool for tool in listed.tools}
        seen = {"protocol": client.protocol_version, "server": client.server_info and client.server_info.name, "tools": list(tools)}
        seen["schema"] = tools["words__slug"].input_schema
        seen["rust"] = text(await client.call_tool("text__slug", {"title": "One Day, Twice!"}))
        seen["python"] = text(await client.call_tool("words__slug", {"title": "One Day, Twice!"}))
        table = await client.call_tool("table__summarise", {"text": "a,b\n1,2\n3,4\n", "column": "b"})
        seen["structured"] = table.structured_content
        coral = await client.call_tool("colours__read", {"text": "#ff7f50"})
        names = await client.call_tool("colours__names", {})
        shown = await client.call_tool("colours__show", {"name": "navy"})
        seen["schemas"] = [tools[name].output_schema for name in ("colours__read", "colours__names", "colours__show")]
        hints = tools["colours__read"].annotations
        seen["hints"] = [tools["colours__read"].title, hints.model_dump(exclude_none=True, by_alias=True)]
        seen["unhinted"] = [tools["words__slug"].title, tools["words__slug"].annotations]
        seen["declared"] = [one.structured_content for one in (coral, names, shown)]
        seen["declared_text"] = text(coral)
        seen["content"] = [block.model_dump(exclude_none=True, by_alias=True) for block in shown.content]
        failed = await client.call_tool("text__count", {"text": "a", "needle": ""})
        seen["failed"] = [failed.is_error, text(failed)]
        refused = await client.call_tool("text__slug", {"titel": 1})
        seen["refused"] = [refused.is_error, text(refused)]
        try:
            await client.call_tool("nobody__here", {})
        except Exception as error:
            seen["unknown"] = [getattr(getattr(error, "error", error), "code", None), str(error)]
        both = await asyncio.gather(*(client.call_tool("words__pause", {"seconds": 0.2}) for _ in range(10)))
        seen["together"] = [text(one) for one in both]
        return seen


async def main() -> None:
    print(json.dumps({mode: await look(mode) for mode in ("legacy", "2026-07-28", "auto")}))


asyncio.run(main())
