//! The pairs of an index in several files: where two words follow each other, so that phrases are
//! found without a text.
//!
//! They are two to some number of records, each in a file of its own. The uppermost bits of a
//! pair's key say in which record it is. Its places are in up to three streams as in the section
//! `postings`.

use super::meta::Meta;
use super::shards::Shards;
use super::wire::Reader;
use crate::error::{ReadError, Text};
use alloc::vec::Vec;
use core::ops::Range;
use xxhash_rust::xxh64::xxh64;

const NAME: Text = &"pairs";

const IN_TITLES_FLAG: u32 = 1;
const IN_HEADINGS_FLAG: u32 = 2;

/// The bits of a key.
const KEY_BITS: u32 = 40;

/// The place of a pair.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    /// A document that has it in its title, the children under a heading, or the child in which the
    /// first term is.
    pub at: Range<u32>,
    /// The number of the first term.
    pub term: u32,
    /// Whether the second term is the first of the next child.
    pub crosses: bool,
}

/// The places of a pair, those of each field in order.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Places {
    pub titles: Vec<Place>,
    pub headings: Vec<Place>,
    pub bodies: Vec<Place>,
}

/// The pairs of an index.
pub(crate) struct Pairs<'a> {
    shards: &'a Shards,
    bits: u32,
}

impl<'a> Pairs<'a> {
    /// None where the index does not have them.
    pub fn open(shards: &'a Option<Shards>) -> Option<Self> {
        let shards = shards.as_ref()?;
        Some(Pairs { shards, bits: shards.bits_of_pairs()? })
    }

    /// The record that has a key, and the least key that it may have.
    fn record(&self, key: u64) -> (usize, u64) {
        let shift = KEY_BITS.saturating_sub(self.bits);
        let record = key >> shift;
        (record as usize, record << shift)
    }

    /// Prefetches the places of a pair of terms.
    pub fn prefetch(&self, first: &str, second: &str) {
        let (record, _) = self.record(key(hash(first), hash(second)));
        self.shards.prefetch_pairs(record);
    }

    /// The places of a pair of terms. Linear in the length of its record.
    pub fn get(&self, first: &str, second: &str, meta: &Meta) -> Result<Places, ReadError> {
        let sought = key(hash(first), hash(second));
        let (record, least) = self.record(sought);
        find(self.reader(record)?, least, sought, meta)
    }

    /// Checks that all places exist.
    pub fn verify(&self, meta: &Meta) -> Result<(), ReadError> {
        for record in 0..1usize << self.bits {
            let mut reader = self.reader(record)?;
            while !reader.is_empty() {
                read_pair(&mut reader)?.places(meta)?;
            }
        }
        Ok(())
    }

    fn reader(&self, record: usize) -> Result<Reader<'a>, ReadError> {
        Ok(Reader::new(self.shards.pairs(record)?, NAME))
    }
}

/// The hash of a term.
pub(crate) fn hash(term: &str) -> u64 {
    xxh64(term.as_bytes(), 0)
}

/// The key of a pair, by the hashes of its terms.
fn key(first: u64, second: u64) -> u64 {
    xxh64(&second.to_le_bytes(), first) >> (64 - KEY_BITS)
}

/// The places of a key in a record of keys from the least on.
fn find(mut record: Reader<'_>, least: u64, sought: u64, meta: &Meta) -> Result<Places, ReadError> {
    let mut at = least;
    while !record.is_empty() && at <= sought {
        let pair = read_pair(&mut record)?;
        at = at.saturating_add(pair.distance);
        if at == sought {
            return pair.places(meta);
        }
    }
    Ok(Places::default())
}

/// A pair whose places are not read yet.
struct PairBytes<'a> {
    /// From the key before.
    distance: u64,
    head: u32,
    streams: Reader<'a>,
}

fn read_pair<'a>(reader: &mut Reader<'a>) -> Result<PairBytes<'a>, ReadError> {
    let distance = reader.varint64()?;
    let head = reader.varint()?;
    let streams = Reader::new(reader.bytes(head as usize / 4)?, NAME);
    Ok(PairBytes { distance, head, streams })
}

