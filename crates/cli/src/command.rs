//! The subcommands.

pub mod build;
pub mod chunks;
pub mod eval;
pub mod export;
pub mod mcp;
pub mod merge;
pub mod search;
pub mod serve;
pub mod stats;
pub mod tree;
pub mod verify;
