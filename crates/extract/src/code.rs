//! Program source: kept as it is, and parted at blank lines.

mod stanzas;

use std::collections::BTreeMap;

use kindex::{Document, Parts};

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

#[cfg(test)]
mod tests;
