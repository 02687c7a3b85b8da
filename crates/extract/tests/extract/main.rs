//! The tests of the extractors, as one program: each file has one subject.

mod common;
mod conversations;
mod debian;
mod hostile;
mod markdown;
mod pages;
