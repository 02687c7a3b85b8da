//! Goes through the chunks of any bytes.
#![cfg_attr(fuzzing, no_main)]

kindex_fuzz::target!(kindex_fuzz::index::explore);
kindex_fuzz::mutator!();
