//! Other names of a page: what people type for it besides its title.

use percent_encoding::percent_decode_str;

/// The separators that generators put between the parts of a title.
const SEPARATORS: [&str; 8] = [": ", " - ", " – ", " — ", " | ", " · ", " :: ", ", "];

/// Words that say what kind of thing a title names, as generators of references write them before
/// the name (`Struct HashMap`) or after it (`Vec Class Template Reference`, `flex property`).
const KINDS: [&str; 18] = [
    "attribute",
    "class",
    "constructor",
    "element",
    "enum",
    "event",
    "file",
    "function",
    "interface",
    "keyword",
    "macro",
    "method",
    "module",
    "namespace",
    "property",
    "struct",
    "template",
    "trait",
];

/// Ends of dotted names that are kinds of files, or of what a site is about.
const EXTENSIONS: [&str; 20] = [
    "c", "com", "conf", "css", "dev", "go", "h", "html", "io", "js", "json", "md", "net", "org",
    "py", "rs", "toml", "ts", "xml", "yaml",
];

/// The names that a page gives itself, and those that its address and title give. Of the address
/// they are the last part, and the last two as a member and its owner. Of the title they are its
/// parts, the code in it, what it names without the kind of that, and the last part of a dotted
/// name. The title itself is none.
pub(crate) fn of_page(url: &str, title: &str, mut names: Vec<String>) -> Vec<String> {
    let path = without_scheme(url).split(['?', '#']).next().unwrap_or_default();
    let parts: Vec<String> = path.split('/').filter(|part| !part.is_empty()).map(part).collect();
    names.extend(parts.last().cloned());
    if let [.., before, last] = parts.as_slice() {
        names.push(format!("{before}.{last}"));
    }
    names.extend(of_title(title));
    names.retain(|name| name.contains(char::is_alphanumeric) && name != title);
    names.sort();
    names.dedup();
    names
}

fn of_title(title: &str) -> Vec<String> {
    let segments: Vec<&str> = segments(title).collect();
    let code = title.split_whitespace().filter(|word| is_code(word));
    let mut names: Vec<&str> = code.chain(segments.iter().copied()).collect();
    names.extend(segments.iter().copied().chain([title]).filter_map(without_kind));
    let members: Vec<&str> = names.iter().copied().chain([title]).filter_map(member).collect();
    names.extend(members);
    let mut names: Vec<String> = names.into_iter().map(str::to_owned).collect();
    names.extend(in_module(title).into_iter().flatten());
    if let Some((owner, rest)) = title.split_once(": ") {
        let code = rest.split_whitespace().find(|word| word.ends_with("()"));
        names.extend(code.map(|code| format!("{owner}.{code}")));
    }
    names
}

/// The one word of a title beside which only kinds stand. A kind may be the first word of a phrase,
/// as in *Event Loop*, or its last, as in *Arrow function*: capitals and signs tell names from these.
fn without_kind(title: &str) -> Option<&str> {
    let is_kind = |word: &&str| KINDS.iter().any(|kind| kind.eq_ignore_ascii_case(word));
    let words: Vec<&str> = title.split_whitespace().collect();
    match words.as_slice() {
        [name, kinds @ .., "Reference"] if !kinds.is_empty() && kinds.iter().all(is_kind) => {
            Some(name)
        }
        [kind, name] if is_kind(kind) => {
            Some(name).filter(|name| !name.chars().skip(1).all(char::is_lowercase)).copied()
        }
        [name, kinds @ ..] if !kinds.is_empty() && kinds.iter().all(is_kind) => {
            Some(name).filter(|name| !name.starts_with(char::is_uppercase)).copied()
        }
        _ => None,
    }
}

/// The last part of a name of several parts: `Linear` of `torch.nn.Linear`.
fn member(name: &str) -> Option<&str> {
    if name.contains(char::is_whitespace) {
        return None;
    }
    let (_, last) = name.rsplit_once(['.', ':', '/', '#', '\\'])?;
    let is_name =
        last.starts_with(char::is_alphabetic) && !EXTENSIONS.contains(&&*last.to_lowercase());
    is_name.then_some(last)
}

/// The names of what rustdoc calls `Vec in std::vec`.
fn in_module(title: &str) -> Option<[String; 2]> {
    let (name, module) = title.split_once(" in ")?;
    let is_path = !format!("{name}{module}").contains(char::is_whitespace);
    is_path.then(|| [name.to_owned(), format!("{module}::{name}")])
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
            "Document.querySelector()",
            "querySelector",
            "querySelector()",
            "querySelector() method",
        ];
        assert_eq!(names, expected);
        let names = of_page("ref/elements/dialog.html?x#y", "<dialog>: The Dialog element", vec![]);
        assert_eq!(names, ["<dialog>", "The Dialog element", "dialog", "elements.dialog"]);
    }

    #[test]
    fn titles_of_references_say_what_they_name() {
        let names = |title: &str| of_page("", title, vec![]);
        assert_eq!(names("Vec in std::vec"), ["Vec", "std::vec::Vec"]);
        assert_eq!(names("Vec Class Template Reference"), ["Vec"]);
        assert_eq!(names("Struct HashMap"), ["HashMap"]);
        assert_eq!(names("flex property"), ["flex"]);
        assert_eq!(names("torch.nn.Linear"), ["Linear"]);
        assert_eq!(names("Function std::mem::swap"), ["std::mem::swap", "swap"]);
        assert!(names("console: log() static method").contains(&"console.log()".to_owned()));
        for title in
            ["Class", "Static files", "package.json", "Next.js", "v1.2", "A in b c", "The API"]
        {
            assert_eq!(names(title), [""; 0], "{title}");
        }
    }

    #[test]
    fn what_is_no_name_is_none() {
        assert_eq!(of_page("", "Install", vec!["Install".into(), "…".into()]), [""; 0]);
        assert_eq!(of_page("./", "A: ", vec![]), ["A"]);
        assert_eq!(of_page("a/100%25/v1.2/", "x", vec![]), ["100%.v1.2", "v1.2"]);
    }
}
