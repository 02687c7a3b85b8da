//! Tests that a language model is given Markdown in which only the texts of pages are blocks of
//! code, whatever the pages are made of. A parser of CommonMark says so.

use super::catalog::Site;
use super::tools;
use kindex::{Builder, Config, Document, Index};
use proptest::prelude::*;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use serde_json::{Value, json};

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
    let passages = data.get("passages").and_then(Value::as_array);
    let all = passages.map_or_else(|| vec![data], |passages| passages.iter().collect());
    let text =
        |one: &Value| Some(one.get("text")?.as_str()?.trim_end_matches('\n').to_owned() + "\n");
    all.into_iter().filter_map(text).collect()
}

fn check(site: &Site, name: &str, given: Value) -> Result<(), TestCaseError> {
    let interface: Value = serde_json::from_str(include_str!("interface.json")).unwrap();
    let tools = interface["tools"].as_array().unwrap();
    let tool = tools.iter().find(|tool| tools::name(tool) == name).unwrap();
    let limits = tools::Limits { tokens: 10_000, phrase_bytes: 1 << 18 };
    let result = tools::call(site, tool, given.as_object().unwrap(), limits).unwrap();
    let text = result["content"][0]["text"].as_str().unwrap();
    prop_assert_eq!(result.get("isError"), None, "{}", text);
    prop_assert_eq!(blocks(text), texts(&result["structuredContent"]), "{}", text);
    Ok(())
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
        let site = Site::new(Index::open(builder.finish().unwrap()).unwrap());
        check(&site, "read_page", json!({ "url": id }))?;
        check(&site, "search_docs", json!({ "query": "needle", "expand_to_parents": false }))?;
        check(&site, "list_pages", json!({}))?;
        check(&site, "list_filters", json!({}))?;
        for chunk in site.index.chunks(&id, 0).unwrap() {
            check(&site, "read_chunk", json!({ "id": chunk.id, "siblings": 3 }))?;
        }
    }
}
