//! Merges indexes of any pages.
#![cfg_attr(fuzzing, no_main)]

kindex_fuzz::target!(kindex_fuzz::build::merge);
