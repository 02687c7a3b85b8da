//! Guards against programs that would crash the scanners of some grammars of tree-sitter, or fill
//! the memory.
//!
//! They are C, and no caller can catch their faults: it ends the process. The faults are known and
//! their mends unreleased (tree-sitter-bash #337, tree-sitter-ruby #269), so such texts do not
//! reach them.

use std::borrow::Cow;

/// The bytes that a scanner may save of itself; two less, for Ruby's counts.
const MAX_STATE: usize = 1022;

/// Ruby's scanner saves the length of a heredoc's word in one byte.
const MAX_WORD: usize = 255;

/// The bytes that Ruby's scanner saves for a heredoc beside its word, and for a string.
const HEREDOC: usize = 4;
const STRING: usize = 5;

/// The most columns that Python may be indented by: each may be a level, of which the scanner saves
/// two bytes, beside up to 255 for strings.
const MAX_INDENT: usize = 380;

/// Columns that a tab counts in Python.
const TAB: usize = 8;

/// The most signs `<` that may be open in a statement. Each may be a comparison or begin arguments of a
/// type, and the parser holds on to all that it may be: a page of them takes gigabytes.
const MAX_ANGLES: usize = 200;

/// The text as the scanner can take it, byte for byte as long; none where it cannot be.
pub(super) fn tame<'a>(language: &str, text: &'a str) -> Option<Cow<'a, str>> {
    match language {
        "bash" => Some(in_ascii(text)),
        "ruby" if !fits_ruby(text) => None,
        "cpp" | "csharp" | "java" if is_angular(text) => None,
        "python" if text.lines().any(|line| is_deep(line) || line.trim() == "\\") => None,
        _ => Some(Cow::Borrowed(text)),
    }
}

/// Letters for characters outside ASCII: the scanner looks every character up in a table of 256.
fn in_ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(
        text.bytes().map(|byte| if byte.is_ascii() { char::from(byte) } else { 'x' }).collect(),
    )
}

/// The scanner writes on beyond its buffer. It also adds up what stands before lines that go on
/// with nothing in them, which is why these are not parsed at all.
fn is_deep(line: &str) -> bool {
    let indent = line.bytes().take_while(u8::is_ascii_whitespace);
    indent.map(|byte| if byte == b'\t' { TAB } else { 1 }).sum::<usize>() > MAX_INDENT
}

/// Whether more signs `<` are open at once than the parser can take. Neither `<<` and `<=` open
/// anything nor `->` and `=>` close it.
fn is_angular(text: &str) -> bool {
    let bytes = text.as_bytes();
    let near = |at: usize| bytes.get(at).copied().unwrap_or_default();
    let mut open = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match (near(at.wrapping_sub(1)), byte, near(at + 1)) {
            (_, b';' | b'{' | b'}', _) => open = 0,
            (b'<', b'<', _) | (_, b'<', b'<' | b'=') => {}
            (_, b'<', _) => open += 1,
            (b'-' | b'=', b'>', _) => {}
            (_, b'>', _) => open = open.saturating_sub(1),
            _ => {}
        }
        if open > MAX_ANGLES {
            return true;
        }
    }
    false
}

/// Whether all that may be open at once can be saved: every heredoc, and strings within strings.
fn fits_ruby(text: &str) -> bool {
    let starts = text.match_indices("<<").map(|(at, mark)| at + mark.len());
    let words: Vec<usize> =
        starts.map(|start| heredoc_word(text.get(start..).unwrap_or_default())).collect();
    let open: usize = words.iter().filter(|&&word| word > 0).map(|word| HEREDOC + word).sum();
    let strings = STRING * (1 + text.matches("#{").count());
    words.iter().all(|&word| word <= MAX_WORD) && (open == 0 || open + strings < MAX_STATE)
}

/// The bytes of the word that ends a heredoc; 0 if the text after `<<` begins none.
fn heredoc_word(text: &str) -> usize {
    let text = text.strip_prefix(['-', '~']).unwrap_or(text);
    match text.chars().next() {
        Some(quote @ ('\'' | '"' | '`')) => {
            let word = text.strip_prefix(quote).unwrap_or_default();
            word.find(quote).unwrap_or(word.len())
        }
        _ => text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scanner_of_bash_gets_ascii_of_the_same_length() {
        let text = "größe() {\u{10FFFF}\n}\n";
        let tamed = tame("bash", text).unwrap();
        assert_eq!(tamed, "grxxxxe() {xxxx\n}\n");
        assert_eq!(tamed.len(), text.len());
        assert_eq!(tame("rust", text).unwrap(), text);
    }

    #[test]
    fn words_of_heredocs_are_measured_as_written() {
        let lengths = [
            ("EOS\n", 3),
            ("~EOS.strip", 3),
            ("-'a b'\n", 3),
            (" self", 0),
            ("~\"open", 4),
            ("", 0),
        ];
        for (text, length) in lengths {
            assert_eq!(heredoc_word(text), length, "{text:?}");
        }
    }

    #[test]
    fn ruby_is_parsed_where_its_scanner_can_save_what_is_open() {
        let heredoc = |word: usize| format!("puts <<~{}\n", "X".repeat(word));
        assert!(fits_ruby(&heredoc(255)));
        assert!(!fits_ruby(&heredoc(256)));
        assert!(fits_ruby(&heredoc(40).repeat(20)));
        assert!(!fits_ruby(&heredoc(40).repeat(24)));
        assert!(fits_ruby(&"\"#{a}\" ".repeat(1000)));
        assert!(!fits_ruby(&format!("x = <<\"{}\"\n", "!!!!!!<<".repeat(40))));
        assert!(!fits_ruby(&("\"#{".repeat(200) + &heredoc(40))));
    }

    #[test]
    fn programs_are_parsed_where_few_angles_are_open() {
        for language in ["cpp", "csharp", "java"] {
            assert!(tame(language, &"a<".repeat(MAX_ANGLES)).is_some());
            assert!(tame(language, &"a<".repeat(MAX_ANGLES + 1)).is_none());
            assert!(tame(language, &"a<b->c ".repeat(MAX_ANGLES + 1)).is_none());
            for fine in
                ["Map<String, List<T>> m;", "A = 1 << 3, ", "if (a < b) { }", "a <= b, ", "p->q, "]
            {
                assert!(tame(language, &fine.repeat(1000)).is_some(), "{fine}");
            }
        }
        assert!(tame("rust", &"a<".repeat(1000)).is_some());
    }

    #[test]
    fn python_is_parsed_where_its_blocks_are_few() {
        assert!(tame("python", &format!("if a:\n{}b\n", " ".repeat(380))).is_some());
        assert!(tame("python", &format!("if a:\n{}b\n", "\t".repeat(48))).is_none());
        assert!(tame("python", "if a:\n  \\\n  b\n").is_none());
    }
}
