//! MDN's macros: `{{domxref("Node.textContent", "textContent")}}`.

use kindex_text::{after, part};

use super::rewrite::Rewrite;
use super::window::Source;
use crate::formats::own_attributes::LINK;

/// Macros that show a name as code.
const CODE: [&str; 9] = [
    "cssxref",
    "csp",
    "domxref",
    "httpheader",
    "httpmethod",
    "jsxref",
    "svgattr",
    "webextapiref",
    "mathmlattr",
];

/// Macros that show an element's tag.
const ELEMENT: [&str; 3] = ["htmlelement", "mathmlelement", "svgelement"];

/// Leaves what a macro shows as text: names and titles of cross-references. All others stand for
/// sidebars, banners, tables of data and samples that are not in the source.
pub(super) fn macro_call(source: &Source<'_>, at: usize) -> Option<Rewrite> {
    let window = source.window(at);
    let end = end_of_call(window)?;
    let inner = part(window, 2..end - 2).trim();
    let split = inner.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-'));
    let (name, call) = inner.split_at(split.unwrap_or(inner.len()));
    if name.is_empty() {
        return None;
    }
    let call = call.trim();
    let inside = call.strip_prefix('(').and_then(|call| call.strip_suffix(')'));
    let args = arguments(inside.unwrap_or(""));
    Some(Rewrite::words(at + end, shown(&name.to_ascii_lowercase(), &args)))
}

/// The length of the call; its end does not count inside quotes.
fn end_of_call(window: &str) -> Option<usize> {
    let mut quote = None;
    for (at, c) in window.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '\'') => quote = Some(c),
            None if after(window, at).starts_with("}}") => return Some(at + 2),
            None if after(window, at).starts_with("\n\n") => return None,
            None => {}
        }
    }
    None
}

/// The arguments, without quotes.
fn arguments(list: &str) -> Vec<&str> {
    let mut args = Vec::new();
    let mut quote = None;
    let mut start = 0;
    for (at, c) in list.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '\'') => quote = Some(c),
            None if c == ',' => {
                args.push(bare(part(list, start..at)));
                start = at + 1;
            }
            None => {}
        }
    }
    args.push(bare(after(list, start)));
    args
}

fn bare(argument: &str) -> &str {
    argument.trim().trim_matches(['"', '\''])
}

fn shown(name: &str, args: &[&str]) -> String {
    let arg = |index: usize| args.get(index).copied().filter(|arg| !arg.is_empty());
    let Some(first) = arg(0) else {
        return String::new();
    };
    if ELEMENT.contains(&name) {
        let words = arg(1).map_or_else(|| format!("<{first}>"), plain);
        return link(&words);
    }
    if CODE.contains(&name) {
        return link(&plain(arg(1).unwrap_or(first)));
    }
    match name {
        "glossary" | "httpstatus" | "livesamplelink" => arg(1).unwrap_or(first).to_owned(),
        "rfc" => match arg(1) {
            Some(title) => format!("RFC {first}: {title}"),
            None => format!("RFC {first}"),
        },
        _ => String::new(),
    }
}

/// Arguments may hold the entities of angle brackets, which a code span would show.
fn plain(argument: &str) -> String {
    argument.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// A link as code: a code span keeps signs such as `_` and `<` from being read as markup.
fn link(words: &str) -> String {
    let words = if words.contains('`') { words.to_owned() } else { format!("`{words}`") };
    format!("<span {LINK}>{words}</span>")
}
