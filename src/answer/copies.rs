//! What a result says of other versions and translations of its page, which are folded into it.

use super::expand::Expanders;
use super::results::Hit;
use crate::error::ReadError;
use crate::rank::Scored;
use alloc::borrow::ToOwned;
use alloc::vec::Vec;

impl Expanders<'_> {
    /// The copies of a result: what they are, and where.
    pub fn copies(&mut self, scored: &Scored) -> Result<Vec<Hit>, ReadError> {
        let mut copies = Vec::new();
        for copy in &scored.same {
            let mut hit = self.of(copy)?.copy(copy)?;
            for (key, value) in &copy.differs {
                if !hit.differs.iter().any(|(known, _)| known == key) {
                    hit.differs.push(((*key).to_owned(), value.clone()));
                }
            }
            copies.push(hit);
        }
        Ok(copies)
    }
}
