//! Korean syllables as one character each, as people type them: some systems
//! write their letters one by one.

use alloc::borrow::Cow;
use alloc::string::String;
use unicode_normalization::UnicodeNormalization;

/// Whether a text may have syllables that are taken apart.
pub(crate) fn has_parts(text: &str) -> bool {
    text.chars().any(|c| matches!(c, '\u{1100}'..='\u{11ff}'))
}

/// A text with whole syllables. Linear in its length.
pub(crate) fn composed(text: &str) -> Cow<'_, str> {
    if !has_parts(text) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let korean = is_korean(first);
        let end = rest.find(|c| is_korean(c) != korean).unwrap_or(rest.len());
        let (run, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        if korean {
            out.extend(run.nfc());
        } else {
            out.push_str(run);
        }
        rest = after;
    }
    out.into()
}

fn is_korean(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{ac00}'..='\u{d7a3}')
}
