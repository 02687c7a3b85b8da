//! From definitions to sections and parts.

use std::ops::Range;

use kindex::Section;

use super::Outline;
use super::definitions::Definition;
use super::parts::{self, Candidate, LARGE, SMALL};
use crate::text::part;

/// The level of what lies in nothing: the file itself is above it.
const TOP: usize = 2;

/// The sections of a text, and where its parts begin.
pub(super) fn of(text: &str, definitions: &[Definition]) -> Outline {
    (sections(text, definitions), parts::starts(text, &candidates(text, definitions)))
}

fn sections(text: &str, definitions: &[Definition]) -> Vec<Section> {
    let mut line = 1;
    let mut at = 0;
    let section = |definition: &Definition| {
        // The line of the name, for the comments before may be long.
        line += part(text, at..definition.name.start).matches('\n').count();
        at = definition.name.start;
        Section {
            level: u8::try_from((TOP + definition.depth).min(6)).unwrap_or(6),
            start: definition.range.start,
            heading: definition.name.clone(),
            anchor: format!("L{line}"),
            ..Section::default()
        }
    };
    definitions.iter().map(section).collect()
}

/// Definitions, those within others only where these are large, and the larger stretches of text
/// between them.
fn candidates(text: &str, definitions: &[Definition]) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    // The end of the last candidate.
    let mut end = 0;
    for (number, Definition { range, depth, .. }) in definitions.iter().enumerate() {
        if number > 0 && range.start < end {
            continue;
        }
        candidates.extend(stretch(text, end..range.start, *depth));
        candidates.push(Candidate { at: range.start, depth: *depth });
        let inner = definitions.get(number + 1).filter(|next| next.range.start < range.end);
        end = match inner {
            Some(inner) if range.len() > LARGE => inner.range.start,
            _ => range.end,
        };
    }
    candidates.extend(stretch(text, end..text.len(), 0));
    candidates
}

/// A part for what stands between definitions, unless it is small or opens the text.
fn stretch(text: &str, range: Range<usize>, depth: usize) -> Option<Candidate> {
    let mut at = range.start;
    // The rest of the line where a definition ends, and what closes others.
    for (number, line) in part(text, range.clone()).split_inclusive('\n').enumerate() {
        let begins = line.contains(char::is_alphanumeric) && line.trim() != "end";
        if begins && (number > 0 || range.start == 0) {
            break;
        }
        at += line.len();
    }
    let is_small = range.end.saturating_sub(at) < SMALL;
    (at > 0 && !is_small).then_some(Candidate { at, depth })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn definition(range: Range<usize>, depth: usize) -> Definition {
        Definition { name: range.start..range.start + 1, range, depth }
    }

    fn found(text: &str, definitions: &[Definition]) -> Vec<usize> {
        candidates(text, definitions).iter().map(|candidate| candidate.at).collect()
    }

    #[test]
    fn only_large_definitions_open() {
        let text = "x\n".repeat(400);
        let small = [definition(0..400, 0), definition(100..200, 1), definition(400..800, 0)];
        assert_eq!(found(&text, &small), [0, 400]);
        let large = [definition(0..600, 0), definition(100..200, 1), definition(200..590, 1)];
        assert_eq!(found(&text, &large), [0, 100, 200, 592]);
    }

    #[test]
    fn long_text_between_definitions_is_a_part() {
        let constants = "const X: u8 = 1;\n".repeat(8);
        let text = format!("fn a() {{}}\n}}\n\n{constants}fn b() {{}}\n{constants}");
        let (a, b) = (text.find("fn a").unwrap(), text.find("fn b").unwrap());
        let both = [definition(a..a + 9, 0), definition(b..b + 9, 0)];
        assert_eq!(found(&text, &both), [0, 13, b, b + 10]);
        let text = text.replacen(&constants, "const X: u8 = 1;\n", 1);
        let b = text.find("fn b").unwrap();
        let both = [definition(a..a + 9, 0), definition(b..b + 9, 0)];
        assert_eq!(found(&text, &both), [0, b, b + 10]);
    }
}
