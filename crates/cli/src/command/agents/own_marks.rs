//! Knows in a page what this command put there.

use crate::field::markup::{Templates, without};
use crate::field::scanner::{Kind, Scanner, Token, has_attribute, name};
use std::ops::Range;

/// The attribute by which both are known, whoever wrote the page again meanwhile. It has a value,
/// as XHTML wants it.
pub const SIGN: &str = "data-kindex-agents";

/// A page as it was before.
pub fn restored(page: &[u8]) -> Vec<u8> {
    without(page, &ranges(page))
}

/// The places of marks that are markup of the page: what a script or a text area shows is none, nor
/// what a template has.
pub fn ranges(page: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if !page.windows(SIGN.len()).any(|window| window == SIGN.as_bytes()) {
        return found;
    }
    let mut templates = Templates::default();
    let mut line: Option<usize> = None;
    for token in Scanner::new(page) {
        if templates.pass(page, &token) {
            continue;
        }
        let is_div = is_named(page, &token, b"div");
        match token.kind {
            Kind::Start if is_signed(page, &token) && is_named(page, &token, b"link") => {
                found.push(token.range);
            }
            // A line with more in it is not this one.
            Kind::Start if is_div => line = is_signed(page, &token).then_some(token.range.start),
            Kind::End if is_div => found.extend(line.take().map(|start| start..token.range.end)),
            _ => {}
        }
    }
    found
}

fn is_named(page: &[u8], token: &Token, wanted: &[u8]) -> bool {
    matches!(token.kind, Kind::Start | Kind::End)
        && name(page, &token.range).eq_ignore_ascii_case(wanted)
}

fn is_signed(page: &[u8], token: &Token) -> bool {
    has_attribute(page, &token.range, SIGN.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_that_were_written_again_are_known() {
        let page = "<html><head><LINK data-kindex-agents rel=alternate></head><body>\
                    <div hidden data-kindex-agents>For <a href=x>y</a></div><p>z";
        assert_eq!(restored(page.as_bytes()), b"<html><head></head><body><p>z");
        let other = "<html><body><div data-kindex-agents><div>mine</div></div>";
        assert_eq!(restored(other.as_bytes()), other.as_bytes());
    }
}
