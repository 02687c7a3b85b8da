//! Program source: kept as it is, and parted at blank lines.

mod stanzas;

use std::collections::BTreeMap;

use kindex::{Document, Parts};

use crate::context::FileContext;
use crate::format::{CODE_EXTENSIONS, Format};
use crate::options::Options;
use crate::outcome::Extracted;
use crate::page::url::{self, Override};

pub(crate) fn extract(
    path: &str,
    source: &str,
    context: &FileContext,
    options: &Options,
) -> Extracted {
    let text = with_newline(source);
    let name = path.rsplit('/').next().unwrap_or(path);
    let extension = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let language = language(&extension, &text);
    let kind = ("kind".to_owned(), vec!["code".to_owned()]);
    let language =
        (!language.is_empty()).then(|| ("language".to_owned(), vec![language.to_owned()]));
    let document = Document {
        id: path.to_owned(),
        url: url::of_page(path, Format::Code, context, options, Override::default()),
        title: name.to_owned(),
        lang: context.lang.clone(),
        filters: BTreeMap::from_iter([kind].into_iter().chain(language)),
        parts: Parts::Children(stanzas::parts(&text)),
        text,
        ..Document::default()
    };
    Extracted { documents: vec![document], ..Extracted::default() }
}

/// The source with a line end after its last line; nothing if there is nothing in it.
fn with_newline(source: &str) -> String {
    match source {
        blank if blank.trim().is_empty() => String::new(),
        whole if whole.ends_with('\n') => whole.to_owned(),
        open => format!("{open}\n"),
    }
}

/// The language of a file; empty where its extension is not known.
fn language(extension: &str, text: &str) -> &'static str {
    let known = CODE_EXTENSIONS.iter().find(|(known, _)| *known == extension);
    match known.map(|(_, language)| *language) {
        // Both languages have headers of that name.
        Some("c") if extension == "h" && is_cpp(text) => "cpp",
        language => language.unwrap_or_default(),
    }
}

fn is_cpp(text: &str) -> bool {
    const ONLY_CPP: [&str; 4] = ["class ", "namespace ", "template <", "template<"];
    text.lines().any(|line| ONLY_CPP.iter().any(|word| line.starts_with(word)))
}

#[cfg(test)]
mod tests;
