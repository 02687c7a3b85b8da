//! Reads any export of conversations.
#![cfg_attr(fuzzing, no_main)]

kindex_fuzz::target!(kindex_fuzz::extractors::conversation);
