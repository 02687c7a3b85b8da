//! JSON as far as messages need it. Objects keep their order, which language models read; numbers
//! stay as they are written.
//!
//! By hand: what one who sends numbers or texts means is decided here, and a library that does
//! without the standard library sorts the names of objects.

mod number;
mod read;
mod value;
mod write;

pub use number::{Number, count};
pub use read::read;
pub use value::{Object, Value};
pub use write::{Json, quoted, written};
