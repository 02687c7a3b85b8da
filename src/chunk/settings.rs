//! The settings by which documents are cut.

use crate::analyze::tokens;
use crate::error::Error;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// The most levels of an index. Nobody needs more.
pub(crate) const MAX_LEVELS: usize = 8;

/// The unit in which sizes of chunks are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// Unicode scalar values.
    #[default]
    Characters,
    /// Tokens of a language model, as [`crate::tokens`] estimates them.
    Tokens,
}

/// The places at which documents are cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Chunker {
    /// At headings, then between blocks, sentences and words.
    #[default]
    Sections,
    /// In windows as large as possible. A window ends after a blank line or a line, if one ends in
    /// its second half. Headings and parts do not count.
    Windows,
}

/// The coarsest chunks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Parents {
    /// Sections, or parts of them that fit: no larger than the largest size.
    #[default]
    Budget,
    /// Whole sections, one level above those with sizes.
    Sections,
    /// Whole documents, one level above those with sizes.
    Documents,
}

/// A setting that is one of a few names.
trait Named: Copy + PartialEq + 'static {
    const SETTING: &'static str;
    const NAMES: &'static [(&'static str, Self)];
}

impl Named for Unit {
    const SETTING: &'static str = "unit";
    const NAMES: &'static [(&'static str, Self)] =
        &[("characters", Unit::Characters), ("tokens", Unit::Tokens)];
}

impl Named for Chunker {
    const SETTING: &'static str = "chunker";
    const NAMES: &'static [(&'static str, Self)] =
        &[("sections", Chunker::Sections), ("windows", Chunker::Windows)];
}

impl Named for Parents {
    const SETTING: &'static str = "parents";
    const NAMES: &'static [(&'static str, Self)] = &[
        ("budget", Parents::Budget),
        ("sections", Parents::Sections),
        ("documents", Parents::Documents),
    ];
}

fn by_name<T: Named>(name: &str) -> Result<T, Error> {
    let found = T::NAMES.iter().find(|(known, _)| *known == name);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let known = T::NAMES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        Error::config(T::SETTING, format!("{name:?} given; accepted are {known}"))
    })
}

fn by_number<T: Named>(number: u32) -> Option<T> {
    T::NAMES.get(number as usize).map(|(_, value)| *value)
}

fn number<T: Named>(value: T) -> u32 {
    T::NAMES.iter().take_while(|(_, known)| *known != value).count() as u32
}

macro_rules! named {
    ($($setting:ty),*) => {$(
        impl core::str::FromStr for $setting {
            type Err = Error;

            /// Reads the name in lower case.
            fn from_str(name: &str) -> Result<Self, Error> {
                by_name(name)
            }
        }
    )*};
}

named!(Unit, Chunker, Parents);

impl Unit {
    /// The size of `text` in the unit.
    pub fn count(self, text: &str) -> usize {
        match self {
            Unit::Characters => text.chars().count(),
            Unit::Tokens => tokens::tokens(text),
        }
    }

    /// The most characters that one of the unit can have.
    pub(crate) fn most_characters(self) -> usize {
        match self {
            Unit::Characters => 1,
            Unit::Tokens => tokens::MAX_TOKEN_CHARACTERS,
        }
    }

    /// The byte length of the longest prefix of `text` that has at most `most` of the unit.
    pub(crate) fn prefix(self, text: &str, most: usize) -> usize {
        match self {
            Unit::Characters => text.char_indices().nth(most).map_or(text.len(), |(at, _)| at),
            Unit::Tokens => tokens::prefix(text, most),
        }
    }
}

/// The settings of the tree: the levels of chunks, their sizes, and their overlaps.
///
/// ```
/// # fn main() -> Result<(), kindex::Error> {
/// use kindex::Levels;
///
/// // Children of 400 characters in parents of 1,600, which share a tenth with the one before.
/// let levels = Levels::new(&[400, 1600], &[0.0, 0.1])?;
/// assert_ne!(levels, Levels::default());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Levels {
    sizes: Vec<u32>,
    overlaps: Vec<f64>,
    unit: Unit,
    chunker: Chunker,
    parents: Parents,
    depth: u8,
}

impl Default for Levels {
    /// Children of 500 and parents of 2,000 characters, cut at headings, without overlap.
    fn default() -> Self {
        Levels {
            sizes: vec![500, 2000],
            overlaps: vec![0.0, 0.0],
            unit: Unit::Characters,
            chunker: Chunker::Sections,
            parents: Parents::Budget,
            depth: 3,
        }
    }
}

