//! What a result says of other versions and translations of its page, which are folded into it.

use super::expand::Expanders;
use super::results::Hit;
use crate::error::ReadError;
use crate::rank::Scored;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

impl Expanders<'_> {
    /// The copies of a result: what they are, and where.
    pub fn copies(&mut self, scored: &Scored) -> Result<Vec<Hit>, ReadError> {
        let mut copies = Vec::new();
        for copy in &scored.same {
            let mut hit = without_text(self.of(copy)?.hit(copy)?);
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

/// A hit without its text, and without what is said of that.
fn without_text(hit: Hit) -> Hit {
    Hit {
        text: String::new(),
        tokens: 0,
        snippet: String::new(),
        snippet_start: 0,
        highlights: Vec::new(),
        children: Vec::new(),
        explanation: None,
        ..hit
    }
}
