//! Cuts an index in one file into several files.

mod layout;
mod plan;
mod words;

use super::pairs;
use crate::error::{Error, ReadError};
use crate::format::SectionId;
use crate::format::columns::ColumnsWriter;
use crate::format::listing::ListingWriter;
use crate::format::meta::Meta;
use crate::format::shards::{ENTRY_BYTES, Form, PAIRS_NUMBER, SplitIndex, Table, is_whole, split};
use crate::index::{Index, IndexReader};
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;
pub use layout::Layout;
use plan::{HEAD_NUMBER, Plan, groups};
use words::WordSplitter;
use xxhash_rust::xxh64::xxh64;

/// An index as the files of a folder.
#[derive(Clone, Debug, PartialEq)]
pub struct Sharded {
    /// The file that is loaded first; [`Index::open`] opens it.
    pub head: Vec<u8>,
    /// In the order of their numbers; none where the head is the whole index.
    pub shards: Vec<Shard>,
}

/// One file of an index besides the head.
#[derive(Clone, Debug, PartialEq)]
pub struct Shard {
    /// 12 hexadecimal digits, made of checksums of its bytes and of those of its neighbours. So a
    /// name never has other bytes.
    pub name: String,
    /// The bytes of the file.
    pub bytes: Vec<u8>,
}

impl Shard {
    /// Whether these are the bytes that the name stands for, of whichever index they are.
    pub fn is_whole(&self) -> bool {
        is_whole(&self.name, &self.bytes)
    }
}

/// The sizes of shards in bytes, about, and what they have. Bytes that
/// belong together stay together.
#[derive(Clone, Debug, PartialEq)]
pub struct ShardSizes {
    /// Of the dictionary, and of vectors.
    pub words: usize,
    /// Of posting lists.
    pub postings: usize,
    /// Of documents: tiles, texts, headings and records. The numbers that ranking reads of all
    /// documents are in the head, unless they have more bytes than this.
    pub documents: usize,
    /// Whether there are shards with the pairs of words that phrases are found by. They are about
    /// as many bytes as all others. Without them the texts are read for phrases, as in one file.
    pub pairs: bool,
}

impl ShardSizes {
    /// Sizes for an index of `bytes` bytes, with which a page loads little until it has an answer.
    ///
    /// A small shard has few bytes that a query does not need. But the head, which all queries
    /// need, has to describe each shard. So the best size grows with the square root of the index.
    /// It grows in steps, as a new size changes all shards.
    pub fn of_index(bytes: usize) -> Self {
        let bits = usize::BITS - (bytes / DOUBLED_INDEX_BYTES).leading_zeros();
        let postings = MIN_SHARD_BYTES << bits.div_ceil(2);
        // The dictionary grows more slowly than the texts. That of a small site is in few files,
        // however small these are.
        let words =
            if bits == 0 { MIN_SHARD_BYTES / 2 } else { MIN_SHARD_BYTES << bits.div_ceil(3) };
        ShardSizes { words, postings, documents: 3 * postings, pairs: true }
    }

    /// Chooses among cuts that cost the same, by the checksum of what comes after them: so one item
    /// more moves few cuts. On a large site fuller shards matter more, as the head describes each.
    fn choice(&self, sum: u64) -> u64 {
        if self.postings > MIN_SHARD_BYTES { 0 } else { sum }
    }
}

/// The least size of a shard of posting lists. A shard of words has half of it.
const MIN_SHARD_BYTES: usize = 2 << 10;

/// From this size in bytes on, indexes have shards twice as large, and shards of words four times
/// as large. Both double again: those of words from eight times this size on, the others from four
/// times.
const DOUBLED_INDEX_BYTES: usize = 8 << 20;

/// A part of an array. The file also has the entry after it.
const ARRAY_PART: Form = Form::Array { more: true };

