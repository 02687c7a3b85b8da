//! Tags of components, whose attributes HTML would not understand.

use kindex_text::{after, part};

use super::mdx::braces;
use super::rewrite::{Put, Rewrite};
use super::window::Source;

/// Attributes that a component shows.
const SHOWN: [&str; 3] = ["title", "label", "caption"];

/// Attributes that say something about the text.
const KEPT: [&str; 13] = [
    "alt",
    "aria-hidden",
    "checked",
    "class",
    "data-kindex-ignore",
    "hidden",
    "href",
    "id",
    "name",
    "role",
    "start",
    "type",
    "value",
];

/// Elements without content.
const VOID: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];

#[derive(Debug, PartialEq)]
struct Tag<'a> {
    name: &'a str,
    closing: bool,
    self_closing: bool,
    /// Attributes with the values that are strings.
    attributes: Vec<(&'a str, Option<&'a str>)>,
    length: usize,
}

/// Whether `rest` begins with the opening tag `name`.
pub(super) fn is_named(rest: &str, name: &str) -> bool {
    let given = rest.get(1..=name.len());
    let next = after(rest, name.len() + 1).chars().next();
    given.is_some_and(|given| given.eq_ignore_ascii_case(name))
        && next.is_none_or(|c| c.is_whitespace() || matches!(c, '>' | '/'))
}

/// Drops a component's tag but for the title that it shows; an element's tag keeps the
/// attributes that matter.
pub(super) fn rewrite(source: &Source<'_>, at: usize, mdx: bool) -> Option<Rewrite> {
    let tag = parse(source.window(at), mdx)?;
    let put = if is_component(tag.name) {
        let shown = tag.attributes.iter().find(|(name, _)| SHOWN.contains(name));
        let title = shown.and_then(|(_, value)| *value).unwrap_or("");
        Put::Line(title.to_owned())
    } else {
        Put::Words(element(&tag))
    };
    Some(Rewrite { end: at + tag.length, put })
}

fn is_component(name: &str) -> bool {
    name.is_empty() || name.contains(['-', '.']) || name.starts_with(|c: char| c.is_uppercase())
}

fn element(tag: &Tag<'_>) -> String {
    let name = tag.name;
    if tag.closing {
        return format!("</{name}>");
    }
    let mut out = format!("<{name}");
    for (attribute, value) in &tag.attributes {
        let attribute = if *attribute == "className" { "class" } else { attribute };
        if KEPT.contains(&attribute) {
            let value = value.unwrap_or("").replace('"', "&quot;").replace('\n', " ");
            out.push_str(&format!(" {attribute}=\"{value}\""));
        }
    }
    out.push('>');
    if tag.self_closing && !VOID.contains(&name) {
        out.push_str(&format!("</{name}>"));
    }
    out
}

fn parse(text: &str, mdx: bool) -> Option<Tag<'_>> {
    let rest = text.strip_prefix('<')?;
    let closing = rest.starts_with('/');
    let rest = rest.strip_prefix('/').unwrap_or(rest);
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':');
    let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
    let (name, rest) = rest.split_at(end);
    // `<https://x.dev>` is a link and `a < b` a comparison.
    let fragment = name.is_empty() && mdx && rest.starts_with('>');
    if !(fragment || name.starts_with(|c: char| c.is_ascii_alphabetic())) || name.contains(':') {
        return None;
    }
    let mut tag = Tag { name, closing, self_closing: false, attributes: Vec::new(), length: 0 };
    let rest = attributes(rest, &mut tag)?;
    tag.length = text.len() - rest.len();
    Some(tag)
}

/// Reads attributes up to the end of the tag; gives what follows it.
fn attributes<'a>(mut rest: &'a str, tag: &mut Tag<'a>) -> Option<&'a str> {
    loop {
        rest = rest.trim_start();
        if let Some(rest) = rest.strip_prefix("/>") {
            tag.self_closing = true;
            return Some(rest);
        }
        if let Some(rest) = rest.strip_prefix('>') {
            return Some(rest);
        }
        if rest.starts_with('{') {
            rest = after(rest, braces(rest)?);
            continue;
        }
        let is_end = |c: char| c.is_whitespace() || matches!(c, '=' | '>' | '/' | '<' | '"' | '\'');
        let end = rest.find(is_end).filter(|end| *end > 0)?;
        let (name, tail) = rest.split_at(end);
        let (value, tail) = value(tail)?;
        tag.attributes.push((name, value));
        rest = tail;
    }
}

/// The value after `=`, if there is one and it is a string, and what follows.
fn value(tail: &str) -> Option<(Option<&str>, &str)> {
    let Some(value) = tail.trim_start().strip_prefix('=') else {
        return Some((None, tail));
    };
    let value = value.trim_start();
    if value.starts_with('{') {
        let length = braces(value)?;
        let inner = part(value, 1..length - 1).trim();
        let text = ['"', '\'', '`'].into_iter().find_map(|quote| {
            let body = inner.strip_prefix(quote)?.strip_suffix(quote)?;
            (!body.contains(quote)).then_some(body)
        });
        return Some((text, after(value, length)));
    }
    for quote in ['"', '\''] {
        if let Some(body) = value.strip_prefix(quote) {
            let (body, tail) = body.split_once(quote)?;
            return Some((Some(body), tail));
        }
    }
    let end = value.find(|c: char| c.is_whitespace() || c == '>')?;
    Some((Some(part(value, 0..end)), after(value, end)))
}
