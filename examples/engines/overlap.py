"""Asks Kindex and engines the same questions, and prints what share of Kindex's first ten they have.

    python overlap.py site.kdx qdrant.py postgres.py

KINDEX_COMMAND names the command, if it is not in PATH.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
KINDEX = os.environ.get("KINDEX_COMMAND", "kindex")
QUESTIONS = (HERE / "questions.txt").read_text(encoding="utf-8").splitlines()


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def of_kindex(index, question):
    found = json.loads(output(KINDEX, "search", index, "--json", "--limit", "10", "--", question))
    return [hit["id"] for hit in found["hits"]]


def page(chunk):
    return chunk.rsplit("#", 1)[0]


def share(expected, found):
    expected = set(expected)
    return len(expected.intersection(found)) / len(expected)


def mean(shares):
    return sum(shares) / len(shares)


def main(index, scripts):
    expected = [of_kindex(index, question) for question in QUESTIONS]
    with tempfile.TemporaryDirectory() as folder:
        chunks, queries = f"{folder}/site.jsonl", f"{folder}/queries.jsonl"
        output(KINDEX, "export", index, "-q", "-o", chunks)
        output(KINDEX, "export", index, "-q", "-o", queries, *(f"--query={text}" for text in QUESTIONS))
        if "opensearch.py" in scripts:
            output(KINDEX, "export", index, "-q", "--to", "opensearch", "-o", f"{folder}/opensearch")
        print("| engine | parents | pages |\n| --- | --: | --: |")
        for script in scripts:
            source = f"{folder}/opensearch" if script == "opensearch.py" else chunks
            answers = output(sys.executable, HERE / script, source, queries).splitlines()
            found = [json.loads(answer)["parents"] for answer in answers]
            pairs = list(zip(expected, found, strict=True))
            parents = mean([share(ours, theirs) for ours, theirs in pairs])
            pages = mean([share(map(page, ours), map(page, theirs)) for ours, theirs in pairs])
            print(f"| {script} | {parents:.2f} | {pages:.2f} |")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
