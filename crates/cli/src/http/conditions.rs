//! What a request wants to have of a file: by its conditions, its range and its encoding (RFC
//! 9110, 12.5.3, 13 and 14).

use hyper::header::{
    ACCEPT_ENCODING, HeaderName, IF_MATCH, IF_MODIFIED_SINCE, IF_NONE_MATCH, IF_RANGE,
    IF_UNMODIFIED_SINCE, RANGE,
};
use hyper::{HeaderMap, StatusCode};
use std::ops::Range;
use std::time::SystemTime;

/// Whence conditions know a file.
pub struct Version {
    /// Of these bytes; nobody else has it.
    pub tag: String,
    /// In whole seconds.
    pub modified: SystemTime,
}

/// The range of bytes that is asked for.
#[derive(Debug, PartialEq)]
pub enum Wanted {
    All,
    Part(Range<u64>),
    /// One that the file does not have.
    Nothing,
}

impl Version {
    /// The status of an answer without the file, where a condition asks for one.
    pub fn unmet(&self, headers: &HeaderMap) -> Option<StatusCode> {
        let is_since = |name| date(headers, name).map(|date| self.modified > date);
        let fails = match tags(headers, &IF_MATCH) {
            Some(mut tags) => !tags.any(|tag| tag == "*" || tag == self.tag),
            None => is_since(&IF_UNMODIFIED_SINCE) == Some(true),
        };
        if fails {
            return Some(StatusCode::PRECONDITION_FAILED);
        }
        let is_known = match tags(headers, &IF_NONE_MATCH) {
            Some(mut tags) => tags.any(|tag| tag == "*" || weak(tag) == self.tag),
            None => is_since(&IF_MODIFIED_SINCE) == Some(false),
        };
        is_known.then_some(StatusCode::NOT_MODIFIED)
    }

    /// The range that is asked for of `len` bytes. Several at once are passed over, as are those
    /// of a version that the file had before, and of other units than bytes.
    pub fn range(&self, headers: &HeaderMap, len: u64) -> Wanted {
        let is_of_this = match text(headers, &IF_RANGE) {
            Some(tag) if tag.ends_with('"') => tag == self.tag,
            Some(_) => date(headers, &IF_RANGE) == Some(self.modified),
            None => true,
        };
        match text(headers, &RANGE).filter(|_| is_of_this) {
            Some(given) => wanted(given, len).unwrap_or(Wanted::All),
            None => Wanted::All,
        }
    }
}

fn wanted(given: &str, len: u64) -> Option<Wanted> {
    let (unit, range) = given.split_once('=')?;
    let (first, last) = range.trim().split_once('-')?;
    if !unit.trim().eq_ignore_ascii_case("bytes") {
        return None;
    }
    let (first, end) = match (first, last) {
        ("", last) => (len.saturating_sub(place(last)?), len),
        (first, "") => (place(first)?, len),
        (first, last) => {
            let (first, last) = (place(first)?, place(last)?);
            // Such a range counts as none.
            if last < first {
                return None;
            }
            (first, last.saturating_add(1))
        }
    };
    let part = first..end.min(len);
    Some(if part.is_empty() { Wanted::Nothing } else { Wanted::Part(part) })
}

/// A place in a file, in digits and nothing else.
fn place(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Whether an answer may be compressed with gzip.
pub fn takes_gzip(headers: &HeaderMap) -> bool {
    let mut others = false;
    for coding in headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok()) {
        for coding in coding.split(',') {
            let (name, weight) = coding.split_once(';').unwrap_or((coding, "q=1"));
            let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok());
            let is_taken = weight.is_some_and(|weight: f32| weight > 0.0);
            match name.trim() {
                "*" => others = is_taken,
                name if name.eq_ignore_ascii_case("gzip") => return is_taken,
                _ => {}
            }
        }
    }
    others
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name)?.to_str().ok().map(str::trim)
}

fn date(headers: &HeaderMap, name: &HeaderName) -> Option<SystemTime> {
    httpdate::parse_http_date(text(headers, name)?).ok()
}

/// The tags of a header, of which none has a comma in it that we gave.
fn tags<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<impl Iterator<Item = &'h str>> {
    let values = headers.contains_key(name).then(|| headers.get_all(name))?;
    let values = values.into_iter().filter_map(|value| value.to_str().ok());
    Some(values.flat_map(|value| value.split(',')).map(str::trim))
}

