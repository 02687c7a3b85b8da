"""kindex mcp as the official client for Python sees it: one index, and three of which one is at an address."""

from __future__ import annotations

import hashlib
import os
import subprocess
import tempfile
import threading
import unittest
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import yaml
from mcp import Client, StdioServerParameters
from mcp_types import PaginatedRequestParams, Request, RequestParams, Result

ROOT = Path(__file__).parents[2]
COMMAND = os.environ.get("KINDEX_COMMAND") or str(ROOT / "target/debug/kindex")

#: Tools of one index, and where all is noted.
TOOLS = ["search_docs", "list_docs", "grep_docs", "read_page", "list_pages", "give_feedback"]


class UriParams(RequestParams):
    uri: str


class Skills(Result):
    skills: list[dict[str, Any]]


class OneSkill(Result):
    skill: dict[str, Any]


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class Served(unittest.IsolatedAsyncioTestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="kindex-mcp-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "published").mkdir()
        for name, output in [("vue", "vue.kdx"), ("notes", "notes.kdx"), ("react", "published/react/")]:
            (self.folder / name).mkdir()
            (self.folder / name / "start.md").write_text(f"# Start\n\nInstall {name} with a pebble.\n", encoding="utf-8")
            self.run_command("build", name, "--quiet", "--output", output)
        site = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(self.folder / "published")))
        threading.Thread(target=site.serve_forever, daemon=True).start()
        self.addCleanup(site.server_close)
        self.addCleanup(site.shutdown)
        self.react = f"react=http://127.0.0.1:{site.server_port}/react/"

    def run_command(self, *args: str) -> None:
        subprocess.run([COMMAND, *args], cwd=self.folder, check=True, capture_output=True)

    def arguments(self, *args: str) -> list[str]:
        return ["mcp", *args, "--structured", "--cache", "kept", "--log", "log.jsonl"]

    def stdio(self, *args: str) -> StdioServerParameters:
        return StdioServerParameters(command=COMMAND, args=self.arguments(*args), cwd=self.folder)

    def http(self, *args: str) -> str:
        line = [COMMAND, *self.arguments(*args), "--http", "0"]
        server = subprocess.Popen(line, cwd=self.folder, stdout=subprocess.PIPE, text=True)
        self.addCleanup(server.wait)
        self.addCleanup(server.terminate)
        assert server.stdout is not None
        self.addCleanup(server.stdout.close)
        return server.stdout.readline().split()[-1]

    async def check_one(self, server: StdioServerParameters | str) -> None:
        async with Client(server) as client:
            tools = (await client.list_tools()).tools
            self.assertEqual([tool.name for tool in tools], TOOLS)
            self.assertNotIn("docs", tools[0].input_schema["properties"])
            found = (await client.call_tool("search_docs", {"query": "pebble"})).structured_content
            assert found is not None
            self.assertEqual([one["id"] for one in found["passages"]], ["start.md#1.0"])
            page = await client.call_tool("read_page", {"url": found["passages"][0]["id"]})
            self.assertIn("Install vue", page.content[0].text)
            await self.check_skill(client, "documentation")

    async def check_skill(self, client: Client, name: str) -> None:
        """Loads the skill as a host does: listed, fetched and checked."""
        capabilities = client.server_capabilities
        assert capabilities is not None
        self.assertEqual(capabilities.extensions, {"io.modelcontextprotocol/skills": {}})
        ask = client.session.send_request
        listed = await ask(Request(method="skills/list", params=PaginatedRequestParams()), Skills)
        [skill] = listed.skills
        self.assertEqual(skill["uri"], f"skill://{name}/SKILL.md")
        found = await ask(Request(method="skills/get", params=UriParams(uri=skill["uri"])), OneSkill)
        self.assertEqual(found.skill, skill)
        [content] = (await client.read_resource(skill["uri"])).contents
        text: str = content.text  # type: ignore[union-attr]
        digest = f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
        self.assertEqual(skill["resources"], [{"uri": skill["uri"], "digest": digest, "size": len(text.encode())}])
        self.assertEqual(yaml.safe_load(text.split("---\n")[1]), skill["frontmatter"])

    async def check_several(self, server: StdioServerParameters | str) -> None:
        async with Client(server) as client:
            search = (await client.list_tools()).tools[0]
            self.assertTrue(search.input_schema["properties"]["docs"]["description"].endswith(": vue, react, notes."))
            found = (await client.call_tool("search_docs", {"query": "pebble"})).structured_content
            assert found is not None
            self.assertEqual(sorted(one["docs"] for one in found["passages"]), ["notes", "react", "vue"])
            for one in found["passages"]:
                page = await client.call_tool("read_page", {"url": one["id"]})
                self.assertFalse(page.is_error)
                self.assertIn(f"Install {one['docs']}", page.content[0].text)
            only = (await client.call_tool("search_docs", {"query": "pebble", "docs": ["react"]})).structured_content
            assert only is not None
            self.assertEqual([one["id"] for one in only["passages"]], ["react::start.md#1.0"])
            wrong = await client.call_tool("search_docs", {"query": "pebble", "docs": ["angular"]})
            self.assertTrue(wrong.is_error)
            self.assertIn("there are vue, react, notes", wrong.content[0].text)
            noted = await client.call_tool("give_feedback", {"query": "pebble", "helpful": True, "ids": ["react::start.md#1.0"]})
            self.assertFalse(noted.is_error)
            await self.check_skill(client, "vue-react-notes")
        self.assertIn('"give_feedback"', (self.folder / "log.jsonl").read_text(encoding="utf-8"))

    async def test_one_index_over_standard_input(self) -> None:
        await self.check_one(self.stdio("vue.kdx"))

    async def test_one_index_over_http(self) -> None:
        await self.check_one(self.http("vue.kdx"))

    async def test_several_indexes_over_standard_input(self) -> None:
        await self.check_several(self.stdio("vue.kdx", self.react, "notes.kdx"))

    async def test_several_indexes_over_http(self) -> None:
        await self.check_several(self.http("vue.kdx", self.react, "notes.kdx"))


if __name__ == "__main__":
    unittest.main()
