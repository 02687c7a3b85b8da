//! Tests that any bytes are answered or passed over, and that a language model is given Markdown in
//! which only the texts of pages are blocks of code, whatever the pages are made of. A parser of
//! CommonMark says so.

use crate::call::{Call, Step};
use crate::catalog::{Catalog, Site};
use crate::query::Prepared;
use crate::settings::Settings;
use crate::sites::{Named, Sites};
use kindex::{Builder, Config, Document, Index};
use proptest::prelude::*;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use serde_json::{Value, json};
use std::rc::Rc;

/// Pieces that mean something in Markdown, at the beginning of a line or anywhere.
const PIECES: [&str; 24] = [
    "```",
    "~~~",
    "`",
    "~",
    "````````",
    "\n",
    "\n\n",
    " ",
    "    ",
    "\t",
    "- ",
    "> ",
    "1. ",
    "# ",
    "<!--",
    "-->",
    "<div>",
    "<pre>",
    "[a]: <b> \"",
    "---",
    "needle",
    "é",
    "\r\n",
    "\u{200b}",
];

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&PIECES[..]), 0..12).prop_map(|all| all.concat())
}

/// The texts of all blocks of code.
fn blocks(markdown: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut inside = false;
    for event in Parser::new(markdown) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => {
                blocks.push(String::new());
                inside = true;
            }
            Event::End(TagEnd::CodeBlock) => inside = false,
            Event::Text(text) if inside => {
                blocks.last_mut().unwrap().push_str(&text);
            }
            _ => {}
        }
    }
    blocks
}

/// The texts of a result as data, in their order.
fn texts(data: &Value) -> Vec<String> {
    if let Some(sections) = data.get("sections").and_then(Value::as_array) {
        let row = |one: &Value| format!("{}: {}\n", one["line"], one["text"].as_str().unwrap());
        let rows = |one: &Value| one["lines"].as_array().unwrap().iter().map(row).collect();
        return sections.iter().map(rows).collect();
    }
    let passages = data.get("passages").and_then(Value::as_array);
    let all = passages.map_or_else(|| vec![data], |passages| passages.iter().collect());
    let text =
        |one: &Value| Some(one.get("text")?.as_str()?.trim_end_matches('\n').to_owned() + "\n");
    all.into_iter().filter_map(text).collect()
}

/// The answer to a message, searching as it says.
fn answer(sites: &Sites<'_>, message: &str) -> Option<String> {
    let docs = if sites.only().is_some() { Vec::new() } else { NAMES.map(str::to_owned).into() };
    let settings = Settings {
        phrase_bytes: 1 << 18,
        structured: true,
        docs,
        takes_feedback: true,
        ..Settings::default()
    };
    let mut call = Call::new(&Rc::new(settings), message);
    loop {
        match call.run(sites).unwrap() {
            Step::Done(answer) => return answer,
            Step::Query(text) => call.prepare(Prepared { text, vector: None }),
        }
    }
}

fn check(sites: &Sites<'_>, name: &str, given: Value) -> Result<(), TestCaseError> {
    let params = json!({ "name": name, "arguments": given });
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    let answer = answer(sites, &message.to_string()).unwrap();
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let result = &answer["result"];
    let text = result["content"][0]["text"].as_str().unwrap();
    prop_assert_eq!(result.get("isError"), None, "{}", text);
    prop_assert_eq!(blocks(text), texts(&result["structuredContent"]), "{}", text);
    Ok(())
}

