//! The tool `grep_docs`.

use crate::arguments::Arguments;
use crate::json::written;
use crate::pages::number;
use crate::passages::{is_default, lines};
use crate::sanitize::safe;
use crate::text::{citation, cost, fence_cost, line, passage_text, shown_id, trail};
use crate::tool_error::{Answer, ToolError, bad_argument};
use crate::words::{filled, texts};
use kindex::{Error, GrepOptions, GrepSection, Grepped, Index};
use serde::Serialize;
use serde_json::json;

/// Lines that were found, as far as they are given.
#[derive(Serialize)]
struct Found {
    lines: usize,
    pages: usize,
    #[serde(skip_serializing_if = "is_default")]
    is_lower_bound: bool,
    sections: Vec<Section>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

#[derive(Serialize)]
struct Section {
    id: String,
    url: String,
    title: String,
    headings: Vec<String>,
    lines: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    line: usize,
    text: String,
}

/// Looks for a pattern; `frame` tokens of those allowed are taken already.
pub fn run(index: &Index, args: &Arguments, frame: usize) -> Result<Answer, ToolError> {
    let Some(from) = place(args.text("from")) else { return bad_argument(texts::GREP_FROM) };
    let options = GrepOptions {
        regex: args.is("regex"),
        case: args.is("case"),
        word: args.is("word"),
        page: args.text("page").to_owned(),
        from,
        limit: args.count("limit"),
    };
    let budget = args.count("max_tokens").saturating_sub(frame);
    match index.grep(args.text("pattern"), &options) {
        Ok(found) => {
            let found = given(found, budget);
            Ok((text(&found), json!(found)))
        }
        // Another pattern avoids it.
        Err(error @ Error::Config { .. }) => bad_argument(line(&error.message())),
        Err(error) => Err(error.into()),
    }
}

/// The document and the line to go on from.
fn place(from: &str) -> Option<(usize, usize)> {
    if from.is_empty() {
        return Some((0, 1));
    }
    let (document, line) = from.split_once('.')?;
    Some((number(document)?, number(line)?))
}

/// As many lines as fit, one in any case: otherwise there would be no going on.
fn given(found: Grepped, budget: usize) -> Found {
    let mut left = Some(budget);
    let mut next = found.next;
    let mut sections: Vec<Section> = Vec::new();
    'all: for section in found.sections {
        let mut shown = described(&section);
        let about = cost(&written(&shown)) + fence_cost(&[]);
        left = left.and_then(|left| left.checked_sub(about));
        for (number, text) in section.lines {
            let line = Line { line: number, text: safe(&text) };
            let takes = cost(&written(&line)) + fence_cost(&[&line.text]) - fence_cost(&[]);
            left = left.and_then(|left| left.checked_sub(takes));
            if left.is_none() && !(sections.is_empty() && shown.lines.is_empty()) {
                next = Some((section.document, number));
                if !shown.lines.is_empty() {
                    sections.push(shown);
                }
                break 'all;
            }
            shown.lines.push(line);
        }
        sections.push(shown);
    }
    Found {
        lines: found.lines,
        pages: found.documents,
        is_lower_bound: found.is_lower_bound,
        sections,
        next: next.map(|(document, line)| format!("{document}.{line}")),
    }
}

/// A section without its lines.
fn described(section: &GrepSection) -> Section {
    Section {
        id: shown_id(&section.id),
        url: citation(&section.page.url, &section.anchor),
        title: line(&section.page.title),
        headings: lines(&section.headings),
        lines: Vec::new(),
    }
}

/// The same in words.
fn text(found: &Found) -> String {
    let at_least = if found.is_lower_bound { texts::AT_LEAST_LINES } else { "" };
    let numbers = [found.lines, found.pages].map(|one| one.to_string());
    let [lines, pages] = numbers.each_ref().map(String::as_str);
    let mut parts = Vec::from([match (found.lines, found.is_lower_bound) {
        (0, false) => texts::NO_LINES.into(),
        (0, true) => texts::NO_LINES_YET.into(),
        _ => filled(texts::LINES, &[at_least, lines, pages]),
    }]);
    for (number, section) in (1..).zip(&found.sections) {
        let Section { id, url, title, headings, lines } = section;
        let row = |one: &Line| filled(texts::NUMBERED_LINE, &[&one.line.to_string(), &one.text]);
        let rows: Vec<String> = lines.iter().map(row).collect();
        let name = format!("[{number}] {}", trail(title, headings, id));
        parts.push(passage_text(&name, url, id, &rows.join("\n")));
    }
    parts.extend(found.next.iter().map(|next| filled(texts::MORE_TO_GREP, &[&written(next)])));
    parts.join("\n\n")
}
