//! Errors on their way to JavaScript.

use alloc::format;
use alloc::string::String;
use core::fmt::Display;
use wasm_bindgen::JsValue;

/// An error, which JavaScript catches as a string: its code, a blank, its message.
/// `js/engine/errors.js` makes an `Error` of it; here, that would take several imports.
#[derive(Debug, PartialEq)]
pub struct CodedError {
    code: &'static str,
    message: String,
}

impl CodedError {
    pub(crate) fn new(code: &'static str, message: String) -> Self {
        CodedError { code, message }
    }

    /// Makes errors of faults of the file at a path.
    pub(crate) fn of_file<E: Display>(path: &str) -> impl FnOnce(E) -> Self {
        move |error| CodedError::new("invalid_document", format!("{path}: {error}"))
    }

    /// Makes errors of faults of an option.
    pub(crate) fn of_option<E: Display>(name: &str) -> impl FnOnce(E) -> Self {
        move |error| CodedError::new("invalid_option", format!("{name}: {error}"))
    }

    /// The same, of one of several things.
    pub(crate) fn within(self, place: &str) -> Self {
        CodedError { message: [place, ": ", &self.message].concat(), ..self }
    }
}

impl From<kindex::Error> for CodedError {
    fn from(error: kindex::Error) -> Self {
        CodedError::new(error.code(), error.message())
    }
}

impl From<CodedError> for JsValue {
    fn from(error: CodedError) -> Self {
        JsValue::from_str(&[error.code, " ", &error.message].concat())
    }
}
