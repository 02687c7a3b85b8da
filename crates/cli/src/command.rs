//! The subcommands.

pub mod agents;
pub mod assets;
pub mod build;
pub mod chunks;
pub mod dev;
pub mod eval;
pub mod export;
pub mod init;
pub mod inject;
mod live;
pub mod mcp;
pub mod mdbook;
pub mod merge;
pub mod report;
pub mod search;
pub mod serve;
pub mod stats;
pub mod tree;
pub mod verify;
pub mod watch;
