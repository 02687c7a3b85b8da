//! The marks that phones put between words.

/// Marks of writing direction and the like, and white space.
pub(super) fn is_mark(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '\u{61C}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
                | '\u{2066}'..='\u{2069}' | '\u{FEFF}'
        )
}
