//! Vectors of chunks that the user brings, in files.

mod input;
mod lines;
mod npy;

use crate::failure::Failure;
use crate::terminal::output::counted;
use serde::Deserialize;
use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh64::xxh64;

/// Vectors by the ids of their chunks, as a file has them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GivenVectors {
    /// The length of each vector, in numbers.
    pub dimensions: usize,
    /// All different.
    pub ids: Vec<String>,
    /// The checksum of the text of which each was made, where the file has that text.
    pub texts: Vec<Option<u64>>,
    /// The numbers of one vector after those of another. All are
    /// finite, and no vector is all zeros.
    pub values: Vec<f32>,
}

impl GivenVectors {
    /// Reads them from a file of NumPy, whose ids stand in JSON Lines
    /// beside it, or from JSON Lines.
    ///
    /// # Errors
    /// If a file cannot be read or used: with its name, and that of the line or row.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let read = match input::extension(path).as_deref() {
            Some("npy") => npy::read(path)?,
            Some("jsonl" | "ndjson") => lines::vectors(path)?,
            _ => {
                let accepted = "accepted are files that end in .npy, .jsonl or .ndjson, also with .gz after it";
                return Err(unusable(path, accepted));
            }
        };
        if read.given.ids.is_empty() {
            return Err(unusable(path, "it has no vectors"));
        }
        Ok(read.given)
    }

    /// Each id with its vector and the checksum of its text, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[f32], Option<u64>)> {
        let vectors = self.values.chunks_exact(self.dimensions.max(1));
        let all = self.ids.iter().zip(vectors).zip(&self.texts);
        all.map(|((id, vector), text)| (id.as_str(), vector, *text))
    }
}

/// The checksum of a text of which a vector is made.
pub fn checksum(text: &str) -> u64 {
    xxh64(text.as_bytes(), 0)
}

/// The chunk that a vector is of.
#[derive(Debug, Deserialize)]
struct Chunk {
    id: String,
    /// As `kindex chunks` writes it.
    embed: Option<String>,
}

/// The files with vectors, and with their ids, that are there.
pub fn files(path: &Path) -> Vec<PathBuf> {
    let ids = if input::extension(path).as_deref() == Some("npy") { npy::ids(path) } else { None };
    std::iter::once(path.to_owned()).chain(ids).collect()
}

/// A failure to use a file that could be read.
fn unusable(path: &Path, what: impl Display) -> Failure {
    Failure::new(format!("cannot use {}: {what}", path.display()))
}

/// The place of a vector in its file.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    /// From 1, as editors count.
    Line(usize),
    /// From 0, as NumPy counts.
    Row(usize),
}

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(number) => write!(f, "line {number}"),
            Place::Row(number) => write!(f, "row {number}"),
        }
    }
}

/// Takes vectors in one after another, and refuses what is none.
#[derive(Default)]
struct Reading {
    given: GivenVectors,
    places: HashMap<String, Place>,
}

impl Reading {
    /// # Errors
    /// The fault of the vector, with its place.
    fn add(&mut self, place: Place, chunk: Chunk, vector: &[f32]) -> Result<(), String> {
        let Chunk { id, embed } = chunk;
        let fail = |what: String| Err(format!("{place}, id {id:?}: {what}"));
        if self.given.ids.is_empty() {
            self.given.dimensions = vector.len();
        }
        let (dimensions, count) = (self.given.dimensions, vector.len());
        if count != dimensions {
            return fail(format!(
                "the vector has {}, and those before it have {dimensions}",
                counted(count as u64, "number")
            ));
        }
        if vector.is_empty() {
            return fail("the vector has no numbers".into());
        }
        if let Some((at, value)) = vector.iter().enumerate().find(|(_, value)| !value.is_finite()) {
            return fail(format!("number {at} of the vector is {value}"));
        }
        if vector.iter().all(|&value| value == 0.0) {
            return fail("the vector is all zeros, which points nowhere".into());
        }
        if let Some(earlier) = self.places.insert(id.clone(), place) {
            return fail(format!("this id has a vector in {earlier} already"));
        }
        self.given.ids.push(id);
        self.given.texts.push(embed.as_deref().map(checksum));
        self.given.values.extend_from_slice(vector);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn chunk(id: &str) -> Chunk {
        Chunk { id: id.into(), embed: None }
    }

    #[test]
    fn what_is_no_vector_is_refused_with_its_place() {
        let mut read = Reading::default();
        let mut add = |line: usize, id: &str, vector: &[f32]| {
            read.add(Place::Line(line), chunk(id), vector).unwrap_err()
        };
        assert_eq!(add(1, "z", &[]), "line 1, id \"z\": the vector has no numbers");
        read.add(Place::Line(1), chunk("a"), &[1.0, 0.0]).unwrap();
        let mut add = |line: usize, id: &str, vector: &[f32]| {
            read.add(Place::Line(line), chunk(id), vector).unwrap_err()
        };
        assert_eq!(
            add(2, "b", &[1.0]),
            "line 2, id \"b\": the vector has 1 number, and those before it have 2"
        );
        assert_eq!(
            add(3, "c", &[1.0, f32::NAN]),
            "line 3, id \"c\": number 1 of the vector is NaN"
        );
        assert_eq!(
            add(4, "d", &[f32::NEG_INFINITY, 1.0]),
            "line 4, id \"d\": number 0 of the vector is -inf"
        );
        assert_eq!(
            add(5, "e", &[0.0, -0.0]),
            "line 5, id \"e\": the vector is all zeros, which points nowhere"
        );
        assert_eq!(
            add(6, "a", &[1.0, 1.0]),
            "line 6, id \"a\": this id has a vector in line 1 already"
        );
        let expected = GivenVectors {
            dimensions: 2,
            ids: vec!["a".into()],
            texts: vec![None],
            values: vec![1.0, 0.0],
        };
        assert_eq!(read.given, expected);
        assert_eq!(read.given.iter().collect::<Vec<_>>(), [("a", &[1.0, 0.0][..], None)]);
    }

    #[test]
    fn files_are_known_by_their_names() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            fs::write(&path, bytes).unwrap();
            let Err(Failure::Message(message)) = GivenVectors::read(&path) else { panic!() };
            message.split_once(": ").unwrap().1.to_owned()
        };
        for name in ["a.txt", "npy", "a.gz", "a.npz"] {
            assert!(refused(name, b"").starts_with("accepted are files"), "{name}");
        }
        assert_eq!(refused("a.jsonl", b"\n"), "it has no vectors");
        assert!(GivenVectors::read(&folder.path().join("missing.npy")).is_err());
    }
}
