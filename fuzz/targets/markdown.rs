//! Reads any Markdown.
#![cfg_attr(fuzzing, no_main)]

kindex_fuzz::target!(kindex_fuzz::extractors::markdown);
