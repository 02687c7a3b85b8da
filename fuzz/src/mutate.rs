//! Changes the bytes of an index so that they get past the checksums.

use crate::bases::INDEXES;
use crate::header::{HEADER, write_length};
use crate::seal::{seal, varint};

/// The parts of an index: FORMAT.md, Header.
struct Parts {
    header: [u8; HEADER],
    /// The number of each section with the two bytes behind it, and its bytes.
    sections: Vec<([u8; 4], Vec<u8>)>,
}

impl Parts {
    /// None where lengths do not fit together.
    fn read(bytes: &[u8]) -> Option<Self> {
        let header: [u8; HEADER] = *bytes.first_chunk()?;
        let count = usize::from(u16::from_le_bytes([header[20], header[21]]));
        let mut heads = Vec::new();
        for entry in bytes.get(HEADER..HEADER + 8 * count)?.chunks_exact(8) {
            let len = u32::from_le_bytes(*entry.last_chunk()?) as usize;
            heads.push((*entry.first_chunk()?, len));
        }
        let pages: usize = heads.iter().map(|(_, len)| len.div_ceil(16384)).sum();
        let mut start = HEADER + 8 * count + 4 * pages;
        let mut sections = Vec::new();
        for (number, len) in heads {
            sections.push((number, bytes.get(start..start.checked_add(len)?)?.to_vec()));
            start += len;
        }
        Some(Parts { header, sections })
    }

    /// The index of these sections, with the lengths and checksums that they have.
    fn write(&self) -> Vec<u8> {
        let mut bytes = self.header.to_vec();
        for (number, section) in &self.sections {
            bytes.extend(number);
            bytes.extend((section.len() as u32).to_le_bytes());
        }
        let pages: usize = self.sections.iter().map(|(_, part)| part.len().div_ceil(16384)).sum();
        bytes.resize(bytes.len() + 4 * pages, 0);
        self.sections.iter().for_each(|(_, section)| bytes.extend(section));
        write_length(&mut bytes);
        bytes[20..22].copy_from_slice(&(self.sections.len() as u16).to_le_bytes());
        seal(&mut bytes);
        bytes
    }
}

/// A row of numbers that a seed gives (Marsaglia, *Xorshift RNGs*, 2003).
struct Chance(u32);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 as usize % most.max(1)
    }
}

/// Changes the first `len` bytes of `bytes` and gives how many there are then, at most `most`.
///
/// Mostly a section is changed: by `change`, which is the fuzzer's own and takes the same
/// arguments; by a number without room; or by the section of another index. Lengths and checksums
/// follow. Bytes that are no index become one.
pub fn mutate(
    bytes: &mut [u8],
    len: usize,
    most: usize,
    seed: u32,
    change: impl Fn(&mut [u8], usize, usize) -> usize,
) -> usize {
    let mut chance = Chance(seed | 1);
    let Some(mut parts) = Parts::read(&bytes[..len]) else {
        return put(bytes, most, base(&mut chance)).unwrap_or_else(|| change(bytes, len, most));
    };
    if parts.sections.is_empty() || chance.below(20) == 0 {
        return change(bytes, len, most);
    }
    let at = chance.below(parts.sections.len());
    let (number, section) = &mut parts.sections[at];
    match chance.below(8) {
        0 => *section = section_of(base(&mut chance), *number).unwrap_or_default(),
        1 | 2 => write_number(section, &mut chance),
        _ => change_section(section, most.saturating_sub(len), &change),
    }
    put(bytes, most, &parts.write()).unwrap_or_else(|| change(bytes, len, most))
}

fn base(chance: &mut Chance) -> &'static [u8] {
    &INDEXES[chance.below(INDEXES.len())]
}

/// Copies an input where there is room for it.
fn put(bytes: &mut [u8], most: usize, input: &[u8]) -> Option<usize> {
    let fits = input.len() <= most;
    bytes.get_mut(..input.len()).filter(|_| fits)?.copy_from_slice(input);
    Some(input.len())
}

fn section_of(base: &[u8], number: [u8; 4]) -> Option<Vec<u8>> {
    let sections = Parts::read(base)?.sections;
    sections.into_iter().find(|(of, _)| *of == number).map(|(_, section)| section)
}

/// Writes a number which, added to another, has no room in 32 bits.
fn write_number(section: &mut [u8], chance: &mut Chance) {
    let number = match chance.below(3) {
        0 => u32::MAX,
        1 => u32::MAX - chance.below(40) as u32,
        _ => (1 + chance.below(7) as u32) << 29,
    };
    let written = if chance.below(2) == 0 { varint(number) } else { number.to_le_bytes().to_vec() };
    let at = chance.below(section.len());
    for (byte, new) in section.iter_mut().skip(at).zip(written) {
        *byte = new;
    }
}

fn change_section(
    section: &mut Vec<u8>,
    room: usize,
    change: &impl Fn(&mut [u8], usize, usize) -> usize,
) {
    let len = section.len();
    section.resize(len + room.min(64), 0);
    let most = section.len();
    let changed = if most == 0 { 0 } else { change(section, len, most) };
    section.truncate(changed);
}

#[cfg(test)]
mod tests {
    use super::*;
    use kindex::Index;

    /// Flips a bit in the middle.
    fn flip(bytes: &mut [u8], len: usize, _: usize) -> usize {
        if let Some(byte) = bytes[..len].get_mut(len / 2) {
            *byte ^= 4;
        }
        len
    }

    #[test]
    fn parts_become_the_index_that_they_were() {
        for index in INDEXES.iter() {
            assert_eq!(Parts::read(index).unwrap().write(), *index);
        }
    }

    #[test]
    fn what_is_no_index_becomes_one() {
        let mut bytes = vec![0; 1 << 16];
        let len = mutate(&mut bytes, 1, 1 << 16, 7, flip);
        assert!(INDEXES.iter().any(|index| *index == bytes[..len]));
        assert_eq!(mutate(&mut [1; 8], 8, 8, 7, flip), 8);
    }

    /// All but one in twenty get past the checksums, and few are as before.
    #[test]
    fn changed_sections_reach_the_decoders() {
        let index = &INDEXES[1];
        let (mut sealed, mut same) = (0, 0);
        for seed in 0..1000u32 {
            let mut bytes = index.clone();
            bytes.resize(1 << 16, 0);
            let len = mutate(&mut bytes, index.len(), 1 << 16, seed.wrapping_mul(2654435761), flip);
            let input = &bytes[..len];
            same += usize::from(input == index);
            let is_damaged = match Index::open(input) {
                Ok(index) => {
                    index.verify().is_err_and(|error| error.to_string().contains("checksum"))
                }
                Err(error) => error.to_string().contains("checksum"),
            };
            sealed += usize::from(!is_damaged);
        }
        assert!(sealed > 930, "{sealed}");
        assert!(same < 250, "{same}");
    }
}
