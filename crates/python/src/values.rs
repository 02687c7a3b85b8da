//! Values of options.

use crate::errors::{Answer, Fault};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyMapping, PyString};

/// A whole number of 32 bits.
pub fn whole_32_bits(name: &str, value: &Bound<'_, PyAny>) -> Answer<u32> {
    let message = "accepted are whole numbers from 0 to 4294967295";
    let is_boolean = value.is_instance_of::<PyBool>();
    value.extract().ok().filter(|_| !is_boolean).ok_or_else(|| Fault::option(name, message))
}

/// A whole number.
pub fn whole(name: &str, value: &Bound<'_, PyAny>) -> Answer<usize> {
    whole_32_bits(name, value).map(|number| number as usize)
}

/// Floats and whole numbers, also those of NumPy.
pub fn float(name: &str, value: &Bound<'_, PyAny>) -> Answer<f64> {
    let is_other = value.is_instance_of::<PyBool>() || value.is_instance_of::<PyString>();
    let number: Option<f64> = value.extract().ok().filter(|_| !is_other);
    number
        .filter(|number| !number.is_nan())
        .ok_or_else(|| Fault::option(name, "accepted are numbers"))
}

/// True or False.
pub fn boolean(name: &str, value: &Bound<'_, PyAny>) -> Answer<bool> {
    value.extract().map_err(|_| Fault::option(name, "accepted are True and False"))
}

/// A text.
pub fn string(name: &str, value: &Bound<'_, PyAny>) -> Answer<String> {
    value.extract().map_err(|_| Fault::option(name, "accepted are strings"))
}

/// A string is no list of its letters.
pub fn strings(name: &str, value: &Bound<'_, PyAny>) -> Answer<Vec<String>> {
    value.extract().map_err(|_| Fault::option(name, "accepted are lists of strings"))
}

/// Any mapping as a dict, and nothing else that a dict is made of.
pub fn mapping<'py>(value: &Bound<'py, PyAny>) -> Option<Bound<'py, PyDict>> {
    let mapping = value.cast::<PyMapping>().ok()?;
    let made = value.py().get_type::<PyDict>().call1((mapping,)).ok()?;
    made.cast_into().ok()
}

/// A dict, or another mapping.
pub fn dict<'py>(name: &str, value: &Bound<'py, PyAny>) -> Answer<Bound<'py, PyDict>> {
    mapping(value).ok_or_else(|| Fault::option(name, "accepted are dicts"))
}
