//! The module `kindex_docs._kindex`: the command, and the library that `kindex_docs` shows.
//!
//! Whatever takes long releases Python's lock. Nothing that Python can pass in is to end in a panic:
//! what is wrong comes back as an exception with a code.

#![deny(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

mod builder;
mod errors;
mod evaluate;
mod group;
mod index;
mod names;
mod options;
mod points;
mod results;
mod values;
mod vectors;

use pyo3::prelude::*;
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;

/// Runs a command line, whose first argument is the name of the program, and gives the exit code.
/// `file` is that of this module.
#[pyfunction]
fn run(py: Python<'_>, args: Vec<OsString>, file: PathBuf) -> u8 {
    py.detach(|| {
        kindex_cli::set_code_file(file);
        let code = kindex_cli::run(args);
        // Python ends without what Rust does at the end of a program.
        let flushed = std::io::stdout().flush();
        if flushed.is_ok() { code } else { code.max(1) }
    })
}

/// Whether a tag is of a language that an index can have.
#[pyfunction]
fn is_language(tag: &str) -> bool {
    kindex::Language::from_tag(tag).is_ok()
}

#[pymodule]
fn _kindex(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<index::Index>()?;
    module.add_class::<group::IndexGroup>()?;
    module.add_class::<builder::Builder>()?;
    module.add_function(wrap_pyfunction!(run, module)?)?;
    module.add_function(wrap_pyfunction!(is_language, module)?)?;
    module.add_function(wrap_pyfunction!(group::open, module)?)?;
    module.add_function(wrap_pyfunction!(index::chunks, module)?)?;
    module.add_function(wrap_pyfunction!(index::merge, module)?)?;
    module.add_function(wrap_pyfunction!(evaluate::evaluate, module)?)
}
