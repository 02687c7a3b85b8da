//! The contents of an index, as plain data.

use kindex::Index;
use std::collections::BTreeMap;
use std::error::Error;
use std::ops::Range;

/// The children that have a stem in their bodies, and how often.
pub type List = Vec<(u32, u32)>;

pub struct Corpus {
    /// The words, in the order of their bytes.
    pub words: Vec<String>,
    /// By stem, in the order of their first words.
    pub lists: Vec<List>,
    /// The children of each document.
    pub documents: Vec<Range<u32>>,
    /// The text of each document.
    pub texts: Vec<String>,
}

impl Corpus {
    pub fn of(index: &Index<Vec<u8>>) -> Result<Self, Box<dyn Error>> {
        let mut lists: BTreeMap<u32, List> = BTreeMap::new();
        for (child, body) in index.bodies()?.iter().enumerate() {
            for &(stem, count) in body {
                lists.entry(stem).or_default().push((child as u32, count));
            }
        }
        let mut corpus = Corpus {
            words: index.words()?.into_iter().map(|word| word.text).collect(),
            lists: lists.into_values().collect(),
            documents: Vec::new(),
            texts: Vec::new(),
        };
        let mut first = 0;
        for id in index.documents()? {
            let children = index.chunks(&id, 0)?;
            let end = first + children.len() as u32;
            corpus.documents.push(first..end);
            corpus.texts.push(children.into_iter().map(|child| child.text).collect());
            first = end;
        }
        Ok(corpus)
    }

    /// The number of postings in all lists.
    pub fn postings(&self) -> usize {
        self.lists.iter().map(Vec::len).sum()
    }

    pub fn children(&self) -> u32 {
        self.documents.last().map_or(0, |last| last.end)
    }

    /// The lists and texts with the documents in another order, by their numbers now.
    pub fn reordered(&self, order: &[usize]) -> (Vec<List>, Vec<&str>) {
        let mut renumbered = vec![0; self.children() as usize];
        let mut next = 0;
        for &document in order {
            for child in self.documents[document].clone() {
                renumbered[child as usize] = next;
                next += 1;
            }
        }
        let reorder = |list: &List| {
            let place = |&(child, count): &(u32, u32)| (renumbered[child as usize], count);
            let mut list: List = list.iter().map(place).collect();
            list.sort_unstable();
            list
        };
        let texts = order.iter().map(|&document| self.texts[document].as_str());
        (self.lists.iter().map(reorder).collect(), texts.collect())
    }
}