/// Cuts an index in one file into several. They have what finds phrases without a text besides, if
/// it is asked for.
///
/// # Errors
/// Those of [`crate::verify`], as a damaged index is not cut.
///
/// # Examples
///
/// ```
/// # fn main() -> Result<(), kindex::Error> {
/// use kindex::{Builder, Config, Document, Index, SearchOptions, ShardSizes, shard};
///
/// let mut builder = Builder::new(Config::default());
/// builder.add(Document { id: "a.md".into(), text: "Pears.\n".into(), ..Document::default() })?;
/// let blob = builder.finish()?;
/// let files = shard(&blob, &ShardSizes::of_index(blob.len()))?;
///
/// // A reader loads the head, and then the shards that a search asks for.
/// let mut index = Index::open(files.head)?;
/// let mut search = kindex::Search::new("pears", SearchOptions::default());
/// let results = loop {
///     match search.run(&index) {
///         Err(kindex::Error::Missing) => {
///             for number in index.wanted() {
///                 let shard = &files.shards[number];
///                 index.load(number, shard.bytes.clone())?;
///             }
///         }
///         answer => break answer?,
///     }
/// };
/// assert_eq!(results.hits[0].document, "a.md");
/// # Ok(())
/// # }
/// ```
pub fn shard(blob: &[u8], sizes: &ShardSizes) -> Result<Sharded, Error> {
    let index = Index::open(blob)?;
    index.verify()?;
    let reader = index.reader()?;
    let lengths = document_lengths(&reader)?;
    let is_lengths = |(id, _): &(SectionId, Range<usize>)| *id == SectionId::Lengths;
    let lengths_len =
        index.extents().into_iter().find(is_lengths).map_or(0, |(_, range)| range.len());
    let mut splitter = Splitter::new(&reader, lengths_len, &lengths, sizes)?;
    splitter.push_sums(index.sums());
    for (id, range) in index.extents() {
        splitter.push(id, range);
    }
    let Splitter { mut plan, mut table, .. } = splitter;
    let pairs = if sizes.pairs { pairs::gather(&reader)? } else { Vec::new() };
    push_pairs(&mut plan, &mut table, &pairs);
    let additional = additional(&reader)?;
    additional.iter().for_each(|file| push_file(&mut plan, file.len()));
    let SplitIndex { head, shards } =
        split(blob, &pairs, additional, table, &plan.pieces, plan.shards)?;
    let shards = shards.into_iter().map(|(name, bytes)| Shard { name, bytes }).collect();
    Ok(Sharded { head, shards })
}

/// Gives each file its bytes, in the order of the bytes of the index.
struct Splitter<'a> {
    sizes: &'a ShardSizes,
    meta: &'a Meta,
    words: WordSplitter,
    documents: Documents<'a>,
    /// The parts of the section `vectors`.
    vectors: Option<(Range<usize>, usize)>,
    /// The number of the file that has what ranking reads of all documents.
    ranking: usize,
    plan: Plan,
    table: Table,
}

impl<'a> Splitter<'a> {
    /// A splitter in which the first files are those of documents.
    fn new(
        reader: &IndexReader<'a>,
        lengths_len: usize,
        lengths: &'a [Lengths],
        sizes: &'a ShardSizes,
    ) -> Result<Self, ReadError> {
        let documents = Documents::new(lengths, sizes);
        let mut plan = Plan::default();
        plan.take_files(documents.groups.len());
        // In large sites it would be most of the head, and looking up words does without it.
        let in_head = ranking_len(reader.meta, lengths_len) <= sizes.documents;
        let ranking = if in_head { HEAD_NUMBER } else { plan.take_files(1) };
        let table = Table { names: reader.names.blocks()?, ..Table::default() };
        let words = WordSplitter::read(reader)?;
        let vectors = reader.vectors()?.map(|vectors| vectors.sizes());
        Ok(Splitter { sizes, meta: reader.meta, words, documents, vectors, ranking, plan, table })
    }

    /// Adds the checksums of pages, which no search needs.
    fn push_sums(&mut self, range: Range<usize>) {
        self.plan.fill(range.start);
        push_file(&mut self.plan, range.len());
    }

