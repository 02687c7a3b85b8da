//! The bytes of an index: a header and sections. FORMAT.md describes them to the byte. The comments
//! here say why they are so.
//!
//! Numbers that come from bytes may be any, and `usize` has 32 bits in WebAssembly. So no sum of
//! them may wrap. Code that reads has no operators that could wrap. Code that writes knows its
//! numbers.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

pub(crate) mod bits;
pub(crate) mod chunk_of_child;
pub(crate) mod columns;
pub(crate) mod dictionary;
pub(crate) mod documents;
pub(crate) mod far_u32s;
pub(crate) mod forms;
pub(crate) mod headings;
pub(crate) mod keys;
pub(crate) mod lengths;
pub(crate) mod letters;
pub(crate) mod listing;
pub(crate) mod meta;
pub(crate) mod names;
pub(crate) mod pages;
pub(crate) mod pairs;
pub(crate) mod pending;
pub(crate) mod pins;
pub(crate) mod postings;
pub(crate) mod records;
pub(crate) mod shards;
#[cfg(feature = "build")]
pub(crate) mod sources;
pub(crate) mod tree;
pub(crate) mod vectors;
pub(crate) mod wire;

pub(crate) mod header;

use crate::error::{ReadError, Text};
pub(crate) use header::Header;
pub(crate) use pages::{Blob, SectionBytes};

/// The fault of a range beyond the end of a section.
const OUTSIDE: &str = "an offset lies outside";

/// The sections that a search reads, with their numbers in the section table. Every index has
/// those that [`SectionId::is_needed`] names. They stand in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub(crate) enum SectionId {
    Meta = 1,
    Words = 2,
    Postings = 3,
    Tree = 4,
    Lengths = 5,
    Documents = 6,
    Headings = 7,
    Text = 8,
    Letters = 9,
    Names = 10,
    Forms = 12,
    Pins = 13,
    #[cfg(any(feature = "explore", feature = "build"))]
    Vectors = 16,
    // 15 is that of `sources`, 14 is that of `PAIRS_NUMBER`, 11 and 17 were those of earlier ones.
}

impl SectionId {
    pub const ALL: [SectionId; 12 + cfg!(any(feature = "explore", feature = "build")) as usize] = [
        SectionId::Meta,
        SectionId::Words,
        SectionId::Postings,
        SectionId::Tree,
        SectionId::Lengths,
        SectionId::Documents,
        SectionId::Headings,
        SectionId::Text,
        SectionId::Names,
        SectionId::Forms,
        SectionId::Pins,
        #[cfg(any(feature = "explore", feature = "build"))]
        SectionId::Vectors,
        SectionId::Letters,
    ];

    /// Whether every index has it.
    pub fn is_needed(self) -> bool {
        #[cfg(any(feature = "explore", feature = "build"))]
        if self == SectionId::Vectors {
            return false;
        }
        !matches!(self, SectionId::Forms | SectionId::Pins)
    }

    pub fn name(self) -> Text {
        match self {
            SectionId::Meta => &"meta",
            SectionId::Words => &"words",
            SectionId::Postings => &"postings",
            SectionId::Tree => &"tree",
            SectionId::Lengths => &"lengths",
            SectionId::Documents => &"documents",
            SectionId::Headings => &"headings",
            SectionId::Text => &"text",
            SectionId::Letters => &"letters",
            SectionId::Names => &"names",
            SectionId::Forms => &"forms",
            SectionId::Pins => &"pins",
            #[cfg(any(feature = "explore", feature = "build"))]
            SectionId::Vectors => &"vectors",
        }
    }

    pub fn corrupt(self, what: Text) -> ReadError {
        ReadError::corrupt(self.name(), what)
    }
}
