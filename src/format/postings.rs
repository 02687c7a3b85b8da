//! Section `postings`: the occurrences of each stem, in titles, in headings, in extra words and in
//! bodies, each of these a stream.
//!
//! Numbers rise and are stored as gaps. A frequency of one costs nothing: a gap is stored times
//! two, plus 1 where a frequency follows.

use super::SectionId;
use super::meta::Meta;
use super::wire::Reader;
use crate::error::ReadError;
use alloc::vec::Vec;
use core::ops::Range;

const IN_TITLES_FLAG: u32 = 1;
const IN_HEADINGS_FLAG: u32 = 2;
const IN_EXTRAS_FLAG: u32 = 4;

/// A stem's frequency in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Posting {
    /// A document that has the stem in its title, a child that has it in its body, or the children
    /// that lie under the heading or have the extra words.
    pub at: Range<u32>,
    pub frequency: u32,
}

/// The ranges of the postings in a stream.
#[derive(Clone, Copy, PartialEq)]
enum Places {
    /// Each is one document or child, and no two are the same.
    Single,
    /// Each is the children under a heading or with extra words. These may overlap.
    Runs,
}

/// A posting list.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Postings {
    /// The number of parents in which the stem occurs, in any field.
    pub parents: u32,
    pub titles: Vec<Posting>,
    pub headings: Vec<Posting>,
    pub extras: Vec<Posting>,
    pub bodies: Vec<Posting>,
}

impl Postings {
    /// Decodes a list, with each occurrence counted `each` times. Linear in its length.
    pub fn read(bytes: &[u8], meta: &Meta, each: u32) -> Result<Self, ReadError> {
        let mut reader = Reader::new(bytes, SectionId::Postings.name());
        let head = reader.varint()?;
        let children = meta.chunks.first().copied().unwrap_or_default();
        let read = |reader, limit, places| read_postings(reader, limit, places, each);
        let mut postings = Postings { parents: head >> 3, ..Postings::default() };
        if head & IN_TITLES_FLAG != 0 {
            postings.titles = read(stream(&mut reader)?, meta.documents, Places::Single)?;
        }
        if head & IN_HEADINGS_FLAG != 0 {
            postings.headings = read(stream(&mut reader)?, children, Places::Runs)?;
        }
        if head & IN_EXTRAS_FLAG != 0 {
            postings.extras = read(stream(&mut reader)?, children, Places::Runs)?;
        }
        postings.bodies = read(reader, children, Places::Single)?;
        Ok(postings)
    }
}

/// A posting list that is being built.
#[derive(Default)]
pub(crate) struct NewPostings {
    /// The number of parents in which the stem occurs, in any field.
    pub parents: u32,
    pub titles: Vec<Posting>,
    pub headings: Vec<Posting>,
    pub extras: Vec<Posting>,
    bodies: NewBodies,
}

/// The postings of bodies, which are the most. All but the last one are encoded.
#[derive(Default)]
struct NewBodies {
    encoded: Vec<u8>,
    /// The child after that of the last encoded posting.
    next: u32,
    child: u32,
    /// 0 where there is no posting yet.
    frequency: u32,
}

#[allow(clippy::arithmetic_side_effects)]
impl NewPostings {
    /// Adds to the frequency in the body of a child. The child is the last one or one after it.
    pub fn add_body(&mut self, child: u32, frequency: u32) {
        let bodies = &mut self.bodies;
        if bodies.frequency > 0 && bodies.child == child {
            bodies.frequency += frequency;
            return;
        }
        bodies.write_last();
        (bodies.child, bodies.frequency) = (child, frequency);
    }

    /// Writes the list.
    pub fn write(mut self, out: &mut Vec<u8>) {
        use crate::format::wire::write;

        let titles = if self.titles.is_empty() { 0 } else { IN_TITLES_FLAG };
        let headings = if self.headings.is_empty() { 0 } else { IN_HEADINGS_FLAG };
        let extras = if self.extras.is_empty() { 0 } else { IN_EXTRAS_FLAG };
        write::varint(out, u64::from(self.parents) << 3 | u64::from(titles | headings | extras));
        if titles != 0 {
            write_stream(out, |out| write_postings(out, &self.titles, Places::Single));
        }
        if headings != 0 {
            write_stream(out, |out| write_postings(out, &self.headings, Places::Runs));
        }
        if extras != 0 {
            write_stream(out, |out| write_postings(out, &self.extras, Places::Runs));
        }
        self.bodies.write_last();
        out.append(&mut self.bodies.encoded);
    }
}

#[allow(clippy::arithmetic_side_effects)]
impl NewBodies {
    fn write_last(&mut self) {
        if self.frequency > 0 {
            write_gap(&mut self.encoded, self.child - self.next, self.frequency);
            self.next = self.child + 1;
        }
    }
}