    /// Adds a section. The head gets all sections that are not named here.
    fn push(&mut self, id: SectionId, range: Range<usize>) {
        let Splitter { sizes, words, documents, vectors, plan, table, .. } = self;
        let ranking = self.ranking;
        plan.fill(range.start);
        let before = plan.paddings;
        match id {
            SectionId::Words => words.split_words(sizes, plan, table),
            SectionId::Postings => words.split_lists(sizes, plan, table),
            SectionId::Names => push_names(plan, range.len(), table.names.per_block),
            SectionId::Tree => {
                documents.push_tiles(plan);
                plan.push_end();
                for count in above_children(self.meta) {
                    plan.push_array(count + 1, ranking);
                }
                documents.push_leads(plan);
            }
            SectionId::Lengths => push_bytes(plan, range.len(), ranking),
            SectionId::Documents => {
                // The numbers of the documents in the order of their ids, which no search needs.
                push_file(plan, ENTRY_BYTES * self.meta.documents as usize);
                documents.push_records(plan, |lengths| lengths.record);
            }
            SectionId::Headings => documents.push_records(plan, |lengths| lengths.headings),
            SectionId::Text => documents.push_text(plan),
            // They come with the first words, and not with the page.
            SectionId::Forms if !range.is_empty() => push_file(plan, range.len()),
            SectionId::Vectors => push_vectors(plan, sizes, range.len(), vectors.as_ref()),
            SectionId::Meta | SectionId::Forms | SectionId::Letters | SectionId::Pins => {}
        }
        plan.fill(range.end);
        if plan.paddings > before {
            table.paddings.push((id as u16, plan.paddings - before));
        }
    }
}

/// The number of chunks of each level above the children, and last that of the documents.
fn above_children(meta: &Meta) -> impl Iterator<Item = usize> {
    meta.chunks.iter().skip(1).chain([&meta.documents]).map(|&count| count as usize)
}

/// The bytes that ranking reads of all documents, about. That is the section `lengths` and a byte
/// for each chunk, as a chunk has few chunks below.
fn ranking_len(meta: &Meta, lengths_len: usize) -> usize {
    above_children(meta).sum::<usize>() + lengths_len
}

/// Gives a file `len` bytes.
fn push_bytes(plan: &mut Plan, len: usize, file: usize) {
    plan.push_each(file, [len].into_iter(), Form::Bytes);
}

/// Gives `len` bytes a file of their own.
fn push_file(plan: &mut Plan, len: usize) {
    let file = plan.take_files(1);
    push_bytes(plan, len, file);
}

/// The columns and the listing of the documents.
fn additional(reader: &IndexReader<'_>) -> Result<[Vec<u8>; 2], ReadError> {
    let (mut columns, mut listing) = (ColumnsWriter::default(), ListingWriter::default());
    for document in 0..reader.meta.documents as usize {
        let record = reader.documents.get(document)?;
        columns.push(&record);
        listing.push([record.id, record.url, record.title]);
    }
    Ok([columns.finish(), listing.finish()])
}

/// Cuts the section `names` of `len` bytes between blocks of `per_block` names.
fn push_names(plan: &mut Plan, len: usize, per_block: usize) {
    let block = 2 * ENTRY_BYTES * per_block;
    let lengths = (0..len).step_by(block).map(|start| block.min(len - start));
    let first = plan.take_files(lengths.len());
    plan.push_each(first, lengths, Form::Bytes);
}

/// Gives the way from vectors of an embedder a file, and vectors files of one size. Only the head
/// of the section is read for all queries.
fn push_vectors(
    plan: &mut Plan,
    sizes: &ShardSizes,
    len: usize,
    parts: Option<&(Range<usize>, usize)>,
) {
    let Some((way, vector)) = parts else { return };
    push_bytes(plan, way.start, HEAD_NUMBER);
    push_file(plan, way.len());
    let (head, vector) = (way.end, *vector);
    let most = (sizes.words / vector.max(1)).max(1) * vector;
    let lengths = (head..len).step_by(most.max(1)).map(|start| most.min(len - start));
    let first = plan.take_files(lengths.len());
    plan.push_each(first, lengths, Form::Bytes);
}

