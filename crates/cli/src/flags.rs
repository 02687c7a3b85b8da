//! Flags that several commands have. They say what is wanted, and read nothing.

pub mod agents;
pub mod boost;
pub mod chunks;
pub mod configuration;
pub mod extract;
pub mod fault;
pub mod include;
pub mod index;
pub mod reading;
pub mod score;
pub mod source;
