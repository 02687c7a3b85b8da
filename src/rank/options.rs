//! The options of a search.

use super::bm25::Bm25;
use super::document_scores::FieldWeights;
use super::filter::Filter;
use super::preference::{MAX_PREFERRED_CONDITIONS, Preference};
use super::query_vector::QueryVector;
use super::sort::Sort;
use crate::error::{Error, ReadError, decimal};
use crate::format::documents::Values;
use crate::format::meta::Meta;
#[cfg(feature = "explore")]
use crate::index::Readers;
use crate::query::Prefix;
use alloc::string::String;
use alloc::vec::Vec;

/// The ways in which the scores of a parent's children become the parent's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Collapse {
    /// The best child counts.
    #[default]
    Max,
    /// The mean of the children that match.
    Mean,
}

/// The weights of words, to try others while search is measured and while scores are explained. All
/// else of a score is constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// BM25's k1, at least 0. Default 1.2.
    pub k1: f64,
    /// BM25's b, 0 to 1. Default 0.75.
    pub b: f64,
    /// The weight of an occurrence in the title, where one in the body counts 1. Default 2.
    pub title: f64,
    /// The weight of an occurrence in a heading above the passage. Default 2.
    pub heading: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Weights { k1: 1.2, b: 0.75, title: 2.0, heading: 2.0 }
    }
}

/// The ways in which scores come about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ranking {
    /// As `SEARCHING.md` says.
    #[default]
    Kindex,
    /// As textbooks have BM25, to compare with: each chunk by itself, and nothing for names. Words
    /// that are searched and not shown weigh as much as those of headings.
    Textbook,
}

/// The weight of an occurrence in words that are searched and not shown.
const EXTRA_WEIGHT: f64 = 1.0;

/// The weight of the title's score as a text of its own.
const TITLE_WEIGHT: f64 = 0.75;

/// The share of the best possible score that is added where a name is the query.
const EXACT_SHARE: f64 = 0.5;

/// The share of the score of the next level above the one matched that is added.
const PARENT_SHARE: f64 = 0.5;

/// The share of the document's score that is added.
const DOCUMENT_SHARE: f64 = 0.25;

/// This many keys are named where one is not known.
const MAX_NAMED_KEYS: usize = 20;

/// Results of one document where they are grouped.
const GROUP_RESULTS: usize = 3;

