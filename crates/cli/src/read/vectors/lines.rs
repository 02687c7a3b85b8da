//! JSON Lines: `{"id": "guide.md#0.0", "vector": [0.1, -0.2]}`, or ids
//! for the rows of another file.

use super::{Chunk, Place, Reading, input, unusable};
use crate::failure::Failure;
use kindex_extract::without_file_text;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::io::BufRead;
use std::path::Path;

/// Other keys may be there, such as the text of which a vector was made.
#[derive(Deserialize)]
struct Line {
    id: String,
    embed: Option<String>,
    vector: Vec<f32>,
}

/// The vectors of a file.
///
/// # Errors
/// If it cannot be read, or a line has no vector.
pub fn vectors(path: &Path) -> Result<Reading, Failure> {
    let advice = r#"write each line as {"id": "guide.md#0.0", "vector": [0.1, -0.2]}"#;
    let mut read = Reading::default();
    each(path, advice, |number, Line { id, embed, vector }| {
        read.add(Place::Line(number), Chunk { id, embed }, &vector)
    })?;
    Ok(read)
}

/// The chunks of a file, whatever else it has.
///
/// # Errors
/// If it cannot be read, or a line has no id.
pub fn chunks(path: &Path) -> Result<Vec<Chunk>, Failure> {
    let advice = r#"write each line as kindex chunks does, with "id""#;
    let mut chunks = Vec::new();
    each(path, advice, |_, chunk| {
        chunks.push(chunk);
        Ok(())
    })?;
    Ok(chunks)
}

/// Calls `take` with each line and its number, from 1. Empty lines are passed over.
fn each<T: DeserializeOwned>(
    path: &Path,
    advice: &str,
    mut take: impl FnMut(usize, T) -> Result<(), String>,
) -> Result<(), Failure> {
    for (index, line) in input::open(path)?.split(b'\n').enumerate() {
        let line = line.map_err(|error| Failure::file("read", path, &error))?;
        let number = index + 1;
        let line = match line.strip_prefix(b"\xEF\xBB\xBF") {
            Some(rest) if index == 0 => rest.trim_ascii(),
            _ => line.trim_ascii(),
        };
        if line.is_empty() {
            continue;
        }
        let read = serde_json::from_slice(line)
            .map_err(|error| format!("line {number}: {}; {advice}", in_one_line(&error)));
        read.and_then(|line| take(number, line)).map_err(|what| unusable(path, what))?;
    }
    Ok(())
}

/// An error of a text that is the line of a file: it knows of one line alone.
fn in_one_line(error: &serde_json::Error) -> String {
    without_file_text(&error.to_string()).replace(" at line 1 column ", " at column ")
}

#[cfg(test)]
mod tests {
    use super::super::{GivenVectors, checksum};
    use super::*;
    use crate::write::gzip::compress;
    use std::fs;

    fn read(bytes: &[u8]) -> Result<GivenVectors, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("site.jsonl");
        fs::write(&path, bytes).unwrap();
        vectors(&path).map(|read| read.given).map_err(|failure| match failure {
            Failure::Message(message) => message.split_once("site.jsonl: ").unwrap().1.to_owned(),
            other => panic!("{other:?}"),
        })
    }

    const LINES: &str = "\u{feff}{\"id\": \"a#0.0\", \"vector\": [1, -2.5]}\r\n\n\
        {\"vector\": [1e-3, 0.1], \"embed\": \"more\", \"text\": 1, \"id\": \"ä\"}";

    #[test]
    fn lines_are_read_compressed_or_not() {
        let expected = GivenVectors {
            dimensions: 2,
            ids: vec!["a#0.0".into(), "ä".into()],
            texts: vec![None, Some(checksum("more"))],
            values: vec![1.0, -2.5, 1e-3, 0.1],
        };
        assert_eq!(read(LINES.as_bytes()).as_ref(), Ok(&expected));
        assert_eq!(read(&compress(LINES.as_bytes()).unwrap()), Ok(expected));
    }

    #[test]
    fn faults_have_their_line() {
        let after = |line: &str| read(format!("{LINES}\n{line}\n").as_bytes()).unwrap_err();
        let advice = r#"; write each line as {"id": "guide.md#0.0", "vector": [0.1, -0.2]}"#;
        for (line, what) in [
            ("{\"id\": \"b\"}", "missing field `vector` at column 11"),
            ("{\"vector\": [1, 2]}", "missing field `id` at column 18"),
            ("{\"id\": \"b\", \"vector\": [1, NaN]}", "expected value at column 27"),
            ("{\"id\": 1, \"vector\": []}", "invalid type, expected a string at column 8"),
            ("{\"id\": \"b\", \"vector\": [1, 1e39]}", "number out of range at column 30"),
            ("[", "EOF while parsing a list at column 1"),
        ] {
            assert_eq!(after(line), format!("line 4: {what}{advice}"));
        }
        let numbers = after("{\"id\": \"b\", \"vector\": [1]}");
        assert!(numbers.starts_with("line 4, id \"b\": the vector has 1 number,"), "{numbers}");
    }
}
