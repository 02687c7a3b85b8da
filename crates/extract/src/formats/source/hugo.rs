//! Hugo's shortcodes: `{{< name "arg" key="value" >}}` and `{{% name %}}`.

use kindex_text::{after, part};

use super::rewrite::{Put, Rewrite};
use super::window::Source;

/// The words of the shortcode `heading` of the Kubernetes documentation's theme.
const HEADINGS: [(&str, &str); 10] = [
    ("cleanup", "Clean up"),
    ("envvars", "Environment variables"),
    ("examples", "Examples"),
    ("objectives", "Objectives"),
    ("options", "Options"),
    ("parentoptions", "Options inherited from parent commands"),
    ("prerequisites", "Before you begin"),
    ("seealso", "See Also"),
    ("synopsis", "Synopsis"),
    ("whatsnext", "What's next"),
];

/// Arguments that readers see, the most telling first.
const SHOWN: [&str; 8] =
    ["text", "title", "caption", "alt", "label", "header", "heading", "summary"];

/// One shortcode tag.
struct Tag<'a> {
    name: &'a str,
    args: Vec<(Option<&'a str>, &'a str)>,
    /// The byte after the tag.
    end: usize,
    self_closing: bool,
}

impl<'a> Tag<'a> {
    fn named(&self, key: &str) -> Option<&'a str> {
        let found = self.args.iter().find(|(name, _)| *name == Some(key));
        found.map(|(_, value)| *value).filter(|v| !v.is_empty())
    }

    fn first(&self) -> &'a str {
        let found = self.args.iter().find(|(name, _)| name.is_none());
        found.map_or("", |(_, value)| *value)
    }
}

/// Leaves the text of a shortcode that a reader would see, as far as its tag tells.
pub(super) fn shortcode(source: &mut Source<'_>, at: usize) -> Option<Rewrite> {
    let window = source.window(at);
    let close = if window.starts_with("{{<") { ">}}" } else { "%}}" };
    let length = end_of_tag(window, close)?;
    let inner = part(window, 3..length - 3).trim();
    let end = at + length;
    if let Some(escaped) = inner.strip_prefix("/*") {
        let shown = escaped.trim_end_matches("*/");
        let shown = format!("{}{shown}{close}", part(window, 0..3));
        return Some(Rewrite::words(end, format!("`{shown}`")));
    }
    if inner.starts_with('/') {
        return Some(Rewrite::nothing(end));
    }
    let tag = parse(inner, end);
    Some(block(source, &tag).unwrap_or_else(|| Rewrite { end, put: shown(&tag) }))
}

/// The length of the tag; its end does not count inside quotes.
fn end_of_tag(window: &str, close: &str) -> Option<usize> {
    let mut quote = None;
    for (at, c) in window.char_indices().skip(3) {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '`') => quote = Some(c),
            None if after(window, at).starts_with(close) => return Some(at + close.len()),
            None => {}
        }
    }
    // A stray quote: the next end is the best guess.
    window.find(close).map(|at| at + close.len())
}

fn parse(inner: &str, end: usize) -> Tag<'_> {
    let self_closing = inner.ends_with('/');
    let inner = inner.trim_end_matches('/').trim_end();
    let split = inner.find(char::is_whitespace).unwrap_or(inner.len());
    let (name, mut rest) = inner.split_at(split);
    let mut args = Vec::new();
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            break;
        }
        let (key, tail) = key(rest);
        let (value, tail) = value(tail);
        args.push((key, value));
        // Each turn takes at least one character, or the rest is given up.
        rest = if tail.len() < rest.len() { tail } else { "" };
    }
    Tag { name, args, end, self_closing }
}

/// The key of an argument and what follows its `=`.
fn key(rest: &str) -> (Option<&str>, &str) {
    let end = rest.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-'));
    let (key, tail) = rest.split_at(end.unwrap_or(rest.len()));
    match tail.trim_start().strip_prefix('=') {
        Some(value) if !key.is_empty() => (Some(key), value.trim_start()),
        _ => (None, rest),
    }
}

/// A value, in quotes or not, and what follows it.
fn value(rest: &str) -> (&str, &str) {
    for quote in ['"', '`'] {
        if let Some((value, tail)) =
            rest.strip_prefix(quote).and_then(|body| body.split_once(quote))
        {
            return (value, tail);
        }
    }
    rest.split_once(char::is_whitespace).unwrap_or((rest, ""))
}

/// Shortcodes whose content is code or a comment.
fn block(source: &mut Source<'_>, tag: &Tag<'_>) -> Option<Rewrite> {
    let lang = match tag.name {
        "highlight" | "code" => Some(tag.first()),
        "mermaid" => Some("mermaid"),
        "comment" => None,
        _ => Some(tag.named("codelang")?),
    };
    if tag.self_closing {
        return None;
    }
    let (close, end) = closing(source, tag)?;
    let body = part(source.text, tag.end..close);
    if lang.is_some() && body.trim_start().starts_with("```") {
        return None;
    }
    let put = match lang {
        Some(lang) => Put::Code { lang: lang.to_owned(), code: body.to_owned() },
        None => Put::Words(String::new()),
    };
    Some(Rewrite { end, put })
}

/// The range of the closing tag.
fn closing(source: &mut Source<'_>, tag: &Tag<'_>) -> Option<(usize, usize)> {
    let word = source.find(&format!("/{}", tag.name), tag.end)?;
    let before = part(source.text, tag.end..word).trim_end();
    let start = before.strip_suffix("{{<").or_else(|| before.strip_suffix("{{%"))?;
    let end = after(source.text, word).find("}}")? + word + 2;
    Some((tag.end + start.len(), end))
}

/// The rest of a tag that is not a block of code.
fn shown(tag: &Tag<'_>) -> Put {
    let words = match tag.name {
        "heading" => heading(tag.first()).to_owned(),
        "glossary_tooltip" => match tag.named("text") {
            Some(text) => text.to_owned(),
            None => tag.named("term_id").unwrap_or("").replace('-', " "),
        },
        "kbd" => tag.first().to_owned(),
        "tab" => {
            let title = tag.named("name").or_else(|| any_shown(tag));
            return Put::Line(title.unwrap_or_else(|| tag.first()).to_owned());
        }
        "ref" | "relref" => String::new(),
        _ => return Put::Line(any_shown(tag).unwrap_or("").to_owned()),
    };
    Put::Words(words)
}

fn any_shown<'a>(tag: &Tag<'a>) -> Option<&'a str> {
    SHOWN.iter().find_map(|key| tag.named(key))
}

fn heading(name: &str) -> &str {
    let known = HEADINGS.iter().find(|(key, _)| *key == name);
    known.map_or(name, |(_, words)| words)
}
