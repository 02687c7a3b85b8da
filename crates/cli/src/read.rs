//! From paths to documents.

pub mod cache;
mod enrich;
pub mod pages;
pub mod sink;
mod site;
pub mod size;
mod slack;
pub mod sources;
mod survey;
pub mod unread;
pub mod vectors;
pub mod walk;