fn stream<'a>(reader: &mut Reader<'a>) -> Result<Reader<'a>, ReadError> {
    let len = reader.varint()? as usize;
    Ok(Reader::new(reader.bytes(len)?, SectionId::Postings.name()))
}

/// A gap and its frequency.
fn read_gap(reader: &mut Reader<'_>) -> Result<(u32, u32), ReadError> {
    let code = reader.varint_inline()?;
    let frequency = if code & 1 == 0 { 1 } else { reader.varint()? };
    Ok((code >> 1, frequency))
}

/// The postings of a stream, all of them below `limit`.
fn read_postings(
    mut reader: Reader<'_>,
    limit: u32,
    places: Places,
    each: u32,
) -> Result<Vec<Posting>, ReadError> {
    let runs = places == Places::Runs;
    let mut postings = Vec::new();
    let mut next = 0u32;
    while !reader.is_empty() {
        let (gap, frequency) = read_gap(&mut reader)?;
        let start = next.saturating_add(gap);
        let end = start.saturating_add(if runs { reader.varint()? } else { 1 });
        if end > limit || start >= end {
            return Err(reader.corrupt(&"a number refers to something that is not there"));
        }
        postings.push(Posting { at: start..end, frequency: frequency.saturating_mul(each) });
        next = if runs { start } else { end };
    }
    Ok(postings)
}

fn write_stream(out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    let mut stream = Vec::new();
    write(&mut stream);
    crate::format::wire::write::varint(out, stream.len() as u64);
    out.append(&mut stream);
}

fn write_gap(out: &mut Vec<u8>, gap: u32, frequency: u32) {
    use crate::format::wire::write;

    write::varint(out, u64::from(gap) << 1 | u64::from(frequency != 1));
    if frequency != 1 {
        write::varint(out, frequency.into());
    }
}

#[allow(clippy::arithmetic_side_effects)]
fn write_postings(out: &mut Vec<u8>, postings: &[Posting], places: Places) {
    let runs = places == Places::Runs;
    let mut next = 0;
    for Posting { at, frequency } in postings {
        write_gap(out, at.start - next, *frequency);
        if runs {
            crate::format::wire::write::varint(out, at.len() as u64);
        }
        next = if runs { at.start } else { at.end };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use proptest::prelude::*;

    fn meta() -> Meta {
        Meta { chunks: vec![1000], documents: 1000, ..Meta::default() }
    }

    fn some_postings() -> impl Strategy<Value = Vec<Posting>> {
        prop::collection::btree_map(0u32..1000, 1u32..300, 0..40).prop_map(|map| {
            let postings = map.into_iter();
            postings.map(|(at, frequency)| Posting { at: at..at + 1, frequency }).collect()
        })
    }

    fn some_runs() -> impl Strategy<Value = Vec<Posting>> {
        prop::collection::vec((0u32..900, 1u32..100, 1u32..4), 0..20).prop_map(|mut runs| {
            runs.sort_unstable();
            let run = |(start, len, frequency)| Posting { at: start..start + len, frequency };
            runs.into_iter().map(run).collect()
        })
    }

    proptest! {
        #[test]
        fn lists_come_back(parents in 0u32..5000, titles in some_postings(), headings in some_runs(), extras in some_runs(), bodies in some_postings()) {
            let mut new = NewPostings { parents, titles: titles.clone(), headings: headings.clone(), extras: extras.clone(), ..NewPostings::default() };
            for Posting { at, frequency } in &bodies {
                // In two parts, as the words of one stem come.
                new.add_body(at.start, 1);
                new.add_body(at.start, frequency - 1);
            }
            let mut bytes = Vec::new();
            new.write(&mut bytes);
            let list = Postings { parents, titles, headings, extras, bodies };
            prop_assert_eq!(Postings::read(&bytes, &meta(), 1).unwrap(), list);
        }

        #[test]
        fn any_bytes_give_a_list_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            if let Ok(list) = Postings::read(&bytes, &meta(), 1) {
                let Postings { titles, headings, extras, bodies, .. } = list;
                let mut all = [titles, headings, extras, bodies].into_iter().flatten();
                prop_assert!(all.all(|posting| !posting.at.is_empty() && posting.at.end <= 1000));
            }
        }
    }

    #[test]
    fn a_single_occurrence_costs_two_bytes() {
        let mut list = NewPostings { parents: 1, ..NewPostings::default() };
        list.add_body(40, 1);
        let mut bytes = Vec::new();
        list.write(&mut bytes);
        assert_eq!(bytes.len(), 2);
    }
}
