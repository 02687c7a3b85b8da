//! From paths to documents.

pub mod cache;
pub mod documents;
mod enrich;
pub mod pages;
mod site;
pub mod size;
mod slack;
pub mod sources;
mod survey;
pub mod unread;
pub mod vectors;
pub mod walk;
