//! From paths to documents.

pub mod addresses;
pub mod cache;
pub mod documents;
mod enrich;
mod exclusions;
mod ignore_files;
pub mod kept;
pub mod pages;
mod site;
pub mod size;
mod slack;
pub mod sources;
pub mod survey;
pub mod unread;
pub mod vectors;
pub mod walk;
