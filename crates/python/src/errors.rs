//! Errors, as Python raises them.

use crate::names::snake;
use kindex_cli::library;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// An error with its code.
#[derive(Debug)]
pub struct Fault {
    pub code: &'static str,
    pub message: String,
}

/// What most functions give.
pub type Answer<T> = Result<T, Fault>;

impl Fault {
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Fault { code, message: message.into() }
    }

    /// The fault of an option, by its name in Python.
    pub fn option(name: &str, message: &str) -> Self {
        Fault::new("invalid_option", format!("{name}: {message}"))
    }

    /// The same, with what it is the fault of.
    pub fn at(self, place: &str) -> Self {
        Fault { message: format!("{place}: {}", self.message), ..self }
    }
}

impl From<kindex::Error> for Fault {
    fn from(error: kindex::Error) -> Self {
        match error {
            kindex::Error::Config { name, message } => {
                Fault::option(&snake(name), &message.replace("maxTokens", "max_tokens"))
            }
            error => Fault::new(error.code(), error.message()),
        }
    }
}

impl From<library::Fault> for Fault {
    /// Flags have the names of their options: `--root-selector` is `root_selector`.
    fn from(library::Fault { code, message }: library::Fault) -> Self {
        let flag = message.strip_prefix("--").and_then(|rest| rest.split_once(':'));
        let message = match flag {
            Some((flag, rest)) => format!("{}:{rest}", flag.replace('-', "_")),
            None => message,
        };
        Fault { code, message }
    }
}

impl From<Fault> for PyErr {
    fn from(Fault { code, message }: Fault) -> Self {
        Python::attach(|py| match raised(py, code, &message) {
            Ok(error) => PyErr::from_value(error),
            Err(_) => PyRuntimeError::new_err(message),
        })
    }
}

fn raised<'py>(py: Python<'py>, code: &str, message: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("kindex_docs.errors")?.getattr("KindexError")?.call1((message, code))
}
