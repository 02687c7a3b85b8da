//! Arrays as `numpy.save` writes them:
//! <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>

use super::{Place, Reading, input, lines, unusable};
use crate::failure::Failure;
use std::io::Read;
use std::path::{Path, PathBuf};

/// What the file of the ids ends in.
const IDS: [&str; 4] = ["jsonl", "ndjson", "jsonl.gz", "ndjson.gz"];

const MAGIC: &[u8] = b"\x93NUMPY";

/// The rows of a file, with the ids of the file beside it.
///
/// # Errors
/// If one of the two cannot be read or used, or they do not belong together.
pub fn read(path: &Path) -> Result<Reading, Failure> {
    let mut bytes = Vec::new();
    let read = input::open(path)?.read_to_end(&mut bytes);
    read.map_err(|error| Failure::file("read", path, &error))?;
    let array = Array::parse(&bytes).map_err(|what| unusable(path, what))?;
    let beside = beside(path)?;
    let chunks = lines::chunks(&beside)?;
    if chunks.len() != array.rows {
        let (ids, rows, beside) = (chunks.len(), array.rows, beside.display());
        let what = format!("it has {rows} rows, and {beside}, which names them, has {ids} lines");
        return Err(unusable(path, what));
    }
    let mut read = Reading::default();
    for (row, (chunk, vector)) in chunks.into_iter().zip(array.rows()).enumerate() {
        read.add(Place::Row(row), chunk, &vector).map_err(|what| unusable(path, what))?;
    }
    Ok(read)
}

/// The file of the ids, if it is there.
pub fn ids(path: &Path) -> Option<PathBuf> {
    IDS.iter().map(|end| named(path, end)).find(|path| path.is_file())
}

/// The name of the file with another extension.
fn named(path: &Path, extension: &str) -> PathBuf {
    match path.extension() {
        Some(end) if end == "gz" => path.with_extension("").with_extension(extension),
        _ => path.with_extension(extension),
    }
}

fn beside(path: &Path) -> Result<PathBuf, Failure> {
    ids(path).ok_or_else(|| {
        let ids = named(path, "jsonl");
        unusable(path, format!(
            "there is no {}, which is to say the id of each row: a line for each, as kindex chunks writes it",
            ids.display()
        ))
    })
}

/// A table of numbers.
#[derive(Debug)]
struct Array<'a> {
    number: Number,
    rows: usize,
    columns: usize,
    data: &'a [u8],
}

/// The form of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Number {
    bytes: usize,
    big_endian: bool,
}

impl<'a> Array<'a> {
    /// # Errors
    /// What is wrong with the bytes, or that they are of an array that is no table.
    fn parse(bytes: &'a [u8]) -> Result<Self, String> {
        let (header, data) = parts(bytes)?;
        let number = Number::parse(value_of(header, "descr").ok_or(NO_ARRAY)?)?;
        match value_of(header, "fortran_order").ok_or(NO_ARRAY)? {
            order if order.starts_with("False") => {}
            _ => {
                return Err("it has one column after another (Fortran order); save numpy.ascontiguousarray(vectors)".into());
            }
        }
        let (rows, columns) = table(value_of(header, "shape").ok_or(NO_ARRAY)?)?;
        let needed = rows.checked_mul(columns).and_then(|count| count.checked_mul(number.bytes));
        if needed != Some(data.len()) {
            let all = format!("{rows} rows of {columns} numbers of {} bytes", number.bytes);
            return Err(format!("it says {all} and has {} bytes of them", data.len()));
        }
        Ok(Array { number, rows, columns, data })
    }

    fn rows(&self) -> impl Iterator<Item = Vec<f32>> {
        // A table without rows may say any number of columns.
        let row = self.columns.saturating_mul(self.number.bytes);
        (0..self.rows).map(move |at| {
            let bytes = self.data.get(at * row..(at + 1) * row).unwrap_or_default();
            bytes.chunks_exact(self.number.bytes).map(|one| self.number.read(one)).collect()
        })
    }
}

const NO_ARRAY: &str = "it is no array as numpy.save writes it";

