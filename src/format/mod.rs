//! The bytes of an index: a header and sections. FORMAT.md describes them to the byte.
//!
//! Numbers that come from bytes may be any, and `usize` has 32 bits in WebAssembly: no sum of them may
//! wrap. What only reads is compiled without operators that could.

#![cfg_attr(not(any(test, feature = "build")), deny(clippy::arithmetic_side_effects))]

pub(crate) mod bits;
pub(crate) mod dictionary;
pub(crate) mod documents;
pub(crate) mod headings;
pub(crate) mod lengths;
pub(crate) mod letters;
#[cfg(any(feature = "explore", all(feature = "build", feature = "shards")))]
pub(crate) mod listing;
pub(crate) mod meta;
pub(crate) mod missing;
pub(crate) mod names;
pub(crate) mod pages;
pub(crate) mod postings;
pub(crate) mod ranks;
pub(crate) mod records;
#[cfg(feature = "shards")]
pub(crate) mod shards;
#[cfg(feature = "build")]
pub(crate) mod sources;
pub(crate) mod tenants;
pub(crate) mod tree;
pub(crate) mod wire;

pub(crate) mod header;

use crate::error::{Damage, Text};
pub(crate) use header::Header;
pub(crate) use pages::{Blob, Part};

/// The sections that every index has, with their numbers in the section table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub(crate) enum Kind {
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
}

impl Kind {
    pub const ALL: [Kind; 10] = [
        Kind::Meta,
        Kind::Words,
        Kind::Postings,
        Kind::Tree,
        Kind::Lengths,
        Kind::Documents,
        Kind::Headings,
        Kind::Text,
        Kind::Names,
        Kind::Letters,
    ];

    pub fn name(self) -> Text {
        match self {
            Kind::Meta => &"meta",
            Kind::Words => &"words",
            Kind::Postings => &"postings",
            Kind::Tree => &"tree",
            Kind::Lengths => &"lengths",
            Kind::Documents => &"documents",
            Kind::Headings => &"headings",
            Kind::Text => &"text",
            Kind::Letters => &"letters",
            Kind::Names => &"names",
        }
    }

    pub fn corrupt(self, what: Text) -> Damage {
        Damage::new(self.name(), what)
    }
}
