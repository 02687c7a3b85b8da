//! The tests of the core, as one program: each file has one subject.

mod cases;
#[path = "../common/mod.rs"]
mod common;
mod completions;
mod crates;
mod fold;
mod format;
mod forms;
mod grep;
mod group;
mod hostile;
mod languages;
mod layers;
mod limits;
mod merge;
mod naive;
mod navigate;
mod options;
mod oracle;
mod pieces;
mod pins;
mod search;
mod sharding;
mod synonyms;
mod syntax;
mod tenants;
mod tokens;
mod tree;
mod typos;
mod vectors;
mod vectors_continued;
mod vocabulary;
