//! The address at which a file is published.

use kindex_text::{after, part};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use crate::context::FileContext;
use crate::format::Format;
use crate::options::Options;
use crate::site::Site;

/// The characters that a path segment must not hold as they are. `%` is encoded: a file name is not
/// a URL yet.
const SEGMENT: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The characters that an address written by an author must not hold; it may be encoded already.
const ADDRESS: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'\\')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The address that the front matter gives a page.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Override<'a> {
    /// `url` or `permalink`: the whole address below the site.
    pub(crate) url: Option<&'a str>,
    /// `slug`: the last part of the address, or all of it, by generator.
    pub(crate) slug: Option<&'a str>,
    /// Whether there is front matter, whatever it says: to Hugo a page
    /// is content then, also as HTML.
    pub(crate) is_content: bool,
}

/// The URL of the file at `path`.
pub(crate) fn of_page(
    path: &str,
    format: Format,
    context: &FileContext,
    options: &Options,
    given: Override<'_>,
) -> String {
    let is_source = options.site == Site::Hugo && given.is_content && format == Format::Html;
    let format = if is_source { Format::Markdown } else { format };
    let local = match (given.url, given.slug) {
        (Some(url), _) if !url.is_empty() => encode(url, ADDRESS),
        (_, Some(slug)) if !slug.is_empty() && options.site == Site::Mdn => {
            of_mdn(slug, context.lang.as_deref())
        }
        (_, Some(slug)) if !slug.is_empty() => from_slug(path, slug, format, options.site),
        _ => encode(&by_habit(path, format, options.site), SEGMENT),
    };
    join(options.base_url.as_deref(), &local)
}

/// The whole address of the finished page at `path`, on a site with an address. Empty where that is.
pub(crate) fn whole(path: &str, site: &str) -> String {
    if site.is_empty() {
        return String::new();
    }
    join(Some(site), &encode(&by_habit(path, Format::Html, Site::Plain), SEGMENT))
}

/// The page that shows the file at `path`, if that is another page. Behind that one's URL goes the
/// path from its folder on, so that each document has a URL of its own: whether the page has such
/// an anchor is not known, and without it readers get to see its top.
pub(crate) fn on_page(path: &str, context: &FileContext, options: &Options) -> Option<String> {
    let page = context.page.as_deref()?;
    let folder = part(page, 0..page.rfind('/').map_or(0, |at| at + 1));
    let below = path.strip_prefix(folder).unwrap_or(path);
    let name = below.rsplit_once('.').map_or(below, |(name, _)| name);
    let format = Format::of_path(page).unwrap_or(Format::Markdown);
    let page = of_page(page, format, context, options, Override::default());
    Some(format!("{page}#{}", encode(name, SEGMENT)))
}

fn encode(path: &str, set: &'static AsciiSet) -> String {
    utf8_percent_encode(path, set).to_string()
}

/// `local` below `base` with one slash between them; a whole address stays as it is.
pub(crate) fn join(base: Option<&str>, local: &str) -> String {
    let whole = local.contains("://") || local.starts_with("//");
    match base {
        Some(base) if !whole && !base.is_empty() => {
            format!("{}/{}", base.trim_end_matches('/'), local.trim_start_matches('/'))
        }
        // The front page. An empty reference would be the page that it stands on.
        _ if local.is_empty() => "./".to_owned(),
        _ => local.to_owned(),
    }
}

/// Slugs of MDN are whole paths below the language.
fn of_mdn(slug: &str, lang: Option<&str>) -> String {
    let locale = lang.filter(|lang| *lang != "en").unwrap_or("en-US");
    encode(&format!("/{locale}/docs/{slug}"), ADDRESS)
}

