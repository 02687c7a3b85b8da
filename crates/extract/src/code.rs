//! Program source: kept as it is, with its definitions as sections and parts.
//!
//! With the feature `code` tree-sitter finds the definitions in the languages that `grammar`
//! knows. Without it, in other languages and where nothing is found, the text is parted at blank
//! lines.

#[cfg(feature = "code")]
mod definitions;
#[cfg(feature = "code")]
mod grammar;
#[cfg(feature = "code")]
mod hazards;
#[cfg(feature = "code")]
mod outline;
mod parts;
mod stanzas;

use std::collections::BTreeMap;

use kindex::{Document, Parts, Section};

use crate::Extracted;
use crate::options::{FileContext, Format, Options};
use crate::url::{self, Override};

/// Every extension that is known, in lower case, and the language it is for.
pub(crate) const EXTENSIONS: [(&str, &str); 23] = [
    ("rs", "rust"),
    ("py", "python"),
    ("js", "javascript"),
    ("mjs", "javascript"),
    ("cjs", "javascript"),
    ("jsx", "javascript"),
    ("ts", "typescript"),
    ("mts", "typescript"),
    ("tsx", "typescript"),
    ("go", "go"),
    ("java", "java"),
    ("c", "c"),
    ("h", "c"),
    ("cc", "cpp"),
    ("cpp", "cpp"),
    ("hpp", "cpp"),
    ("rb", "ruby"),
    ("cs", "csharp"),
    ("sh", "bash"),
    ("bash", "bash"),
    ("php", "php"),
    ("swift", "swift"),
    ("kt", "kotlin"),
];

/// The sections of a text, and where its parts begin.
type Outline = (Vec<Section>, Vec<usize>);

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
    let (sections, starts) =
        outline(&extension, language, &text).unwrap_or_else(|| (Vec::new(), stanzas::parts(&text)));
    let kind = ("kind".to_owned(), vec!["code".to_owned()]);
    let language =
        (!language.is_empty()).then(|| ("language".to_owned(), vec![language.to_owned()]));
    let document = Document {
        id: path.to_owned(),
        url: url::of_page(path, Format::Code, context, options, Override::default()),
        title: name.to_owned(),
        lang: context.lang.clone(),
        filters: BTreeMap::from_iter([kind].into_iter().chain(language)),
        text,
        sections,
        parts: Parts::Children(starts),
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
    let known = EXTENSIONS.iter().find(|(known, _)| *known == extension);
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

#[cfg(feature = "code")]
fn outline(extension: &str, language: &str, text: &str) -> Option<Outline> {
    let grammar = grammar::of(extension, language)?;
    let definitions = definitions::find(&hazards::tame(language, text)?, &grammar);
    (!definitions.is_empty()).then(|| outline::of(text, &definitions))
}

#[cfg(not(feature = "code"))]
fn outline(_: &str, _: &str, _: &str) -> Option<Outline> {
    None
}

#[cfg(test)]
mod tests;
