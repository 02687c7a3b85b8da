"""What the retrievers share: the address and the facts of a passage."""

from __future__ import annotations

from typing import Any

from .results import Hit


def address(hit: Hit) -> str:
    """Where a reader finds the passage: the document's address, with the heading above it."""
    return f"{hit.url}#{hit.anchor}" if hit.anchor and "#" not in hit.url else hit.url


def facts(hit: Hit) -> dict[str, Any]:
    """The facts of a passage besides its text."""
    of_several = {} if hit.label is None else {"label": hit.label}
    return {
        "source": address(hit) or hit.document,
        "title": hit.title,
        "headings": hit.headings,
        "document": hit.document,
        "meta": hit.meta,
        **of_several,
    }
