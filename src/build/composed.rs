//! Documents with Korean syllables as one character each.

use crate::analyze::syllables::{composed, has_parts};
use crate::document::{Document, Parts, Section};
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

/// A document with whole syllables in all that is searched. Offsets that do not fit its text stay:
/// they are reported when it is added.
pub(super) fn compose(mut document: Document) -> Document {
    for text in [&mut document.title, &mut document.extra].into_iter().chain(&mut document.names) {
        if has_parts(text) {
            *text = composed(text).into_owned();
        }
    }
    if has_parts(&document.text) {
        compose_text(&mut document);
    }
    for section in document.sections.iter_mut().filter(|section| has_parts(&section.extra)) {
        section.extra = composed(&section.extra).into_owned();
    }
    document
}

/// Composes the text between the offsets, so that none lies within a syllable.
fn compose_text(document: &mut Document) {
    let Document { text, sections, parts, .. } = document;
    let of_section =
        |section: &Section| [section.start, section.heading.start, section.heading.end];
    let mut offsets: BTreeSet<usize> = sections.iter().flat_map(of_section).collect();
    offsets.extend(parts.starts());
    offsets.extend([0, text.len()]);
    let offsets: Vec<usize> = offsets.into_iter().collect();
    let mut out = String::new();
    let mut moved = Vec::new();
    for pair in offsets.windows(2) {
        let [from, to] = pair else { continue };
        let Some(part) = text.get(*from..*to) else { return };
        moved.push(out.len());
        out.push_str(&composed(part));
    }
    moved.push(out.len());
    let place = |offset: &mut usize| {
        let at = offsets.binary_search(offset).ok().and_then(|at| moved.get(at));
        *offset = at.copied().unwrap_or(*offset);
    };
    for section in sections {
        place(&mut section.start);
        place(&mut section.heading.start);
        place(&mut section.heading.end);
    }
    if let Parts::Parents(starts) | Parts::Children(starts) = parts {
        starts.iter_mut().for_each(place);
    }
    *text = out;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;
    use unicode_normalization::UnicodeNormalization;

    fn apart(text: &str) -> String {
        text.nfd().collect()
    }

    #[test]
    fn syllables_are_whole_and_offsets_follow() {
        let text = apart("# 달력\n\n한글 é\n\n# 둘\n");
        let heading = text.rfind("# ").unwrap();
        let end = text.len() - 1;
        let section =
            Section { level: 1, start: heading, heading: heading + 2..end, ..Section::default() };
        let document = Document {
            title: apart("달력"),
            names: [apart("한글")].into(),
            text,
            sections: [section].into(),
            parts: Parts::Parents([heading].into()),
            ..Document::default()
        };
        let composed = compose(document);
        assert_eq!(composed.text, "# 달력\n\n한글 e\u{301}\n\n# 둘\n");
        assert_eq!((&*composed.title, &*composed.names[0]), ("달력", "한글"));
        let section = &composed.sections[0];
        assert_eq!(&composed.text[section.heading.clone()], "둘");
        assert_eq!(composed.parts.starts(), [section.start]);
    }

    #[test]
    fn others_stay() {
        let text = "e\u{301} 한글".to_string();
        let document = Document { text, ..Document::default() };
        assert_eq!(compose(document.clone()), document);
        let wrong = Section { start: 1, heading: 1..900, ..Section::default() };
        let text = apart("한");
        let document = Document { text, sections: [wrong].into(), ..Document::default() };
        assert_eq!(compose(document.clone()), document);
    }
}
