//! The parts of a score.

use alloc::string::String;
use alloc::vec::Vec;

/// The parts of a score: the sum of each child's score times its share, of what the title adds,
/// and of the bonuses for a title that is a part of the query and for a title or other name that is
/// the query; all of it times the document's boost.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct Explanation {
    /// The chunks of the level matched that count, in the order of the text.
    pub children: Vec<ChildScore>,
    /// The scores of words in the title.
    pub title: Vec<TitleScore>,
    /// The bonus for a title that is a part of the query.
    pub part_title: f64,
    /// The bonus for a title or other name that is the query.
    pub exact_title: f64,
    /// The factor of the sum.
    pub boost: f64,
    /// The parts of the score where the query has a vector. Then it is their sum, and all else here
    /// says how the score of the words alone came about.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub fusion: Option<FusedScore>,
}

/// A score of words and of a vector.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct FusedScore {
    /// The part of the words.
    pub words: f64,
    /// The part of the vector.
    pub meaning: f64,
    /// The cosine of the query's vector and the nearest one of the result; 0 where the result has
    /// no vector, and where it is beyond the candidates.
    pub cosine: f64,
    /// The weight of the vector.
    pub weight: f64,
}

/// The score of a matching chunk.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct ChildScore {
    /// Position of the chunk among those of its level in the document, from 0.
    pub position: usize,
    /// The share of the score that counts, by the way in which the scores of children combine.
    pub share: f64,
    /// The sum of the scores of terms and the bonus.
    pub score: f64,
    /// The bonus for a heading that is the query. Or what lifts a passage above its words: it has a
    /// term of a list that is the query, or it begins a page that the query names.
    pub exact_heading: f64,
    /// The score of each term in each level.
    pub terms: Vec<TermScore>,
}

/// The score that a term gives to a chunk, or to a chunk above it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TermScore {
    /// The word of the query, folded.
    pub term: String,
    /// The level, that of documents being the last.
    pub level: usize,
    /// The frequency of the term in the title.
    pub title: f64,
    /// In headings above.
    pub heading: f64,
    /// In extra words.
    pub extra: f64,
    /// In the body.
    pub body: f64,
    /// Inverse document frequency times how often the query has the term.
    pub idf: f64,
    /// The weight of the level.
    pub weight: f64,
    /// The score that comes of it; in a list of links a tenth, if other passages of the
    /// document have words of the query.
    pub score: f64,
}

/// The score that a word in the title gives to all of a page.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TitleScore {
    /// The word of the query, folded.
    pub term: String,
    /// The score that it gives.
    pub score: f64,
}