impl PairBytes<'_> {
    fn places(mut self, meta: &Meta) -> Result<Places, ReadError> {
        let children = meta.chunks.first().copied().unwrap_or_default();
        let mut places = Places::default();
        if self.head & IN_TITLES_FLAG != 0 {
            places.titles = read_stream(self.stream()?, meta.documents, false)?;
        }
        if self.head & IN_HEADINGS_FLAG != 0 {
            places.headings = read_stream(self.stream()?, children, true)?;
        }
        places.bodies = read_stream(self.streams, children, false)?;
        Ok(places)
    }

    fn stream(&mut self) -> Result<Reader<'_>, ReadError> {
        let len = self.streams.varint()? as usize;
        Ok(Reader::new(self.streams.bytes(len)?, NAME))
    }
}

fn read_stream(mut reader: Reader<'_>, limit: u32, runs: bool) -> Result<Vec<Place>, ReadError> {
    let mut places = Vec::new();
    let mut start = 0u32;
    while !reader.is_empty() {
        start = start.saturating_add(reader.varint_inline()?);
        let end = start.saturating_add(if runs { reader.varint()? } else { 1 });
        if end > limit {
            return Err(reader.corrupt(&"a number refers to something that is not there"));
        }
        let term = reader.varint_inline()?;
        places.push(Place { at: start..end, term: term / 2, crosses: term % 2 == 1 });
    }
    Ok(places)
}

pub(crate) use write::{Field, PairsWriter};

#[allow(clippy::arithmetic_side_effects)]
mod write {
    use super::{IN_HEADINGS_FLAG, IN_TITLES_FLAG, KEY_BITS, Place, key};
    use crate::format::shards::MAX_PAIR_RECORD_BITS;
    use crate::format::wire::write;
    use alloc::vec::Vec;

    /// A record has fewer bytes than this in the mean, as a phrase loads it as one file.
    const MEAN_RECORD_BYTES: usize = 12 << 10;