fn weak(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::header::HeaderValue;
    use std::time::Duration;

    /// At this second of the epoch, which is Sun, 09 Sep 2001 01:46:40 GMT.
    const SECONDS: u64 = 1_000_000_000;

    fn version() -> Version {
        let modified = SystemTime::UNIX_EPOCH + Duration::from_secs(SECONDS);
        Version { tag: "\"a\"".into(), modified }
    }

    fn headers(given: &[(HeaderName, &str)]) -> HeaderMap {
        let value = |value| HeaderValue::from_str(value).unwrap();
        given.iter().map(|(name, text)| (name.clone(), value(text))).collect()
    }

    #[test]
    fn conditions_are_met_or_not() {
        let (before, then) = ("Sun, 09 Sep 2001 01:46:39 GMT", "Sun, 09 Sep 2001 01:46:40 GMT");
        for (name, given, status) in [
            (IF_NONE_MATCH, "\"a\"", 304),
            (IF_NONE_MATCH, "\"b\", W/\"a\"", 304),
            (IF_NONE_MATCH, "*", 304),
            (IF_NONE_MATCH, "\"b\"", 200),
            (IF_MODIFIED_SINCE, then, 304),
            (IF_MODIFIED_SINCE, before, 200),
            (IF_MODIFIED_SINCE, "yesterday", 200),
            (IF_MATCH, "\"a\"", 200),
            (IF_MATCH, "*", 200),
            (IF_MATCH, "W/\"a\"", 412),
            (IF_UNMODIFIED_SINCE, then, 200),
            (IF_UNMODIFIED_SINCE, before, 412),
        ] {
            let unmet = version().unmet(&headers(&[(name.clone(), given)]));
            assert_eq!(unmet.map_or(200, |status| status.as_u16()), status, "{name}: {given}");
        }
        // A tag says more than a date.
        let both = headers(&[(IF_NONE_MATCH, "\"b\""), (IF_MODIFIED_SINCE, then)]);
        assert_eq!(version().unmet(&both), None);
    }

    #[test]
    fn ranges_are_of_bytes_and_one() {
        for (given, expected) in [
            ("bytes=0-5", Wanted::Part(0..6)),
            ("Bytes = 2-2", Wanted::Part(2..3)),
            ("bytes=3-", Wanted::Part(3..10)),
            ("bytes=-3", Wanted::Part(7..10)),
            ("bytes=-30", Wanted::Part(0..10)),
            ("bytes=5-99", Wanted::Part(5..10)),
            ("bytes=10-", Wanted::Nothing),
            ("bytes=-0", Wanted::Nothing),
            ("bytes=5-4", Wanted::All),
            ("bytes=12-5", Wanted::All),
            ("bytes=+0-5", Wanted::All),
            ("bytes=0-18446744073709551615", Wanted::Part(0..10)),
            ("bytes=0-1,3-4", Wanted::All),
            ("bytes=-", Wanted::All),
            ("items=0-5", Wanted::All),
            ("x", Wanted::All),
        ] {
            assert_eq!(version().range(&headers(&[(RANGE, given)]), 10), expected, "{given}");
        }
        assert_eq!(version().range(&headers(&[(RANGE, "bytes=0-")]), 0), Wanted::Nothing);
    }

    #[test]
    fn ranges_of_another_version_are_passed_over() {
        for (given, is_of_this) in [
            ("\"a\"", true),
            ("\"b\"", false),
            ("W/\"a\"", false),
            ("Sun, 09 Sep 2001 01:46:40 GMT", true),
            ("Sun, 09 Sep 2001 01:46:41 GMT", false),
            ("yesterday", false),
        ] {
            let asked = headers(&[(RANGE, "bytes=0-0"), (IF_RANGE, given)]);
            let expected = if is_of_this { Wanted::Part(0..1) } else { Wanted::All };
            assert_eq!(version().range(&asked, 10), expected, "{given}");
        }
    }

    #[test]
    fn gzip_is_taken_or_not() {
        for given in ["gzip", "br, GZIP;q=0.5", "*", "gzip;q=1.0, *;q=0", "deflate, gzip"] {
            assert!(takes_gzip(&headers(&[(ACCEPT_ENCODING, given)])), "{given}");
        }
        for given in ["", "br", "identity", "gzip;q=0", "*, gzip;q=0", "*;q=0", "gzip;level=1"] {
            assert!(!takes_gzip(&headers(&[(ACCEPT_ENCODING, given)])), "{given}");
        }
        assert!(!takes_gzip(&HeaderMap::new()));
    }
}