impl Levels {
    /// `sizes` are the largest chunks of each level, all rising or all falling. `overlaps` are the
    /// shares of its size by which a chunk reaches back into the one before it, 0 to 0.5. Give
    /// none, one for all levels, or one for each size. The text that reaches back begins at a word
    /// and leaves neither parent nor section. It comes on top of the size, but in windows it is
    /// part of the size.
    ///
    /// # Errors
    /// [`Error::Config`] where the sizes or the overlaps are not as described.
    pub fn new(sizes: &[u32], overlaps: &[f64]) -> Result<Self, Error> {
        let mut overlaps = match overlaps {
            [] => vec![0.0; sizes.len()],
            [all] => vec![*all; sizes.len()],
            each => each.to_vec(),
        };
        check_sizes(sizes)?;
        check_overlaps(sizes, &overlaps)?;
        let mut sizes = sizes.to_vec();
        if sizes.first() > sizes.last() {
            sizes.reverse();
            overlaps.reverse();
        }
        Ok(Levels { sizes, overlaps, ..Levels::default() })
    }

    /// The same, with sizes that count `unit`.
    #[must_use]
    pub fn with_unit(self, unit: Unit) -> Self {
        Levels { unit, ..self }
    }

    /// The same, with `chunker` to cut documents.
    #[must_use]
    pub fn with_chunker(self, chunker: Chunker) -> Self {
        Levels { chunker, ..self }
    }

    /// The same, with `parents` as the coarsest chunks.
    #[must_use]
    pub fn with_parents(self, parents: Parents) -> Self {
        Levels { parents, ..self }
    }

    /// The same, with parents that begin at headings of the levels 1 to `depth`. Weaker headings
    /// part only sections that would be too large. The default is 3.
    ///
    /// # Errors
    /// [`Error::Config`] where the depth is not 1 to 6.
    pub fn with_depth(self, depth: u8) -> Result<Self, Error> {
        if !(1..=6).contains(&depth) {
            let message = format!("{depth} given; accepted are heading levels from 1 to 6");
            return Err(Error::config("sectionDepth", message));
        }
        Ok(Levels { depth, ..self })
    }

    /// The largest chunk of each level that has a limit, children first.
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// The share of its size by which a chunk of each level reaches back, children first.
    pub fn overlaps(&self) -> &[f64] {
        &self.overlaps
    }

    /// The unit in which sizes are given.
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// The places at which documents are cut.
    pub fn chunker(&self) -> Chunker {
        self.chunker
    }

    /// The coarsest chunks.
    pub fn parents(&self) -> Parents {
        self.parents
    }

    /// The weakest headings at which parents begin.
    pub fn depth(&self) -> u8 {
        self.depth
    }

    /// Unit, chunker, parents and depth as numbers in the index.
    pub(crate) fn as_numbers(&self) -> [u32; 4] {
        [number(self.unit), number(self.chunker), number(self.parents), self.depth.into()]
    }

    /// The reverse, with sizes and overlaps. None where there are no such levels.
    pub(crate) fn of_numbers(
        [unit, chunker, parents, depth]: [u32; 4],
        sizes: &[u32],
        overlaps: &[f64],
    ) -> Option<Self> {
        let levels = Levels::new(sizes, overlaps).ok()?;
        let levels = levels.with_depth(u8::try_from(depth).ok()?).ok()?;
        let levels = levels.with_unit(by_number(unit)?).with_chunker(by_number(chunker)?);
        Some(levels.with_parents(by_number(parents)?))
    }

    /// The number of levels, including that of whole sections or documents where there is one.
    pub fn count(&self) -> usize {
        self.sizes.len() + usize::from(self.parents != Parents::Budget)
    }
}

/// The settings of chunking as given. Those that are not given have their usual values.
#[derive(Clone, Copy, Debug)]
pub struct Chunking<'a> {
    /// As for [`Levels::new`]. Usually 2,000 and 500 characters, or 512 and 128 tokens. In windows
    /// 2,000 and 800 characters. Below whole sections or documents the smaller one alone.
    pub sizes: Option<&'a [u32]>,
    /// As for [`Levels::new`]. Default none; for windows an eighth of the smaller size.
    pub overlaps: Option<&'a [f64]>,
    /// The unit in which sizes are given.
    pub unit: Unit,
    /// The places at which documents are cut.
    pub chunker: Chunker,
    /// The coarsest chunks.
    pub parents: Parents,
    /// The weakest headings at which parents begin.
    pub depth: u8,
}

