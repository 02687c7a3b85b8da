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
//! Markdown goes through HTML: `source` rewrites what a site's generator adds to Markdown,
//! `markdown` renders, and `html` reads the result as it reads any page. So HTML inside Markdown
//! needs no second set of rules.

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
mod charset;
mod code;
mod configuration;
mod conversation;
mod error;
mod exclusions;
mod front_matter;
mod html;
mod include;
mod inline_code;
mod json_lines;
mod links;
mod markdown;
mod names;
mod options;
mod outcome;
mod page;
mod passages;
mod pins;
mod plain;
mod plan;
mod script;
mod site;
mod source;
mod survey;
mod table;
mod text_builder;
mod url;

pub use boost::{ParseBoostError, PathBoost, lower_by_age};
pub use charset::{FALLBACK_CHARSET, foreign_charset};
pub use configuration::{Configuration, IndexSettings};
pub use error::{Error, Reason, Warning, WarningKind};
pub use exclusions::{Exclusions, ParseGlobError};
pub use html::{ParseSelectorError, Selection};
pub use include::{Include, ParseIncludeError};
pub use kindex::{Document, Section};
pub use kindex_conversations::{Memory, Rooms, SlackChannel, SlackThreads, SlackUsers, Topic};
pub use kindex_text::HeadingIds;
pub use kindex_text::rules::ParseRulesError;
pub use links::IgnoredLinks;
pub use options::{Detect, FileContext, Format, Options, UnknownFormat};
pub use pins::pins;
pub use plan::{FileEntry, IdClash, Plan, PlanOptions, Root, SourceFile, plan};
pub use site::{ParseSiteError, Site};
pub use survey::{Habits, Survey};

/// The documents of one file.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub struct Extracted {
    /// One document, several for JSON Lines and exports of conversations, none for what is left out.
    pub documents: Vec<Document>,
    /// The parts that were left out or looked wrong, in the order of the file.
    pub warnings: Vec<Warning>,
}

/// Turns the bytes of one file into documents.
///
/// `path` names the file below the folder that is indexed, with forward slashes; it becomes the
/// document's id and gives its URL. `context` has facts about the file from elsewhere, `options`
/// those that hold for all files. A file in another encoding than UTF-8 is decoded, but in
/// WebAssembly, where the caller does it: see [`foreign_charset`]. A byte order mark is dropped, and
/// line ends become `\n`.
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
        return Ok(page::left_out(Reason::BesidePages, message));
    }
    match format {
        Format::JsonLines => return Ok(json_lines::extract(bytes)),
        Format::Conversation => return conversation::extract(path, bytes, context, options),
        Format::Table => {
            let mut extracted = table::extract(path, bytes, context, options)?;
            extracted.warnings.extend(charset::warning(bytes));
            return Ok(extracted);
        }
        _ => {}
    }
    let source = charset::decode_lines(bytes)?;
    let mut extracted = match format {
        Format::Markdown => {
            markdown::extract(path, &source, options.site.reads_mdx(), context, options)
        }
        Format::Mdx => markdown::extract(path, &source, true, context, options),
        Format::Html => html::extract(path, &source, context, options),
        Format::Code => code::extract(path, &source, context, options),
        Format::Text | Format::JsonLines | Format::Conversation | Format::Table => {
            plain::extract(path, &source, context, options)
        }
    };
    for document in &mut extracted.documents {
        add_version(document, context);
        script::agree(document);
    }
    extracted.warnings.extend(charset::warning(bytes));
    Ok(extracted)
}

/// Adds the version that the place of a file says, where it says none itself.
fn add_version(document: &mut Document, context: &FileContext) {
    let Some(version) = &context.version else { return };
    if !document.filters.contains_key(VERSION) {
        document.meta.entry(VERSION.to_owned()).or_insert_with(|| version.as_str().into());
    }
}

/// The key of versions, which the tags of DocSearch have too.
const VERSION: &str = "version";
