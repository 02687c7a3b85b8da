//! Python counts strings in characters, the core in bytes of UTF-8.

use kindex::Hit;

/// Turns the offsets of a hit from bytes into characters. One pass over its text.
pub fn convert(hit: &mut Hit) {
    hit.more.iter_mut().for_each(convert);
    if hit.text.is_ascii() {
        return;
    }
    let points = Points::new(&hit.text);
    points.convert(&mut hit.snippet_start);
    for (start, end) in &mut hit.highlights {
        points.convert(start);
        points.convert(end);
    }
    for child in &mut hit.children {
        points.convert(&mut child.start);
        points.convert(&mut child.end);
    }
}

/// The number of characters that begin before each byte of a text, and before its end.
struct Points(Vec<usize>);

impl Points {
    fn new(text: &str) -> Self {
        let mut count = 0;
        let mut before = Vec::with_capacity(text.len() + 1);
        for byte in text.bytes() {
            before.push(count);
            // All bytes of a character but the first begin with these two bits.
            count += usize::from(byte & 0b1100_0000 != 0b1000_0000);
        }
        before.push(count);
        Points(before)
    }

    fn convert(&self, offset: &mut usize) {
        *offset = self.0.get(*offset).or(self.0.last()).copied().unwrap_or_default();
    }
}
