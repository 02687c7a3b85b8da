//! The order of the documents: where alike ones are neighbours, gaps are smaller, and texts that
//! lie in one file have more in common.

use crate::compress::{self, LISTS, TEXTS, cut, gzip};
use crate::corpus::Corpus;
use crate::lists;
use serde_json::{Value, json};
use std::error::Error;

pub fn measure(corpus: &Corpus) -> Result<Value, Box<dyn Error>> {
    let count = corpus.documents.len();
    let mut report = json!({});
    for (name, order) in [
        ("paths", (0..count).collect()),
        ("random", shuffled(count)),
        ("bisection", bisected(corpus)),
    ] {
        let (lists, texts) = corpus.reordered(&order);
        let lists = lists::varints(&lists);
        report[name] = json!({
            "raw": lists.iter().map(Vec::len).sum::<usize>(),
            "gzip": compress::sum(&cut(&lists, LISTS), gzip)?,
            "texts": compress::sum(&cut(&texts, TEXTS), gzip)?,
        });
    }
    Ok(report)
}

/// The same each time.
fn shuffled(count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    let mut state = 1u64;
    order.sort_by_cached_key(|_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        state >> 33
    });
    order
}

/// Halves exchange documents so often at most.
const ROUNDS: usize = 20;

/// Fewer documents than this stay as they are.
const LEAST: usize = 16;

/// Halves that have as few stems in common as can be, and so on within them (Dhulipala and others,
/// "Compressing Graphs and Indexes with Recursive Graph Bisection", 2016).
fn bisected(corpus: &Corpus) -> Vec<usize> {
    let mut stems = vec![Vec::new(); corpus.documents.len()];
    for (stem, list) in corpus.lists.iter().enumerate() {
        for &(child, _) in list {
            let document = corpus.documents.partition_point(|children| children.end <= child);
            if stems[document].last() != Some(&stem) {
                stems[document].push(stem);
            }
        }
    }
    let mut bisector = Bisector { stems, counts: vec![[0; 2]; corpus.lists.len()] };
    let mut order: Vec<usize> = (0..corpus.documents.len()).collect();
    bisector.bisect(&mut order);
    order
}

struct Bisector {
    /// Of each document.
    stems: Vec<Vec<usize>>,
    /// The number of documents of either half that have a stem.
    counts: Vec<[u32; 2]>,
}

impl Bisector {
    fn bisect(&mut self, documents: &mut [usize]) {
        // Those that are exchanged were put in the order of what they gain.
        documents.sort_unstable();
        if documents.len() < LEAST {
            return;
        }
        let (left, right) = documents.split_at_mut(documents.len() / 2);
        for _ in 0..ROUNDS {
            if !self.exchange(left, right) {
                break;
            }
        }
        self.bisect(left);
        self.bisect(right);
    }

    /// Exchanges the documents that gain most by it; whether there were any.
    fn exchange(&mut self, left: &mut [usize], right: &mut [usize]) -> bool {
        self.count(left, right);
        let sizes = [left.len(), right.len()];
        for (half, documents) in [&mut *left, &mut *right].into_iter().enumerate() {
            documents.sort_by_cached_key(|&document| -self.gain(document, half, sizes));
        }
        let mut any = false;
        for (a, b) in left.iter_mut().zip(right) {
            if self.gain(*a, 0, sizes) + self.gain(*b, 1, sizes) <= 0 {
                break;
            }
            std::mem::swap(a, b);
            any = true;
        }
        any
    }

    fn count(&mut self, left: &[usize], right: &[usize]) {
        for &document in left.iter().chain(right) {
            self.stems[document].iter().for_each(|&stem| self.counts[stem] = [0; 2]);
        }
        for (half, documents) in [left, right].into_iter().enumerate() {
            for &document in documents {
                self.stems[document].iter().for_each(|&stem| self.counts[stem][half] += 1);
            }
        }
    }

    /// The thousandths of a bit that are spared by moving a document out of its half.
    fn gain(&self, document: usize, half: usize, sizes: [usize; 2]) -> i64 {
        let of_stem = |&stem: &usize| {
            let [from, to] = [self.counts[stem][half], self.counts[stem][1 - half]];
            let [of, other] = [sizes[half], sizes[1 - half]];
            bits(from, of) + bits(to, other) - bits(from - 1, of) - bits(to + 1, other)
        };
        let gain: f32 = self.stems[document].iter().map(of_stem).sum();
        (gain * 1000.0) as i64
    }
}

/// The bits that the gaps of a stem take where `count` of a half's documents have it.
fn bits(count: u32, size: usize) -> f32 {
    count as f32 * (size as f32 / (count + 1) as f32).log2()
}