impl Chunking<'_> {
    /// The levels for these settings.
    ///
    /// # Errors
    /// As for [`Levels::new`] and [`Levels::with_depth`].
    pub fn levels(self) -> Result<Levels, Error> {
        let sizes: &[u32] = match (self.unit, self.chunker) {
            (Unit::Tokens, _) => &[512, 128],
            (Unit::Characters, Chunker::Windows) => &[2000, 800],
            (Unit::Characters, Chunker::Sections) => &[2000, 500],
        };
        let windows = self.chunker == Chunker::Windows && self.sizes.is_none();
        let overlaps: &[f64] = if windows { &[0.0, 0.125] } else { &[] };
        // Whole sections or documents take the place of the larger one.
        let first = usize::from(self.parents != Parents::Budget);
        let sizes = self.sizes.unwrap_or(sizes.get(first..).unwrap_or_default());
        let overlaps = self.overlaps.unwrap_or(overlaps.get(first..).unwrap_or_default());
        let levels = Levels::new(sizes, overlaps)?.with_depth(self.depth)?;
        Ok(levels.with_unit(self.unit).with_chunker(self.chunker).with_parents(self.parents))
    }
}

fn check_sizes(sizes: &[u32]) -> Result<(), Error> {
    let pairs = || sizes.iter().zip(sizes.iter().skip(1));
    let strict = pairs().all(|(a, b)| a < b) || pairs().all(|(a, b)| a > b);
    if !(1..=MAX_LEVELS).contains(&sizes.len()) || !strict || sizes.contains(&0) {
        let given = list(sizes);
        let message = format!(
            "{given:?} given; accepted are 1 to {MAX_LEVELS} sizes from 1, all falling or all rising, such as 2000,500"
        );
        return Err(Error::config("levels", message));
    }
    Ok(())
}

fn check_overlaps(sizes: &[u32], overlaps: &[f64]) -> Result<(), Error> {
    let fits = overlaps.iter().all(|overlap| (0.0..=0.5).contains(overlap));
    if !fits || overlaps.len() != sizes.len() {
        let given = list(overlaps);
        let message = format!(
            "{given:?} given; accepted are shares from 0 to 0.5, one for all levels or one for each"
        );
        return Err(Error::config("overlap", message));
    }
    Ok(())
}

fn list<T: ToString>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_checked() {
        assert_eq!(Levels::new(&[2000, 500], &[]).unwrap(), Levels::default());
        for wrong in [&[][..], &[0], &[5, 5], &[5, 9, 7], &[1, 2, 3, 4, 5, 6, 7, 8, 9]] {
            assert!(Levels::new(wrong, &[]).is_err(), "{wrong:?}");
        }
        for wrong in [&[0.6][..], &[f64::NAN], &[-0.1], &[0.1, 0.2, 0.3]] {
            assert!(Levels::new(&[5, 9], wrong).is_err(), "{wrong:?}");
        }
        let said = |sizes, overlaps| Levels::new(sizes, overlaps).unwrap_err().to_string();
        assert!(said(&[5, 9, 7], &[]).contains("\"5,9,7\""));
        assert!(said(&[5, 9], &[0.6, 0.5]).contains("\"0.6,0.5\""));
        assert!(Levels::default().with_depth(0).is_err());
    }

    #[test]
    fn overlaps_go_with_their_sizes() {
        let levels = Levels::new(&[2000, 500], &[0.1, 0.2]).unwrap();
        assert_eq!((levels.sizes(), levels.overlaps()), (&[500, 2000][..], &[0.2, 0.1][..]));
    }

    #[test]
    fn what_is_not_said_is_as_usual() {
        let asked = |unit, chunker, parents| {
            let (sizes, overlaps, depth) = (None, None, 3);
            Chunking { sizes, overlaps, unit, chunker, parents, depth }.levels().unwrap()
        };
        let usual = asked(Unit::Characters, Chunker::Sections, Parents::Budget);
        assert_eq!(usual, Levels::default());
        let windows = asked(Unit::Characters, Chunker::Windows, Parents::Budget);
        assert_eq!((windows.sizes(), windows.overlaps()), (&[800, 2000][..], &[0.125, 0.0][..]));
        let documents = asked(Unit::Characters, Chunker::Windows, Parents::Documents);
        assert_eq!((documents.sizes(), documents.overlaps()), (&[800][..], &[0.125][..]));
        assert_eq!(asked(Unit::Tokens, Chunker::Windows, Parents::Sections).sizes(), [128]);
    }

    #[test]
    fn names_that_are_unknown_are_answered_with_those_accepted() {
        assert_eq!("windows".parse(), Ok(Chunker::Windows));
        assert_eq!("tokens".parse(), Ok(Unit::Tokens));
        let error = "section".parse::<Parents>().unwrap_err().to_string();
        assert_eq!(error, "parents: \"section\" given; accepted are budget, sections, documents");
    }
}
