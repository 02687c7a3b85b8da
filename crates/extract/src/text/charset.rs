//! Finds the encoding of a file, as browsers do, and decodes it.

use std::borrow::Cow;

use kindex_text::{normalise, part};

use crate::error::{Error, Warning, WarningKind};

/// Browsers look for the encoding that a page says in this many bytes.
const PRESCAN_BYTES: usize = 1024;

/// Begins the signs by which ISO-2022-JP, all of whose bytes are those
/// of ASCII, changes its letters.
const ESCAPE: u8 = 0x1B;

/// The encoding of files that say none, or none that is known, and are not UTF-8.
pub const FALLBACK_CHARSET: &str = "windows-1252";

/// The name of the encoding of a file, by its byte order mark or as its
/// page says it; none for UTF-8.
///
/// In WebAssembly the caller decodes such a file, by the decoder that every host has,
/// before [`crate::extract`] and [`crate::Survey`] see it; natively these do it themselves.
/// Where the name is not known, browsers take [`FALLBACK_CHARSET`]. The time is that of
/// reading through the file once.
///
/// ```
/// use kindex_extract::foreign_charset;
/// assert_eq!(foreign_charset(b"<meta charset=gbk>\xB0\xB2").as_deref(), Some("gbk"));
/// assert_eq!(foreign_charset(b"Gr\xF6\xDFe").as_deref(), Some("windows-1252"));
/// assert_eq!(foreign_charset("Größe".as_bytes()), None);
/// ```
#[must_use]
pub fn foreign_charset(bytes: &[u8]) -> Option<String> {
    match bytes {
        [0xEF, 0xBB, 0xBF, ..] => return None,
        [0xFF, 0xFE, ..] => return Some("utf-16le".to_owned()),
        [0xFE, 0xFF, ..] => return Some("utf-16be".to_owned()),
        _ => {}
    }
    let is_stateful = |label: &str| label.eq_ignore_ascii_case("iso-2022-jp");
    let error = std::str::from_utf8(bytes).err();
    if error.is_none() && !bytes.contains(&ESCAPE) {
        return None;
    }
    match said(bytes) {
        Some(label) if is_unicode(&label) => None,
        Some(label) => (error.is_some() || is_stateful(&label)).then_some(label),
        None => {
            let is_western = error.is_some() && !bytes.contains(&0) && !is_mostly_utf8(bytes);
            is_western.then(|| FALLBACK_CHARSET.to_owned())
        }
    }
}

/// The file as text, without byte order mark and with `\n` as line end: see [`decode`].
///
/// # Errors
/// [`Error::NotText`] for bytes that are no text.
pub(crate) fn decode_lines(bytes: &[u8]) -> Result<Cow<'_, str>, Error> {
    Ok(match decode(bytes)? {
        Cow::Borrowed(text) => normalise(text),
        Cow::Owned(text) => Cow::Owned(normalise(&text).into_owned()),
    })
}

/// The file as text: what cannot be read is U+FFFD.
///
/// # Errors
/// [`Error::NotText`] for bytes that are no text.
pub(crate) fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, Error> {
    let body = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    // Nearly every file is this, and a build reads each twice.
    if let Ok(text) = std::str::from_utf8(body)
        && !body.contains(&ESCAPE)
    {
        return Ok(Cow::Borrowed(text));
    }
    if let Some(text) = foreign_charset(bytes).and_then(|label| decode_as(&label, bytes)) {
        return Ok(Cow::Owned(text));
    }
    if std::str::from_utf8(body).is_err() && body.contains(&0) {
        return Err(Error::NotText);
    }
    Ok(String::from_utf8_lossy(body))
}

/// Says that a file has bytes which cannot be read.
pub(crate) fn warning(bytes: &[u8]) -> Option<Warning> {
    let offset = std::str::from_utf8(bytes).err()?.valid_up_to();
    if foreign_charset(bytes).is_some() {
        return None;
    }
    let before = bytes.get(..offset).unwrap_or_default();
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let message = format!("byte {offset} is not UTF-8 and became U+FFFD; save the file as UTF-8");
    Some(Warning::new(WarningKind::BadByte, Some(line), message))
}

#[cfg(not(target_arch = "wasm32"))]
fn decode_as(label: &str, bytes: &[u8]) -> Option<String> {
    let fallback = || encoding_rs::Encoding::for_label(FALLBACK_CHARSET.as_bytes());
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).or_else(fallback)?;
    Some(encoding.decode(bytes).0.into_owned())
}

/// The host decodes, before files come here.
#[cfg(target_arch = "wasm32")]
fn decode_as(_: &str, _: &[u8]) -> Option<String> {
    None
}

/// Whether a page says that it is Unicode, by one of the names for that. One that can
/// be read so far is no UTF-16.
fn is_unicode(label: &str) -> bool {
    let label = label.to_ascii_lowercase();
    ["utf", "unicode", "ucs-2"].iter().any(|name| label.contains(name))
}

