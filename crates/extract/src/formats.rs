//! The formats, each a reader: the bytes or the text of a file in, documents out.

pub(crate) mod code;
pub(crate) mod conversation;
pub(crate) mod html;
pub(crate) mod json_lines;
pub(crate) mod markdown;
mod own_attributes;
pub(crate) mod plain;
mod source;
pub(crate) mod table;
