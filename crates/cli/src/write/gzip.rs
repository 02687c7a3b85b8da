//! Compression that every browser undoes by itself: gzip (RFC 1952).

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use std::io::{self, ErrorKind, Read, Write};
use zopfli::{Format, Options};

/// No index is larger, so nothing that is inflated has to be.
pub const MAX_INFLATED_BYTES: u64 = u32::MAX as u64;

/// Whether bytes begin as those of gzip do; no index does.
pub fn is_compressed(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1f, 0x8b])
}

/// The level that makes shards smallest: the one above it looks for long matches, of which they have
/// few.
const LEVEL: Compression = Compression::new(8);

/// Compresses, without a name and a time: the same bytes give the same, on every machine.
///
/// # Errors
/// None; writing to memory does not fail.
pub fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), LEVEL);
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// The smallest may begin a new block for about this many bytes: what more would save is hardly
/// anything, and to find each takes time.
const BYTES_PER_BLOCK: usize = 2560;

/// A small file gets this many in any case, as it has as many kinds of bytes as a large one.
const MIN_BLOCKS: usize = 8;

/// Compresses to fewer bytes than [`compress`], and much more slowly: for the few that every page
/// loads. They are of one kind after another, and a block with a code of its own for each pays.
///
/// # Errors
/// None; writing to memory does not fail.
pub fn smallest(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let blocks = (bytes.len() / BYTES_PER_BLOCK).clamp(MIN_BLOCKS, usize::from(u16::MAX));
    let options = Options { maximum_block_splits: blocks as u16, ..Options::default() };
    let mut small = Vec::new();
    zopfli::compress(options, Format::Gzip, bytes, &mut small)?;
    Ok(small)
}

/// Inflates to no more than `most` bytes.
///
/// # Errors
/// A description of what is wrong with the bytes.
pub fn inflated(bytes: &[u8], most: u64) -> Result<Vec<u8>, &'static str> {
    if !is_compressed(bytes) {
        return Err("it is not compressed with gzip");
    }
    let mut inflated = Vec::new();
    // One byte more tells what ends there from what goes on.
    let reader = MultiGzDecoder::new(bytes).take(most.saturating_add(1));
    read_on(reader, &mut inflated)?;
    if inflated.len() as u64 > most {
        return Err("it inflates to more than an index of its length has");
    }
    Ok(inflated)
}

/// An index begins so; its length stands at this byte.
const MAGIC: &[u8] = b"\x89KDX";
const LENGTH_PLACE: usize = 12;

/// The bytes at the beginning that say how many there are.
const BEGINNING: usize = LENGTH_PLACE + size_of::<u32>();

/// The length of an index as it says itself at its beginning; nothing where it is none.
fn said_length(index: &[u8]) -> Option<u64> {
    match index.get(LENGTH_PLACE..BEGINNING) {
        Some(&[a, b, c, d]) if index.starts_with(MAGIC) => {
            Some(u32::from_le_bytes([a, b, c, d]).into())
        }
        _ => None,
    }
}

/// The bytes that the file of an index has at most, compressed or not, as it says itself among its
/// first ones; nothing where it is none.
pub fn most_file_bytes(first: &[u8]) -> Option<u64> {
    if !is_compressed(first) {
        return said_length(first);
    }
    let mut beginning = Vec::new();
    // What is cut off may say enough.
    let _ = MultiGzDecoder::new(first).take(BEGINNING as u64).read_to_end(&mut beginning);
    // What cannot be compressed has a few bytes more, compressed.
    said_length(&beginning).map(|length| length + length / 64 + 1024)
}

/// Inflates an index: as many bytes as its header says, and one more where it goes on, so that
/// opening it tells what is wrong. A file that is no index is read only at its beginning,
/// which shows that it is none.
///
/// # Errors
/// A description of what is wrong with the bytes, as where the header says more than `most`.
pub fn inflated_index(bytes: &[u8], most: u64) -> Result<Vec<u8>, &'static str> {
    let mut reader = MultiGzDecoder::new(bytes);
    let mut inflated = Vec::new();
    read_on(reader.by_ref().take(BEGINNING as u64), &mut inflated)?;
    let Some(length) = said_length(&inflated) else { return Ok(inflated) };
    if length > most {
        return Err("it inflates to more than is read");
    }
    let rest = length.saturating_sub(BEGINNING as u64);
    read_on(reader.take(rest + 1), &mut inflated)?;
    Ok(inflated)
}

