//! The indexes that a search reads.

use super::IndexReader;
use crate::error::ReadError;
use crate::format::SectionId;
use crate::format::letters::IndexChars;
use crate::format::meta::Meta;
#[cfg(feature = "group")]
use crate::format::pending::try_each;
use alloc::rc::Rc;

pub(crate) use kinds::ForEach;

/// What builds for JavaScript, which search one index at a time, have in the place of lists and
/// sums. That there is one, the compiler has to know: to go through several takes 4 KB more of
/// WebAssembly, compressed.
#[cfg(not(feature = "group"))]
mod kinds {
    use crate::format::meta::Meta;

    pub(crate) type ForEach<T> = [T; 1];
    pub(super) type Sum<'a> = &'a Meta;

    pub(super) fn alone<T>(one: T) -> ForEach<T> {
        [one]
    }

    pub(super) fn sum(meta: &Meta) -> Sum<'_> {
        meta
    }

    pub(super) fn whole<'s>(sum: &'s Sum<'_>) -> &'s Meta {
        sum
    }
}

#[cfg(feature = "group")]
mod kinds {
    use crate::format::meta::Meta;
    use alloc::borrow::Cow;
    use alloc::vec::Vec;

    pub(crate) type ForEach<T> = Vec<T>;
    pub(super) type Sum<'a> = Cow<'a, Meta>;

    pub(super) fn alone<T>(one: T) -> ForEach<T> {
        Vec::from([one])
    }

    pub(super) fn sum(meta: &Meta) -> Sum<'_> {
        Cow::Borrowed(meta)
    }

    pub(super) fn whole<'s>(sum: &'s Sum<'_>) -> &'s Meta {
        sum
    }
}

/// Indexes that are searched as one.
pub(crate) struct Readers<'a> {
    pub all: ForEach<IndexReader<'a>>,
    meta: kinds::Sum<'a>,
    /// The letters of all.
    pub letters: Rc<IndexChars<'a>>,
}

impl<'a> Readers<'a> {
    /// One index by itself.
    pub fn one(index: IndexReader<'a>) -> Self {
        let (meta, letters) = (kinds::sum(index.meta), Rc::clone(&index.letters));
        Readers { all: kinds::alone(index), meta, letters }
    }

    /// Adds an index that is cut like the others.
    #[cfg(feature = "group")]
    pub fn add(&mut self, index: IndexReader<'a>) {
        self.meta.to_mut().add(index.meta);
        Rc::make_mut(&mut self.letters).add(&index.letters);
        self.all.push(IndexReader { number: self.all.len(), ..index });
        for index in &mut self.all {
            index.letters = Rc::clone(&self.letters);
        }
    }

    /// The numbers, languages and keys that one index of all documents would have.
    pub fn meta(&self) -> &Meta {
        kinds::whole(&self.meta)
    }

    pub fn are_several(&self) -> bool {
        self.all.len() > 1
    }

    /// An index by its number.
    pub fn get(&self, number: usize) -> Result<&IndexReader<'a>, ReadError> {
        let missing = || SectionId::Meta.corrupt(&"there is no such index");
        self.all.get(number).ok_or_else(missing)
    }

    /// Calls `act` for each index until it fails. Bytes that are not loaded fail
    /// only at the end.
    pub fn try_each<'r>(
        &'r self,
        act: impl FnMut(&'r IndexReader<'a>) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        self.try_map(act).map(drop)
    }

    /// The same for what `make` makes of each.
    #[cfg(feature = "group")]
    pub fn try_map<'r, T>(
        &'r self,
        mut make: impl FnMut(&'r IndexReader<'a>) -> Result<T, ReadError>,
    ) -> Result<ForEach<T>, ReadError> {
        let mut made = ForEach::new();
        try_each(&self.all, |index| {
            made.push(make(index)?);
            Ok(())
        })?;
        Ok(made)
    }

    #[cfg(not(feature = "group"))]
    pub fn try_map<'r, T>(
        &'r self,
        mut make: impl FnMut(&'r IndexReader<'a>) -> Result<T, ReadError>,
    ) -> Result<ForEach<T>, ReadError> {
        let [index] = &self.all;
        Ok([make(index)?])
    }
}

/// What a list has for an index, taken out.
pub(crate) fn taken<T: Default>(all: &mut [T], index: &IndexReader<'_>) -> T {
    all.get_mut(index.number).map(core::mem::take).unwrap_or_default()
}
