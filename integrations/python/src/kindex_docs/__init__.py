"""Documentation search that ranks small passages and answers with the section around them.

>>> import kindex_docs
>>> builder = kindex_docs.Builder()
>>> builder.add({"id": "install.md", "title": "Installation", "text": "Restart the shell."})
>>> index = builder.finish()
>>> [hit.document for hit in index.search("restarting shells").hits]
['install.md']

The plugin for MkDocs is in ``kindex_docs.mkdocs``, the extension for Sphinx in ``kindex_docs.sphinx``,
and retrievers are in ``kindex_docs.langchain`` and ``kindex_docs.llamaindex``.
"""

from ._kindex import Builder, Index, IndexGroup, chunks, evaluate, merge, open
from .errors import KindexError

__version__ = "0.1.0"

__all__ = ["Builder", "Index", "IndexGroup", "KindexError", "chunks", "evaluate", "merge", "open"]
