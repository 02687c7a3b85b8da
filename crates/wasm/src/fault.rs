//! What goes wrong, on its way to JavaScript.

use alloc::string::String;
use js_sys::{Error, Reflect};
use wasm_bindgen::JsValue;

/// An error that JavaScript catches as an `Error` with the name `KindexError` and a code.
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
        let error = Error::new(&fault.message);
        error.set_name("KindexError");
        // Fails for frozen objects only.
        let _ = Reflect::set(&error, &"code".into(), &fault.code.into());
        error.into()
    }
}
