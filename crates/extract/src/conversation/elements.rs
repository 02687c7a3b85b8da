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
    while let Some((before, after)) = rest.split_once('<') {
        out.push_str(before);
        match element(after, names) {
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
    let names = [name];
    let mut elements = text
        .match_indices('<')
        .filter_map(|(at, _)| element(text.get(at + 1..)?, &names).map(|(_, body, _)| body));
    elements.next()
}

/// The attributes and the body of an element, and what follows it; `text` is what stands behind its
/// first bracket.
fn element<'a>(text: &'a str, names: &[&str]) -> Option<(&'a str, &'a str, &'a str)> {
    let starts = |name: &str| {
        let rest = text.strip_prefix(name)?;
        let ends = rest.starts_with('>') || rest.starts_with(char::is_whitespace);
        ends.then_some(rest)
    };
    let (name, rest) = names.iter().find_map(|name| Some((name, starts(name)?)))?;
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
        assert_eq!(attribute(" x=\"1\" y=\"2\"", "y"), Some("2"));
    }
}
