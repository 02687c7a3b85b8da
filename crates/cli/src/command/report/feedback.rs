//! What was said of answers.

use crate::command::mcp::Line;
use kindex_mcp::sites::without_name;
use serde_json::{Map, Value};

/// The tool by which it is said.
const TOOL: &str = "give_feedback";

/// The words of somebody about an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Feedback {
    pub session: String,
    pub query: String,
    pub helped: bool,
    pub comment: String,
    /// The pages that it is about.
    pub pages: Vec<String>,
    /// All as it was said.
    pub arguments: Map<String, Value>,
}

impl Feedback {
    /// Reads a line; nothing where it is another one, or what was said could not be used.
    pub fn of(line: &Line) -> Option<Self> {
        if line.tool != TOOL || line.failed {
            return None;
        }
        let text = |name: &str| {
            let text = line.arguments.get(name).and_then(Value::as_str).unwrap_or_default();
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let ids = match line.arguments.get("ids") {
            Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).collect(),
            one => one.and_then(Value::as_str).into_iter().collect::<Vec<_>>(),
        };
        // The server knows the addresses of those that it has.
        let page = |text: &str| without_section(place(line, text)).to_owned();
        let pages = match line.pages.as_slice() {
            [] => ids.into_iter().map(page).collect(),
            pages => pages.iter().map(|text| page(text)).collect(),
        };
        // Clients may write every value as a text.
        let helped = match line.arguments.get("helpful") {
            Some(Value::String(text)) => text.trim().eq_ignore_ascii_case("true"),
            value => value == Some(&Value::Bool(true)),
        };
        Some(Feedback {
            session: line.session.clone(),
            query: text("query"),
            helped,
            comment: text("comment"),
            pages,
            arguments: line.arguments.clone(),
        })
    }

    /// Whether it is about a page. Where none is named it is about all that was found.
    pub fn is_about(&self, page: &str) -> bool {
        self.pages.is_empty() || self.names(page)
    }

    pub fn names(&self, page: &str) -> bool {
        self.pages.iter().any(|one| one == page)
    }
}

/// What an id or an address of a line names, without the name of its index, if it has one.
pub fn place<'t>(line: &Line, text: &'t str) -> &'t str {
    if line.named { without_name(text) } else { text }
}

pub fn without_section(page: &str) -> &str {
    page.split('#').next().unwrap_or_default()
}
