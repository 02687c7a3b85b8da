//! Finds where a text without exchanges falls apart.

use kindex_text::{Fences, heading};

/// A paragraph of fewer characters goes with the one before it.
const MIN_CHARACTERS: usize = 30;

/// Lines of a group, where there are no paragraphs.
const GROUP_LINES: usize = 25;

/// The byte offsets at which the paragraphs of `text` begin, or groups of lines where it is one
/// paragraph. A heading stays with what follows it.
pub(super) fn starts(text: &str) -> Vec<usize> {
    let paragraphs = paragraphs(text);
    if paragraphs.len() < 2 {
        let mut at = 0;
        let lines = text.split_inclusive('\n').map(|line| {
            at += line.len();
            at - line.len()
        });
        return lines.step_by(GROUP_LINES).collect();
    }
    let mut starts = Vec::new();
    let mut after_heading = false;
    for (start, paragraph) in paragraphs {
        let is_heading = heading(paragraph.trim_end()).is_some();
        let is_long = paragraph.trim().chars().count() >= MIN_CHARACTERS;
        if starts.is_empty() || (is_long || is_heading) && !after_heading {
            starts.push(start);
        }
        after_heading = is_heading;
    }
    starts
}

/// The paragraphs of a text with their offsets. Fenced code is part of one.
pub(super) fn paragraphs(text: &str) -> Vec<(usize, &str)> {
    let mut starts = Vec::new();
    let mut fences = Fences::default();
    let (mut at, mut may_start) = (0, true);
    for line in text.split_inclusive('\n') {
        let blank = line.trim().is_empty();
        let within = fences.open().is_some();
        fences.is_code(line);
        if may_start && !blank && !within {
            starts.push(at);
        }
        may_start = blank;
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let parts = starts.iter().zip(ends).map(|(&start, end)| (start, text.get(start..end)));
    parts.map(|(start, part)| (start, part.unwrap_or_default())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_else_groups_of_lines() {
        let long = "a line of more than thirty characters";
        let text = format!("{long}\n\nshort\n\n# Head\n\n{long}\n\n```\n{long}\n\n{long}\n```\n");
        let parts: Vec<&str> =
            starts(&text).into_iter().map(|at| text[at..].lines().next().unwrap()).collect();
        assert_eq!(parts, [long, "# Head", "```"]);
        let text = "line\n".repeat(60);
        assert_eq!(starts(&text), [0, 125, 250]);
        assert_eq!(starts(""), [0; 0]);
    }
}
