//! Fits vectors to the stems of an index, so that the sum of those in a text is near to the vector that
//! the embedder gave the text: ridge regression, by conjugate gradients (Golub and Van Loan, "Matrix
//! Computations", section 11.3).

use crate::error::ReadError;
use crate::format::chunk_of_child::ChunkOfChild;
use crate::format::dictionary;
use crate::format::postings::Posting;
use crate::index::IndexReader;
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

/// So many texts at most are fitted to.
pub(super) const SAMPLE: usize = 40_000;

/// More rounds change nothing that shows in results.
const ROUNDS: usize = 25;

/// The weight of small vectors against vectors that fit. Results do not change much from a third of
/// this to three times it.
const RIDGE: f32 = 1.0;

/// A stem in fewer parents than this has no vector: nothing can be learned from one text.
const LEAST: u32 = 2;

/// The stems in some texts, and the vectors of these.
#[derive(Clone)]
pub(super) struct Table {
    /// The number of the first word of each stem, in order.
    pub words: Vec<usize>,
    /// Those stems whose vectors are to be found.
    stems: Stems,
    /// The sums that these are to fit: the vectors of texts, less those of stems that are fixed.
    vectors: Vec<f32>,
}

impl Table {
    /// That of some chunks of a level, each with a vector.
    pub fn new(
        index: &IndexReader<'_>,
        level: usize,
        vectors: &[(usize, Vec<f32>)],
    ) -> Result<Self, ReadError> {
        let mut texts = Texts { rows: vec![None; index.tree.count(level)], count: 0 };
        let mut all = Vec::new();
        for (chunk, vector) in vectors {
            if let Some(row) = texts.rows.get_mut(*chunk) {
                *row = Some(texts.count);
                texts.count += 1;
                all.extend_from_slice(vector);
            }
        }
        let (words, mut stems) = texts.stems(index, level)?;
        stems.normalize();
        Ok(Table { words, stems, vectors: all })
    }

    /// Fixes the vectors of some stems, given by their places among `words`. Each is that of a stem
    /// times its inverse document frequency.
    pub fn fix(&mut self, known: impl Fn(usize) -> Option<Vec<f32>>) {
        let all = core::mem::take(&mut self.stems);
        self.stems.texts = all.texts;
        for (at, (column, &idf)) in all.columns().zip(&all.weights).enumerate() {
            let Some(vector) = known(at) else {
                self.stems.push_column(idf, column.iter().copied());
                continue;
            };
            for &(text, weight) in column {
                let start = text as usize * vector.len();
                let rest = self.vectors.get_mut(start..start + vector.len()).unwrap_or_default();
                add(rest, -weight / idf, &vector);
            }
        }
    }

    /// The vectors of the stems that are not fixed, in order, each of `width` numbers and times its
    /// inverse document frequency.
    pub fn fit(&self, width: usize) -> Vec<Vec<f32>> {
        let rows = self.stems.solve(&self.vectors, width);
        let scaled = |(row, idf): (&[f32], &f32)| row.iter().map(|number| number * idf).collect();
        rows.chunks(width).zip(&self.stems.weights).map(scaled).collect()
    }

    /// The part of the vectors of texts that those of stems which are not fixed leave: the sum of the
    /// squares of the distances.
    pub fn rest(&self, rows: &[Vec<f32>]) -> f64 {
        let unscaled = |(row, idf): (&Vec<f32>, &f32)| -> Vec<f32> {
            row.iter().map(|number| number / idf).collect()
        };
        let flat: Vec<f32> = rows.iter().zip(&self.stems.weights).flat_map(unscaled).collect();
        let width = rows.first().map_or(0, Vec::len);
        let sums =
            if width == 0 { vec![0.0; self.vectors.len()] } else { self.stems.times(&flat, width) };
        let distances = self.vectors.iter().zip(sums).map(|(number, sum)| f64::from(number - sum));
        distances.map(|distance| distance * distance).sum()
    }
}

/// The texts that are fitted to.
struct Texts {
    /// The row of each chunk, if it has one.
    rows: Vec<Option<u32>>,
    count: u32,
}

impl Texts {
    /// The stems that are in texts, with the numbers of their first words.
    fn stems(
        &self,
        index: &IndexReader<'_>,
        level: usize,
    ) -> Result<(Vec<usize>, Stems), ReadError> {
        let of_child = index.tree.ranks(level)?;
        let mut stems = Stems { texts: self.count as usize, ..Stems::default() };
        let mut words = Vec::new();
        dictionary::each_list(&index.words, |word, list| {
            let postings = index.postings(list, 1)?;
            if postings.parents < LEAST {
                return Ok(());
            }
            let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
            self.count(of_child, &postings.bodies, &mut counts);
            self.count(of_child, &postings.headings, &mut counts);
            for title in &postings.titles {
                let document = title.at.start as usize;
                let children = index.tree.children(index.document_level(), document)?;
                let at = children.start as u32..children.end as u32;
                self.count(of_child, &[Posting { at, frequency: 1 }], &mut counts);
            }
            if !counts.is_empty() {
                words.push(word);
                stems.push(index.meta.idf(postings.parents) as f32, &counts);
            }
            Ok(())
        })?;
        Ok((words, stems))
    }

