//! Elements such as `<name>` with which programs mark parts of messages.

/// `text` without the elements of these names.
pub(super) fn without(text: &str, names: &[&str]) -> String {
    replaced(text, names, |_, _| String::new())
}

/// `text` with what `put` gives for the attributes and the body of each element of these names.
pub(super) fn replaced(
    text: &str,
    names: &[&str],
    mut put: impl FnMut(&str, &str) -> String,
) -> String {
    let mut out = String::new();
    let mut rest = text;
    let mut names = names.to_vec();
    while let Some((before, after)) = rest.split_once('<') {
        out.push_str(before);
        match element(after, &mut names) {
            Some((attributes, body, left)) => {
                out.push_str(&put(attributes, body));
                rest = left;
            }
            None => {
                out.push('<');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

/// The body of the first element with this name.
pub(super) fn body_of<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut names = vec![name];
    let mut elements = text
        .match_indices('<')
        .filter_map(|(at, _)| element(text.get(at + 1..)?, &mut names).map(|(_, body, _)| body));
    elements.next()
}

/// `text` without the elements of these names that it begins or ends with.
pub(super) fn without_outer<'a>(text: &'a str, names: &[&str]) -> &'a str {
    let mut text = text;
    while let Some(rest) = without_first(text, names).or_else(|| without_last(text, names)) {
        text = rest;
    }
    text
}

fn without_first<'a>(text: &'a str, names: &[&str]) -> Option<&'a str> {
    let start = text.trim_start().strip_prefix('<')?;
    element(start, &mut names.to_vec()).map(|(_, _, rest)| rest)
}

fn without_last<'a>(text: &'a str, names: &[&str]) -> Option<&'a str> {
    let end = text.trim_end().strip_suffix('>')?;
    let is_end = |name: &&&str| end.strip_suffix(**name).is_some_and(|it| it.ends_with("</"));
    let name = names.iter().find(is_end)?;
    let mut opening = end.rmatch_indices('<').filter_map(|(at, _)| end.split_at_checked(at));
    let last = opening.find(|(_, tag)| tag.get(1..).is_some_and(|it| begins(it, name).is_some()));
    last.map(|(before, _)| before)
}

/// The attributes and the body of an element, and what follows it; `text` is what stands behind its
/// first bracket. A name that nothing closes goes from `names`, so that a long text is not read to
/// its end again for each.
fn element<'a>(text: &'a str, names: &mut Vec<&str>) -> Option<(&'a str, &'a str, &'a str)> {
    let (name, rest) = names.iter().find_map(|name| Some((*name, begins(text, name)?)))?;
    let found = closed(rest, name);
    if found.is_none() {
        names.retain(|other| *other != name);
    }
    found
}

/// What follows the name of an element.
fn begins<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(name)?;
    let ends = rest.starts_with('>') || rest.starts_with(char::is_whitespace);
    ends.then_some(rest)
}

/// The attributes, the body and the rest of what follows the name of an element.
fn closed<'a>(rest: &'a str, name: &str) -> Option<(&'a str, &'a str, &'a str)> {
    let (attributes, rest) = rest.split_once('>')?;
    let (body, after) = rest.split_once(&format!("</{name}>"))?;
    Some((attributes, body, after))
}

/// The value of an attribute.
pub(super) fn attribute<'a>(attributes: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = attributes.split_once(&format!(" {name}=\""))?;
    rest.split_once('"').map(|(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_of_some_names_go() {
        let cases = [
            ("Go on<a>no\nno</a>.", "Go on."),
            ("1 <a> 2", "1 <a> 2"),
            ("1 <ab>2</ab>", "1 <ab>2</ab>"),
            ("<a x=\"1\">2</a>3<b>4</b>", "3"),
            ("1 < 2 </a>", "1 < 2 </a>"),
        ];
        for (text, want) in cases {
            assert_eq!(without(text, &["a", "b"]), want);
        }
        assert_eq!(body_of("<b>1</b><a y>2</a><a>3</a>", "a"), Some("2"));
        assert_eq!(body_of("<a>", "a"), None);
        let unclosed = "Hi <a> ".repeat(100_000);
        assert_eq!(without(&unclosed, &["a"]), unclosed);
        assert_eq!(without("<a> <b>1</b> <a> <b>2</b>", &["a", "b"]), "<a>  <a> ");
        assert_eq!(attribute(" x=\"1\" y=\"2\"", "y"), Some("2"));
    }

    #[test]
    fn elements_at_the_ends_go() {
        let cases = [
            ("<a>1</a>2", "2"),
            (" <a x=\"1\">1</a>\n<b>2</b> 3", " 3"),
            ("1<a>2</a>\n<b>3</b>\n", "1"),
            ("1 <a>2</a> 3", "1 <a>2</a> 3"),
            ("1 <ab>2</a>", "1 <ab>2</a>"),
            ("<a>1", "<a>1"),
            ("1</a>", "1</a>"),
            ("<c>1</c>", "<c>1</c>"),
            ("", ""),
        ];
        for (text, want) in cases {
            assert_eq!(without_outer(text, &["a", "b"]), want, "{text}");
        }
    }
}
