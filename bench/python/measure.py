"""Measures one engine over one set, in a process of its own:

    python bench/python/measure.py ENGINE SET.json

The set has documents, queries, judgements and what does not count. Times are those of the processor, of
all threads together, so that other programs count little. Prints JSON.
"""

from __future__ import annotations

import json
import math
import resource
import sys
import time
from importlib.metadata import version
from statistics import fmean, quantiles
from typing import Any

from engines import ENGINES

#: The results that nDCG looks at.
DEPTH = 10


def memory_mb() -> float:
    """What is in memory now."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 1e6


def ndcg(found: list[str], grades: dict[str, int]) -> float:
    def gain(ranking: list[int]) -> float:
        return sum(grade / math.log2(at + 2) for at, grade in enumerate(ranking[:DEPTH]))

    best = gain(sorted(grades.values(), reverse=True))
    return gain([grades.get(one, 0) for one in found]) / best if best else 0.0


def main(engine: str, path: str) -> dict[str, Any]:
    with open(path, encoding="utf-8") as file:
        given = json.load(file)
    documents = given["documents"]
    before = memory_mb()
    begun = time.process_time()
    ask = ENGINES[engine](documents)
    built = time.process_time() - begun
    times, figures = [], []
    for number, query in given["queries"].items():
        left_out = set(given["exclude"].get(number, []))
        begun = time.process_time()
        found = ask(query, DEPTH + len(left_out))
        times.append((time.process_time() - begun) * 1000)
        figures.append(ndcg([one for one in found if one not in left_out], given["qrels"][number]))
    cuts = quantiles(times, n=100)
    return {
        "version": version(engine) if engine != "kindex-docs" else __import__("kindex_docs").__version__,
        "documents": len(documents),
        "queries": len(times),
        "build": built,
        "p50": cuts[49],
        "p95": cuts[94],
        "memory": memory_mb() - before,
        "ndcg": fmean(figures),
    }


if __name__ == "__main__":
    print(json.dumps(main(*sys.argv[1:])))
