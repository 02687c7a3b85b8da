project = "Knots"
author = "The authors of Kindex"
copyright = "The authors of Kindex"

extensions = ["kindex_docs.sphinx"]
html_theme = "furo"
html_baseurl = "https://example.org/handbook/"

exclude_patterns = ["_build", "drafts"]

kindex_field = {"placeholder": "Search knots"}