/// Pieces of messages, some of which fit.
const SHARDS: [&str; 45] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "null",
    "\"\"",
    "1",
    "-1.5e9",
    "1e999",
    "true",
    "\\ud800",
    "\u{feff}",
    "\0",
    "\"jsonrpc\":\"2.0\",",
    "\"id\":1,",
    "\"method\":\"tools/call\",",
    "\"method\":\"resources/list\",",
    "\"method\":\"resources/read\",",
    "\"method\":\"skills/list\",",
    "\"method\":\"skills/get\",",
    "\"method\":\"initialize\",",
    "\"params\":",
    "\"arguments\":",
    "\"name\":\"search_docs\",",
    "\"name\":\"read_page\",",
    "\"name\":\"list_docs\",",
    "\"name\":\"list_pages\",",
    "\"name\":\"grep_docs\",",
    "\"pattern\":\"n(e|.)*d\",\"regex\":true",
    "\"uri\":\"kindex://pages/a.md\"",
    "\"uri\":\"skill://documentation/SKILL.md\"",
    "\"uri\":\"kindex://pages/two%3A%3Aa.md\"",
    "\"docs\":[\"two\",\"one\"],",
    "\"docs\":[\"gone\"],",
    "\"url\":\"two::a.md\"",
    "\"from\":\"two::0.1\",",
    "\"name\":\"give_feedback\",\"arguments\":{\"query\":\"a\",\"helpful\":true,\"ids\":[\"a.md\"]},",
    "\"query\":\"needle\"",
    "\"url\":\"a.md\"",
    "\"filters\":",
    "\"_meta\":",
    "\"cursor\":",
];

/// The names of an index that is there twice, and of one that is not.
const NAMES: [&str; 3] = ["one", "two", "gone"];

fn both(site: Site<'_>) -> Sites<'_> {
    let [one, two, gone] = NAMES;
    let named = |name| Named { name, built: None, site };
    Sites::several([one, two].map(named).into(), vec![gone])
}

fn index() -> Index {
    let mut builder = Builder::new(Config::default());
    let text = "needle\n\n# Heading\n\nneedle\n".to_owned();
    builder.add(Document { id: "a.md".into(), text, ..Document::default() }).unwrap();
    Index::open(builder.finish().unwrap()).unwrap()
}

proptest! {
    #[test]
    fn only_texts_of_pages_are_blocks_of_code(
        id in text(), url in text(), title in text(), heading in text(), body in text(),
    ) {
        let id = format!("{id}.md");
        let text = format!("needle {body}\n\n# {heading}\n\nneedle {body}\n");
        let mut builder = Builder::new(Config::default());
        let filters = [(title.clone(), vec![heading, body])].into();
        builder
            .add(Document { id: id.clone(), url, title, text, filters, ..Document::default() })
            .unwrap();
        let index = Index::open(builder.finish().unwrap()).unwrap();
        let catalog = Catalog::default();
        let site = Site::new(&index, &catalog);
        for (sites, id) in [(site.into(), id.clone()), (both(site), format!("two::{id}"))] {
            let sites = &sites;
            check(sites, "read_page", json!({ "url": id }))?;
            check(sites, "grep_docs", json!({ "pattern": "needle|[`#]", "regex": true }))?;
            check(sites, "search_docs", json!({ "query": "needle", "expand_to_parents": false }))?;
            check(sites, "list_pages", json!({}))?;
            check(sites, "list_docs", json!({}))?;
        }
    }

    #[test]
    fn whatever_comes_is_answered_in_json_or_not_at_all(
        pieces in prop::collection::vec(prop::sample::select(&SHARDS[..]), 0..16), noise in ".{0,20}",
    ) {
        let (index, catalog) = (index(), Catalog::default());
        let site = Site::new(&index, &catalog);
        let all = pieces.concat();
        let request = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{{all}}}}}"#);
        let search = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":
            {{"name":"search_docs","arguments":{{"query":{},"filters":{{{all}}}}}}}}}"#,
            json!(noise),
        );
        let messages = [&all, &noise, &request, &search];
        let both = [site.into(), both(site)];
        for (sites, message) in both.iter().flat_map(|one| messages.map(|message| (one, message))) {
            if let Some(answer) = answer(sites, message) {
                let answer: Value = serde_json::from_str(&answer).unwrap();
                prop_assert!(answer.is_array() || answer["jsonrpc"] == "2.0", "{}", message);
            }
        }
    }
}
