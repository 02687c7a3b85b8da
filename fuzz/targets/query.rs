//! Asks any text with any options.
#![cfg_attr(fuzzing, no_main)]

kindex_fuzz::target!(kindex_fuzz::query::ask);
