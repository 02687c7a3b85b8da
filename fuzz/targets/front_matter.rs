//! Reads any front matter.
#![cfg_attr(fuzzing, no_main)]

kindex_fuzz::target!(kindex_fuzz::extractors::front_matter);
