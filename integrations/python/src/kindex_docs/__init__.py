"""Kindex in the place of the search of MkDocs and Sphinx."""

__version__ = "0.1.0"