/// Gives each record of pairs a file.
fn push_pairs(plan: &mut Plan, table: &mut Table, records: &[Vec<u8>]) {
    if let Some(bits) = records.len().checked_ilog2() {
        table.paddings.push((PAIRS_NUMBER, bits as usize + 1));
        let first = plan.take_files(records.len());
        plan.push_each(first, records.iter().map(Vec::len), Form::Padded);
    }
}

/// The bytes that a document has in several sections.
struct Lengths {
    /// The checksum of its id.
    id: u64,
    tiles: usize,
    /// For each level. Empty where chunks do not overlap.
    leads: Vec<usize>,
    record: usize,
    headings: usize,
    text: usize,
}

/// The documents of each shard; the first is in the first file.
struct Documents<'d> {
    groups: Vec<&'d [Lengths]>,
    /// The range of their tiles among the pieces.
    tiles: Range<usize>,
}

impl<'d> Documents<'d> {
    fn new(lengths: &'d [Lengths], sizes: &ShardSizes) -> Self {
        let bytes = |of: &Lengths| {
            let leads: usize = of.leads.iter().sum();
            of.tiles + leads + 2 * ENTRY_BYTES + of.record + of.headings + of.text
        };
        let cost = |_: &Lengths, next: &Lengths| sizes.choice(next.id);
        Documents { groups: groups(lengths, bytes, sizes.documents, cost), tiles: 0..0 }
    }

    /// The bytes that each shard has of a section.
    fn lengths(&self, length: impl Fn(&Lengths) -> usize) -> impl Iterator<Item = usize> {
        self.groups.iter().map(move |group| group.iter().map(&length).sum())
    }

    fn push_tiles(&mut self, plan: &mut Plan) {
        self.tiles = plan.push_each(1, self.lengths(|lengths| lengths.tiles), ARRAY_PART);
    }

    fn push_leads(&self, plan: &mut Plan) {
        let levels = self.groups.iter().flat_map(|group| group.first()).next();
        for level in 0..levels.map_or(0, |lengths| lengths.leads.len()) {
            let of_level =
                |lengths: &Lengths| lengths.leads.get(level).copied().unwrap_or_default();
            plan.push_each(1, self.lengths(of_level), Form::Bytes);
        }
    }

    /// Cuts records and the array of their beginnings.
    fn push_records(&self, plan: &mut Plan, length: impl Fn(&Lengths) -> usize) {
        let offsets = plan.push_each(1, self.lengths(|_| ENTRY_BYTES), ARRAY_PART);
        plan.push_end();
        let records = plan.push_each(1, self.lengths(length), Form::Padded);
        plan.point(offsets, &records);
    }

    fn push_text(&self, plan: &mut Plan) {
        let text = plan.push_each(1, self.lengths(|lengths| lengths.text), Form::Padded);
        plan.point(self.tiles.clone(), &text);
    }
}

fn document_lengths(reader: &IndexReader<'_>) -> Result<Vec<Lengths>, ReadError> {
    let level = reader.document_level();
    let overlapping = if reader.tree.overlaps() { level } else { 0 };
    let lengths = |document: usize| {
        let chunks = |below| Ok(ENTRY_BYTES * reader.tree.descend(level, document, below)?.len());
        Ok(Lengths {
            id: xxh64(reader.documents.get(document)?.id.as_bytes(), 0),
            tiles: chunks(0)?,
            leads: (0..overlapping).map(chunks).collect::<Result<_, ReadError>>()?,
            record: reader.documents.record(document)?.len(),
            headings: reader.headings.record(document)?.len(),
            text: reader.tree.span(level, document)?.len(),
        })
    };
    (0..reader.meta.documents as usize).map(lengths).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_grow_with_the_square_root_of_the_index() {
        let sizes = |bytes| {
            let ShardSizes { words, postings, .. } = ShardSizes::of_index(bytes);
            (words >> 10, postings >> 10)
        };
        for (mib, both) in [(0, (1, 2)), (7, (1, 2)), (8, (4, 4)), (31, (4, 4)), (32, (4, 8))] {
            assert_eq!(sizes(mib << 20), both, "{mib}");
        }
        assert_eq!(sizes((1 << 32) - 1), (16, 64));
    }
}
