#!/usr/bin/env python3
"""Makes the figures that crates/ir-metrics/tests/trec_eval.rs compares with.

They come from trec_eval's own C code, by way of pytrec_eval-terrier. Nothing else in the project
needs Python:

    python3 -m venv target/venv
    target/venv/bin/pip install pytrec_eval-terrier==0.5.11
    target/venv/bin/python crates/ir-metrics/tests/trec/write.py

`random.run` and `random.qrels` are made here, with a fixed seed: equal scores, scores that differ
in double precision only, grades below 0 and above 1, queries without results, without relevant
documents, and without judgements. `corpus.run` is what `kindex eval --write-run` found in
tests/corpus for corpus.queries.jsonl; it stays as it is when the ranking changes.
"""

import json
import random
import struct
from pathlib import Path

import pytrec_eval

FOLDER = Path(__file__).parent

# Our names and theirs. They have no cut-off for the reciprocal rank: there the run is cut.
NAMES = {
    "ndcg@1": "ndcg_cut_1",
    "ndcg@10": "ndcg_cut_10",
    "map": "map",
    "map@5": "map_cut_5",
    "recall@10": "recall_10",
    "recall@100": "recall_100",
    "precision@5": "P_5",
    "success@1": "success_1",
    "success@3": "success_3",
}
RECIPROCAL_RANKS = [3, 10]


def random_files(rng):
    """Lines of judgements and of results."""
    qrels, run = [], []
    for number in range(60):
        query = f"q{number}"
        documents = [f"{rng.choice(['d', 'D', 'é', '9'])}{at}" for at in range(rng.choice([3, 20, 150]))]
        grades = [-1, 0, 0, 0, 1, 1, 2, 3] if number % 7 else [0]
        judged = rng.sample(documents, rng.randint(1, min(len(documents), 30)))
        if number % 11 != 5:
            qrels += [f"{query} 0 {document} {rng.choice(grades)}" for document in judged]
        if number % 9 == 4:
            continue
        for rank, document in enumerate(rng.sample(documents, rng.randint(1, len(documents)))):
            score = rng.choice([rng.randint(0, 9), rng.uniform(-3, 9), 1 + rng.randint(0, 9) * 1e-9])
            run.append(f"{query} Q0 {document} {rank + 1} {score!r} random")
    return qrels, run


def in_single_precision(score):
    """What trec_eval keeps of a score."""
    return struct.unpack("f", struct.pack("f", score))[0]


def best(found, most):
    """The best of what was found, in trec_eval's order."""
    by_score = lambda name: (in_single_precision(found[name]), name.encode())
    return {name: found[name] for name in sorted(found, key=by_score, reverse=True)[:most]}


def measured(qrels, run, names):
    """Their figures by query; those of a query without results are missing."""
    return pytrec_eval.RelevanceEvaluator(qrels, set(names)).evaluate(run)


def figures(qrels, run):
    """Every figure of every judged query; 0 where there are no results."""
    # They write the cut-off after a dot where they ask and after a dash where they answer.
    asked = [".".join(name.rsplit("_", 1)) if name[-1].isdigit() else name for name in NAMES.values()]
    theirs = measured(qrels, run, asked)
    made = {
        query: {our: theirs.get(query, {}).get(name, 0.0) for our, name in NAMES.items()}
        for query in qrels
    }
    for most in RECIPROCAL_RANKS:
        cut = {query: best(found, most) for query, found in run.items()}
        ranks = measured(qrels, cut, ["recip_rank"])
        for query in qrels:
            made[query][f"mrr@{most}"] = ranks.get(query, {}).get("recip_rank", 0.0)
    return made


def main():
    qrels, run = random_files(random.Random(7))
    (FOLDER / "random.qrels").write_text("\n".join(qrels) + "\n")
    (FOLDER / "random.run").write_text("\n".join(run) + "\n")
    for name in sorted(path.stem for path in FOLDER.glob("*.run")):
        with (FOLDER / f"{name}.qrels").open() as qrels, (FOLDER / f"{name}.run").open() as run:
            made = figures(pytrec_eval.parse_qrel(qrels), pytrec_eval.parse_run(run))
        rows = [f"{json.dumps(query)}: {json.dumps(made[query])}" for query in sorted(made)]
        (FOLDER / f"{name}.json").write_text("{\n" + ",\n".join(rows) + "\n}\n")


if __name__ == "__main__":
    main()