    /// Counts how often a stem is in each text.
    fn count(&self, of_child: &ChunkOfChild, places: &[Posting], counts: &mut BTreeMap<u32, u32>) {
        for Posting { at, frequency } in places {
            let last = if at.len() > 1 { of_child.of(at.end - 1) } else { of_child.of(at.start) };
            for row in self.rows.get(of_child.of(at.start)..=last).unwrap_or_default() {
                row.iter().for_each(|row| *counts.entry(*row).or_default() += frequency);
            }
        }
    }
}

/// The stems in texts: a sparse matrix, by columns.
#[derive(Clone, Default)]
struct Stems {
    texts: usize,
    /// The inverse document frequency of each stem.
    weights: Vec<f32>,
    /// Where the entries of each stem end.
    ends: Vec<usize>,
    /// Texts, and the weights of the stem in them.
    entries: Vec<(u32, f32)>,
}

impl Stems {
    fn push(&mut self, weight: f32, counts: &BTreeMap<u32, u32>) {
        let entry = |(&text, &count): (&u32, &u32)| {
            (text, weight * (1.0 + libm::log(f64::from(count)) as f32))
        };
        self.push_column(weight, counts.iter().map(entry));
    }

    fn push_column(&mut self, weight: f32, entries: impl Iterator<Item = (u32, f32)>) {
        self.entries.extend(entries);
        self.ends.push(self.entries.len());
        self.weights.push(weight);
    }

    /// Gives the rows of texts the length 1.
    fn normalize(&mut self) {
        let mut squares = vec![0.0f32; self.texts];
        for &(text, weight) in &self.entries {
            if let Some(square) = squares.get_mut(text as usize) {
                *square += weight * weight;
            }
        }
        for (text, weight) in &mut self.entries {
            let square = squares.get(*text as usize).copied().unwrap_or(1.0);
            *weight /= libm::sqrtf(square);
        }
    }

    fn columns(&self) -> impl Iterator<Item = &[(u32, f32)]> {
        let starts = [0].iter().chain(&self.ends);
        let ranges = starts.zip(&self.ends);
        ranges.map(|(&start, &end)| self.entries.get(start..end).unwrap_or_default())
    }

    /// The product with vectors of stems: for each text a sum.
    fn times(&self, stems: &[f32], width: usize) -> Vec<f32> {
        let mut sums = vec![0.0; self.texts * width];
        for (column, vector) in self.columns().zip(stems.chunks(width)) {
            for &(text, weight) in column {
                let start = text as usize * width;
                add(sums.get_mut(start..start + width).unwrap_or_default(), weight, vector);
            }
        }
        sums
    }

    /// The product of the transposed matrix with vectors of texts: for each stem a sum.
    fn transposed_times(&self, texts: &[f32], width: usize) -> Vec<f32> {
        let mut sums = vec![0.0; self.ends.len() * width];
        for (column, sum) in self.columns().zip(sums.chunks_mut(width)) {
            for &(text, weight) in column {
                let start = text as usize * width;
                add(sum, weight, texts.get(start..start + width).unwrap_or_default());
            }
        }
        sums
    }

    /// The vectors of stems, each of `width` numbers, whose sums are nearest to those of texts. Each
    /// number is a system of equations of its own; all are solved side by side.
    fn solve(&self, texts: &[f32], width: usize) -> Vec<f32> {
        if self.ends.is_empty() {
            return Vec::new();
        }
        let mut rest = self.transposed_times(texts, width);
        let mut solution = vec![0.0; rest.len()];
        let mut direction = rest.clone();
        let mut squares = dots(&rest, &rest, width);
        for _ in 0..ROUNDS {
            let mut image = self.transposed_times(&self.times(&direction, width), width);
            add(&mut image, RIDGE, &direction);
            let along = ratios(&squares, &dots(&direction, &image, width));
            add_each(&mut solution, &along, &direction);
            add_each(&mut rest, &along.iter().map(|step| -step).collect::<Vec<_>>(), &image);
            let next = dots(&rest, &rest, width);
            let again = ratios(&next, &squares);
            let before = core::mem::replace(&mut direction, rest.clone());
            add_each(&mut direction, &again, &before);
            squares = next;
        }
        solution
    }
}

fn add(sum: &mut [f32], factor: f32, other: &[f32]) {
    sum.iter_mut().zip(other).for_each(|(sum, number)| *sum += factor * number);
}

/// Adds to each row another one, with a factor for each column.
fn add_each(sums: &mut [f32], factors: &[f32], others: &[f32]) {
    let width = factors.len().max(1);
    for (sums, others) in sums.chunks_mut(width).zip(others.chunks(width)) {
        for ((sum, factor), number) in sums.iter_mut().zip(factors).zip(others) {
            *sum += factor * number;
        }
    }
}

/// The sum of products of each column.
fn dots(one: &[f32], other: &[f32], width: usize) -> Vec<f32> {
    let mut sums = vec![0.0; width];
    for (one, other) in one.chunks(width).zip(other.chunks(width)) {
        for ((sum, one), other) in sums.iter_mut().zip(one).zip(other) {
            *sum += one * other;
        }
    }
    sums
}

/// Quotients; 0 where nothing is left to divide by.
fn ratios(above: &[f32], below: &[f32]) -> Vec<f32> {
    let ratio = |(above, below): (&f32, &f32)| if *below > 0.0 { above / below } else { 0.0 };
    above.iter().zip(below).map(ratio).collect()
}
