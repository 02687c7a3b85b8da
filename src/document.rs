//! The input of the builder: one page, note or record.

use crate::value::MetaValue;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// One document to index.
///
/// The text is plain text whose block structure is kept in Markdown's notation: heading lines (`##
/// Usage`), fenced code, list markers and pipe tables. There are blank lines between blocks. Inline
/// markup is not part of it.
///
/// ```
/// use kindex::{Document, Section};
///
/// let text = "# Install\n\nRun the installer.\n";
/// let heading = Section { level: 1, start: 0, heading: 2..9, anchor: "install".into(), ..Section::default() };
/// let document = Document {
///     id: "guide/install.md".into(),
///     url: "/guide/install".into(),
///     title: "Installation".into(),
///     text: text.into(),
///     sections: vec![heading],
///     ..Document::default()
/// };
/// assert_eq!(&document.text[document.sections[0].heading.clone()], "Install");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Document {
    /// Identifies the document in the index; unique and not empty. Usually the path of the file
    /// below the folder that was indexed, with forward slashes.
    pub id: String,
    /// The address at which a reader finds the document; may be empty.
    pub url: String,
    /// The title, which is searched as a field of its own. May be empty.
    pub title: String,
    /// Other names of the document, such as a short title or the function that it describes. If a
    /// query is one of them, but for case, spaces and signs, that counts like the title. It counts
    /// less the more documents have that name. Never shown.
    pub names: Vec<String>,
    /// Links from this document and to it, where known. Of several documents that a query names,
    /// those to which more others link count more.
    #[cfg_attr(feature = "serde", serde(default))]
    pub links: Links,
    /// A BCP 47 tag such as `en` or `pt-BR`, where known.
    pub lang: Option<String>,
    /// Returned with the document and otherwise untouched.
    pub meta: BTreeMap<String, MetaValue>,
    /// Values to which a search can be narrowed, by key.
    pub filters: BTreeMap<String, Vec<String>>,
    /// The one whose index it belongs in, where there is an index for each of several.
    pub tenant: Option<String>,
    /// A factor for the scores of the document: above 0 and at most 100, default 1. The index keeps
    /// it in single precision.
    pub boost: f64,
    /// Searched as a field of its own and never shown: keywords, a summary, questions that the
    /// document answers.
    pub extra: String,
    /// The whole text.
    pub text: String,
    /// The headings of the text in ascending order of `start`.
    pub sections: Vec<Section>,
    /// Parts that chunking keeps apart.
    pub parts: Parts,
}

impl Default for Document {
    /// Empty, with a boost of 1.
    fn default() -> Self {
        Document {
            id: String::new(),
            url: String::new(),
            title: String::new(),
            names: Vec::new(),
            links: Links::default(),
            lang: None,
            meta: BTreeMap::new(),
            filters: BTreeMap::new(),
            tenant: None,
            boost: 1.0,
            extra: String::new(),
            text: String::new(),
            sections: Vec::new(),
            parts: Parts::None,
        }
    }
}

/// Links between documents. Addresses are numbers of the caller's choice, such as checksums.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Links {
    /// The addresses at which links lead to the document.
    pub addresses: Vec<u32>,
    /// Its own links, each with the addresses to which it may lead: to the first of them
    /// at which there is a document.
    pub targets: Vec<Vec<u32>>,
}

/// The parts of a text that are more than paragraphs and have no headings. Parts are given by the
/// byte offsets at which they begin: beginnings of lines, ascending. The text before the first is a
/// part too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum Parts {
    /// Only headings part the text.
    #[default]
    None,
    /// Each part is a parent, however long: the exchanges of a conversation.
    Parents(Vec<usize>),
    /// The whole text is the parent, however long, and no child holds more than one part: the
    /// functions of a program, groups of a table's rows.
    Children(Vec<usize>),
}

impl Parts {
    /// The offsets at which parts begin.
    pub fn starts(&self) -> &[usize] {
        match self {
            Parts::None => &[],
            Parts::Parents(starts) | Parts::Children(starts) => starts,
        }
    }
}

/// One heading of a document. Its section reaches to the next heading of the same or a stronger
/// level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Section {
    /// 1 (strongest) to 6.
    pub level: u8,
    /// Byte offset in the text at which the heading's first line begins.
    pub start: usize,
    /// Byte range in the text of the heading's words, without markers. A section without words ends
    /// those of its level and weaker ones, and results name only the headings above it.
    pub heading: Range<usize>,
    /// The fragment that links to the heading, without `#`; may be empty.
    pub anchor: String,
    /// As in the document, for this section.
    pub extra: String,
    /// Whether the text below the heading, up to the next one, is mostly links, such as *See also*.
    /// It counts less where other passages of the document have words of the query.
    #[cfg_attr(feature = "serde", serde(default))]
    pub is_link_list: bool,
}
