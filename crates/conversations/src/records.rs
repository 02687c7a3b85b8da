//! Sessions of coding agents: one JSON record a line.

use kindex_text::json::record;

use super::conversation::Reading;
use super::export::Object;
use crate::extracted::{Warning, WarningKind};

/// The records of a session. A line that holds none gives a warning.
pub(super) fn records(bytes: &[u8], reading: &mut Reading) -> Vec<Object> {
    let mut records = Vec::new();
    for (number, line) in lines(bytes) {
        match record(line) {
            Ok(object) => records.push(object),
            Err(message) => {
                let warning = Warning::new(WarningKind::BadLine, Some(number), message);
                reading.warnings.push(warning);
            }
        }
    }
    records
}

/// The lines that are not blank, with their numbers from 1.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let lines = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).enumerate();
    lines.filter(|(_, line)| !line.is_empty()).map(|(index, line)| (index + 1, line))
}