fn read_on(mut reader: impl Read, inflated: &mut Vec<u8>) -> Result<(), &'static str> {
    let read = reader.read_to_end(inflated).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof => "its gzip compression is cut off",
        ErrorKind::OutOfMemory => "it inflates to more than there is memory for",
        _ => "its gzip compression is damaged",
    });
    read.map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compressed_comes_back() {
        for bytes in [&b""[..], b"shell", &[7; 100_000]] {
            let small = compress(bytes).unwrap();
            assert!(is_compressed(&small) && !is_compressed(bytes));
            assert_eq!(inflated(&small, MAX_INFLATED_BYTES).unwrap(), bytes);
        }
    }

    #[test]
    fn inflating_stops_where_the_index_ends() {
        let index = include_bytes!("../../../../tests/golden/guide-v1.kdx");
        let compress = |bytes: &[u8]| super::compress(bytes).unwrap();
        let inflated_index = |bytes: &[u8]| super::inflated_index(bytes, index.len() as u64);
        assert_eq!(inflated_index(&compress(index)).unwrap(), index);
        let less = super::inflated_index(&compress(index), index.len() as u64 - 1);
        assert_eq!(less, Err("it inflates to more than is read"));
        // A gigabyte of nothing takes a megabyte.
        let nothing = vec![0; 64 << 20];
        let more = [compress(index), compress(&nothing).repeat(16)].concat();
        assert_eq!(inflated_index(&more).unwrap().len(), index.len() + 1);
        assert_eq!(inflated_index(&compress(&nothing).repeat(16)).unwrap().len(), 16);
        assert_eq!(inflated_index(&compress(b"<p>")).unwrap(), b"<p>");
        let cut_off = compress(index);
        let cut_off = inflated_index(&cut_off[..cut_off.len() / 2]).unwrap_err();
        assert_eq!(cut_off, "its gzip compression is cut off");
    }

    #[test]
    fn the_beginning_says_how_long_a_file_may_be() {
        let index = include_bytes!("../../../../tests/golden/guide-v1.kdx");
        assert_eq!(most_file_bytes(&index[..16]), Some(index.len() as u64));
        let small = compress(index).unwrap();
        let most = most_file_bytes(&small[..4096]).unwrap();
        assert!(most >= small.len() as u64 && most < 2 * index.len() as u64, "{most}");
        let none = compress(b"<!doctype html>").unwrap();
        for other in [&b"<!doctype html>"[..], b"", &none, &index[..15]] {
            assert_eq!(most_file_bytes(other), None);
        }
    }

    #[test]
    fn the_smallest_of_a_head_is_smaller_and_comes_back() {
        let index = include_bytes!("../../../../tests/golden/guide-v1.kdx");
        let sizes = kindex::ShardSizes::of_index(index.len());
        let head = kindex::shard(index, &sizes).unwrap().head;
        let (small, usual) = (smallest(&head).unwrap(), compress(&head).unwrap());
        assert!(small.len() < usual.len(), "{} of {}", small.len(), usual.len());
        assert_eq!(inflated(&small, MAX_INFLATED_BYTES).unwrap(), head);
        assert_eq!(inflated(&smallest(b"").unwrap(), MAX_INFLATED_BYTES).unwrap(), b"");
    }

    #[test]
    fn the_header_has_no_time_and_no_name() {
        // Deflate, no flags, no time, no system.
        assert_eq!(compress(b"shell").unwrap()[..10], [31, 139, 8, 0, 0, 0, 0, 0, 0, 255]);
    }

    #[test]
    fn no_more_is_inflated_than_allowed() {
        let bomb = compress(&vec![0; 1 << 20]).unwrap();
        assert!(bomb.len() < 2000);
        assert_eq!(inflated(&bomb, 1 << 20).unwrap().len(), 1 << 20);
        assert!(inflated(&bomb, (1 << 20) - 1).unwrap_err().contains("more than"));
    }

    #[test]
    fn altered_bytes_are_refused() {
        let text = b"restart the shell ".repeat(9);
        let good = compress(&text).unwrap();
        for len in 2..good.len() {
            let error = inflated(&good[..len], MAX_INFLATED_BYTES).unwrap_err();
            assert_eq!(error, "its gzip compression is cut off", "{len}");
        }
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 0x40;
            // The header says nothing of use besides the method and the flags.
            let harmless = (4..10).contains(&at);
            match inflated(&bad, MAX_INFLATED_BYTES) {
                Ok(inflated) => assert!(harmless && inflated == text, "byte {at}"),
                Err(_) => assert!(!harmless, "byte {at}"),
            }
        }
        for bad in [b"".to_vec(), b"\x1f".to_vec(), text, [good, b"more".to_vec()].concat()] {
            assert!(inflated(&bad, MAX_INFLATED_BYTES).is_err());
        }
    }
}
