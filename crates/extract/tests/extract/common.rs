//! The promises of a document, which the fuzz targets hold too.

use kindex_extract::{Document, Site};

/// All generators.
pub const SITES: [Site; 9] = [
    Site::Plain,
    Site::Mdbook,
    Site::Vitepress,
    Site::Docusaurus,
    Site::Hugo,
    Site::Mkdocs,
    Site::Jekyll,
    Site::Mdn,
    Site::React,
];

/// The sections of a document hold: they are in order, and their headings are lines with words.
pub fn check(document: &Document) {
    let text = document.text.as_str();
    assert!(text.is_empty() || (text.ends_with('\n') && !text.trim().is_empty()), "{text:?}");
    let mut last = None;
    for section in &document.sections {
        assert!((1..=6).contains(&section.level));
        assert!(last < Some(section.start), "sections are in order");
        last = Some(section.start);
        assert!(section.start <= section.heading.start);
        // A heading without words is a term that has an address, or ends a list of terms.
        if section.heading.is_empty() && section.level == 6 {
            continue;
        }
        assert!(!text[section.heading.clone()].trim().is_empty());
        assert!(!text[section.start..section.heading.end].contains('\n'));
        assert!(section.start == 0 || text[..section.start].ends_with('\n'));
        assert!(
            text[section.heading.end..].starts_with('\n')
                || text[section.heading.end..].starts_with(" #")
        );
    }
}

/// Tables and programs: their parts begin lines, and the core takes them.
pub fn check_parts(document: &Document) {
    let text = document.text.as_str();
    assert!(text.is_empty() || text.ends_with('\n'));
    kindex::Tree::new(document, &kindex::Levels::default()).unwrap();
    let starts = document.parts.starts();
    assert!(starts.is_sorted_by(|a, b| a < b));
    assert!(starts.iter().all(|&start| start == 0 || text[..start].ends_with('\n')));
}
