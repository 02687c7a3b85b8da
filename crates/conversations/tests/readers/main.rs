//! The tests of the readers of conversations, as one program: each file has one subject.

mod exports;
mod hostile;
