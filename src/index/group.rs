//! Several indexes that are searched as one.

use super::{Index, IndexReader, Readers};
use crate::error::{Error, ReadError, decimal};
use crate::format::SectionId;
use crate::format::lengths::MAX_BOOST;
use alloc::vec::Vec;

/// Indexes that are searched together, nearly always with the scores of one index of all their
/// documents.
///
/// They were built with the same levels of chunks. What counts words and documents is summed when
/// a query runs. Results differ from those of one index in four cases. Rules take words of two
/// indexes for one stem, or not, where the indexes have no word of it in common. A name does not
/// find other spellings of it that stand in another index alone. Links between documents of two
/// indexes are not known. Of many words that a query begins, those with the most bytes of lists
/// stand for it, and these bytes do not quite add up.
///
/// ```
/// # #[cfg(feature = "build")]
/// # fn main() -> Result<(), kindex::Error> {
/// use kindex::{Builder, Config, Document, Group, Index, SearchOptions};
/// let index = |id: &str, text: &str| {
///     let mut builder = Builder::new(Config::default());
///     builder.add(Document { id: id.into(), text: text.into(), ..Document::default() })?;
///     Index::open(builder.finish()?)
/// };
/// let (guide, blog) = (index("a.md", "Ripe pears.\n")?, index("b.md", "News of pears.\n")?);
/// let group = Group::new([(&guide, 1.0), (&blog, 0.5)])?;
/// let results = group.search("pear", &SearchOptions::default())?;
/// assert_eq!((results.total, results.hits[1].index), (2, Some(1)));
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "build"))]
/// # fn main() {}
/// ```
pub struct Group<'i, B = Vec<u8>> {
    members: Vec<(&'i Index<B>, f64)>,
}

impl<'i, B: AsRef<[u8]>> Group<'i, B> {
    /// Indexes, each with the factor for the scores of its documents, above 0 and at most 100.
    ///
    /// # Errors
    /// [`Error::Config`] where there are none, where a factor is another number, or where the
    /// settings of chunks differ.
    pub fn new(members: impl IntoIterator<Item = (&'i Index<B>, f64)>) -> Result<Self, Error> {
        let members: Vec<_> = members.into_iter().collect();
        let Some((first, _)) = members.first() else {
            return Err(Error::config("indexes", "there are none"));
        };
        for (number, (index, weight)) in members.iter().enumerate() {
            if !(*weight > 0.0 && *weight <= MAX_BOOST) {
                return Err(Error::config("weight", "accepted are numbers above 0, up to 100"));
            }
            if !index.meta.is_cut_like(&first.meta) {
                let number = decimal(number as u64 + 1);
                let message = [
                    "index ",
                    &number,
                    " was built with other chunks than the first: \
                    build both with the same levels, overlap, unit, chunker and parents",
                ];
                return Err(Error::config("levels", message.concat()));
            }
        }
        Ok(Group { members })
    }

    pub(crate) fn readers(&self) -> Result<Readers<'_>, ReadError> {
        let mut members = self.members.iter();
        let mut reader = || {
            let next = members.next();
            next.map(|(index, weight)| Ok(IndexReader { weight: *weight, ..index.reader()? }))
        };
        let none = || SectionId::Meta.corrupt(&"there is no index");
        let mut readers = Readers::one(reader().ok_or_else(none)??);
        while let Some(next) = reader() {
            readers.add(next?);
        }
        Ok(readers)
    }
}
