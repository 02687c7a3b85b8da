//! Vectors, from NumPy arrays and whatever else has the buffer protocol, or from lists of numbers.
//! NumPy is imported only where an array is given back.

use crate::errors::{Answer, Fault};
use crate::results::{Object, object};
use kindex::{VectorLevel, VectorSettings, Vectors};
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PySlice};

/// The numbers of one vector.
pub fn numbers(given: &Bound<'_, PyAny>, name: &str) -> Answer<Vec<f32>> {
    let py = given.py();
    if let Ok(buffer) = PyBuffer::<f32>::get(given) {
        return one_dimension(&buffer, name)
            .and_then(|()| buffer.to_vec(py).map_err(|_| unreadable(name)));
    }
    if let Ok(buffer) = PyBuffer::<f64>::get(given) {
        one_dimension(&buffer, name)?;
        let wide = buffer.to_vec(py).map_err(|_| unreadable(name))?;
        return Ok(wide.into_iter().map(|number| number as f32).collect());
    }
    given.extract().map_err(|_| unreadable(name))
}

fn one_dimension<T: pyo3::buffer::Element>(buffer: &PyBuffer<T>, name: &str) -> Answer<()> {
    if buffer.dimensions() == 1 { Ok(()) } else { Err(unreadable(name)) }
}

fn unreadable(name: &str) -> Fault {
    Fault::option(name, "accepted are arrays and lists of numbers, in one dimension")
}

/// So many rows of an array are copied at once.
const BLOCK_ROWS: usize = 1024;

/// Calls `take` with each vector of an array of two dimensions, or of a list of vectors. Gives the
/// number of vectors.
pub fn each_row(
    given: &Bound<'_, PyAny>,
    name: &str,
    mut take: impl FnMut(usize, &[f32]) -> Answer<()>,
) -> Answer<usize> {
    if let Ok(buffer) = PyBuffer::<f32>::get(given)
        && let &[count, length] = buffer.shape()
    {
        for start in (0..count).step_by(BLOCK_ROWS) {
            let block = block(given, &buffer, start).map_err(|_| unreadable(name))?;
            for (at, row) in block.chunks_exact(length.max(1)).enumerate() {
                take(start + at, row)?;
            }
        }
        return Ok(count);
    }
    let refused =
        || Fault::option(name, "accepted are arrays of two dimensions and lists of vectors");
    let mut count = 0;
    for one in given.try_iter().map_err(|_| refused())? {
        take(count, &numbers(&one.map_err(|_| refused())?, name)?)?;
        count += 1;
    }
    Ok(count)
}

/// Calls `take` with the vector that an embedder gives each text. All are embedded at once.
pub fn embedded(
    embed: &Bound<'_, PyAny>,
    texts: &[String],
    mut take: impl FnMut(usize, &[f32]) -> Answer<()>,
) -> PyResult<()> {
    let given = embed.call1((texts,))?;
    let count =
        each_row(&given, "embed", |at, row| if at < texts.len() { take(at, row) } else { Ok(()) })?;
    if count == texts.len() {
        return Ok(());
    }
    let message = format!("it gave {count} vectors for {} texts", texts.len());
    Err(Fault::option("embed", &message).into())
}

/// A copy of some rows of an array.
fn block(given: &Bound<'_, PyAny>, whole: &PyBuffer<f32>, start: usize) -> PyResult<Vec<f32>> {
    let py = given.py();
    let end = start.saturating_add(BLOCK_ROWS);
    let rows = PySlice::new(py, start as isize, end as isize, 1);
    match given.get_item(rows).and_then(|rows| PyBuffer::<f32>::get(&rows)) {
        Ok(rows) => rows.to_vec(py),
        // Not all that has a buffer can be cut.
        Err(_) => {
            let length = whole.shape().get(1).copied().unwrap_or_default();
            let rows = whole.to_vec(py)?.into_iter().skip(start * length);
            Ok(rows.take(BLOCK_ROWS * length).collect())
        }
    }
}

/// How an index keeps vectors, by the names of the options.
#[derive(Default)]
pub struct Kept {
    pub settings: VectorSettings,
    /// The number of texts at most that are embedded at once.
    pub batch: usize,
}

/// Texts that a function embeds at once, where nothing else is said.
pub const BATCH_TEXTS: usize = 64;

impl Kept {
    /// Reads them.
    pub fn of(given: Option<&Bound<'_, PyDict>>) -> Answer<Self> {
        let mut kept = Kept { batch: BATCH_TEXTS, ..Kept::default() };
        for (name, value) in given.into_iter().flatten().filter(|(_, value)| !value.is_none()) {
            let whole = |name: &str| crate::values::whole(name, &value);
            match name.to_string().as_str() {
                "of" => kept.settings.of = level(&value)?,
                name @ "dimensions" => kept.settings.dimensions = whole(name)?,
                name @ "bits" => kept.settings.bits = whole(name)?.try_into().unwrap_or(u8::MAX),
                name @ "batch" => kept.batch = whole(name)?.max(1),
                name => {
                    let accepted = "accepted are batch, bits, dimensions, of";
                    let message = format!("vectors: there is no option {name}; {accepted}");
                    return Err(Fault::new("invalid_option", message));
                }
            }
        }
        Ok(kept)
    }
}

fn level(value: &Bound<'_, PyAny>) -> Answer<VectorLevel> {
    match value.extract::<String>().unwrap_or_default().as_str() {
        "parents" => Ok(VectorLevel::Parents),
        "children" => Ok(VectorLevel::Children),
        _ => Err(Fault::option("of", "accepted are parents, children")),
    }
}

/// Vectors of chunks as they come, of which the first decides how many numbers all have.
pub struct Coming {
    embedder: String,
    vectors: Option<Vectors>,
}

impl Coming {
    pub fn new(embedder: String) -> Self {
        Coming { embedder, vectors: None }
    }

    pub fn add(&mut self, id: &str, vector: &[f32]) -> Answer<()> {
        let vectors = match &mut self.vectors {
            Some(vectors) => vectors,
            none => none.insert(Vectors::new(self.embedder.as_str(), vector.len())?),
        };
        Ok(vectors.add(id, vector)?)
    }

    /// All of them. The core says why an index cannot be without any.
    pub fn end(self) -> Answer<Vectors> {
        match self.vectors {
            Some(vectors) => Ok(vectors),
            None => Ok(Vectors::new(self.embedder, 1)?),
        }
    }
}

/// An array of NumPy over the memory of a `bytes` object, into which the numbers were written.
pub fn array<'py>(py: Python<'py>, rows: &[Vec<f32>], length: usize) -> Object<'py> {
    let numbers = rows.iter().flatten();
    let bytes = PyBytes::new_with(py, rows.len() * length * size_of::<f32>(), |bytes| {
        for (four, number) in bytes.chunks_exact_mut(size_of::<f32>()).zip(numbers) {
            four.copy_from_slice(&number.to_ne_bytes());
        }
        Ok(())
    })?;
    let flat = py.import("numpy")?.call_method1("frombuffer", (bytes, "float32"))?;
    flat.call_method1("reshape", (rows.len(), length))
}

/// The vectors of an index as it keeps them.
pub fn object<'py>(py: Python<'py>, kept: &kindex::KeptVectors) -> Object<'py> {
    let kindex::KeptVectors { stats, ids, values } = kept;
    let values = array(py, values, stats.kept)?;
    object!(
        py,
        "Vectors",
        &stats.embedder,
        stats.dimensions,
        stats.bits,
        stats.level,
        ids.as_slice(),
        values,
    )
}
