//! The listing of an index in several files: id, address and title of each document.
//!
//! Their records lie with their texts, in as many files. The listing has a file of its own. It
//! serves those who go through all documents, or look for one by its id or address. A string shares
//! its beginning with that of the document before, but at most 255 bytes. Without that bound a few
//! bytes could stand for many long strings.

/// The id, address and title of a document.
pub(crate) type ListingEntry<'e> = [&'e str; 3];

pub(crate) use read::each;

mod read {
    use super::ListingEntry;
    use crate::error::{ReadError, Text};
    use crate::format::wire::Reader;
    use alloc::vec::Vec;

    const NAME: Text = &"listing";

    /// Goes through a listing until `act` returns true. Linear.
    pub fn each(
        listing: &[u8],
        mut act: impl FnMut(usize, ListingEntry<'_>) -> bool,
    ) -> Result<(), ReadError> {
        let mut reader = Reader::new(listing, NAME);
        let mut strings: [Vec<u8>; 3] = Default::default();
        for document in 0.. {
            if reader.is_empty() {
                break;
            }
            for string in &mut strings {
                string.truncate(reader.byte()?.into());
                let rest = reader.varint()? as usize;
                string.extend_from_slice(reader.bytes(rest)?);
            }
            let [id, url, title] = &strings;
            if act(document, [text(id)?, text(url)?, text(title)?]) {
                break;
            }
        }
        Ok(())
    }

    fn text(bytes: &[u8]) -> Result<&str, ReadError> {
        core::str::from_utf8(bytes).map_err(|_| ReadError::corrupt(NAME, &"a string is not UTF-8"))
    }
}

pub(crate) use write::ListingWriter;

#[allow(clippy::arithmetic_side_effects)]
mod write {
    use super::ListingEntry;
    use crate::format::wire::write;
    use alloc::borrow::ToOwned;
    use alloc::string::String;
    use alloc::vec::Vec;

    /// Writes the listing of documents in their order.
    #[derive(Default)]
    pub struct ListingWriter {
        out: Vec<u8>,
        before: [String; 3],
    }

    impl ListingWriter {
        pub fn push(&mut self, entry: ListingEntry<'_>) {
            for (before, string) in self.before.iter_mut().zip(entry) {
                let bytes = string.as_bytes();
                let both = before.as_bytes().iter().zip(bytes);
                let shared = both.take(u8::MAX.into()).take_while(|(a, b)| a == b).count();
                let rest = bytes.get(shared..).unwrap_or_default();
                self.out.push(shared as u8);
                write::varint(&mut self.out, rest.len() as u64);
                self.out.extend_from_slice(rest);
                string.clone_into(before);
            }
        }

        pub fn finish(self) -> Vec<u8> {
            self.out
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ReadError;
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    const ENTRIES: [ListingEntry<'_>; 4] = [
        ["a/one.md", "/a/one", "One"],
        ["a/oné.md", "/a/oné", "Oné"],
        ["a", "", ""],
        ["b", "/b", "One"],
    ];

    fn written(entries: &[ListingEntry<'_>]) -> Vec<u8> {
        let mut writer = ListingWriter::default();
        entries.iter().for_each(|&entry| writer.push(entry));
        writer.finish()
    }

    fn read(listing: &[u8], most: usize) -> Result<Vec<[String; 3]>, ReadError> {
        let mut found = Vec::new();
        each(listing, |document, entry| {
            assert_eq!(document, found.len());
            found.push(entry.map(str::to_string));
            found.len() == most
        })?;
        Ok(found)
    }

    #[test]
    fn what_is_written_is_read() {
        let entries = ENTRIES.map(|entry| entry.map(str::to_string));
        assert_eq!(read(&written(&ENTRIES), usize::MAX).unwrap(), entries);
        assert_eq!(read(&written(&ENTRIES), 2).unwrap(), entries[..2]);
        let long = "/long".repeat(100);
        let listing = written(&[["a", &long, ""], ["b", &long, ""]]);
        assert_eq!(read(&listing, usize::MAX).unwrap()[1], ["b", &long, ""].map(str::to_string));
    }

    #[test]
    fn what_is_cut_off_or_no_text_is_refused() {
        let listing = written(&ENTRIES);
        assert!(read(&listing[..listing.len() - 1], usize::MAX).is_err());
        // The first half of é, without the other.
        assert!(read(&[0, 1, 0xC3, 0, 0, 0, 0], usize::MAX).is_err());
    }
}
