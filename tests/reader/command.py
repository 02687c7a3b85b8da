"""What the command says of an index."""

import json
import subprocess
import tempfile
from pathlib import Path


class Command:
    def __init__(self, program, index):
        self.program, self.index = program, str(index)

    def _run(self, name, *arguments):
        #: A query may begin with a hyphen, so the index and the query come last.
        flags = [one for one in arguments if isinstance(one, str)]
        query = [query for one in arguments if isinstance(one, tuple) for query in one]
        command = [self.program, name, *flags, "--", self.index, *query]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)}: {done.stderr}")
        return done.stdout

    def stats(self):
        return json.loads(self._run("stats", "--json"))

    def tree(self, page):
        return json.loads(self._run("tree", "--json", (page,)))

    def chunks(self, level):
        return [json.loads(line) for line in self._run("chunks", "--level", str(level)).splitlines()]

    def search(self, query, *flags):
        arguments = ["--json", "--explain", "--no-fuzzy", "--no-texts", "--limit", "100000", *flags]
        return json.loads(self._run("search", *arguments, (query,)))["hits"]

    def export(self, server):
        """The names and contents of the files that are exported."""
        with tempfile.TemporaryDirectory() as folder:
            self._run("export", "--quiet", "--to", server, "--output", f"{folder}/export")
            return {path.name: path.read_text(encoding="utf-8") for path in Path(folder, "export").iterdir()}
