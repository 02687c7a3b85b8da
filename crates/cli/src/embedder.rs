//! Models of embeddings that the command runs itself: `--embedder onnx:FOLDER`.

#[cfg(feature = "onnx")]
mod folder;
#[cfg(feature = "onnx")]
mod model;
#[cfg(feature = "onnx")]
mod pooling;
#[cfg(not(feature = "onnx"))]
mod without;

mod cache;
mod passages;

#[cfg(feature = "onnx")]
pub use model::Model;
pub use passages::{Embedded, Texts, embedded};
#[cfg(not(feature = "onnx"))]
pub use without::Model;

use crate::failure::Failure;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The beginning of a value that names the folder of a model.
const ONNX: &str = "onnx:";

/// The files of a folder with a model that could be taken for documents.
const FILES: [&str; 8] = [
    "config.json",
    "config_sentence_transformers.json",
    "modules.json",
    "sentence_bert_config.json",
    "special_tokens_map.json",
    "tokenizer.json",
    "tokenizer_config.json",
    "vocab.txt",
];

/// The value of `--embedder`.
#[derive(Clone, Debug, PartialEq)]
pub enum Embedder {
    /// The name of the model that made vectors elsewhere.
    Named(String),
    /// The folder of a model to run.
    Onnx(PathBuf),
}

impl FromStr for Embedder {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.strip_prefix(ONNX) {
            Some("") => Err("it names no folder; write onnx:FOLDER"),
            Some(folder) => Ok(Embedder::Onnx(folder.into())),
            None => Ok(Embedder::Named(text.to_owned())),
        }
    }
}

impl Embedder {
    /// The folder of the model, if there is one to run.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Embedder::Onnx(folder) => Some(folder),
            Embedder::Named(_) => None,
        }
    }

    /// The name, if there is no model to run.
    pub fn name(&self) -> Option<&str> {
        match self {
            Embedder::Named(name) => Some(name),
            Embedder::Onnx(_) => None,
        }
    }

    /// The files of the model that are there and are no documents.
    pub fn files(&self) -> Vec<PathBuf> {
        let files =
            self.folder().into_iter().flat_map(|folder| FILES.map(|name| folder.join(name)));
        files.filter(|file| file.is_file()).collect()
    }
}

/// The reason for which a text gets a vector. Some models want to be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Purpose {
    /// It is looked for.
    Query,
    /// It may be found.
    Passage,
}

/// The vector of a query, and the name of its embedder as an index has it: names that differ in
/// nothing but the folder's name are one.
///
/// # Errors
/// If the model cannot be run.
pub fn of_query(folder: &Path, query: &str, index: &str) -> Result<(Vec<f32>, String), Failure> {
    let model = Model::open(folder)?;
    let values = model.worker().embed(Purpose::Query, query)?;
    let is_same = checksum(index).is_some_and(|sum| Some(sum) == checksum(model.name()));
    let name = if is_same { index } else { model.name() };
    Ok((values, name.to_owned()))
}

/// The checksum in the name of a model.
fn checksum(name: &str) -> Option<&str> {
    name.rsplit_once('@').map(|(_, sum)| sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_told_from_a_name() {
        let of = |text: &str| text.parse::<Embedder>().unwrap();
        assert_eq!(of("all-MiniLM-L6-v2").name(), Some("all-MiniLM-L6-v2"));
        assert_eq!(of("onnx:models/small").folder(), Some(Path::new("models/small")));
        assert_eq!(of("ONNX:x").folder(), None);
        assert!(of("small").files().is_empty());
    }
}
