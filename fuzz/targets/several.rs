//! Cuts indexes of any pages into files.
#![cfg_attr(fuzzing, no_main)]

kindex_fuzz::target!(kindex_fuzz::build::several);
