//! The fault in the value of a flag, in one line.

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

/// The fault in a value and what is accepted, where that is what is wrong with a command line:
/// `--limit: "x" given; accepted are whole numbers from 0`.
pub fn of_value(error: &Error) -> Option<String> {
    let is_of_value = matches!(error.kind(), ErrorKind::InvalidValue | ErrorKind::ValueValidation);
    let arg = text(error, ContextKind::InvalidArg).filter(|_| is_of_value)?;
    let flag = arg.split([' ', '[', '=']).next()?;
    let value = text(error, ContextKind::InvalidValue)?;
    let accepted = match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(all)) if !all.is_empty() => {
            format!("accepted are {}", all.join(", "))
        }
        _ if value.is_empty() && error.kind() == ErrorKind::InvalidValue => {
            return Some(format!("{flag}: its value is missing"));
        }
        _ => accepted(std::error::Error::source(error)?),
    };
    Some(format!("{flag}: {value:?} given; {accepted}"))
}

fn text(error: &Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text),
        _ => None,
    }
}

/// The words of whatever reads a value; those that say what is no number become what is accepted.
fn accepted(source: &(dyn std::error::Error + 'static)) -> String {
    if let Some(error) = source.downcast_ref::<ParseIntError>() {
        let is_too_large = *error.kind() == IntErrorKind::PosOverflow;
        let smaller = if is_too_large { "smaller " } else { "" };
        return format!("accepted are {smaller}whole numbers from 0");
    }
    if source.is::<ParseFloatError>() {
        return "accepted are numbers".to_owned();
    }
    let text = source.to_string();
    // The library names the setting and the value as well.
    let text = text.split_once(" given; ").map_or(text.as_str(), |(_, accepted)| accepted);
    let range = text.split_once(" is not in ").and_then(|(_, range)| range.split_once("..="));
    match range {
        Some((from, to)) => format!("accepted are whole numbers from {from} to {to}"),
        None => text.to_owned(),
    }
}