/// The options of a search. The defaults are those that measured best over documentation and
/// over published test collections.
///
/// ```
/// # #[cfg(feature = "build")]
/// # fn main() -> Result<(), kindex::Error> {
/// use kindex::{Builder, Config, Document, Index, Prefix, SearchOptions};
/// # let mut builder = Builder::new(Config::default());
/// # for (id, version, text) in [("a.md", "1", "Old pears.\n"), ("b.md", "2", "New pears.\n")] {
/// #     let filters = [("version".into(), vec![version.into()])].into();
/// #     builder.add(Document { id: id.into(), text: text.into(), filters, ..Document::default() })?;
/// # }
/// # let index = Index::open(builder.finish()?)?;
/// // As one types: three results, and the last word may be unfinished.
/// let options = SearchOptions { limit: 3, prefix: Prefix::Last, ..SearchOptions::default() };
/// assert_eq!(index.search("new pea", &options)?.hits[0].document, "b.md");
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "build"))]
/// # fn main() {}
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SearchOptions {
    /// The number of results at most. Default 10.
    pub limit: usize,
    /// The number of results to pass over, for the next page: those of [`SearchOptions::limit`]
    /// follow without gaps and repeats. It counts what that counts, so groups where there are
    /// groups; with [`SearchOptions::max_tokens`] also results that were left out. Default 0.
    pub offset: usize,
    /// The words that may be the beginnings of others. Default: those with `*` after them.
    pub prefix: Prefix,
    /// Whether a word that no text has may be a mistyped one. Default yes.
    pub fuzzy: bool,
    /// With [`SearchOptions::prefix`], in how many ways at most to complete the last word: see
    /// [`crate::Results::completions`]. There are up to 64 for one or two letters, and up to 20 for
    /// more. Default 0.
    pub completions: usize,
    /// The level whose chunks are matched, 0 being the children. Default 0. Remarks on children
    /// below hold for the chunks of this level.
    pub match_level: usize,
    /// The level whose chunks are returned: the level matched or one above it, the number of
    /// levels standing for whole documents. Default is the next one above, or the level matched
    /// where the index has no other.
    pub return_level: Option<usize>,
    /// The way in which children's scores combine.
    pub collapse: Collapse,
    /// A parent is returned only where more than this share of its children match, 0 to 1; of
    /// others the children are, each by itself. Default: all parents are.
    pub auto_merge: Option<f64>,
    /// The number of chunks before and after a result that are returned with it;
    /// windows that overlap become one result. With [`SearchOptions::auto_merge`]
    /// children only get a window. Default 0.
    pub siblings: usize,
    /// The number of results of one document at most. Default: any, or 3 where they are grouped.
    pub per_document: Option<usize>,
    /// Whether each result is a document with its best parents inside: the best one, with the
    /// others in [`crate::Hit::more`]. [`SearchOptions::limit`] then counts documents.
    pub group: bool,
    /// Whether copies of a page become one result: pages at one address but for parts that name the
    /// version or the language, which are translations or, with the same title, other versions. The
    /// others are in [`crate::Hit::same`] of one: of one that is pinned, or else of the first that
    /// meets [`SearchOptions::prefer`] for the version, or else, and with [`SearchOptions::sort`],
    /// of the first. It comes where the first was. Only results that are asked for together are
    /// folded: [`SearchOptions::limit`], [`SearchOptions::offset`] and [`crate::Results::total`]
    /// count as without it, so there may be fewer results than the limit. Two indexes have copies
    /// of a page where addresses begin with the host.
    pub fold: bool,
    /// The weights of words.
    pub weights: Weights,
    /// How scores come about. Default: [`Ranking::Kindex`].
    pub ranking: Ranking,
    /// Only documents that meet all of these. A key that no document of the index
    /// has is an [`Error::Config`](crate::Error::Config) which names those there
    /// are, here and in what follows.
    pub filters: Vec<Filter>,
    /// Documents that meet these come before others, and those that meet an earlier one before
    /// those that do not. A document without a value for the key meets it, and a key that no
    /// document has counts for nothing. A language has its regional forms: `en-US` meets `en`. At
    /// most 32. [`crate::Hit::differs`] says what a result does not meet.
    pub prefer: Vec<Filter>,
    /// The order of results and, where they are grouped, of groups. Default: by score.
    pub sort: Option<Sort>,
    /// Keys whose values are counted over the documents that match; what a
    /// vector alone finds is not counted.
    pub facets: Vec<String>,
    /// The bytes of texts that are read at most to find phrases: text in quotes, and names of
    /// several parts after a sign or field. Documents beyond that limit count as if they met the
    /// query: as if they had its phrases, with the words near each other, and nothing that it
    /// excludes. See [`crate::Results::unchecked_phrases`]. Default: as many as it takes.
    pub phrase_bytes: Option<usize>,
    /// Whether results have their texts. Without them a result takes less time, and has what a list
    /// of results shows: see [`crate::Hit::text`]. Default yes.
    pub texts: bool,
    /// The tokens of a language model to fill with the best results: those that do not fit are
    /// replaced by their best child or left out, and named in [`crate::Results::left_out`]. Groups
    /// are taken apart.
    pub max_tokens: Option<usize>,
    /// Whether each result says how its score came about.
    pub explain: bool,
    /// The vector of the query, for an index with vectors: see [`QueryVector`]. Default: none, and
    /// words alone count.
    pub vector: Option<QueryVector>,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            limit: 10,
            offset: 0,
            prefix: Prefix::Off,
            fuzzy: true,
            completions: 0,
            match_level: 0,
            return_level: None,
            collapse: Collapse::Max,
            auto_merge: None,
            siblings: 0,
            per_document: None,
            group: false,
            fold: false,
            weights: Weights::default(),
            ranking: Ranking::Kindex,
            filters: Vec::new(),
            prefer: Vec::new(),
            sort: None,
            facets: Vec::new(),
            phrase_bytes: None,
            texts: true,
            max_tokens: None,
            explain: false,
            vector: None,
        }
    }
}

