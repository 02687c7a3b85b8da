//! From the text of a query to the posting lists that answer it.

pub(crate) mod exact;
mod forms;
mod fuzzy;
mod lookup;
pub(crate) mod parse;
mod syntax;
