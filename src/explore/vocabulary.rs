//! The words of an index and their counts in children, for those who rank elsewhere.

use crate::error::{Error, ReadError};
use crate::format::SectionId;
use crate::format::dictionary::TermEntry;
use crate::index::{Index, IndexReader};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// A word of the dictionary.
#[derive(Clone, Debug, PartialEq)]
pub struct WordView {
    /// As [`crate::terms`] gives it: folded.
    pub text: String,
    /// Whether a query drops it unless nothing else is left.
    pub stop: bool,
    /// The numbers of its stems, without those of other spellings. It has several where languages
    /// differ or there are synonyms. They are those of this index only, and below 2^32.
    pub stems: Vec<u32>,
    /// The weight of an occurrence in a query: the inverse document frequency, above 0.
    pub idf: f64,
}

/// The numbers of stems, rising, and the number of times that a child's body has each, from 1.
pub type Body = Vec<(u32, u32)>;

impl<B: AsRef<[u8]>> Index<B> {
    /// All words, in the order of their bytes. Linear in the size of the dictionary and the
    /// posting lists.
    ///
    /// # Errors
    /// [`Error::Corrupt`] where the index turns out to be damaged.
    pub fn words(&self) -> Result<Vec<WordView>, Error> {
        let index = self.reader()?;
        let entries = entries(&index)?;
        let numbers = entries.last().map_or(0, |(_, last)| last.number.saturating_add(1));
        let mut parents = vec![0; numbers];
        for (_, found) in own_lists(&entries) {
            if let Some(parents) = parents.get_mut(found.number) {
                *parents = index.postings(found.list.clone(), 1)?.parents;
            }
        }
        let most = |group: &[WordStem]| {
            let of = |(_, found): &WordStem| parents.get(found.stem).copied().unwrap_or_default();
            group.iter().map(of).max().unwrap_or_default()
        };
        // A list may stand at an entry of another spelling, so they go last.
        let entries = without_spellings(entries);
        let groups = entries.chunk_by(|(a, _), (b, _)| a == b);
        let view = |group: &[WordStem]| WordView {
            text: group.first().map(|(word, _)| word.clone()).unwrap_or_default(),
            stop: group.iter().any(|(_, found)| found.stop),
            stems: group.iter().map(|(_, found)| found.stem as u32).collect(),
            idf: index.meta.idf(most(group)),
        };
        Ok(groups.map(view).collect())
    }

    /// The stems of the bodies of all children, as the analyzer made them. A body is the text
    /// without headings. They come document by document in the order of [`Index::documents`], each
    /// in the order of the text. Linear in the size of the dictionary and the posting lists.
    ///
    /// # Errors
    /// [`Error::Corrupt`] where the index turns out to be damaged.
    pub fn bodies(&self) -> Result<Vec<Body>, Error> {
        let index = self.reader()?;
        let children = index.meta.chunks.first().copied().unwrap_or_default();
        let mut bodies = vec![Body::new(); children as usize];
        for (_, found) in own_lists(&entries(&index)?) {
            for posting in index.postings(found.list.clone(), 1)?.bodies {
                if let Some(body) = bodies.get_mut(posting.at.start as usize) {
                    body.push((found.number as u32, posting.frequency));
                }
            }
        }
        for (child, body) in bodies.iter().enumerate() {
            let terms: u64 = body.iter().map(|&(_, count)| u64::from(count)).sum();
            if terms > most_terms(index.tree.span(0, child)?.len()) {
                let what = &"a child has more terms than its text can give";
                return Err(SectionId::Postings.corrupt(what).into());
            }
        }
        Ok(bodies)
    }

    /// The number of terms for which the body of each child counts in ranking. It is about the mean
    /// of the document's children, from 4 to 724. In the order of [`Index::bodies`].
    ///
    /// # Errors
    /// [`Error::Corrupt`] where the index turns out to be damaged.
    pub fn lengths(&self) -> Result<Vec<u32>, Error> {
        let index = self.reader()?;
        let lengths = index.lengths()?;
        let mut of_children = Vec::new();
        for document in 0..index.meta.documents as usize {
            let children = index.tree.children(index.document_level(), document)?;
            of_children.resize(children.end, lengths.child(document)?);
        }
        Ok(of_children)
    }

    /// The factor for the scores of each document, above 0, in the order of [`Index::documents`].
    ///
    /// # Errors
    /// [`Error::Corrupt`] where the index turns out to be damaged.
    pub fn boosts(&self) -> Result<Vec<f64>, Error> {
        let index = self.reader()?;
        let lengths = index.lengths()?;
        let documents = 0..index.meta.documents as usize;
        Ok(documents.map(|at| lengths.boost(at)).collect::<Result<_, ReadError>>()?)
    }
}

/// A letter may be a hump, a part of a compound, a part of that, and the compound.
fn most_terms(bytes: usize) -> u64 {
    4 * (bytes as u64 + 1)
}

/// A word and one of its stems.
type WordStem = (String, TermEntry);

fn entries(index: &IndexReader<'_>) -> Result<Vec<WordStem>, ReadError> {
    let mut entries = Vec::new();
    index.words.prefetch("", true);
    let mut terms = index.words.terms_with("")?;
    while let Some((word, found)) = terms.next()? {
        entries.push((String::from_utf8_lossy(word).into_owned(), found));
    }
    Ok(entries)
}

/// The entries without those of other spellings: plain scoring knows none.
fn without_spellings(entries: Vec<WordStem>) -> Vec<WordStem> {
    let is_own = |(_, found): &WordStem| found.is_own();
    let of_words = entries.chunk_by(|(a, _), (b, _)| a == b);
    let own = of_words.flat_map(|group| {
        let has_own = group.iter().any(is_own);
        group.iter().filter(move |entry| is_own(entry) || !has_own).cloned()
    });
    own.collect()
}

/// The entries that are the first of their stems: one for each posting list.
fn own_lists(entries: &[WordStem]) -> impl Iterator<Item = &WordStem> {
    entries.iter().filter(|(_, found)| found.stem == found.number)
}
