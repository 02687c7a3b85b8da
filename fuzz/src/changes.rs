//! Changes of bytes, as an input tells them.

/// A change of one byte of a file.
pub struct Change {
    kind: u8,
    /// The number of the file; there may be fewer.
    pub file: usize,
    place: usize,
    byte: u8,
}

/// The changes of an input. Each four bytes are one: what happens in two bits, the file in six, the
/// place in two bytes, and a byte.
pub fn changes(input: &[u8]) -> impl Iterator<Item = Change> {
    input.chunks_exact(4).map(|four| Change {
        kind: four[0] >> 6,
        file: usize::from(four[0] & 0x3f),
        place: usize::from(u16::from_le_bytes([four[1], four[2]])),
        byte: four[3],
    })
}

impl Change {
    /// Writes the byte over another one, inserts it, or takes one away.
    /// The first `kept` bytes stay.
    pub fn make(&self, bytes: &mut Vec<u8>, kept: usize) {
        let len = bytes.len().saturating_sub(kept);
        match self.kind {
            2 => bytes.insert(kept + self.place % (len + 1), self.byte),
            _ if len == 0 => {}
            3 => drop(bytes.remove(kept + self.place % len)),
            _ => bytes[kept + self.place % len] = self.byte,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(input: &[u8]) -> Vec<u8> {
        let mut bytes = b"abcd".to_vec();
        changes(input).for_each(|change| change.make(&mut bytes, 1));
        bytes
    }

    #[test]
    fn bytes_are_written_inserted_and_taken_away() {
        assert_eq!(changed(b"\x00\x01\x00X"), b"abXd");
        assert_eq!(changed(b"\x80\x01\x00X"), b"abXcd");
        assert_eq!(changed(b"\xc0\x01\x00X"), b"abd");
        assert_eq!(changed(b"\x80\x03\x00X"), b"abcdX");
        assert_eq!(changed(&b"\xc0\x00\x00X".repeat(9)), b"a");
    }

    #[test]
    fn changes_name_their_file() {
        let files: Vec<usize> =
            changes(b"\xc5\0\0\0\x3f\0\0\0\0").map(|change| change.file).collect();
        assert_eq!(files, [5, 63]);
    }
}
