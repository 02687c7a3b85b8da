//! The log of what was asked, as JSON Lines: what `kindex report` reads.

use super::served::Answered;
use crate::failure::{Failure, reason};
use crate::terminal::output;
use kindex_mcp::page_of;
use kindex_mcp::sanitize::cut;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fs::File;
use std::hash::{BuildHasher, Hash, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The characters of a text among arguments that are kept.
const MAX_TEXT_CHARACTERS: usize = 1000;

/// The arguments that are kept, and the values of a list or an object.
const MAX_VALUES: usize = 20;

/// The lists and objects within each other that are kept, within an argument.
const MAX_DEPTH: usize = 2;

/// The addresses of passages that are kept.
const MAX_PAGES: usize = 10;

/// The bytes of what is kept of a call, of all its texts and values. The last text may go beyond.
const MAX_CALL_BYTES: usize = 16 << 10;

/// The bytes that stand around a value at most: quotation marks, a colon, brackets and a comma.
const BYTES_AROUND: usize = 4;

/// A line: a call of a tool, and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Seconds since 1970.
    pub time: u64,
    /// Who asked, as a number that says nothing of them and differs with each start of a server.
    pub session: String,
    pub tool: String,
    #[serde(default)]
    pub arguments: Map<String, Value>,
    /// How many passages matched, of a search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// The addresses of what was shown, best first; of a page without one its id.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<String>,
    /// Whether ids, and addresses without a host, have the name of an index in front.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub named: bool,
    /// Whether the arguments could not be used, or the index.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub failed: bool,
    /// The time that the answer took.
    pub ms: u64,
}

/// A file to which lines are added.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    sessions: RandomState,
    complained: AtomicBool,
    /// Whether the end of the file may be half a line.
    torn: AtomicBool,
}

impl Log {
    /// A log in a file, which is made where there is none.
    ///
    /// # Errors
    /// Where nothing can be added to it.
    pub fn new(path: &Path) -> Result<Self, Failure> {
        appending(path).map_err(|error| Failure::file("write", path, &error))?;
        let (path, sessions) = (path.to_owned(), RandomState::new());
        Ok(Log { path, sessions, complained: false.into(), torn: false.into() })
    }

    /// The name of a session, of what its questions have in common.
    pub fn session(&self, of: impl Hash) -> String {
        format!("{:016x}", self.sessions.hash_one(of))
    }

    /// Notes the calls among messages, with their answers.
    pub fn note(&self, session: &str, messages: &str, answered: &Answered, took: Duration) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let about = Line {
            time: now.as_secs(),
            session: session.to_owned(),
            tool: String::new(),
            arguments: Map::new(),
            total: None,
            pages: Vec::new(),
            named: answered.named,
            failed: false,
            ms: u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
        };
        let lines = lines(messages, answered, &about);
        if lines.is_empty() {
            return;
        }
        let text: String = lines.iter().map(|line| written(line) + "\n").collect();
        let beginning = if self.torn.swap(false, Ordering::Relaxed) { "\n" } else { "" };
        let text = format!("{beginning}{text}");
        // The file is opened each time, as another program may have put it aside.
        let added = appending(&self.path).and_then(|mut file| file.write_all(text.as_bytes()));
        let Err(error) = added else { return };
        self.torn.store(true, Ordering::Relaxed);
        if !self.complained.swap(true, Ordering::Relaxed) {
            let why = reason(&error);
            output::warning(&format!("cannot write {}: {why}", self.path.display()));
        }
    }
}

fn appending(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // Questions are nobody else's business.
        options.mode(0o600);
    }
    options.append(true).create(true).open(path)
}

