//! Facts about sources that their generator tells, such as where it publishes them. They are
//! written into the front matter, which comes before all else that says so.

use serde_json::{Map, Value};
use std::collections::HashMap;

/// What is told of sources, by their ids; nothing of those that make no page.
pub type Told = HashMap<String, Option<Facts>>;

/// Keys of front matter.
pub type Facts = Map<String, Value>;

/// Front matter, and what follows it.
struct Parts<'a> {
    fence: &'a str,
    own: Option<&'a str>,
    rest: &'a str,
}

/// The front matter of a source without its fences, if it has one.
pub fn matter(bytes: &[u8]) -> Option<&str> {
    let text = str::from_utf8(bytes).ok()?;
    parts(text)?.own
}

/// A source with further keys in its front matter. Bytes that are no text stay as they are: they
/// are skipped, and named then.
pub fn with_facts(bytes: Vec<u8>, facts: &Facts) -> Vec<u8> {
    let Ok(text) = str::from_utf8(&bytes) else { return bytes };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let Parts { fence, own, rest } =
        parts(text).unwrap_or(Parts { fence: "---", own: None, rest: text });
    let is_yaml = fence == "---";
    let sign = if is_yaml { ":" } else { " =" };
    let lines: Vec<String> =
        facts.iter().map(|(key, value)| format!("{key}{sign} {value}")).collect();
    let mut all = vec![fence.to_owned()];
    let own = own.map(str::to_owned);
    // The last of several counts in YAML. In TOML the end may belong to a table.
    if is_yaml {
        all.extend(own.into_iter().chain(lines));
    } else {
        all.extend(lines.into_iter().chain(own));
    }
    all.extend([fence.to_owned(), rest.to_owned()]);
    all.join("\n").into_bytes()
}

fn parts(text: &str) -> Option<Parts<'_>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (first, below) = line(text)?;
    let fence =
        ["---", "+++"].into_iter().find(|fence| first.trim_end_matches(BLANKS) == *fence)?;
    let mut at = 0;
    loop {
        let here = below.get(at..)?;
        let (found, rest) = line(here).unwrap_or((here, ""));
        if found.trim_end_matches(BLANKS) == fence {
            let own = below.get(..at).filter(|own| !own.is_empty());
            let own = own.map(|own| own.strip_suffix('\n').unwrap_or(own));
            let own = own.map(|own| own.strip_suffix('\r').unwrap_or(own));
            return Some(Parts { fence, own, rest });
        }
        if rest.is_empty() {
            return None;
        }
        at = below.len() - rest.len();
    }
}

const BLANKS: [char; 2] = [' ', '\t'];

/// The first line without its end, and what follows; nothing where no line ends.
fn line(text: &str) -> Option<(&str, &str)> {
    let (line, rest) = text.split_once('\n')?;
    Some((line.strip_suffix('\r').unwrap_or(line), rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(text: &str) -> String {
        let facts = json!({ "url": "/a b", "version": 2 });
        let bytes = with_facts(text.into(), facts.as_object().unwrap());
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn keys_come_before_those_of_the_source() {
        for (text, with) in [
            ("# A\n", "---\nurl: \"/a b\"\nversion: 2\n---\n# A\n"),
            ("---\ntitle: A\n---\n# A\n", "---\ntitle: A\nurl: \"/a b\"\nversion: 2\n---\n# A\n"),
            ("\u{feff}---\r\na: 1\r\n--- \r\nB", "---\na: 1\nurl: \"/a b\"\nversion: 2\n---\nB"),
            ("---\n---\nB", "---\nurl: \"/a b\"\nversion: 2\n---\nB"),
            ("---\na: 1\n---", "---\na: 1\nurl: \"/a b\"\nversion: 2\n---\n"),
            ("+++\n[a]\nb = 1\n+++\nB", "+++\nurl = \"/a b\"\nversion = 2\n[a]\nb = 1\n+++\nB"),
            ("---\nno end\n", "---\nurl: \"/a b\"\nversion: 2\n---\n---\nno end\n"),
            ("----\na\n----\n", "---\nurl: \"/a b\"\nversion: 2\n---\n----\na\n----\n"),
        ] {
            assert_eq!(told(text), with, "{text:?}");
        }
        let facts = Facts::new();
        assert_eq!(with_facts(vec![0xff], &facts), [0xff]);
    }

    #[test]
    fn front_matter_is_found() {
        assert_eq!(matter(b"---\nslug: /x\ntitle: A\n---\ntext"), Some("slug: /x\ntitle: A"));
        assert_eq!(matter(b"---\n---\ntext"), None);
        assert_eq!(matter(b"text\n---\na\n---\n"), None);
        assert_eq!(matter(b"\xff---\na\n---\n"), None);
    }
}
