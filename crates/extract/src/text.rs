//! The text of files: their encoding, and how the text of a document is written.

pub(crate) mod builder;
pub(crate) mod charset;
pub(crate) mod elements;
pub(crate) mod escape;
pub(crate) mod inline_code;
pub(crate) mod passages;
pub(crate) mod script;
