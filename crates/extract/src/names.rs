//! Other names of a page: what people type for it besides its title.

use percent_encoding::percent_decode_str;

/// The separators that generators put between the parts of a title.
const SEPARATORS: [&str; 8] = [": ", " - ", " – ", " — ", " | ", " · ", " :: ", ", "];

/// The names that a page gives itself, and those that its address and title give: the last part of
/// the address; the last two of them, as a member and its owner; the parts of the title; and the
/// code in the title. The title itself is none.
pub(crate) fn of_page(url: &str, title: &str, mut names: Vec<String>) -> Vec<String> {
    let path = without_scheme(url).split(['?', '#']).next().unwrap_or_default();
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    if let [.., last] = parts.as_slice() {
        names.push(part(last));
    }
    if let [.., before, last] = parts.as_slice() {
        names.push(format!("{}.{}", part(before), part(last)));
    }
    names.extend(segments(title).map(str::to_owned));
    names.extend(title.split_whitespace().filter(|word| is_code(word)).map(str::to_owned));
    names.retain(|name| name.contains(char::is_alphanumeric) && name != title);
    names.sort();
    names.dedup();
    names
}

/// The path of an address.
fn without_scheme(url: &str) -> &str {
    let rest = url.split_once("://").map(|(_, rest)| rest);
    rest.map_or(url, |rest| rest.split_once('/').map_or("", |(_, path)| path))
}

/// A part of a path without its extension.
fn part(encoded: &str) -> String {
    let decoded = percent_decode_str(encoded).decode_utf8_lossy();
    let stem = decoded.rsplit_once('.').filter(|(stem, extension)| {
        !stem.is_empty() && ["html", "htm", "xhtml", "txt"].contains(extension)
    });
    stem.map_or(&*decoded, |(stem, _)| stem).to_owned()
}

fn segments(title: &str) -> impl Iterator<Item = &str> {
    let separated = SEPARATORS.iter().filter(move |mark| title.contains(**mark));
    separated.flat_map(move |mark| title.split(mark)).map(str::trim)
}

/// Whether a word is written as a call or an element.
fn is_code(word: &str) -> bool {
    word.ends_with("()") || (word.starts_with('<') && word.ends_with('>'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_titles_give_names() {
        let names = of_page(
            "https://x.dev/en/Web/API/Document/querySelector",
            "Document: querySelector() method",
            vec!["querySelector()".to_owned()],
        );
        let expected = [
            "Document",
            "Document.querySelector",
            "querySelector",
            "querySelector()",
            "querySelector() method",
        ];
        assert_eq!(names, expected);
        let names = of_page("ref/elements/dialog.html?x#y", "<dialog>: The Dialog element", vec![]);
        assert_eq!(names, ["<dialog>", "The Dialog element", "dialog", "elements.dialog"]);
    }

    #[test]
    fn what_is_no_name_is_none() {
        assert_eq!(of_page("", "Install", vec!["Install".into(), "…".into()]), [""; 0]);
        assert_eq!(of_page("./", "A: ", vec![]), ["A"]);
        assert_eq!(of_page("a/100%25/v1.2/", "x", vec![]), ["100%.v1.2", "v1.2"]);
    }
}