fn from_slug(path: &str, slug: &str, format: Format, site: Site) -> String {
    if slug.starts_with('/') {
        return encode(slug, ADDRESS);
    }
    let habit = by_habit(path, format, site);
    let body = habit.strip_suffix('/').unwrap_or(&habit);
    let folder = body.rfind('/').map_or(0, |at| at + 1);
    let tail =
        if habit.ends_with('/') { "/" } else { body.rfind('.').map_or("", |at| after(body, at)) };
    encode(&format!("{}{slug}{tail}", part(body, 0..folder)), ADDRESS)
}

/// The path below the site at which the generator publishes a file.
fn by_habit(path: &str, format: Format, site: Site) -> String {
    let path = path.trim_start_matches("./").trim_start_matches('/');
    let folder = part(path, 0..path.rfind('/').map_or(0, |at| at + 1));
    let name = after(path, folder.len());
    if format == Format::Html {
        // Not every host serves an index.htm for its folder.
        return if name == "index.html" { folder } else { path }.to_owned();
    }
    if matches!(format, Format::Text | Format::Table | Format::Code) {
        return path.to_owned();
    }
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let local = match site {
        Site::Docusaurus => docusaurus(folder, stem),
        _ if is_index(stem, site) => folder.to_owned(),
        _ => format!("{folder}{stem}{}", suffix(site)),
    };
    if site == Site::Hugo { local.to_lowercase() } else { local }
}

fn is_index(stem: &str, site: Site) -> bool {
    match stem {
        "index" => true,
        "_index" => matches!(site, Site::Hugo | Site::Plain),
        "README" | "readme" => matches!(
            site,
            Site::Plain | Site::Mdbook | Site::Mkdocs | Site::Docusaurus | Site::Jekyll
        ),
        _ => false,
    }
}

fn suffix(site: Site) -> &'static str {
    match site {
        Site::Plain | Site::Mdbook | Site::Vitepress | Site::Jekyll => ".html",
        Site::Docusaurus | Site::Hugo | Site::Mkdocs => "/",
        Site::Mdn | Site::React => "",
    }
}

/// Docusaurus drops number prefixes, and a file named like its folder is the folder's page.
fn docusaurus(folder: &str, stem: &str) -> String {
    let mut parts: Vec<&str> =
        folder.split('/').filter(|part| !part.is_empty()).map(without_number).collect();
    let stem = without_number(stem);
    if !is_index(stem, Site::Docusaurus) && parts.last() != Some(&stem) {
        parts.push(stem);
    }
    parts.iter().map(|part| format!("{part}/")).collect()
}

