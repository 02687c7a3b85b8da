//! Sparse vectors of children and queries.

use bm25::{EmbedderBuilder, Embedding, TokenEmbedder, Tokenizer};
use kindex::{Body, Error, Index, Weights, WordView};
use serde::Serialize;
use std::collections::BTreeMap;
use std::iter::{self, Zip};
use std::vec::IntoIter;

/// Rising numbers of stems, and the value of each; both lists have one length.
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

/// The children of an index, one after another.
pub struct Children {
    bodies: Zip<IntoIter<Body>, IntoIter<u32>>,
    /// The terms that a child counts for on average.
    average: f64,
}

impl Children {
    /// Reads the terms of all children.
    ///
    /// # Errors
    /// Where the index turns out to be damaged.
    pub fn read(index: &Index) -> Result<Self, Error> {
        let stats = index.stats();
        let children = stats.levels.first().map_or(0, |level| level.chunks).max(1);
        let average = stats.terms as f64 / f64::from(children);
        let (bodies, lengths) = (index.bodies()?, index.lengths()?);
        Ok(Children { bodies: bodies.into_iter().zip(lengths), average })
    }

    /// The vector of the next child, in the order of the index, times its page's boost.
    pub fn next_vector(&mut self, boost: f64) -> Vector {
        // There is an entry for each occurrence, all of a stem with the same value.
        let entries = self.next_embedding().0.into_iter();
        let values: BTreeMap<u32, f32> = entries.map(|entry| (entry.index, entry.value)).collect();
        values.into_iter().map(|(stem, value)| (stem, value * boost as f32)).collect()
    }

    /// Embeds the next child. The embedder takes all terms of a text for its length, where
    /// a child may count for more or fewer. As only the ratio of length and average matters, it is
    /// the average that is made to suit.
    fn next_embedding(&mut self) -> Embedding<u32> {
        let Weights { k1, b, .. } = Weights::default();
        let (body, length) = self.bodies.next().unwrap_or_default();
        let repeated = |(stem, count): (u32, u32)| iter::repeat_n(stem.to_string(), count as usize);
        let text: Vec<String> = body.into_iter().flat_map(repeated).collect();
        let average = text.len() as f64 * self.average / f64::from(length);
        let embedder = EmbedderBuilder::<Stem, Analyzed>::with_avgdl(average as f32);
        embedder.k1(k1 as f32).b(b as f32).build().embed(&text.join(" "))
    }
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
    use kindex::{Builder, Config, Document, SearchOptions};

    fn word(text: &str, stop: bool, stems: &[u32], idf: f64) -> WordView {
        WordView { text: text.into(), stop, stems: stems.into(), idf }
    }

    /// An index with a page that has all of its words in one of many children.
    fn lopsided() -> Index {
        let odd = format!("{}{}", "(;) ".repeat(100).repeat(200), "knot ".repeat(100));
        let mut builder = Builder::new(Config::default());
        for (id, text) in [("odd", &*odd), ("a", "a bend, a knot"), ("b", "bends and hitches")] {
            let document = Document { id: id.into(), text: text.into(), ..Document::default() };
            builder.add(document).unwrap();
        }
        Index::open(builder.finish().unwrap()).unwrap()
    }

    #[test]
    fn nothing_but_the_terms_of_a_child_is_embedded() {
        let index = lopsided();
        let bodies = index.bodies().unwrap();
        let terms = |body: &Body| body.iter().map(|&(_, count)| count as usize).sum::<usize>();
        let lengths = index.lengths().unwrap();
        assert!(
            bodies.iter().zip(lengths).any(|(body, length)| terms(body) > 20 * length as usize)
        );
        let mut children = Children::read(&index).unwrap();
        for body in &bodies {
            assert_eq!(children.next_embedding().0.len(), terms(body));
        }
    }

    #[test]
    fn a_child_scores_as_in_plain_mode_whatever_it_counts_for() {
        let index = lopsided();
        let query = of_query(&index.words().unwrap(), "knot");
        let mut children = Children::read(&index).unwrap();
        let mut products = BTreeMap::new();
        for document in index.documents().unwrap() {
            for child in index.chunks(&document, 0).unwrap() {
                let Vector { indices, values } = children.next_vector(1.0);
                if let Some(at) = indices.iter().position(|&index| index == query.indices[0]) {
                    products.insert(child.id, values[at] * query.values[0]);
                }
            }
        }
        let ranked = index.rank("knot", &SearchOptions::plain()).unwrap();
        assert_eq!((ranked.len(), products.len()), (3, 3));
        for found in ranked {
            let product = f64::from(products[&found.id]);
            assert!((product - found.score).abs() < 1e-6, "{product} {found:?}");
        }
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
