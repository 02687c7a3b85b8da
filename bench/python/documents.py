"""Prints the pages of a site as JSON, with their texts as Kindex reads them:

    python bench/python/documents.py FOLDER SITE
"""

import json
import sys

import kindex_docs

folder, site = sys.argv[1:]
builder = kindex_docs.Builder()
builder.add_files(folder, site=site)
index = builder.finish()
pages = kindex_docs.chunks(index, level=len(index.stats().levels))
print(json.dumps([{"id": page.id.rpartition("#")[0], "title": page.title, "text": page.text} for page in pages]))
