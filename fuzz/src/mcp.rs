//! The target of messages of language models.

use crate::bases::INDEXES;
use kindex::Index;
use kindex_mcp::{Call, Catalog, Prepared, Settings, Site, Step};
use serde_json::Value;
use std::rc::Rc;
use std::sync::LazyLock;

static INDEX: LazyLock<Index> =
    LazyLock::new(|| Index::open(INDEXES[0].clone()).expect("a good index"));

/// Answers a message with JSON in one line, which is one answer of JSON-RPC or several, or not at
/// all.
pub fn answer(input: &[u8]) {
    let Some(line) = answered(&String::from_utf8_lossy(input)) else { return };
    assert!(!line.contains('\n'), "{line}");
    match serde_json::from_str(&line).expect("JSON") {
        Value::Array(all) => all.iter().for_each(is_answer),
        one => is_answer(&one),
    }
}

fn answered(message: &str) -> Option<String> {
    let settings =
        Rc::new(Settings { phrase_bytes: 1 << 16, structured: true, ..Settings::default() });
    let catalog = Catalog::default();
    let mut call = Call::new(&settings, message);
    loop {
        match call.run(&Site::new(&INDEX, &catalog).into()).expect("a use of the index") {
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
