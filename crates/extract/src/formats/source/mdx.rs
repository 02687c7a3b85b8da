//! The notation that MDX adds besides tags: imports, exports and expressions.

use kindex_text::{after, part};

use super::rewrite::Rewrite;
use super::window::Source;

/// Drops an `import` or `export`, however many lines it has.
pub(super) fn statement(source: &Source<'_>, at: usize) -> Option<Rewrite> {
    let rest = after(source.text, at);
    if !is_statement(rest) {
        return None;
    }
    let mut depth = 0_i32;
    let mut end = 0;
    let mut first_blank = None;
    for line in rest.split_inclusive('\n') {
        if line.trim().is_empty() {
            if depth <= 0 {
                return Some(Rewrite::nothing(at + end));
            }
            first_blank.get_or_insert(end);
        }
        depth += balance(line);
        end += line.len();
    }
    // Brackets that never close: a blank line is as far as the statement can be trusted.
    let end = first_blank.filter(|_| depth > 0).unwrap_or(end);
    Some(Rewrite::nothing(at + end))
}

/// Prose may begin with these words too, so what follows must be code.
fn is_statement(rest: &str) -> bool {
    let line = rest.lines().next().unwrap_or("");
    if let Some(what) = line.strip_prefix("import ") {
        return what.starts_with(['"', '\'', '{', '*'])
            || line.contains(" from '")
            || line.contains(" from \"");
    }
    let Some(what) = line.strip_prefix("export ") else {
        return false;
    };
    const STARTS: [&str; 10] =
        ["const ", "let ", "var ", "function ", "default ", "class ", "async ", "{", "*", "type "];
    STARTS.iter().any(|start| what.starts_with(start))
}

fn balance(line: &str) -> i32 {
    line.bytes().fold(0, |depth, byte| match byte {
        b'{' | b'(' | b'[' => depth + 1,
        b'}' | b')' | b']' => depth - 1,
        _ => depth,
    })
}

/// Leaves of `{expression}` the text of a string literal; other values are not known here. A
/// comment in a heading is its id, as react.dev writes it.
pub(super) fn expression(source: &Source<'_>, at: usize, in_heading: bool) -> Option<Rewrite> {
    let window = source.window(at);
    if window.starts_with("{#") {
        return None;
    }
    let length = braces(window)?;
    let inner = part(window, 1..length - 1).trim();
    let end = at + length;
    if let Some(comment) = inner.strip_prefix("/*") {
        let id = comment.trim_end_matches("*/").trim().trim_start_matches('#');
        let is_id = !id.is_empty() && !id.contains(|c: char| c.is_whitespace() || c == '}');
        let words = if in_heading && is_id { format!("{{#{id}}}") } else { String::new() };
        return Some(Rewrite::words(end, words));
    }
    Some(Rewrite::words(end, literal(inner).unwrap_or("")))
}

/// The text of a string literal.
fn literal(inner: &str) -> Option<&str> {
    ['"', '\'', '`'].into_iter().find_map(|quote| {
        let body = inner.strip_prefix(quote)?.strip_suffix(quote)?;
        (!body.contains(quote) && !body.contains("${")).then_some(body)
    })
}

/// The length of the braces that `text` begins with; those in strings and comments do not count.
pub(super) fn braces(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut skip_to = 0;
    for (at, c) in text.char_indices() {
        if at < skip_to {
            continue;
        }
        match c {
            '{' => depth += 1,
            '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            '"' | '\'' | '`' => skip_to = at + 1 + quoted(after(text, at + 1), c),
            '/' if after(text, at).starts_with("/*") => {
                skip_to = at + after(text, at).find("*/")? + 2;
            }
            _ => {}
        }
    }
    None
}

/// The length of a string's rest, its quote included. An apostrophe in text quotes nothing.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' if quote != '`' => return 0,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    0
}
