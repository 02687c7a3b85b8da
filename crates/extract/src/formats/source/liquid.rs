//! Liquid: `{% tag %}` and `{{ value }}`.

use kindex_text::{after, part};

use super::rewrite::{Put, Rewrite};
use super::window::Source;

/// Leaves what is known without running a tag: nothing, code, or what is inside it.
pub(super) fn tag(source: &mut Source<'_>, at: usize) -> Option<Rewrite> {
    let end = at + source.window(at).find("%}")? + 2;
    let inner = part(source.text, at + 2..end - 2).trim_matches(['-', ' ', '\n']);
    let (name, argument) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
    if !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') || name.is_empty() {
        return None;
    }
    if !matches!(name, "raw" | "highlight" | "comment") {
        return Some(Rewrite::nothing(end));
    }
    let Some((close, close_end)) = closing(source, name, end) else {
        return Some(Rewrite::nothing(end));
    };
    let body = part(source.text, end..close).to_owned();
    let put = match name {
        "raw" => Put::Verbatim(body),
        "highlight" => Put::Code {
            lang: argument.split_whitespace().next().unwrap_or("").to_owned(),
            code: body,
        },
        _ => Put::Words(String::new()),
    };
    Some(Rewrite { end: close_end, put })
}

/// The tag `{% end<name> %}`: where it begins and ends.
fn closing(source: &mut Source<'_>, name: &str, from: usize) -> Option<(usize, usize)> {
    let word = source.find(&format!("end{name}"), from)?;
    let close = part(source.text, from..word).rfind("{%")? + from;
    let end = after(source.text, word).find("%}")? + word + 2;
    Some((close, end))
}

/// Leaves nothing of `{{ value }}`: what it stands for is not known here.
pub(super) fn value(source: &Source<'_>, at: usize) -> Option<Rewrite> {
    let window = source.window(at);
    let window = window.split("\n\n").next().unwrap_or(window);
    let end = window.find("}}")?;
    Some(Rewrite::nothing(at + end + 2))
}
