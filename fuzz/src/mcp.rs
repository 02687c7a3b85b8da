//! The target of messages of language models.

use crate::bases::INDEXES;
use kindex::Index;
use kindex_mcp::sites::{Named, Sites};
use kindex_mcp::{Call, Catalog, Prepared, Settings, Site, Step};
use serde_json::Value;
use std::rc::Rc;
use std::sync::LazyLock;

static INDEX: LazyLock<Index> =
    LazyLock::new(|| Index::open(INDEXES[0].clone()).expect("a good index"));

/// Answers a message with JSON in one line, which is one answer of JSON-RPC or several, or not at
/// all.
pub fn answer(input: &[u8]) {
    let message = String::from_utf8_lossy(input);
    let catalog = Catalog::default();
    let site = Site::new(&INDEX, &catalog);
    check(answered(&site.into(), Vec::new(), &message));
    let names = ["a", "b", "gone"];
    let several = ["a", "b"].map(|name| Named { name, built: None, site });
    let several = Sites::several(several.into(), vec!["gone"]);
    check(answered(&several, names.map(str::to_owned).into(), &message));
}

fn check(line: Option<String>) {
    let Some(line) = line else { return };
    assert!(!line.contains('\n'), "{line}");
    match serde_json::from_str(&line).expect("JSON") {
        Value::Array(all) => all.iter().for_each(is_answer),
        one => is_answer(&one),
    }
}

fn answered(sites: &Sites<'_>, docs: Vec<String>, message: &str) -> Option<String> {
    let settings = Rc::new(Settings {
        phrase_bytes: 1 << 16,
        structured: true,
        docs,
        takes_feedback: true,
        ..Settings::default()
    });
    let mut call = Call::new(&settings, message);
    loop {
        match call.run(sites).expect("a use of the index") {
            Step::Done(answer) => return answer,
            Step::Query(text) => call.prepare(Prepared { text, vector: None }),
        }
    }
}

fn is_answer(answer: &Value) {
    let is_one = answer["jsonrpc"] == "2.0"
        && (answer["id"].is_string() || answer["id"].is_i64() || answer["id"].is_null())
        && answer["result"].is_object() != answer["error"]["code"].is_i64();
    assert!(is_one, "{answer}");
}