/// A line as JSON, in which no sign ends it that anybody takes for the end of a line.
fn written(line: &Line) -> String {
    let json = output::json(line).unwrap_or_default();
    json.replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// The lines of the calls among messages.
fn lines(messages: &str, answered: &Answered, about: &Line) -> Vec<Line> {
    let messages = all(messages.trim_start_matches('\u{feff}'));
    let line = |message: &Value| {
        if message.get("method")? != "tools/call" {
            return None;
        }
        let id = message.get("id")?;
        let found = answered.found.iter().find(|(of, _)| of == id).map(|(_, data)| data);
        called(message.get("params")?, found, about)
    };
    messages.iter().filter_map(line).collect()
}

fn all(json: &str) -> Vec<Value> {
    match serde_json::from_str(json) {
        Ok(Value::Array(all)) => all,
        Ok(one) => vec![one],
        Err(_) => Vec::new(),
    }
}

/// The line of a call.
fn called(params: &Value, data: Option<&Value>, about: &Line) -> Option<Line> {
    let text = params.get("arguments").and_then(Value::as_str);
    let read = text.and_then(|text| serde_json::from_str::<Value>(text).ok());
    let arguments = read.as_ref().or(params.get("arguments")).and_then(Value::as_object);
    let passages = data.and_then(|data| data.get("passages")).and_then(Value::as_array);
    // A page that was read is described by itself.
    let described = passages.into_iter().flatten().chain(data.filter(|_| passages.is_none()));
    let pages = described.filter_map(page).take(MAX_PAGES);
    let mut room = Room(MAX_CALL_BYTES);
    Some(Line {
        tool: room.text(params.get("name")?.as_str()?),
        total: data.and_then(|data| data.get("total")).and_then(Value::as_u64),
        pages: pages.map(|page| room.text(page)).collect(),
        arguments: arguments.map(|all| room.object(all, 0)).unwrap_or_default(),
        failed: data.is_none(),
        ..about.clone()
    })
}

/// The address of what was shown, or else the id of its page.
fn page(shown: &Value) -> Option<&str> {
    let text = |name: &str| shown.get(name)?.as_str().filter(|text| !text.is_empty());
    text("url").or_else(|| text("id").map(page_of))
}

/// The bytes that are left for what is kept of a call.
struct Room(usize);

impl Room {
    fn take(&mut self, bytes: usize) {
        self.0 = self.0.saturating_sub(bytes + BYTES_AROUND);
    }

    fn text(&mut self, text: &str) -> String {
        let text = cut(text, MAX_TEXT_CHARACTERS.min(self.0));
        self.take(output::json(&text).map_or(0, |json| json.len()));
        text
    }

    fn object(&mut self, object: &Map<String, Value>, depth: usize) -> Map<String, Value> {
        let mut kept = Map::new();
        for (key, value) in object.iter().take(MAX_VALUES) {
            if self.0 == 0 {
                break;
            }
            kept.insert(self.text(key), self.value(value, depth));
        }
        kept
    }

    fn plain(&mut self, value: &Value) -> Value {
        self.take(value.to_string().len());
        value.clone()
    }

    /// A value of which no more is kept than whoever reads the log needs.
    fn value(&mut self, value: &Value, depth: usize) -> Value {
        match value {
            _ if self.0 == 0 => Value::Null,
            Value::String(text) => Value::String(self.text(text)),
            Value::Array(_) | Value::Object(_) if depth > MAX_DEPTH => self.plain(&Value::Null),
            Value::Array(all) => {
                self.take(0);
                let mut kept = Vec::new();
                for one in all.iter().take(MAX_VALUES) {
                    if self.0 == 0 {
                        break;
                    }
                    kept.push(self.value(one, depth + 1));
                }
                Value::Array(kept)
            }
            Value::Object(all) => {
                self.take(0);
                Value::Object(self.object(all, depth + 1))
            }
            plain => self.plain(plain),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn answered(found: Vec<(Value, Value)>) -> Answered {
        Answered { text: None, found, named: false }
    }

    fn about() -> Line {
        let json = json!({ "time": 1, "session": "s", "tool": "", "ms": 2 });
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn a_line_has_no_line_break_of_others() {
        let query = "a\nb\r\u{2028}\u{2029}\u{85}\u{b}\u{1b}[2J\u{202e}";
        let params = json!({ "name": "search_docs", "arguments": { "query": query } });
        let message =
            json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        let lines = lines(&message.to_string(), &answered(Vec::new()), &about());
        let text = written(&lines[0]);
        let breaks = ['\n', '\r', '\u{2028}', '\u{2029}', '\u{85}', '\u{b}', '\u{1b}', '\u{202e}'];
        assert!(!text.contains(breaks), "{text}");
        let read: Line = serde_json::from_str(&text).unwrap();
        assert_eq!((&read, &read.arguments["query"]), (&lines[0], &json!(query)));
        assert!(read.failed);
    }

    #[test]
    fn calls_among_messages_are_noted_with_their_answers() {
        let call = |id, query: &str| {
            let params = json!({ "name": "search_docs", "arguments": { "query": query } });
            json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })
        };
        let data = json!({ "total": 7, "passages": [{ "url": "/a/#b" }, { "url": "/c/" }] });
        let messages = json!([call(1, "one"), { "id": 2, "method": "ping" }, call(3, "two"), 4]);
        let none = json!({ "total": 0, "passages": [] });
        let found = answered(vec![(json!(3), none), (json!(1), data)]);
        let lines = lines(&messages.to_string(), &found, &about());
        let told: Vec<_> =
            lines.iter().map(|line| (line.total, line.pages.len(), line.failed)).collect();
        assert_eq!(told, [(Some(7), 2, false), (Some(0), 0, false)]);
        assert_eq!(lines[0].pages, ["/a/#b", "/c/"]);
    }

    #[test]
    fn a_page_without_an_address_has_its_id() {
        let params = json!({ "name": "search_docs", "arguments": {} });
        let shown = |id: &str, url: &str| json!({ "id": id, "url": url });
        let passages = [shown("a#b.md#1.0-2", ""), shown("c.md", ""), shown("d.md#1.0", "/d/#e")];
        for data in [json!({ "passages": passages }), shown("a#b.md#1.3", "")] {
            let pages = called(&params, Some(&data), &about()).unwrap().pages;
            assert_eq!(pages, ["a#b.md", "c.md", "/d/#e"][..pages.len()]);
        }
        let none = json!({ "passages": [{ "url": "" }] });
        assert!(called(&params, Some(&none), &about()).unwrap().pages.is_empty());
    }

    #[test]
    fn no_more_is_kept_than_is_of_use() {
        let deep = json!({ "a": { "b": { "c": { "d": 1 } } }, "long": "x".repeat(100_000) });
        let many: Map<String, Value> = (0..1000).map(|at| (at.to_string(), deep.clone())).collect();
        // Of each list and object the twenty that are kept, in each other.
        let wide = |one: Value| Value::Array(vec![one; MAX_VALUES]);
        let nested = wide(wide(wide(json!("\u{1}".repeat(2000)))));
        for arguments in
            [json!(many), json!({ "filters": nested }), json!({ "a": wide(wide(wide(json!(1)))) })]
        {
            let params = json!({ "name": "x".repeat(100_000), "arguments": arguments });
            let data = json!({ "passages": vec![json!({ "url": "y".repeat(5000) }); 50] });
            for data in [None, Some(&data)] {
                let line = called(&params, data, &about()).unwrap();
                let length = written(&line).len();
                assert!(length < 24_000, "{length}");
                assert_eq!(serde_json::from_str::<Line>(&written(&line)).unwrap(), line);
            }
        }
        let usual = json!({ "query": "a", "filters": { "lang": ["en", "de"] }, "max_tokens": 900 });
        let params = json!({ "name": "search_docs", "arguments": usual });
        let line = called(&params, None, &about()).unwrap();
        assert_eq!(json!(line.arguments), params["arguments"]);
    }

    #[test]
    fn a_line_begins_anew_where_one_could_not_be_written() {
        let folder = std::env::temp_dir().join(format!("kindex-log-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("log.jsonl");
        let log = Log::new(&path).unwrap();
        let params = json!({ "name": "search_docs", "arguments": {} });
        let message = json!({ "id": 1, "method": "tools/call", "params": params }).to_string();
        let note = || log.note("s", &message, &answered(Vec::new()), Duration::ZERO);
        std::fs::remove_dir_all(&folder).unwrap();
        note();
        std::fs::create_dir_all(&folder).unwrap();
        note();
        note();
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        let lines: Vec<bool> = text.lines().map(str::is_empty).collect();
        assert_eq!(lines, [true, false, false]);
    }
}
