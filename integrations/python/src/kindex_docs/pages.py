"""Changes of single pages of MkDocs before they are written."""

from __future__ import annotations

import re

#: What the script of MkDocs's own theme looks for, without which it stops. Its key opens the field.
MODAL = """<div id="mkdocs_search_modal" hidden><div id="mkdocs-search-results"></div><input id="mkdocs-search-query"></div>
<script>
document.getElementById("mkdocs_search_modal").addEventListener("show.bs.modal", (event) => {
  event.preventDefault();
  document.querySelector("kindex-search")?.open?.();
});
</script>
"""


def with_modal(output: str) -> str:
    """A page of MkDocs's own theme, which relies on its search plugin."""
    if 'id="mkdocs_keyboard_modal"' not in output or 'id="mkdocs_search_modal"' in output:
        return output
    return re.sub("(?=</body>)", lambda _: MODAL, output, count=1)


def with_weight(output: str, weight: float) -> str:
    """A page whose words count more or less: by the square of the weight."""
    return re.sub(r"<body\b", f'<body data-kindex-weight="{weight:.4g}"', output, count=1)
