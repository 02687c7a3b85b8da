//! Decides for JavaScript, which walks folders itself, which of the files there are read and by
//! which ids: see [`kindex_extract::plan`]. Only the command of the package needs this.

use super::builder::has_many;
use crate::answers::{pairs, text, written};
use crate::bytes::copied;
use crate::error::CodedError;
use crate::json::Json;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use js_sys::Uint8Array;
use kindex_extract::{
    Configuration, FileEntry, Format, Include, IndexSettings, ParseIncludeError, ParseSiteError,
    Plan, PlanOptions, Root, Site, SourceFile, Survey, plan,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::path::PathBuf;
use wasm_bindgen::prelude::*;

/// The generator whose configuration lies in the first of some folders or not far from there: of
/// each folder, an array of the names in it; the first is the one to index, and each lies in the
/// one after it. More than `siteFolders` do not count.
#[wasm_bindgen(js_name = siteOf)]
pub fn site_of(folders: JsValue) -> Result<String, CodedError> {
    let folders: Vec<Vec<String>> = given(folders)?;
    Ok(Site::of_folders(folders).to_string())
}

/// The number of folders that may tell the generator.
#[wasm_bindgen(js_name = siteFolders)]
pub fn site_folders() -> usize {
    Site::MAX_FOLDERS_ABOVE
}

/// Whether a file is a document by its extension.
#[wasm_bindgen(js_name = isDocument)]
pub fn is_document(path: &str) -> bool {
    Format::of_path(path).is_some()
}

/// Says why a file cannot be read that is to be read whatever its kind.
#[wasm_bindgen(js_name = checkNamed)]
pub fn check_named(path: &str) -> Result<(), CodedError> {
    let format = Format::of_named(path);
    format.map(|_| ()).map_err(|error| CodedError::new("unknown_format", error.to_string()))
}

/// The indexes that a `kindex.toml` in a folder asks for, as JSON: of each the paths, and the flags
/// as pairs of a name and values.
#[wasm_bindgen]
pub fn configuration(source: &str, folder: &str) -> Result<String, CodedError> {
    let found = Configuration::parse(source, folder)
        .map_err(|error| CodedError::new("invalid_option", error.to_string()))?;
    Ok(written(|json| json.array(&found.indexes, index_settings)))
}

/// The names of the shards of an index, by its head, without `.kds`.
#[wasm_bindgen(js_name = shardNames)]
pub fn shard_names(head: &[u8]) -> Result<Vec<String>, CodedError> {
    Ok(kindex::Index::open(head)?.shard_names())
}

/// Whether the bytes of a shard are those that its name stands for, which is given without `.kds`.
#[wasm_bindgen(js_name = isWholeShard)]
pub fn is_whole_shard(name: String, bytes: Vec<u8>) -> bool {
    kindex::Shard { name, bytes }.is_whole()
}

fn index_settings(json: &mut Json, settings: &IndexSettings) {
    let flags: Vec<_> = settings.flags.clone().into_iter().collect();
    json.object(|json| {
        json.key("paths").array(&settings.paths, text);
        pairs(json.key("flags"), &flags, |json, values| json.array(values, text));
    });
}

/// The settings for planning.
#[wasm_bindgen]
pub struct Planner {
    options: PlanOptions,
}

#[wasm_bindgen]
impl Planner {
    /// One that reads some kinds of files in folders.
    #[wasm_bindgen(constructor)]
    pub fn new(include: Vec<String>) -> Result<Planner, CodedError> {
        let include: Result<Vec<Include>, ParseIncludeError> =
            include.iter().map(|name| name.parse()).collect();
        let include =
            include.map_err(|error| CodedError::new("invalid_option", error.to_string()))?;
        Ok(Planner { options: PlanOptions { include, lang: None } })
    }

    /// Whether text is read also where it lies beside finished pages.
    #[wasm_bindgen(js_name = readsTextBesidePages)]
    pub fn reads_text_beside_pages(&self) -> bool {
        self.options.include.iter().any(|kind| kind.covers_text_beside_pages())
    }

    /// Whether a file in a folder is read, by its path.
    pub fn reads(&self, path: &str) -> bool {
        self.options.format(path).is_some()
    }

    /// The files to read as JSON, of an array of files that were found and one of roots, which are
    /// objects like [`Entry`] and [`Start`] without values that are undefined.
    pub fn plan(&self, entries: JsValue, roots: JsValue) -> Result<String, CodedError> {
        let entries: Vec<Entry> = given(entries)?;
        let roots: Vec<Start> = given(roots)?;
        let roots: Result<Vec<Root>, ParseSiteError> =
            roots.into_iter().map(Start::into_root).collect();
        let roots = roots.map_err(|error| CodedError::new("invalid_option", error.to_string()))?;
        let entries = entries.into_iter().map(Entry::into_entry).collect();
        let planned = plan(entries, &roots, &self.options);
        let planned =
            planned.map_err(|error| CodedError::new("invalid_argument", error.to_string()))?;
        Ok(written(|json| planned_files(json, &planned)))
    }
}

/// The paths left out of a folder that JavaScript walks: see [`kindex_extract::Exclusions`].
#[wasm_bindgen]
pub struct Exclusions(kindex_extract::Exclusions);

#[wasm_bindgen]
impl Exclusions {
    /// Leaves out what matches one of some globs.
    #[wasm_bindgen(constructor)]
    pub fn new(globs: Vec<String>) -> Result<Exclusions, CodedError> {
        let exclusions = kindex_extract::Exclusions::new(&globs);
        let exclusions =
            exclusions.map_err(|error| CodedError::new("invalid_option", error.to_string()))?;
        Ok(Exclusions(exclusions))
    }

    /// Adds the content of the `.gitignore` in the folder at a path.
    #[wasm_bindgen(js_name = addGitignore)]
    pub fn add_gitignore(&mut self, folder: &str, content: &Uint8Array) -> Result<(), CodedError> {
        self.0.add_gitignore(folder, &copied(content.unchecked_ref())?);
        Ok(())
    }

    /// Whether a file or folder in a folder that is walked is left out, by its path.
    pub fn excludes(&self, path: &str, is_folder: bool) -> bool {
        self.0.excludes(path.as_ref(), is_folder)
    }
}

fn given<T: DeserializeOwned>(given: JsValue) -> Result<T, CodedError> {
    serde_wasm_bindgen::from_value(given)
        .map_err(|error| CodedError::new("invalid_argument", error.to_string()))
}

/// A [`FileEntry`] as JavaScript gives it.
#[derive(Deserialize)]
struct Entry {
    file: String,
    root: usize,
    path: String,
    named: bool,
    place: Option<String>,
    linked: bool,
    aside: bool,
}

impl Entry {
    fn into_entry(self) -> FileEntry {
        let Entry { file, root, path, named, place, linked, aside } = self;
        let (file, place) = (file.into(), place.map(PathBuf::from));
        FileEntry { file, root, path, named, place, linked, aside }
    }
}

/// A [`Root`] as JavaScript gives it.
#[derive(Deserialize)]
struct Start {
    name: Option<String>,
    site: String,
}

impl Start {
    fn into_root(self) -> Result<Root, ParseSiteError> {
        Ok(Root { name: self.name, site: self.site.parse()? })
    }
}

fn planned_files(json: &mut Json, plan: &Plan) {
    json.object(|json| {
        json.key("files").array(&plan.files, source_file);
        json.key("linked").count(plan.linked);
    });
}

fn source_file(json: &mut Json, source: &SourceFile) {
    json.object(|json| {
        json.key("file").text(&source.file.to_string_lossy());
        json.key("id").text(&source.id);
        json.key("root").count(source.root);
        if let Some(lang) = &source.context.lang {
            json.key("lang").text(lang);
        }
        if let Some(version) = &source.context.version {
            json.key("version").text(version);
        }
        if let Some(page) = &source.context.page {
            json.key("page").text(page);
        }
        let flags = [
            ("named", source.named),
            ("surveyed", !source.named && Survey::reads(&source.id)),
            ("many", has_many(source.format)),
        ];
        for (name, _) in flags.iter().filter(|(_, is_so)| *is_so) {
            json.key(name).yes();
        }
    });
}
