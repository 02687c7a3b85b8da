//! What goes wrong, on its way to JavaScript.

use alloc::string::String;
use wasm_bindgen::JsValue;

/// An error, which JavaScript catches as a string: its code, a blank, its message. `js/errors.js`
/// makes an `Error` of it; here, that would take several imports.
#[derive(Debug, PartialEq)]
pub struct Fault {
    code: &'static str,
    message: String,
}

impl Fault {
    pub(crate) fn new(code: &'static str, message: String) -> Self {
        Fault { code, message }
    }
}

impl From<kindex::Error> for Fault {
    fn from(error: kindex::Error) -> Self {
        Fault::new(error.code(), error.message())
    }
}

impl From<Fault> for JsValue {
    fn from(fault: Fault) -> Self {
        JsValue::from_str(&[fault.code, " ", &fault.message].concat())
    }
}
