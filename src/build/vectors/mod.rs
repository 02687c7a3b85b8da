//! Gives an index the vectors that an embedder made of its chunks.

mod before;
mod chunks;
mod pca;

use crate::error::Error;
use crate::format::vectors::{CODE_BITS, FLOAT_BITS, LANE_NUMBERS, Space, normalize, row};
use crate::format::{SectionId, header};
use crate::index::{Index, IndexReader};
use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use chunks::Given;

/// A vector has at most this many numbers.
const MAX_DIMENSIONS: usize = 1 << 14;

/// Vectors of chunks, made by one embedder.
#[derive(Clone, Debug)]
pub struct Vectors {
    embedder: String,
    dimensions: usize,
    /// By the id of the chunk, with length 1.
    values: BTreeMap<String, Vec<f32>>,
    /// The space of an index before.
    before: Option<Space>,
}

impl Vectors {
    /// No vectors yet. `embedder` is any name of the model, which a query with a vector is compared
    /// with: `all-MiniLM-L6-v2`. `dimensions` is the number of numbers that a vector has.
    ///
    /// # Errors
    /// [`Error::Config`] where a vector has none or more than 16,384.
    pub fn new(embedder: impl Into<String>, dimensions: usize) -> Result<Self, Error> {
        if !(1..=MAX_DIMENSIONS).contains(&dimensions) {
            let message = "a vector has from 1 to 16384 numbers";
            return Err(Error::config("vectors", message));
        }
        let (embedder, values) = (embedder.into(), BTreeMap::new());
        Ok(Vectors { embedder, dimensions, values, before: None })
    }

    /// Adds the vector of a chunk, whose id is that of [`crate::Hit::id`]. Its length counts for
    /// nothing.
    ///
    /// # Errors
    /// [`Error::Config`], which names the chunk, where the vector has another number of numbers, or
    /// one that is not finite, or length zero, or where the chunk has one already.
    pub fn add(&mut self, id: &str, vector: &[f32]) -> Result<(), Error> {
        let vector = checked(vector, self.dimensions).map_err(|what| of_chunk(id, &what))?;
        if self.values.insert(id.to_owned(), vector).is_some() {
            return Err(of_chunk(id, "it has another one already"));
        }
        Ok(())
    }

    /// Keeps the principal components of an index before, so that an edit changes few bytes of the
    /// next one. It is so as long as the embedder and the settings are the same, and what is kept
    /// fits the vectors nearly as well as what would be new. Otherwise, or where the index has no
    /// vectors, they are worked out anew.
    ///
    /// # Errors
    /// The errors of [`Index::open`] for an index that is damaged or in several files.
    pub fn continue_from<B: AsRef<[u8]>>(&mut self, before: &Index<B>) -> Result<(), Error> {
        let vectors = before.reader()?.vectors()?;
        self.before = vectors.map(|vectors| vectors.space()).transpose()?;
        Ok(())
    }

    /// The number of vectors.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none yet.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

fn of_chunk(id: &str, what: &str) -> Error {
    Error::config("vectors", format!("that of the chunk {id:?}: {what}"))
}

/// The vector with length 1.
fn checked(vector: &[f32], dimensions: usize) -> Result<Vec<f32>, String> {
    if vector.len() != dimensions {
        return Err(format!("it has {} numbers, not {dimensions}", vector.len()));
    }
    // Of 64 bits, as squares of large numbers have no room in 32.
    let squares =
        vector.iter().fold(0.0, |sum, &number| sum + f64::from(number) * f64::from(number));
    let length = libm::sqrt(squares);
    if !length.is_finite() {
        return Err("a number in it is not finite".into());
    }
    if length == 0.0 {
        return Err("all its numbers are zero".into());
    }
    Ok(vector.iter().map(|&number| (f64::from(number) / length) as f32).collect())
}

/// The chunks that have vectors in an index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VectorLevel {
    /// The parents. One without a vector of its own has the mean of its children's.
    #[default]
    Parents,
    /// The children.
    Children,
}

/// The way in which an index keeps vectors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VectorSettings {
    /// The chunks that have them. Default: the parents.
    pub of: VectorLevel,
    /// The numbers that are kept of each, by principal component analysis of the vectors; 0 keeps
    /// all. It is rounded up to a multiple of eight. Default 128.
    pub dimensions: usize,
    /// The bits of each number: 4, or 32 for numbers as they are. Default 4.
    pub bits: u8,
}

impl Default for VectorSettings {
    fn default() -> Self {
        VectorSettings { of: VectorLevel::default(), dimensions: 128, bits: CODE_BITS }
    }
}

