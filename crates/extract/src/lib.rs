//! Turns the bytes of a file into [`Document`]s: Markdown, MDX, HTML, plain text, JSON Lines,
//! conversations, tables, programs.
//!
//! Extraction is pure: it reads no files, starts no threads and asks no clock, so it gives the
//! same documents natively and in a browser.
//!
//! ```
//! use kindex_extract::{FileContext, Format, Options, extract};
//!
//! let page = b"# Install\n\nRun `cargo add`.\n";
//! let (context, options) = (FileContext::default(), Options::default());
//! let extracted = extract("guide/install.md", page, Format::Markdown, &context, &options)?;
//! let document = &extracted.documents[0];
//! assert_eq!(document.title, "Install");
//! assert_eq!(document.text, "# Install\n\nRun `cargo add`.\n");
//! assert_eq!(document.sections[0].anchor, "install");
//! # Ok::<(), kindex_extract::Error>(())
//! ```
//!
//! Markdown goes through HTML: `formats/source` rewrites what a site's generator adds to Markdown,
//! `formats/markdown` renders, and `formats/html` reads the result as it reads any page. So HTML
//! inside Markdown needs no second set of rules.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::string_slice,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

mod boost;
mod configuration;
mod context;
mod detect;
mod error;
mod format;
mod formats;
mod habits;
mod links;
mod options;
mod outcome;
mod page;
mod pins;
mod plan;
mod selection;
mod site;
mod survey;
mod text;

pub use boost::{ParseBoostError, PathBoost, lower_by_age};
pub use configuration::{Configuration, IndexSettings};
pub use context::FileContext;
pub use detect::Detect;
pub use error::{Error, Reason, Warning, WarningKind};
pub use format::{Format, UnknownFormat};
pub use formats::html::WebPage;
pub use formats::html::navigation::NavigationLink;
use formats::{code, conversation, html, json_lines, markdown, plain, table};
pub use habits::Habits;
pub use kindex::{Document, Section};
pub use kindex_conversations::{Memory, Rooms, SlackChannel, SlackThreads, SlackUsers, Topic};
pub use kindex_text::HeadingIds;
pub use kindex_text::rules::{ParseRulesError, without_file_text};
pub use options::Options;
pub use outcome::Extracted;
use outcome::VERSION;
pub use pins::pins;
pub use plan::{
    FileEntry, IdClash, Include, ParseIncludeError, Plan, PlanOptions, Root, SourceFile, plan,
};
pub use selection::{ParseSelectorError, Selection};
pub use site::{ParseSiteError, Site};
pub use survey::Survey;
pub use text::charset::{FALLBACK_CHARSET, foreign_charset};

/// Turns the bytes of one file into documents.
///
/// `path` names the file below the folder that is indexed, with forward slashes; it becomes the
/// document's id and gives its URL. `context` has facts about the file from elsewhere,
/// `options` those that hold for all files. A file in another encoding than UTF-8 is decoded,
/// but in WebAssembly, where the caller does it: see [`foreign_charset`]. A byte order mark is
/// dropped, and line ends become `\n`.
///
/// # Errors
/// [`Error::NotText`] if the bytes are no text. A bad line of JSON Lines is a [`Warning`], even
/// if it is not UTF-8, and so are malformed front matter and a byte that cannot be read.
pub fn extract(
    path: &str,
    bytes: &[u8],
    format: Format,
    context: &FileContext,
    options: &Options,
) -> Result<Extracted, Error> {
    if options.habits.leave_out(path, format) {
        let message = "it lies beside finished pages, and no address is known to lead to it";
        return Ok(Extracted::left_out(Reason::BesidePages, message));
    }
    match format {
        Format::Text | Format::JsonLines => {
            return extract_text(path, bytes, format, context, options);
        }
        Format::Conversation => return conversation::extract(path, bytes, context, options),
        Format::Table => {
            let mut extracted = table::extract(path, bytes, context, options)?;
            extracted.warnings.extend(text::charset::warning(bytes));
            return Ok(extracted);
        }
        _ => {}
    }
    let source = text::charset::decode_lines(bytes)?;
    let mut extracted = match format {
        Format::Markdown => {
            markdown::extract(path, &source, options.site.reads_mdx(), context, options)
        }
        Format::Mdx => markdown::extract(path, &source, true, context, options),
        Format::Code => code::extract(path, &source, context, options),
        _ => html::extract(path, &source, context, options),
    };
    finish(&mut extracted, bytes, context);
    Ok(extracted)
}

/// Reads a finished page of HTML as [`extract`] does, and its text as Markdown with links. Their
/// addresses are whole where `site` is the address of the site; where that is empty they are as the
/// page has them.
///
/// ```
/// use kindex_extract::{FileContext, Options, web_page};
/// let page = b"<main><h1>A</h1><p>See <a href=../b.html>the <code>B</code></a>.</main>";
/// let (context, options) = (FileContext::default(), Options::default());
/// let page = web_page("guide/a.html", page, &context, &options, "https://x.dev/docs/")?;
/// assert_eq!(page.markdown, "# A\n\nSee [the `B`](https://x.dev/docs/b.html).\n");
/// # Ok::<(), kindex_extract::Error>(())
/// ```
///
/// # Errors
/// As for [`extract`].
pub fn web_page(
    path: &str,
    bytes: &[u8],
    context: &FileContext,
    options: &Options,
    site: &str,
) -> Result<WebPage, Error> {
    let source = text::charset::decode_lines(bytes)?;
    let mut page = html::web_page(path, &source, context, options, Some(site));
    finish(&mut page.extracted, bytes, context);
    Ok(page)
}

/// The navigations of a finished page of HTML, the one with most links first.
///
/// # Errors
/// [`Error::NotText`] if the bytes are no text.
pub fn navigation(bytes: &[u8]) -> Result<Vec<Vec<NavigationLink>>, Error> {
    Ok(html::navigation::of_page(&text::charset::decode_lines(bytes)?))
}

/// Like [`extract`] for JSON Lines. Any other file is taken for text without markup.
///
/// A program that calls this alone is without the readers of other formats: in WebAssembly they are
/// most of it.
///
/// # Errors
/// As for [`extract`].
pub fn extract_text(
    path: &str,
    bytes: &[u8],
    format: Format,
    context: &FileContext,
    options: &Options,
) -> Result<Extracted, Error> {
    if format == Format::JsonLines {
        return Ok(json_lines::extract(bytes));
    }
    let source = text::charset::decode_lines(bytes)?;
    let mut extracted = plain::extract(path, &source, context, options);
    finish(&mut extracted, bytes, context);
    Ok(extracted)
}

/// Adds to what was read of a file what its bytes and its place say.
fn finish(extracted: &mut Extracted, bytes: &[u8], context: &FileContext) {
    for document in &mut extracted.documents {
        add_version(document, context);
        text::script::agree(document);
    }
    extracted.warnings.extend(text::charset::warning(bytes));
}

/// Adds the version that the place of a file says, where it says none itself.
fn add_version(document: &mut Document, context: &FileContext) {
    let Some(version) = &context.version else { return };
    if !document.filters.contains_key(VERSION) {
        document.meta.entry(VERSION.to_owned()).or_insert_with(|| version.as_str().into());
    }
}
