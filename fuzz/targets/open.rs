//! Opens, checks and searches any bytes.
#![cfg_attr(fuzzing, no_main)]

kindex_fuzz::target!(kindex_fuzz::index::open);
kindex_fuzz::mutator!();