/// The index with vectors, in place of those that it has. A chunk without one is found by its words
/// alone. Linear in the number of vectors, and in the cube of their numbers.
///
/// # Errors
/// [`Error::Config`] for an index in several files, for settings that cannot be
/// used, for a vector of a chunk that is not there, and where no chunk has a vector. The errors of
/// [`Index::open`].
pub fn add_vectors(
    bytes: &[u8],
    vectors: &Vectors,
    settings: &VectorSettings,
) -> Result<Vec<u8>, Error> {
    if ![CODE_BITS, FLOAT_BITS].contains(&settings.bits) {
        return Err(Error::config("bits", "accepted are 4 and 32"));
    }
    let index = Index::open(bytes)?;
    if index.shards.is_some() {
        let message = "an index in several files takes none; give them to the index in one file";
        return Err(Error::config("vectors", message));
    }
    let section = section(&index.reader()?, vectors, settings)?;
    let number = SectionId::Vectors as u16;
    let mut all: Vec<_> = header::sections(bytes)?
        .into_iter()
        .filter(|(other, _)| *other != number)
        .map(|(number, bytes)| (number, bytes.to_vec()))
        .collect();
    // The last one is `letters` in every index.
    let last = all.len().saturating_sub(1);
    all.insert(last, (number, section));
    header::write(&all)
}

/// The section that holds vectors.
fn section(
    index: &IndexReader<'_>,
    vectors: &Vectors,
    settings: &VectorSettings,
) -> Result<Vec<u8>, Error> {
    let level = match settings.of {
        VectorLevel::Parents => 1.min(index.tree.levels() - 1),
        VectorLevel::Children => 0,
    };
    let given = Given::find(index, vectors, level)?;
    let of_chunks = given.of_level(index, level)?;
    let there: Vec<&[f32]> = of_chunks.iter().flatten().map(Vec::as_slice).collect();
    if there.is_empty() {
        let message = "no chunk has one; ids are those that results have, such as guide.md#1.0";
        return Err(Error::config("vectors", message));
    }
    let mut space = Space {
        embedder: vectors.embedder.clone(),
        level,
        bits: settings.bits,
        given: vectors.dimensions,
        kept: kept(vectors.dimensions, settings.dimensions),
        count: there.len(),
        steps: Vec::new(),
        is_projected: false,
        way: Vec::new(),
    };
    fit(&mut space, &there)?;
    if let Some(before) = &vectors.before {
        before::keep(before, &mut space, &there)?;
    }
    of_space(&space, &of_chunks)
}

/// The bytes of a space and of the vectors in it.
fn of_space(space: &Space, of_chunks: &[Option<Vec<f32>>]) -> Result<Vec<u8>, Error> {
    let mut section = space.write();
    let none = alloc::vec![0; space.kept / LANE_NUMBERS * usize::from(space.bits)];
    for vector in of_chunks {
        match vector {
            Some(vector) => section.extend(row(space, &reduced(space, vector)?)),
            None => section.extend_from_slice(&none),
        }
    }
    Ok(section)
}

/// The numbers of a vector that are kept.
fn kept(given: usize, asked: usize) -> usize {
    let kept = if asked == 0 { given } else { asked.min(given) };
    kept.next_multiple_of(LANE_NUMBERS)
}

/// Finds the space in which vectors are kept.
fn fit(space: &mut Space, vectors: &[&[f32]]) -> Result<(), Error> {
    let mean = pca::mean(vectors);
    let rows = pca::rows(vectors, &mean, space.kept);
    space.set_way(rows.as_deref(), &mean)?;
    let mut squares = alloc::vec![0.0f64; space.kept];
    let step = vectors.len().div_ceil(pca::SAMPLE_VECTORS);
    let mut count = 0.0;
    for vector in vectors.iter().step_by(step) {
        for (sum, number) in squares.iter_mut().zip(reduced(space, vector)?) {
            *sum += f64::from(number) * f64::from(number);
        }
        count += 1.0;
    }
    let steps = squares.into_iter().map(|square| (STEP_SHARE * libm::sqrt(square / count)) as f32);
    space.steps = steps.map(|step| if space.bits == FLOAT_BITS { 1.0 } else { step }).collect();
    Ok(())
}

/// Half of the distance between the numbers that four bits have, where the deviation of what
/// they stand for is 1: the best for a normal distribution (Max, "Quantizing for Minimum
/// Distortion", 1960, table II).
const STEP_SHARE: f64 = 0.1676;

/// A vector in that space, with length 1.
fn reduced(space: &Space, vector: &[f32]) -> Result<Vec<f32>, Error> {
    let mut vector = space.reduce(vector)?;
    normalize(&mut vector);
    Ok(vector)
}
