//! Bytes of an index that were changed on purpose, with checksums that fit.
//! The fuzz targets use it too.

use xxhash_rust::xxh64::xxh64;

/// Writes the checksums of a blob anew, so that what was changed in it reaches the decoders. The
/// layout is that of FORMAT.md.
pub fn seal(blob: &mut [u8]) {
    let sections = usize::from(u16::from_le_bytes([blob[20], blob[21]]));
    let table = 24 + 8 * sections;
    let lengths: Vec<usize> = (0..sections)
        .map(|n| u32::from_le_bytes(blob[28 + 8 * n..32 + 8 * n].try_into().unwrap()) as usize)
        .collect();
    let pages: usize = lengths.iter().map(|len| len.div_ceil(16384)).sum();
    let (mut sum_at, mut start) = (table, table + 4 * pages);
    for len in lengths {
        let pages: Vec<[u8; 4]> = blob[start..start + len]
            .chunks(16384)
            .map(|page| (xxh64(page, 0) as u32).to_le_bytes())
            .collect();
        for sum in pages {
            blob[sum_at..sum_at + 4].copy_from_slice(&sum);
            sum_at += 4;
        }
        start += len;
    }
    let head = (xxh64(&blob[24..table + 4 * pages], 0) as u32).to_le_bytes();
    blob[16..20].copy_from_slice(&head);
}

/// A large number as five bytes.
pub fn varint(number: u32) -> Vec<u8> {
    let low = (0..4).map(|nth| (number >> (7 * nth)) as u8 | 0x80);
    low.chain([(number >> 28) as u8]).collect()
}
