//! Reads any page.
#![cfg_attr(fuzzing, no_main)]

kindex_fuzz::target!(kindex_fuzz::extractors::html);
