//! Files and folders that appear at once and whole, or not at all.

pub mod atomic_dir;
pub mod atomic_file;
mod exchange;
pub mod gzip;
pub mod lines;
pub mod lock;
