//! Sparse vectors of children and queries.

use bm25::{Embedder, EmbedderBuilder, TokenEmbedder, Tokenizer};
use kindex::{Body, Error, Index, SearchOptions, WordView};
use serde::Serialize;
use std::collections::BTreeMap;
use std::iter::{self, Zip};
use std::vec::IntoIter;

/// Rising numbers of stems, and what each has for a value; both are of one length.
#[derive(Debug, Default, Serialize)]
pub struct Vector {
    pub indices: Vec<u32>,
    pub values: Vec<f32>,
}

impl FromIterator<(u32, f32)> for Vector {
    fn from_iter<T: IntoIterator<Item = (u32, f32)>>(entries: T) -> Self {
        let (indices, values) = entries.into_iter().unzip();
        Vector { indices, values }
    }
}

/// An analyzed text: the numbers of its stems, with spaces between. The index holds children like
/// this, just as the analyzer read them in the language of their page, which could not be had again
/// from the text alone.
#[derive(Default)]
struct Analyzed;

impl Tokenizer for Analyzed {
    fn tokenize(&self, text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }
}

/// The number of a stem as an index of a vector; unlike hashes these are never the same for two.
struct Stem;

impl TokenEmbedder for Stem {
    type EmbeddingSpace = u32;

    fn embed(token: &str) -> u32 {
        // Nothing but numbers is written.
        token.parse().unwrap_or_default()
    }
}

/// What texts are filled up with: no stem has this number.
const FILLER: u32 = u32::MAX;

/// The children of an index, one after another.
pub struct Children {
    bodies: Zip<IntoIter<Body>, IntoIter<u32>>,
    /// A child may have more terms than it counts for, the length of a text is what the embedder
    /// counts, and only the ratio to the average matters. So texts are filled up to so many times
    /// what they count for, which none of them is above.
    multiple: usize,
    embedder: Embedder<Stem, Analyzed>,
}

impl Children {
    /// Reads the terms of all children.
    ///
    /// # Errors
    /// Where the index turns out to be damaged.
    pub fn read(index: &Index) -> Result<Self, Error> {
        let SearchOptions { k1, b, .. } = SearchOptions::plain();
        let stats = index.stats();
        let children = stats.levels.first().map_or(0, |level| level.chunks).max(1);
        let average = stats.terms as f64 / f64::from(children);
        let (bodies, lengths) = (index.bodies()?, index.lengths()?);
        let pairs = bodies.iter().zip(&lengths);
        let multiple = pairs.map(|(body, &length)| terms(body).div_ceil(length as usize)).max();
        let multiple = multiple.unwrap_or_default();
        let embedder = EmbedderBuilder::with_avgdl(multiple as f32 * average as f32);
        let embedder = embedder.k1(k1 as f32).b(b as f32).build();
        Ok(Children { bodies: bodies.into_iter().zip(lengths), multiple, embedder })
    }

    /// The vector of the next child, in the order of the index, times its page's boost.
    pub fn next_vector(&mut self, boost: f64) -> Vector {
        let (body, length) = self.bodies.next().unwrap_or_default();
        let repeated = |(stem, count): (u32, u32)| iter::repeat_n(stem.to_string(), count as usize);
        let mut text: Vec<String> = body.into_iter().flat_map(repeated).collect();
        text.resize(self.multiple * length as usize, FILLER.to_string());
        let embedded = self.embedder.embed(&text.join(" "));
        // There is an entry for each occurrence, all of a stem with the same value.
        let mut values: BTreeMap<u32, f32> =
            embedded.0.into_iter().map(|entry| (entry.index, entry.value)).collect();
        values.remove(&FILLER);
        values.into_iter().map(|(stem, value)| (stem, value * boost as f32)).collect()
    }
}

/// How many terms a child has.
fn terms(body: &Body) -> usize {
    body.iter().map(|&(_, count)| count as usize).sum()
}

/// The vector of a query, which is plain words. `words` are in the order of their bytes.
pub fn of_query(words: &[WordView], text: &str) -> Vector {
    let mut terms: Vec<Option<&WordView>> = Vec::new();
    kindex::terms(text, |term, _| {
        let at = words.binary_search_by(|word| word.text.as_str().cmp(term));
        terms.push(at.ok().and_then(|at| words.get(at)));
    });
    let is_stop = |word: &Option<&WordView>| word.is_some_and(|word| word.stop);
    if !terms.iter().all(is_stop) {
        terms.retain(|word| !is_stop(word));
    }
    let mut values: BTreeMap<u32, f64> = BTreeMap::new();
    for word in terms.into_iter().flatten() {
        for &stem in &word.stems {
            *values.entry(stem).or_default() += word.idf;
        }
    }
    values.into_iter().map(|(stem, value)| (stem, value as f32)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str, stop: bool, stems: &[u32], idf: f64) -> WordView {
        WordView { text: text.into(), stop, stems: stems.into(), idf }
    }

    #[test]
    fn words_of_one_stem_add_up_and_stop_words_are_dropped() {
        let words = [word("rope", false, &[1], 2.0), word("ropes", false, &[1], 2.0)];
        let words = [&words[..], &[word("the", true, &[7], 0.5)]].concat();
        let vector = of_query(&words, "The rope, ropes: rope!");
        assert_eq!((vector.indices, vector.values), (vec![1], vec![6.0]));
        assert_eq!(of_query(&words, "the").indices, [7]);
        assert!(of_query(&words, "the unknown").indices.is_empty());
    }
}
