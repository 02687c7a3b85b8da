//! Makes other indexes of any bytes.
#![cfg_attr(fuzzing, no_main)]

kindex_fuzz::target!(kindex_fuzz::index::change);
kindex_fuzz::mutator!();
