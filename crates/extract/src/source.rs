//! Rewrites what a generator adds to Markdown - shortcodes, macros, JSX, containers - so that
//! plain Markdown is left. Fences and code spans stay as they are.

mod admonition;
mod hugo;
mod liquid;
mod mdn;
mod mdx;
mod raw;
mod scanner;
mod tag;

use std::borrow::Cow;

use crate::site::Site;
use scanner::Scanner;

/// The notation that a site uses beyond Markdown.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Dialect {
    /// `{{< note >}}` and `{{% note %}}`.
    hugo: bool,
    /// `{% include x %}`.
    liquid: bool,
    /// `{{ site.title }}`: a value that is not known here.
    values: bool,
    /// `{{domxref("Node")}}`.
    mdn: bool,
    /// `{{#include file.rs}}`.
    includes: bool,
    /// `{{#quiz a.toml}}`: what one of mdBook's preprocessors replaces.
    preprocessors: bool,
    /// JSX, expressions, imports and exports.
    mdx: bool,
    /// Component tags with attributes that HTML does not know.
    components: bool,
    /// `::: tip Title` and `[[toc]]`.
    containers: bool,
    /// `!!! note "Title"` with an indented body.
    admonitions: bool,
    /// The source is HTML: it has no fences and no code spans.
    html: bool,
}

impl Dialect {
    pub(crate) fn of(site: Site, mdx: bool) -> Dialect {
        let plain = site == Site::Plain;
        Dialect {
            hugo: plain || site == Site::Hugo,
            liquid: plain || site == Site::Jekyll,
            values: matches!(site, Site::Jekyll | Site::Vitepress),
            mdn: site == Site::Mdn,
            includes: plain || site == Site::Mdbook,
            preprocessors: site == Site::Mdbook,
            mdx,
            components: mdx || matches!(site, Site::Vitepress | Site::Mdbook),
            containers: plain || matches!(site, Site::Vitepress | Site::Docusaurus | Site::React),
            admonitions: site == Site::Mkdocs,
            html: false,
        }
    }
}

/// The Markdown that is left of `source`.
pub(crate) fn rewrite(source: &str, dialect: Dialect) -> String {
    let source = if dialect.admonitions {
        Cow::Owned(admonition::dedent(source))
    } else {
        Cow::Borrowed(source)
    };
    Scanner::new(&source, dialect).run()
}

/// The HTML that is left of a page that is still a generator's source.
pub(crate) fn rewrite_html(source: &str, site: Site) -> Cow<'_, str> {
    let dialect = Dialect {
        hugo: site == Site::Hugo,
        liquid: site == Site::Jekyll,
        values: site == Site::Jekyll,
        html: true,
        ..Dialect::default()
    };
    if dialect.hugo || dialect.liquid {
        Cow::Owned(Scanner::new(source, dialect).run())
    } else {
        Cow::Borrowed(source)
    }
}

/// The text in place of something that a generator would have replaced.
#[derive(Debug, PartialEq)]
enum Put {
    /// Words in the line.
    Words(String),
    /// A line of its own, such as the title of a box.
    Line(String),
    /// Code and its language.
    Code { lang: String, code: String },
    /// Text that is copied as it is.
    Verbatim(String),
}

/// A replacement for the source up to byte `end`.
#[derive(Debug, PartialEq)]
struct Rewrite {
    end: usize,
    put: Put,
}

impl Rewrite {
    fn nothing(end: usize) -> Rewrite {
        Rewrite::words(end, "")
    }

    fn words(end: usize, words: impl Into<String>) -> Rewrite {
        Rewrite { end, put: Put::Words(words.into()) }
    }
}

#[cfg(test)]
mod tests;