/// `01-intro` is `intro`; dates and versions (`2024-01-02`, `1.2`) stay.
fn without_number(name: &str) -> &str {
    let rest = name.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() == name.len() {
        return name;
    }
    let words = rest.trim_start().trim_start_matches(['-', '_', '.']);
    let bare = words.trim_start();
    let separated = words.len() < rest.trim_start().len();
    if !separated || bare.is_empty() || bare.starts_with(|c: char| c.is_ascii_digit()) {
        name
    } else {
        bare
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(site: Site, path: &str) -> String {
        let options =
            Options { site, base_url: Some("https://x.dev/docs/".into()), ..Options::default() };
        let format = Format::of_path(path).unwrap();
        of_page(path, format, &FileContext::default(), &options, Override::default())
    }

    #[test]
    fn habits() {
        let cases = [
            (Site::Plain, "guide/a b.md", "guide/a%20b.html"),
            (Site::Plain, "guide/README.md", "guide/"),
            (Site::Plain, "index.md", ""),
            (Site::Plain, "a/index.html", "a/"),
            (Site::Plain, "a/_index.html", "a/_index.html"),
            (Site::Hugo, "a/_index.html", "a/_index.html"),
            (Site::Plain, "a/100%.html", "a/100%25.html"),
            (Site::Plain, "notes/x.txt", "notes/x.txt"),
            (Site::Mdbook, "ch01-02-hello.md", "ch01-02-hello.html"),
            (Site::Mdbook, "README.md", ""),
            (Site::Vitepress, "guide/übersicht.md", "guide/%C3%BCbersicht.html"),
            (Site::Hugo, "Tasks/_index.md", "tasks/"),
            (Site::Hugo, "tasks/Run.md", "tasks/run/"),
            (Site::Mkdocs, "user-guide/cli.md", "user-guide/cli/"),
            (Site::Docusaurus, "01-basics/02-install.mdx", "basics/install/"),
            (Site::Docusaurus, "api/api.md", "api/"),
            (Site::Docusaurus, "2024-01-02-news.md", "2024-01-02-news/"),
            (Site::React, "reference/useState.md", "reference/useState"),
        ];
        for (site, path, want) in cases {
            assert_eq!(url(site, path), format!("https://x.dev/docs/{want}"), "{path}");
        }
    }

    fn given(site: Site, path: &str, given: Override<'_>) -> String {
        let options =
            Options { site, base_url: Some("https://x.dev".into()), ..Options::default() };
        of_page(path, Format::Markdown, &FileContext::default(), &options, given)
    }

    #[test]
    fn front_matter_wins() {
        let slug = |slug| Override { slug: Some(slug), ..Override::default() };
        let permalink =
            Override { url: Some("/about us/"), slug: Some("ignored"), ..Override::default() };
        assert_eq!(given(Site::Jekyll, "a.md", permalink), "https://x.dev/about%20us/");
        assert_eq!(
            given(Site::Mdn, "web/api/index.md", slug("Web/API")),
            "https://x.dev/en-US/docs/Web/API"
        );
        assert_eq!(of_mdn("Web/API", Some("de")), "/de/docs/Web/API");
        assert_eq!(of_mdn("Web/API", Some("en")), "/en-US/docs/Web/API");
        assert_eq!(given(Site::Hugo, "posts/a.md", slug("b")), "https://x.dev/posts/b/");
        assert_eq!(given(Site::Docusaurus, "a/b.md", slug("/c")), "https://x.dev/c");
        assert_eq!(given(Site::Plain, "a/b.md", slug("c")), "https://x.dev/a/c.html");
        let elsewhere = Override { url: Some("https://y.dev/a%20b?c#d"), ..Override::default() };
        assert_eq!(given(Site::Plain, "a.md", elsewhere), "https://y.dev/a%20b?c#d");
    }

    #[test]
    fn html_with_front_matter_is_content_to_hugo() {
        let address = |site, path, is_content| {
            let options = Options { site, ..Options::default() };
            let given = Override { is_content, ..Override::default() };
            of_page(path, Format::Html, &FileContext::default(), &options, given)
        };
        assert_eq!(address(Site::Hugo, "Tutorials/update.html", true), "tutorials/update/");
        assert_eq!(address(Site::Hugo, "Tutorials/_index.html", true), "tutorials/");
        assert_eq!(address(Site::Hugo, "Tutorials/update.html", false), "Tutorials/update.html");
        assert_eq!(address(Site::Jekyll, "Tutorials/update.html", true), "Tutorials/update.html");
    }

    #[test]
    fn a_page_shows_others() {
        let url = |path, page: Option<&str>| {
            let (site, base_url) = (Site::Hugo, Some("/docs".into()));
            let options = Options { site, base_url, ..Options::default() };
            let page = page.map(str::to_owned);
            on_page(path, &FileContext { page, ..FileContext::default() }, &options)
        };
        assert_eq!(url("Glossary/pod.md", None), None);
        let url = |path| url(path, Some("Glossary/index.md")).unwrap();
        assert_eq!(url("Glossary/A pod.md"), "/docs/glossary/#A%20pod");
        assert_eq!(url("Glossary/b/pod.md"), "/docs/glossary/#b/pod");
        assert_eq!(url("elsewhere/pod.md"), "/docs/glossary/#elsewhere/pod");
    }

    #[test]
    fn without_a_base_urls_are_relative() {
        let (context, options) = (FileContext::default(), Options::default());
        let url = of_page("a/b.md", Format::Markdown, &context, &options, Override::default());
        assert_eq!(url, "a/b.html");
    }
}
