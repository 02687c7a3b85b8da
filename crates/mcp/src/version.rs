//! The versions of what is documented.

use crate::json::written;
use crate::text::{cut, whole_line};
use crate::tool_error::{ToolError, bad_argument};
use crate::words::{bounds, filled, texts};
use kindex::{Error, Index, KeyView, ValueView};
use std::cmp::Reverse;

/// The key of metadata that says of which version a page is.
pub const KEY: &str = "version";

/// Digits of a number of a version that count.
const DIGITS: usize = 9;

/// Says which versions there are, where the one asked for is none of them.
pub fn check(indexes: &[&Index], asked: &str) -> Result<(), ToolError> {
    let mut all = Vec::new();
    let mut are_all_known = true;
    for index in indexes {
        if let Some(KeyView { values, total, .. }) = versions(index)? {
            are_all_known &= values.len() == total;
            for ValueView { value, .. } in values {
                if !all.contains(&value) {
                    all.push(value);
                }
            }
        }
    }
    if !are_all_known || all.iter().any(|one| one == asked) {
        return Ok(());
    }
    let Some(nearest) = nearest(asked, &all) else { return bad_argument(texts::NO_VERSIONS) };
    let named: Vec<String> =
        all.iter().take(bounds::NAMED_VERSIONS).map(|one| quoted(one)).collect();
    let parts: &[&str] = &[&quoted(asked), &quoted(nearest), &named.join(", ")];
    bad_argument(filled(texts::NO_VERSION, parts))
}

/// A version as it stands in a sentence, of which it is no part.
fn quoted(version: &str) -> String {
    written(&cut(&whole_line(version), bounds::VERSION_CHARACTERS))
}

/// The versions that pages have, those of most pages first.
fn versions(index: &Index) -> Result<Option<KeyView>, Error> {
    Ok(index.keys(usize::MAX)?.into_iter().find(|one| one.key == KEY))
}

/// The version that shares most of its numbers with the one asked for, and is least far from it in the
/// first that differs; of equals the greatest.
fn nearest<'v>(asked: &str, all: &'v [String]) -> Option<&'v str> {
    let wanted = numbers(asked);
    let nearness = |version: &str| {
        let there = numbers(version);
        let same = wanted.iter().zip(&there).take_while(|(one, other)| one == other).count();
        let at = |numbers: &[u32]| numbers.get(same).copied().unwrap_or_default();
        (same, Reverse(at(&wanted).abs_diff(at(&there))), there)
    };
    let best = all.iter().enumerate().max_by_key(|(at, one)| (nearness(one), Reverse(*at)));
    best.map(|(_, version)| version.as_str())
}

fn numbers(version: &str) -> Vec<u32> {
    let runs = version.split(|char: char| !char.is_ascii_digit()).filter(|run| !run.is_empty());
    runs.map(|run| run.get(..DIGITS).unwrap_or(run).parse().unwrap_or_default()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_version_has_most_in_common() {
        let all = ["4.0", "3.1", "v3.4.2", "2", "next"].map(str::to_owned);
        for (asked, wanted) in [
            ("3.2", "3.1"),
            ("3.4", "v3.4.2"),
            ("3", "3.1"),
            ("5", "4.0"),
            ("v2.7", "2"),
            ("1", "2"),
            ("latest", "next"),
            ("99999999999999", "4.0"),
        ] {
            assert_eq!(nearest(asked, &all), Some(wanted), "{asked}");
        }
        assert_eq!(nearest("1", &[]), None);
    }

    #[test]
    fn versions_in_sentences_are_in_quotes_and_short() {
        assert_eq!(quoted("2\". So\n"), r#""2\". So""#);
        assert_eq!(quoted(&"9".repeat(101)), ["\"", &"9".repeat(100), "…\""].concat());
    }
}
