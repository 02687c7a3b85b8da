//! What became of a file.

use kindex::Document;
use serde::{Deserialize, Serialize};

use crate::error::{Reason, Warning, WarningKind};

/// The key of versions, which the tags of DocSearch have too.
pub(crate) const VERSION: &str = "version";

/// The documents of one file.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct Extracted {
    /// One document, several for JSON Lines and exports of
    /// conversations, none for what is left out.
    pub documents: Vec<Document>,
    /// The parts that were left out or looked wrong, in the order of the file.
    pub warnings: Vec<Warning>,
}

impl Extracted {
    /// The outcome for a file that is left out.
    pub(crate) fn left_out(reason: Reason, message: &str) -> Extracted {
        let kind = WarningKind::Skipped(reason);
        let warning = Warning::new(kind, None, format!("left out: {message}"));
        Extracted { warnings: vec![warning], ..Extracted::default() }
    }

    /// The outcome for the file, such as `indexed: Install (4 headings, de, version 2)` or
    /// `left out: the page only redirects`.
    #[must_use]
    pub fn outcome(&self) -> String {
        match self.documents.as_slice() {
            [] => self.skipped().unwrap_or("there is nothing to index in it").to_owned(),
            [document] => format!("indexed: {} ({})", document.title, facts(document).join(", ")),
            documents => format!("indexed: {} documents", documents.len()),
        }
    }

    /// The message about a file that was left out.
    fn skipped(&self) -> Option<&str> {
        let mut warnings = self.warnings.iter();
        let skipped = warnings.find(|warning| matches!(warning.kind, WarningKind::Skipped(_)));
        skipped.map(|warning| warning.message.as_str())
    }
}

fn facts(document: &Document) -> Vec<String> {
    let count = document.sections.len();
    let headings = format!("{count} heading{}", if count == 1 { "" } else { "s" });
    let filters = document.filters.get(VERSION).map(|values| values.join(" and "));
    let version =
        filters.or_else(|| document.meta.get(VERSION).map(|version| version.as_str().to_owned()));
    let version = version.map(|version| format!("version {version}"));
    let has_boost = (document.boost - 1.0).abs() > f64::EPSILON;
    let boost = has_boost.then(|| format!("boost {}", document.boost));
    [Some(headings), document.lang.clone(), version, boost].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use crate::{Extracted, FileContext, Format, Options, extract};

    fn outcome(path: &str, text: &str, context: &FileContext) -> String {
        let format = Format::of_path(path).unwrap();
        let extracted = extract(path, text.as_bytes(), format, context, &Options::default());
        extracted.unwrap().outcome()
    }

    #[test]
    fn outcomes() {
        let plain = FileContext::default();
        assert_eq!(outcome("a.md", "# A\n\n## B\n", &plain), "indexed: A (2 headings)");
        let version = Some("2.x".to_owned());
        let context = FileContext { lang: Some("de".into()), version, ..plain.clone() };
        let page = "---\nsearch: {boost: 0.5}\n---\n# A\n";
        let expected = "indexed: A (1 heading, de, version 2.x, boost 0.5)";
        assert_eq!(outcome("a.md", page, &context), expected);
        let moved = "<meta http-equiv=refresh content='0; url=b.html'>";
        assert_eq!(outcome("a.html", moved, &plain), "left out: the page only redirects");
        let records = "{\"id\":\"a\",\"text\":\"x\"}\n{\"id\":\"b\",\"text\":\"y\"}\n";
        assert_eq!(outcome("a.jsonl", records, &plain), "indexed: 2 documents");
        assert_eq!(Extracted::default().outcome(), "there is nothing to index in it");
    }
}