/// Whether more characters of several bytes can be read as UTF-8 than bytes cannot.
fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let mut good = 0_usize;
    let mut bad = 0_usize;
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        bad += chunk.invalid().len();
    }
    good >= bad
}

/// The encoding that a page says in its head: in a `<meta>`, or in the declaration of XML. Names
/// and signs are ASCII, also where a title before them is not.
fn said(bytes: &[u8]) -> Option<String> {
    let head = bytes.get(..PRESCAN_BYTES.min(bytes.len()))?;
    let ascii = |byte: &u8| if byte.is_ascii() { char::from(*byte) } else { '?' };
    let head: String = head.iter().map(ascii).collect();
    let declaration = head.strip_prefix("<?xml").and_then(|rest| rest.split_once("?>"));
    let declared = declaration.and_then(|(declaration, _)| value(declaration, "encoding"));
    declared.or_else(|| said_in_meta(&head)).map(str::to_owned)
}

fn said_in_meta(head: &str) -> Option<&str> {
    let mut rest = head;
    while let Some(at) = rest.find('<') {
        rest = part(rest, at..rest.len());
        let end = if rest.starts_with("<!--") { "-->" } else { ">" };
        let (tag, after) = rest.split_once(end)?;
        let is_meta = tag.get(..5).is_some_and(|name| name.eq_ignore_ascii_case("<meta"));
        if let (true, Some(label)) = (is_meta, value(tag, "charset")) {
            return Some(label);
        }
        rest = after;
    }
    None
}

/// The value after `name=`, with or without quotes.
fn value<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let lower = tag.to_ascii_lowercase();
    let after = part(tag, lower.find(name)? + name.len()..tag.len());
    let value = after.trim_start().strip_prefix('=')?.trim_start();
    let value = value.trim_start_matches(['"', '\'']);
    let end = value.find(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ';' | '/' | '>'));
    Some(part(value, 0..end.unwrap_or(value.len()))).filter(|label| !label.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoding_drops_marks_and_ends_lines_alike() {
        assert_eq!(decode_lines(b"\xEF\xBB\xBFa\r\nb\rc").unwrap(), "a\nb\nc");
    }

    fn read(bytes: &[u8]) -> String {
        decode(bytes).unwrap().into_owned()
    }

    #[test]
    fn pages_say_their_encoding() {
        let meta =
            |label: &str| format!("<!-- <meta charset=x> --><META content='text/html; {label}'>");
        assert_eq!(
            read(&[meta("Charset=KOI8-R").as_bytes(), b"\xF5"].concat()),
            meta("Charset=KOI8-R") + "У"
        );
        for (page, text) in [
            (&b"<meta charset = 'shift_jis'>\x90\xDD\x92\xE8"[..], "設定"),
            (b"<?xml version='1.0' encoding=\"iso-8859-2\"?>\xB1", "ą"),
            (b"<title>\x90\xDD</title><meta charset=shift_jis>\x92\xE8", "定"),
            (b"<meta charset=\"windows-1252\"/>\x93a\x94", "“a”"),
            (b"<meta charset=iso-2022-jp>\x1B$B@_Dj\x1B(B", "設定"),
            (b"<meta charset=euc-kr>\xB4\xDE\xB7\xC2", "달력"),
            (b"<meta charset=big5>\xB3\x5D\xA9\x77", "設定"),
        ] {
            assert!(read(page).ends_with(text), "{text}");
        }
    }

    #[test]
    fn a_byte_order_mark_comes_first() {
        assert_eq!(read(b"\xFF\xFEa\0\xE4\0"), "aä");
        assert_eq!(read(b"\xFE\xFF\0a\0\xE4"), "aä");
        assert_eq!(read(b"\xEF\xBB\xBF<meta charset=gbk>\xC3\xA4"), "<meta charset=gbk>ä");
    }

    #[test]
    fn what_says_nothing_is_utf8_or_western() {
        assert_eq!(read(b"Gr\xF6\xDFe"), "Größe");
        assert_eq!(read("<meta charset=gbk>ä".as_bytes()), "<meta charset=gbk>ä");
        // A label that nobody knows.
        assert_eq!(read(b"<meta charset=x-new>\xF6"), "<meta charset=x-new>ö");
    }

    #[test]
    fn a_bad_byte_is_said_once() {
        let page = "Café über\nx".as_bytes();
        let page = [page, b"\xE9 and \xE9 more"].concat();
        assert_eq!(read(&page), "Café über\nx\u{FFFD} and \u{FFFD} more");
        let warning = warning(&page).unwrap();
        let expected = "line 2: byte 13 is not UTF-8 and became U+FFFD; save the file as UTF-8";
        assert_eq!(warning.to_string(), expected);
        assert_eq!(super::warning(b"Gr\xF6\xDFe"), None);
    }

    #[test]
    fn what_is_no_text_is_none() {
        let error = decode(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").unwrap_err();
        assert_eq!(error.to_string(), "the file is no text; leave it out with --exclude");
    }
}
