//! Rewrites what a generator adds to Markdown - shortcodes, macros, JSX, containers - so that
//! plain Markdown is left. Fences and code spans stay as they are.

mod admonition;
mod dialect;
mod hugo;
mod liquid;
mod mdn;
mod mdx;
mod raw;
mod rewrite;
mod scanner;
mod tag;
mod window;

use std::borrow::Cow;

use crate::site::Site;
pub(crate) use dialect::Dialect;
use scanner::Scanner;

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

#[cfg(test)]
mod tests;
