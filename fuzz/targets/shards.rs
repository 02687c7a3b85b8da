//! Answers from several files of any bytes.
#![cfg_attr(fuzzing, no_main)]

kindex_fuzz::target!(kindex_fuzz::shards::load);
