//! Everything that reaches a terminal.

pub mod output;
pub mod progress;
