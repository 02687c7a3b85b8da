//! What stands in the Markdown of each generator.

use crate::site::Site;

/// The notation that a site uses beyond Markdown.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Dialect {
    /// `{{< note >}}` and `{{% note %}}`.
    pub(super) hugo: bool,
    /// `{% include x %}`.
    pub(super) liquid: bool,
    /// `{{ site.title }}`: a value that is not known here.
    pub(super) values: bool,
    /// `{{domxref("Node")}}`.
    pub(super) mdn: bool,
    /// `{{#include file.rs}}`.
    pub(super) includes: bool,
    /// `{{#quiz a.toml}}`: what one of mdBook's preprocessors replaces.
    pub(super) preprocessors: bool,
    /// JSX, expressions, imports and exports.
    pub(super) mdx: bool,
    /// Component tags with attributes that HTML does not know.
    pub(super) components: bool,
    /// `::: tip Title` and `[[toc]]`.
    pub(super) containers: bool,
    /// `!!! note "Title"` with an indented body.
    pub(super) admonitions: bool,
    /// The source is HTML: it has no fences and no code spans.
    pub(super) html: bool,
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
