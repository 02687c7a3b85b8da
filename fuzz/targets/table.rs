//! Reads any table.
#![cfg_attr(fuzzing, no_main)]

kindex_fuzz::target!(kindex_fuzz::extractors::table);
