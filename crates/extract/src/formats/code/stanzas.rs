//! Parts of a program: they begin after blank lines, at a line that is not indented.

/// A part shorter than this, in bytes, takes the next stanza along.
const MIN_PART_BYTES: usize = 120;

/// A part longer than this, in bytes, is more than a child of an index holds by default.
const MAX_PART_BYTES: usize = 500;

/// The places where parts begin, in bytes. The text before the first of them is a part too.
pub(super) fn parts(text: &str) -> Vec<usize> {
    joined(&stanzas(text), text.len())
}

/// The beginnings of lines that follow a blank one and are not indented.
fn stanzas(text: &str) -> Vec<usize> {
    let mut stanzas = Vec::new();
    let mut at = 0;
    let mut after_blank = false;
    for line in text.split_inclusive('\n') {
        let is_blank = line.trim().is_empty();
        // A closing bracket ends something; it begins nothing.
        if after_blank && !line.starts_with([' ', '\t', '}', ')', ']']) && !is_blank {
            stanzas.push(at);
        }
        after_blank = is_blank;
        at += line.len();
    }
    stanzas
}

/// The stanzas that begin a part: small neighbours share one. `stanzas` ascend.
fn joined(stanzas: &[usize], length: usize) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut open = 0;
    let ends = stanzas.iter().skip(1).copied().chain([length]);
    for (&at, end) in stanzas.iter().zip(ends) {
        let before = at.saturating_sub(open);
        let after = end.saturating_sub(at);
        // A stanza that is too large anyway is cut, and then no matter what it begins with.
        let fits = before + after <= MAX_PART_BYTES || after > MAX_PART_BYTES;
        if before >= MIN_PART_BYTES || !fits {
            starts.push(at);
            open = at;
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stanzas_begin_after_blank_lines_without_indentation() {
        let text = "import a\n\nfunc one() {\n    x\n\n    y\n\n}\n\n \t\n\nfunc two() {\n}\nz\n";
        assert_eq!(stanzas(text), ["func one", "func two"].map(|line| text.find(line).unwrap()));
        assert_eq!(stanzas("a\r\n\r\nb\r\n\r\n"), [5]);
        assert_eq!(stanzas("\na\n"), [1]);
    }

    #[test]
    fn small_parts_take_the_next_stanza_along() {
        assert_eq!(joined(&[60, 200, 240, 400], 800), [200, 400]);
        assert_eq!(joined(&[60, 540], 900), [60, 540]);
        assert_eq!(joined(&[60], 900), Vec::<usize>::new());
        assert_eq!(joined(&[], 900), Vec::<usize>::new());
    }
}