    /// The field in which a pair stands, in the order of the streams.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(crate) enum Field {
        Title,
        Heading,
        Body,
    }

    /// Gathers pairs.
    #[derive(Default)]
    pub(crate) struct PairsWriter(Vec<Occurrence>);

    #[derive(PartialEq, Eq, PartialOrd, Ord)]
    struct Occurrence {
        /// The key, and in the lowest two bits the field.
        key: u64,
        start: u32,
        /// Twice the number of the first term, plus whether the pair crosses into the next child.
        term: u32,
        /// The number of children under a heading.
        len: u32,
    }

    impl PairsWriter {
        /// Adds a place of two terms, given by their hashes.
        pub fn push(&mut self, first: u64, second: u64, field: Field, place: &Place) {
            self.0.push(Occurrence {
                key: key(first, second) << 2 | field as u64,
                start: place.at.start,
                term: 2 * place.term + u32::from(place.crosses),
                len: place.at.len() as u32,
            });
        }

        /// Writes the records.
        pub fn finish(self) -> Vec<Vec<u8>> {
            let mut all = self.0;
            all.sort_unstable();
            let pairs = all.chunk_by(|a, b| a.key >> 2 == b.key >> 2);
            let pairs: Vec<_> = pairs.map(|pair| (key_of(pair), write_pair(pair))).collect();
            let len: usize = pairs.iter().map(|(_, bytes)| bytes.len()).sum();
            let bits = (len / MEAN_RECORD_BYTES).checked_ilog2().map_or(0, |log| log + 1);
            let shift = KEY_BITS - bits.min(MAX_PAIR_RECORD_BITS);
            let mut pairs = pairs.into_iter().peekable();
            let record = |record: u64| {
                let mut out = Vec::new();
                let mut before = record << shift;
                while let Some((key, bytes)) = pairs.next_if(|(key, _)| key >> shift == record) {
                    write::varint(&mut out, key - before);
                    out.extend(bytes);
                    before = key;
                }
                out
            };
            (0..1u64 << (KEY_BITS - shift)).map(record).collect()
        }
    }

    fn key_of(pair: &[Occurrence]) -> u64 {
        pair.first().map_or(0, |first| first.key >> 2)
    }

    /// A pair without its key.
    fn write_pair(pair: &[Occurrence]) -> Vec<u8> {
        let mut streams = Vec::new();
        let mut fields = 0;
        for of_field in pair.chunk_by(|a, b| a.key == b.key) {
            let field = of_field.first().map_or(0, |first| first.key % 4);
            let is_body = field == Field::Body as u64;
            let mut stream = Vec::new();
            write_stream(&mut stream, of_field, field == Field::Heading as u64);
            if !is_body {
                fields |=
                    if field == Field::Title as u64 { IN_TITLES_FLAG } else { IN_HEADINGS_FLAG };
                write::varint(&mut streams, stream.len() as u64);
            }
            streams.append(&mut stream);
        }
        let mut out = Vec::new();
        write::varint(&mut out, 4 * streams.len() as u64 + u64::from(fields));
        out.append(&mut streams);
        out
    }

    fn write_stream(out: &mut Vec<u8>, places: &[Occurrence], runs: bool) {
        let mut before = 0;
        for place in places {
            write::varint(out, (place.start - before).into());
            if runs {
                write::varint(out, place.len.into());
            }
            write::varint(out, place.term.into());
            before = place.start;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeMap;
    use alloc::vec;
    use proptest::prelude::*;

    /// The number of places. Miri takes a thousand times as long.
    const MOST: usize = if cfg!(miri) { 10 } else { 300 };

    fn meta() -> Meta {
        Meta { chunks: vec![1000], documents: 1000, ..Meta::default() }
    }

    /// A pair by the hashes of its terms, its field and its place.
    fn some_occurrence() -> impl Strategy<Value = (u64, u64, Field, Place)> {
        let field = prop::sample::select(vec![Field::Title, Field::Heading, Field::Body]);
        (0..40u64, 0..40u64, field, 0..900u32, 1..9u32, 0..300u32, any::<bool>()).prop_map(
            |(first, second, field, start, len, term, crosses)| {
                let len = if field == Field::Heading { len } else { 1 };
                (first, second, field, Place { at: start..start + len, term, crosses })
            },
        )
    }

    proptest! {
        #[test]
        fn pairs_come_back(
            occurrences in prop::collection::vec(some_occurrence(), 0..MOST),
            times in prop::sample::select(vec![1usize, 40]),
        ) {
            let mut writer = PairsWriter::default();
            let mut pairs: BTreeMap<(u64, u64), Places> = BTreeMap::new();
            for (first, second, field, place) in &occurrences {
                // Some records are only made of many places.
                for _ in 0..times {
                    writer.push(*first, *second, *field, place);
                    let places = pairs.entry((*first, *second)).or_default();
                    let of_field = match field {
                        Field::Title => &mut places.titles,
                        Field::Heading => &mut places.headings,
                        Field::Body => &mut places.bodies,
                    };
                    of_field.push(place.clone());
                }
            }
            let records = writer.finish();
            let shift = KEY_BITS - records.len().ilog2();
            for ((first, second), mut places) in pairs {
                let order = |place: &Place| (place.at.start, place.term, place.crosses, place.at.end);
                let Places { titles, headings, bodies } = &mut places;
                [titles, headings, bodies].into_iter().for_each(|places| places.sort_by_key(order));
                let sought = key(first, second);
                let record = Reader::new(&records[(sought >> shift) as usize], NAME);
                let found = find(record, sought >> shift << shift, sought, &meta()).unwrap();
                prop_assert_eq!(found, places);
            }
        }

        #[test]
        fn any_bytes_give_places_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            let mut record = Reader::new(&bytes, NAME);
            while !record.is_empty() {
                let Ok(pair) = read_pair(&mut record) else { break };
                let Ok(Places { titles, headings, bodies }) = pair.places(&meta()) else { continue };
                let mut all = [titles, headings, bodies].into_iter().flatten();
                prop_assert!(all.all(|place| place.at.end <= 1000));
            }
        }
    }
}
