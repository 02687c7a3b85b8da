//! The results of a search.

use crate::rank::{Explanation, Facet};
use crate::value::MetaValue;
use alloc::string::String;
use alloc::vec::Vec;

/// The results of a search.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
pub struct Results {
    /// The query as given.
    pub query: String,
    /// The query with the nearest words that the index has in the place of those that it lacks and
    /// that were probably mistyped. None where they differ in an ending only, nor where there are
    /// results and at most one in three words is unknown.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub did_you_mean: Option<String>,
    /// The query with its last word completed, where that is asked for: with the words of the index
    /// that it begins, the shortest one of each stem, the most frequent first; where it begins none
    /// and may be mistyped, with those nearest to it. What was mistyped before it is corrected too.
    /// Words are folded, as the index holds them.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub completions: Vec<String>,
    /// The number of results without a limit.
    pub total: usize,
    /// Whether there may be more than [`Results::total`]: to count what has a phrase takes reading
    /// the texts, and once the best results are certain, the others are read only where there are
    /// few.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "core::ops::Not::not"))]
    pub total_is_lower_bound: bool,
    /// The phrases of the query that were not looked for everywhere, as the query has them: results
    /// may lack them, or have them where they are excluded. These are all but the first four, and
    /// those that take more reading than [`crate::SearchOptions::phrase_bytes`] allows.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub unchecked_phrases: Vec<String>,
    /// Best first. Where they fill a number of tokens, a child stands in the place of its parent.
    pub hits: Vec<Hit>,
    /// The values of the facets asked for, over all documents that match.
    #[cfg_attr(
        feature = "serde",
        serde(serialize_with = "maps::facets", skip_serializing_if = "Vec::is_empty")
    )]
    pub facets: Vec<Facet>,
    /// The results that did not fit into the tokens asked for, best first.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub left_out: Vec<LeftOut>,
}

/// A result that did not fit into the tokens asked for.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LeftOut {
    /// The number of its index, from 0, where several were searched as one.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub index: Option<usize>,
    /// Its id.
    pub id: String,
    /// The tokens that it has, about.
    pub tokens: usize,
    /// The id of its best child, where that took its place.
    pub child: Option<String>,
}

/// A chunk that answers. All offsets are UTF-8 bytes within `text`.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
pub struct Hit {
    /// The number of its index, from 0, where several were searched as one.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub index: Option<usize>,
    /// The document's id, `#`, the level, `.`, and the chunk's position among those of its level
    /// in the document, from 0.
    pub id: String,
    /// The document's id.
    pub document: String,
    /// The document's address.
    pub url: String,
    /// The fragment that links to the heading above the best match; empty where there is none.
    pub anchor: String,
    /// The document's title.
    pub title: String,
    /// The headings above the best match, strongest first.
    pub headings: Vec<String>,
    /// Higher is better; comparable within one search only.
    pub score: f64,
    /// The level of the chunk, 0 being the children and the number of levels whole documents.
    pub level: usize,
    /// The level at which the query was matched.
    pub matched_level: usize,
    /// The level that was returned: the same as `level`.
    pub returned_level: usize,
    /// The number of tokens of the text, about: see [`crate::tokens`]; 0
    /// without the feature explore.
    pub tokens: usize,
    /// The number of chunks of its level that its document has; 0 without the feature explore.
    pub chunks: usize,
    /// The whole text of the chunk, or of the window of chunks around it. Without
    /// [`crate::SearchOptions::texts`] it is the lines that a list shows: title, headings, snippet;
    /// and there are no `children`.
    pub text: String,
    /// The part of the text, at most 200 characters, in which the query shows best.
    pub snippet: String,
    /// The byte of the text at which the snippet begins.
    pub snippet_start: usize,
    /// The places of words of the query: start and end of each, in order.
    pub highlights: Vec<(usize, usize)>,
    /// The children that match: the best one, then the others in the order of the text.
    pub children: Vec<ChildHit>,
    /// The document's metadata: keys, in order, and values.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::value::typed::map"))]
    pub meta: Vec<(String, MetaValue)>,
    /// The keys of [`crate::SearchOptions::prefer`] whose conditions the document does not meet,
    /// with its values, which have commas between them. Of a result in [`Hit::same`] also `lang` and
    /// `version`, where they are others than of the result that has it.
    #[cfg_attr(
        feature = "serde",
        serde(serialize_with = "maps::pairs", skip_serializing_if = "Vec::is_empty")
    )]
    pub differs: Vec<(String, String)>,
    /// Whether the site shows the page first for this query: see [`crate::Pin`].
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "core::ops::Not::not"))]
    pub pinned: bool,
    /// The next best results of the document, where they are grouped.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub more: Vec<Hit>,
    /// Other versions and translations of the document, where they are folded: the best result of
    /// each. It says what it is and where it is, and has no text, nothing of that, and no `more`.
    #[cfg(feature = "explore")]
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub same: Vec<Hit>,
    /// The parts of the score, where that was asked.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub explanation: Option<Explanation>,
}

/// A child that matches.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ChildHit {
    /// Made like the id of the parent.
    pub id: String,
    /// The child's own BM25F score, before the document's boost.
    pub score: f64,
    /// Byte offset of its start in the parent's text.
    pub start: usize,
    /// Byte offset of its end in the parent's text.
    pub end: usize,
    /// The number of its tokens, about; 0 without the feature explore.
    pub tokens: usize,
    /// Its text.
    pub text: String,
}

#[cfg(feature = "serde")]
pub(crate) mod maps {
    use super::{Facet, String};
    use serde::{Serialize, Serializer};

    /// Serializes keys with values as a map.
    pub fn pairs<T: Serialize, S: Serializer>(
        pairs: &[(String, T)],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_map(pairs.iter().map(|(key, value)| (key, value)))
    }

    pub fn facets<S: Serializer>(facets: &[Facet], to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(facets.iter().map(|facet| (&facet.key, &facet.values)))
    }
}
