//! JavaScript counts strings in UTF-16 units, the core in bytes of UTF-8.

use alloc::vec::Vec;
use kindex::Hit;

/// Turns the offsets of a hit from bytes into units. One pass over its text.
pub(crate) fn convert(hit: &mut Hit) {
    for more in &mut hit.more {
        convert(more);
    }
    if hit.text.is_ascii() {
        return;
    }
    let units = Units::new(&hit.text);
    units.convert(&mut hit.snippet_start);
    for (start, end) in &mut hit.highlights {
        units.convert(start);
        units.convert(end);
    }
    for child in &mut hit.children {
        units.convert(&mut child.start);
        units.convert(&mut child.end);
    }
}

/// The number of units before each byte of a text, and before its end.
pub(crate) struct Units(Vec<usize>);

impl Units {
    pub fn new(text: &str) -> Self {
        let mut before = Vec::with_capacity(text.len() + 1);
        let mut units = 0;
        for byte in text.bytes() {
            before.push(units);
            units += units_begun_by(byte);
        }
        before.push(units);
        Units(before)
    }

    pub fn convert(&self, offset: &mut usize) {
        *offset = self.0.get(*offset).or(self.0.last()).copied().unwrap_or_default();
    }
}

/// Every character begins with one byte that is no continuation. From four bytes on it takes two
/// units.
fn units_begun_by(byte: u8) -> usize {
    match byte {
        0x80..=0xBF => 0,
        0xF0..=0xFF => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_width_of_character() {
        for text in ["", "plain", "é", "naïve 中文 🦀 e\u{301} \u{10FFFF}\u{FFFF}\0", "👩‍👩‍👧"]
        {
            let units = Units::new(text);
            for at in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
                let mut offset = at;
                units.convert(&mut offset);
                let before = text.get(..at).unwrap_or_default();
                assert_eq!(offset, before.encode_utf16().count(), "{text:?} at {at}");
            }
        }
    }

    #[test]
    fn an_offset_outside_becomes_the_end() {
        let mut offset = 9;
        Units::new("é!").convert(&mut offset);
        assert_eq!(offset, 2);
    }
}
