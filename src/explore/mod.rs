//! The feature `explore`: ways from chunk to chunk, documents by their addresses, and the words of
//! an index.

mod addresses;
mod navigate;
mod vocabulary;

pub use addresses::{Page, Pages};
pub use navigate::{ChunkView, DocumentView, Hierarchy};
pub use vocabulary::{Body, WordView};
