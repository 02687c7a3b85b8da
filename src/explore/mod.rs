//! The feature `explore`: ways from chunk to chunk, documents by their addresses, the keys of their
//! metadata, texts for embeddings, and the words of an index.

mod addresses;
mod embedding;
mod grep;
mod keys;
mod navigate;
mod pattern;
mod vocabulary;

pub use addresses::{Page, Pages};
pub use embedding::{ChunkText, KeptVectors};
pub use grep::{GrepOptions, GrepSection, Grepped};
pub use keys::{KeyKind, KeyView, ValueView};
pub use navigate::{ChunkView, DocumentView, Hierarchy};
pub use vocabulary::{Body, WordView};