/// The header's text and the numbers after it.
fn parts(bytes: &[u8]) -> Result<(&str, &[u8]), String> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(NO_ARRAY)?;
    let (length, rest) = match rest {
        [1, _, a, b, rest @ ..] => (usize::from(u16::from_le_bytes([*a, *b])), rest),
        [2 | 3, _, a, b, c, d, rest @ ..] => (u32::from_le_bytes([*a, *b, *c, *d]) as usize, rest),
        [major, minor, ..] => {
            return Err(format!("its format is {major}.{minor}; accepted are 1.0 to 3.0"));
        }
        _ => return Err(NO_ARRAY.into()),
    };
    let (header, data) = rest.split_at_checked(length).ok_or("it is cut off in its header")?;
    Ok((str::from_utf8(header).map_err(|_| NO_ARRAY)?, data))
}

/// The text that begins with the value of a key. The header is written as a dictionary of Python.
fn value_of<'a>(header: &'a str, key: &str) -> Option<&'a str> {
    let begins = [format!("'{key}'"), format!("\"{key}\"")];
    let rest = begins.iter().find_map(|key| Some(header.split_once(key.as_str())?.1))?;
    Some(rest.trim_start().strip_prefix(':')?.trim_start())
}

/// The two numbers of a shape such as `(3, 384), }`.
fn table(shape: &str) -> Result<(usize, usize), String> {
    let inner = shape.strip_prefix('(').and_then(|rest| rest.split_once(')')).ok_or(NO_ARRAY)?.0;
    let sizes = inner.split(',').map(str::trim).filter(|size| !size.is_empty());
    let sizes: Vec<usize> =
        sizes.map(|size| size.parse().map_err(|_| NO_ARRAY)).collect::<Result<_, _>>()?;
    match sizes.as_slice() {
        &[rows, columns] => Ok((rows, columns)),
        _ => Err(format!("its shape is ({inner}); accepted is a table with a row for each chunk")),
    }
}

impl Number {
    /// Reads a type such as `'<f4', `.
    fn parse(descr: &str) -> Result<Self, String> {
        let quoted = descr.strip_prefix(['\'', '"']);
        let name = quoted.and_then(|rest| Some(rest.split_once(['\'', '"'])?.0));
        let fail = |name: &str| {
            let save = "save vectors.astype(\"float32\")";
            Err(format!("its numbers are of the type {name}; accepted are f2, f4 and f8: {save}"))
        };
        let Some(name) = name else { return fail("of several fields") };
        let bytes = match name.get(1..) {
            Some("f2") => 2,
            Some("f4") => 4,
            Some("f8") => 8,
            _ => return fail(name),
        };
        match name.get(..1) {
            Some("<") => Ok(Number { bytes, big_endian: false }),
            Some(">") => Ok(Number { bytes, big_endian: true }),
            _ => fail(name),
        }
    }

    /// The number of its bytes; what is too large for 32 bits is infinite.
    fn read(self, bytes: &[u8]) -> f32 {
        let mut little = [0; 8];
        for (at, to) in little.iter_mut().take(self.bytes).enumerate() {
            let from = if self.big_endian { self.bytes - 1 - at } else { at };
            *to = bytes.get(from).copied().unwrap_or_default();
        }
        let bits = u64::from_le_bytes(little);
        match self.bytes {
            2 => half(bits as u16),
            4 => f32::from_bits(bits as u32),
            _ => f64::from_bits(bits) as f32,
        }
    }
}

/// A number of 16 bits (IEEE 754): 1 for the sign, 5 for the exponent, 10 for the fraction.
fn half(bits: u16) -> f32 {
    let fraction = f32::from(bits & 0x3ff);
    let exponent = u32::from(bits >> 10 & 0x1f);
    // Two to the power of the exponent, less 25.
    let power = |exponent: u32| f32::from_bits((exponent + 127 - 25) << 23);
    let size = match exponent {
        0 => fraction * power(1),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (fraction + 1024.0) * power(exponent),
    };
    if bits >> 15 == 0 { size } else { -size }
}

#[cfg(test)]
mod tests;
