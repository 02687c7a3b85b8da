//! Parts of source whose language is not known: at blank lines before a line that is not indented.

use super::parts::{self, Candidate};

pub(super) fn parts(text: &str) -> Vec<usize> {
    let mut candidates = Vec::new();
    let mut at = 0;
    let mut after_blank = false;
    for line in text.split_inclusive('\n') {
        let is_blank = line.trim().is_empty();
        // A closing bracket ends something; it begins nothing.
        if after_blank && !line.starts_with([' ', '\t', '}', ')', ']']) && !is_blank {
            candidates.push(Candidate { at, depth: 0 });
        }
        after_blank = is_blank;
        at += line.len();
    }
    parts::starts(text, &candidates)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_begin_after_blank_lines_without_indentation() {
        let body = format!("    let x = 1{}\n\n    return x\n\n}}\n\n", "1".repeat(150));
        let text = format!("import a\n\nfunc one() {{\n{body}func two() {{\n{body}");
        assert_eq!(parts(&text), [text.find("func two").unwrap()]);
    }
}
