//! The folder of a model: which files it has, and what these say about its use.

use super::pooling::Pooling;
use crate::failure::Failure;
use serde_json::Value;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh64::Xxh64;

/// The places of the model itself: as the folder's own, or as repositories of models have it.
const MODELS: [&str; 2] = ["model.onnx", "onnx/model.onnx"];

const TOKENIZER: &str = "tokenizer.json";
const LENGTH: &str = "sentence_bert_config.json";
const PROMPTS: &str = "config_sentence_transformers.json";
const POOLING: &str = "1_Pooling/config.json";
const MODULES: &str = "modules.json";

/// The steps of a model that can be done here.
const STEPS: [&str; 3] = ["Transformer", "Pooling", "Normalize"];

/// The tokens of a text that models commonly take, and of which more are cut off.
const MOST_TOKENS: usize = 512;

/// Room for a few words beside the tokens that every text gets.
const FEWEST_TOKENS: usize = 16;

/// The files of a model, and what they say.
pub struct Folder {
    pub model: PathBuf,
    pub tokenizer: PathBuf,
    /// As the index will have it: the name of the folder, and a checksum of what decides about vectors.
    pub name: String,
    pub checksum: u64,
    pub pooling: Pooling,
    /// The texts that are put before a query, and before a passage.
    pub prompts: [String; 2],
    /// The most tokens of a text, where a file says it.
    tokens: Option<usize>,
}

impl Folder {
    /// # Errors
    /// If the folder lacks a file that it has to have, or one says what cannot be done.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let whole = fs::canonicalize(path).map_err(|error| Failure::file("read", path, &error))?;
        let model = MODELS.map(|name| path.join(name)).into_iter().find(|file| file.is_file());
        let model = model.ok_or_else(|| lacks(path, "model.onnx, nor onnx/model.onnx"))?;
        let tokenizer = path.join(TOKENIZER);
        if !tokenizer.is_file() {
            return Err(lacks(path, TOKENIZER));
        }
        let [length, prompts, pooling] = [LENGTH, PROMPTS, POOLING].map(|name| path.join(name));
        let modules = path.join(MODULES);
        check_modules(&json(&modules)?).map_err(|what| unusable(&modules, &what))?;
        let weights = weights_beside(&model)?;
        let files = [&model, &tokenizer, &length, &prompts, &pooling];
        let checksum = checksum(files.into_iter().chain(&weights))?;
        let name = whole.file_name().unwrap_or_default().to_string_lossy();
        let tokens = json(&length)?.get("max_seq_length").and_then(Value::as_u64);
        let read = json(&pooling)?;
        Ok(Folder {
            name: format!("{name}@{:08x}", checksum >> 32),
            checksum,
            pooling: Pooling::of(&read).map_err(|what| unusable(&pooling, &what))?,
            prompts: both_prompts(&json(&prompts)?),
            tokens: tokens.map(|tokens| usize::try_from(tokens).unwrap_or(usize::MAX)),
            model,
            tokenizer,
        })
    }

    /// The most tokens of a text: as the folder says, else as the tokenizer does, and no more than
    /// models take.
    pub fn tokens(&self, of_tokenizer: Option<usize>) -> usize {
        let most = self.tokens.or(of_tokenizer).unwrap_or(MOST_TOKENS);
        most.clamp(FEWEST_TOKENS, MOST_TOKENS)
    }
}

/// A failure to use a file that is there.
pub fn unusable(path: &Path, what: &str) -> Failure {
    let what = what.split_whitespace().collect::<Vec<_>>().join(" ");
    Failure::new(format!("cannot use {}: {what}", path.display()))
}

fn lacks(folder: &Path, file: &str) -> Failure {
    unusable(
        folder,
        &format!("it has no {file}; a folder with model.onnx and tokenizer.json is needed"),
    )
}

/// Checks that a model has no steps that would be left out, such as a layer after pooling.
fn check_modules(modules: &Value) -> Result<(), String> {
    let types = modules.as_array().into_iter().flatten();
    for step in types.filter_map(|module| module.get("type")?.as_str()) {
        if !STEPS.contains(&step.rsplit('.').next().unwrap_or(step)) {
            return Err(format!("the model has a step {step}, which kindex does not do"));
        }
    }
    Ok(())
}

/// The files beside a model in which large ones have their weights: `model.onnx_data` and others.
fn weights_beside(model: &Path) -> Result<Vec<PathBuf>, Failure> {
    let fail = |error| Failure::file("read", model, &error);
    let folder = model.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder.unwrap_or(Path::new("."))).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with("model.onnx") && path != model {
            files.push(path);
        }
    }
    files.sort_unstable();
    Ok(files)
}

/// The prompts for queries and for passages.
fn both_prompts(settings: &Value) -> [String; 2] {
    let prompt = |names: &[&str]| {
        let found = names.iter().find_map(|name| settings.get("prompts")?.get(name)?.as_str());
        found.unwrap_or_default().to_owned()
    };
    [prompt(&["query"]), prompt(&["document", "passage"])]
}

/// The content of a file of settings; nothing where it is not there.
fn json(path: &Path) -> Result<Value, Failure> {
    match fs::read(path) {
        Ok(bytes) => {
            serde_json::from_slice(&bytes).map_err(|error| unusable(path, &error.to_string()))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Value::Null),
        Err(error) => Err(Failure::file("read", path, &error)),
    }
}

/// Of these files, as far as they are there.
fn checksum<'a>(files: impl Iterator<Item = &'a PathBuf>) -> Result<u64, Failure> {
    let mut hasher = Xxh64::new(0);
    for file in files {
        let bytes = match fs::read(file) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(Failure::file("read", file, &error)),
        };
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(&bytes);
    }
    Ok(hasher.digest())
}