impl SearchOptions {
    /// Textbook BM25 over the bodies of the children alone, which are returned.
    #[cfg(feature = "explore")]
    pub fn plain() -> Self {
        SearchOptions {
            return_level: Some(0),
            weights: Weights { title: 0.0, heading: 0.0, ..Weights::default() },
            ranking: Ranking::Textbook,
            ..SearchOptions::default()
        }
    }

    pub(crate) fn check(&self, meta: &Meta) -> Result<(), Error> {
        self.check_features()?;
        self.check_keys(meta)?;
        let levels = meta.chunks.len();
        check_level("matchLevel", self.match_level, 0, levels - 1)?;
        if let Some(level) = self.return_level {
            check_level("returnLevel", level, self.match_level, levels)?;
        }
        if self.prefer.len() > MAX_PREFERRED_CONDITIONS {
            return Err(Error::config("prefer", "accepted are at most 32 conditions"));
        }
        if self.per_document == Some(0) {
            return Err(Error::config("perDocument", "accepted are whole numbers from 1"));
        }
        #[cfg(feature = "explore")]
        self.check_numbers()?;
        Ok(())
    }

    /// Whether the filters leave a document.
    pub(super) fn leave(&self, values: &Values<'_, '_>) -> Result<bool, ReadError> {
        for filter in &self.filters {
            if !filter.accepts(&values.of(&filter.key)?) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a search reads values of documents that match.
    pub(crate) fn reads_values(&self, meta: &Meta) -> bool {
        let asks_none = self.filters.is_empty() && self.facets.is_empty() && self.sort.is_none();
        !asks_none || !Preference::new(&self.prefer, meta).is_empty()
    }

    /// Whether the vector of the query fits those of an index.
    #[cfg(feature = "explore")]
    pub(crate) fn check_vector(&self, indexes: &Readers<'_>) -> Result<(), Error> {
        match (&self.vector, indexes.all.as_slice()) {
            (Some(vector), [index]) => vector.check(index, self),
            (Some(_), _) => {
                let message = "several indexes are ranked by words alone; leave it out";
                Err(Error::config("vector", message))
            }
            (None, _) => Ok(()),
        }
    }

    /// A key that no document has is a mistake that looks like finding nothing.
    fn check_keys(&self, meta: &Meta) -> Result<(), Error> {
        for filter in &self.filters {
            check_key("filters", &filter.key, meta)?;
        }
        if let Some(sort) = &self.sort {
            check_key("sort", &sort.key, meta)?;
        }
        for key in &self.facets {
            check_key("facets", key, meta)?;
        }
        Ok(())
    }

    #[cfg(feature = "explore")]
    fn check_features(&self) -> Result<(), Error> {
        match self.max_tokens {
            Some(_) if !self.texts => {
                Err(Error::config("texts", "it is false, but maxTokens is for texts"))
            }
            _ => Ok(()),
        }
    }

    #[cfg(feature = "explore")]
    fn check_numbers(&self) -> Result<(), Error> {
        let Weights { k1, b, title, heading } = self.weights;
        let weights = [("weights.k1", k1), ("weights.title", title), ("weights.heading", heading)];
        for (name, weight) in weights {
            if !(0.0..=1e6).contains(&weight) {
                return Err(Error::config(name, "accepted are numbers from 0 to 1000000"));
            }
        }
        for (name, share) in [("weights.b", Some(b)), ("autoMerge", self.auto_merge)] {
            if share.is_some_and(|share| !(0.0..=1.0).contains(&share)) {
                return Err(Error::config(name, "accepted are numbers from 0 to 1"));
            }
        }
        Ok(())
    }

    #[cfg(not(feature = "explore"))]
    fn check_features(&self) -> Result<(), Error> {
        let message = "only kindex/explore has it";
        let given = [
            ("explain", self.explain),
            ("maxTokens", self.max_tokens.is_some()),
            ("collapse", self.collapse != Collapse::Max),
            ("autoMerge", self.auto_merge.is_some()),
            ("siblings", self.siblings > 0),
            ("fold", self.fold),
            ("vector", self.vector.is_some()),
            ("weights", self.weights != Weights::default()),
            ("ranking", self.ranking != Ranking::Kindex),
        ];
        match given.into_iter().find(|(_, given)| *given) {
            Some((name, _)) => Err(Error::config(name, message)),
            None => Ok(()),
        }
    }

    /// Without `explore` they are constants, which makes a search box smaller.
    fn weights(&self) -> Weights {
        if cfg!(feature = "explore") { self.weights } else { Weights::default() }
    }

    fn is_textbook(&self) -> bool {
        cfg!(feature = "explore") && self.ranking == Ranking::Textbook
    }

    pub(super) fn bm25(&self) -> Bm25 {
        let Weights { k1, b, .. } = self.weights();
        Bm25 { k1, b }
    }

    pub(super) fn fields(&self) -> FieldWeights {
        let Weights { title, heading, .. } = self.weights();
        FieldWeights {
            title,
            heading,
            extra: if self.is_textbook() { heading } else { EXTRA_WEIGHT },
        }
    }

    /// The weight of the title as a text of its own, and of the bonus for one that is a part of the
    /// query.
    pub(super) fn title_weight(&self) -> f64 {
        if self.is_textbook() { 0.0 } else { TITLE_WEIGHT }
    }

    /// The share of the best possible score that a page gets whose title is the query, or the
    /// beginning of a section whose heading is.
    pub(super) fn exact_share(&self) -> f64 {
        if self.is_textbook() { 0.0 } else { EXACT_SHARE }
    }

    /// The weight of a level in the score of a chunk of the level matched.
    pub(super) fn weight_of(&self, level: usize, document_level: usize) -> f64 {
        match level.checked_sub(self.match_level) {
            Some(0) => 1.0,
            Some(_) if self.is_textbook() => 0.0,
            Some(_) if level == document_level => DOCUMENT_SHARE,
            Some(1) => PARENT_SHARE,
            _ => 0.0,
        }
    }

    /// Whether a chunk counts for what is around it too.
    pub(super) fn looks_around(&self) -> bool {
        !self.is_textbook()
    }

    /// The level to return in an index with `levels`.
    pub(super) fn level_of(&self, levels: usize) -> usize {
        let next = self.match_level + 1;
        self.return_level.unwrap_or(if next < levels { next } else { self.match_level })
    }

    pub(super) fn limits(&self) -> Limits {
        let most = if self.group { GROUP_RESULTS } else { usize::MAX };
        Limits {
            offset: self.offset,
            ranked: self.offset.saturating_add(self.limit),
            of_document: self.per_document.unwrap_or(most),
            counted: match self.group && self.max_tokens.is_none() {
                true => 1,
                false => self.per_document.unwrap_or(most),
            },
            groups: self.group,
        }
    }
}

/// The results to return.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// The number of the best that are passed over.
    pub offset: usize,
    /// The number of those that are ranked: passed over or asked for.
    pub ranked: usize,
    /// The most that one document may have.
    pub of_document: usize,
    /// The most of one document that are counted. Groups are one, but where they fill a number of
    /// tokens, as these are taken apart.
    pub counted: usize,
    /// Whether those of a document are one.
    pub groups: bool,
}

fn check_key(name: &'static str, key: &str, meta: &Meta) -> Result<(), Error> {
    // An index that changes may begin with nothing.
    if meta.documents == 0 || meta.may_have(key) {
        return Ok(());
    }
    let mut message = ["no document has the key ", key].concat();
    let named = meta.keys.get(..MAX_NAMED_KEYS).unwrap_or(&meta.keys);
    for (nth, key) in named.iter().enumerate() {
        message += if nth == 0 { "; keys are " } else { ", " };
        message += key;
    }
    match meta.keys.len() - named.len() {
        0 if named.is_empty() => message += "; there are none in this index",
        0 => {}
        more => message += &[" and ", &decimal(more as u64), " more"].concat(),
    }
    Err(Error::config(name, message))
}

fn check_level(name: &'static str, level: usize, first: usize, last: usize) -> Result<(), Error> {
    if (first..=last).contains(&level) {
        return Ok(());
    }
    let [level, first, last] = [level, first, last].map(|level| decimal(level as u64));
    let message = ["there is no level ", &level, "; accepted are ", &first, " to ", &last];
    Err(Error::config(name, message.concat()))
}
