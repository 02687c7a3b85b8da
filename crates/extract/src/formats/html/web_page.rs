//! A finished page for those who read it as Markdown.

use crate::outcome::Extracted;

/// What a finished page of HTML gives to its readers.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct WebPage {
    /// What [`extract`](crate::extract) gives of it.
    pub extracted: Extracted,
    /// Its text in Markdown, with links. Empty for a page that is left out.
    pub markdown: String,
    /// The title in its head, with what the site adds to it.
    pub full_title: Option<String>,
    /// The address that it says is its own.
    pub canonical: Option<String>,
}

impl From<Extracted> for WebPage {
    fn from(extracted: Extracted) -> Self {
        WebPage { extracted, ..WebPage::default() }
    }
}

#[cfg(test)]
mod tests {
    use crate::{FileContext, Options, web_page};

    fn markdown(body: &str) -> String {
        let page = format!("<main>{body}</main>");
        let (context, options) = (FileContext::default(), Options::default());
        let site = "https://x.dev/docs";
        web_page("guide/a.html", page.as_bytes(), &context, &options, site).unwrap().markdown
    }

    #[test]
    fn links_are_whole_wherever_they_stand() {
        for (body, want) in [
            (
                "<p>See <a href=b.html> the B </a>.",
                "See [the B](https://x.dev/docs/guide/b.html) .\n",
            ),
            ("<ul><li><a href='/c#d'>C</a></ul>", "- [C](https://x.dev/c#d)\n"),
            (
                "<table><tr><th>N<tr><td><a href=../e><code>e|f</code></a> <i>x</i></table>",
                "| N |\n| --- |\n| [`e\\|f`](https://x.dev/docs/e) x |\n",
            ),
            ("<p><img src=i.png alt='A [b]'>", "![A \\[b\\]](https://x.dev/docs/guide/i.png)\n"),
            ("<p><img src='data:image/png;x' alt=B>", "B\n"),
            ("<p><a href='javascript:x()'>Run</a> <a href=y><img src=z></a>it", "Run it\n"),
            ("<p>Note<sup><a href='#fn1'>1</a></sup>.", "Note\\[1\\].\n"),
            (
                "<a href=g.html><h3>G</h3><p>About.</p></a>",
                "### G\n\nAbout.\n\n<https://x.dev/docs/guide/g.html>\n",
            ),
        ] {
            assert_eq!(markdown(body), want, "{body}");
        }
    }

    #[test]
    fn what_a_page_shows_is_no_markup() {
        for (body, want) in [
            ("<p>a &lt;b&gt; *c* [d](e) &amp;lt;", "a \\<b> \\*c\\* \\[d\\](e) \\&lt;\n"),
            ("<p># x<p>1. y<p>- z<p>&gt; q", "\\# x\n\n1\\. y\n\n\\- z\n\n\\> q\n"),
            ("<h2>Vec&lt;T&gt; [x]</h2><p>y", "## Vec\\<T> \\[x\\]\n\ny\n"),
            ("<p><a href=u>[a] (b)</a>", "[\\[a\\] (b)](https://x.dev/docs/guide/u)\n"),
            ("<ul><li><input type=checkbox checked> done</ul>", "- [x] done\n"),
            (
                "<pre><code class=language-md>```rs\nx\n```\n</code></pre>",
                "````md\n```rs\nx\n```\n````\n",
            ),
            ("<p>Use <code>a*b_c</code>.", "Use `a*b_c`.\n"),
        ] {
            assert_eq!(markdown(body), want, "{body}");
        }
    }

    #[test]
    fn a_page_that_is_left_out_has_no_markdown() {
        let page = b"<meta name=robots content=noindex><main><p>x";
        let (context, options) = (FileContext::default(), Options::default());
        let page = web_page("a.html", page, &context, &options, "").unwrap();
        assert!(page.markdown.is_empty() && page.extracted.documents.is_empty());
    }
}
