//! What commands have that go on while sources are written: they wait for changes, and say each
//! fault once.

pub mod builds;
pub mod changes;
pub mod said;
