//! Plain text: kept as it is.

use kindex::Document;
use kindex_text::{collapse, end_with_newline, file_stem};

use crate::context::FileContext;
use crate::format::Format;
use crate::options::Options;
use crate::outcome::Extracted;
use crate::page::url::{self, Override};

/// A first line longer than this, in characters, is no title.
const MAX_TITLE_CHARACTERS: usize = 100;

pub(crate) fn extract(
    path: &str,
    source: &str,
    context: &FileContext,
    options: &Options,
) -> Extracted {
    let document = Document {
        id: path.to_owned(),
        url: url::of_page(path, Format::Text, context, options, Override::default()),
        title: title(source).unwrap_or_else(|| file_stem(path).to_owned()),
        lang: context.lang.clone(),
        text: end_with_newline(source),
        ..Document::default()
    };
    Extracted { documents: vec![document], ..Extracted::default() }
}

/// The first line that is not blank, if it is short.
fn title(source: &str) -> Option<String> {
    let line = source.lines().find(|line| !line.trim().is_empty())?;
    let line = collapse(line);
    (line.chars().count() <= MAX_TITLE_CHARACTERS).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays() {
        let source = "\n  CHANGES\n  =======\n\n# not a heading\n\tindented\n\n";
        let page = extract("CHANGES.txt", source, &FileContext::default(), &Options::default());
        let document = &page.documents[0];
        assert_eq!(document.title, "CHANGES");
        assert_eq!(document.url, "CHANGES.txt");
        assert_eq!(document.text, "  CHANGES\n  =======\n\n# not a heading\n\tindented\n");
        assert!(document.sections.is_empty());
    }

    #[test]
    fn a_long_first_line_is_no_title() {
        let source = "word ".repeat(40);
        let page = extract("a/notes.txt", &source, &FileContext::default(), &Options::default());
        assert_eq!(page.documents[0].title, "notes");
    }
}
