//! Other names of a page: what people type for it besides its title.

use percent_encoding::percent_decode_str;

use crate::format::Format;

/// The separators that generators put between the parts of a title.
const SEPARATORS: [&str; 8] = [": ", " - ", " – ", " — ", " | ", " · ", " :: ", ", "];

/// Words that say what kind of thing a title names, as generators of references write them before
/// the name (`Struct HashMap`) or after it (`Vec Class Template Reference`).
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

/// Those after which a name may be a word like others: `flex property`.
const KINDS_OF_WORDS: [&str; 3] = ["attribute", "element", "property"];

/// Ends of names that are files of no known format, or sites.
const ENDS: [&str; 20] = [
    "app", "cfg", "com", "conf", "config", "css", "dev", "env", "ini", "io", "json", "lock", "log",
    "net", "org", "sh", "toml", "xml", "yaml", "yml",
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
    let file = parts.last().map_or("", String::as_str);
    names.extend(in_module(title, file).into_iter().flatten());
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
    if let Some((owner, rest)) = title.split_once(": ") {
        let code = rest.split_whitespace().find(|word| word.ends_with("()"));
        names.extend(code.map(|code| format!("{owner}.{code}")));
    }
    names
}

/// The one word of a title beside which only kinds stand. A kind may be the first word
/// of a phrase, as in *Event Loop*, or its last, as in *Arrow function*: capitals and
/// signs tell names from these.
fn without_kind(title: &str) -> Option<&str> {
    let is_kind = |word: &&str| KINDS.iter().any(|kind| kind.eq_ignore_ascii_case(word));
    let words: Vec<&str> = title.split_whitespace().collect();
    match words.as_slice() {
        [name, kinds @ .., "Reference"] if !kinds.is_empty() && kinds.iter().all(is_kind) => {
            Some(name).filter(|name| name.contains(char::is_lowercase)).copied()
        }
        [kind, name] if is_kind(kind) => Some(name).filter(|name| is_compound(name)).copied(),
        [name, kind] if KINDS_OF_WORDS.contains(kind) => {
            Some(name).filter(|name| !name.starts_with(char::is_uppercase)).copied()
        }
        _ => None,
    }
}

/// Whether a word is written as names in code are: with signs within it, or with
/// capitals after small letters.
fn is_compound(word: &str) -> bool {
    let is_sign = |c: char| matches!(c, '_' | ':' | '.' | '<' | '(' | '$');
    let is_hump = |pair: (char, char)| pair.0.is_lowercase() && pair.1.is_uppercase();
    word.contains(is_sign) || word.chars().zip(word.chars().skip(1)).any(is_hump)
}

/// The last part of a name of several parts: `Linear` of `torch.nn.Linear`.
fn member(name: &str) -> Option<&str> {
    let is_scoped = name.starts_with('@');
    let parts = |c: char| matches!(c, '.' | ':' | '#') || is_scoped && c == '/';
    let (_, last) = name.rsplit_once(parts)?;
    let is_file = Format::of_path(name).is_some() || ENDS.contains(&&*last.to_lowercase());
    let is_name = last.starts_with(char::is_alphabetic) && last.chars().count() > 1;
    (is_name && !is_file && !name.contains(char::is_whitespace)).then_some(last)
}

/// The names of what rustdoc calls `Vec in std::vec`, or
/// `println in std` in a file `macro.println`.
fn in_module(title: &str, file: &str) -> Option<[String; 2]> {
    let (name, module) = title.split_once(" in ")?;
    let is_of_file = file.strip_suffix(name).is_some_and(|kind| kind.ends_with('.'));
    let is_path = (module.contains("::") || is_of_file)
        && !format!("{name}{module}").contains(char::is_whitespace);
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
        let println = of_page("std/macro.println.html", "println in std", vec![]);
        assert_eq!(println, ["macro.println", "println", "std.macro.println", "std::println"]);
        assert_eq!(names("Vec Class Template Reference"), ["Vec"]);
        assert_eq!(names("Struct HashMap"), ["HashMap"]);
        assert_eq!(names("flex property"), ["flex"]);
        assert_eq!(names("torch.nn.Linear"), ["Linear"]);
        assert_eq!(names("Function std::mem::swap"), ["std::mem::swap", "swap"]);
        assert!(names("console: log() static method").contains(&"console.log()".to_owned()));
        assert!(names("Vue: @vue/reactivity").contains(&"reactivity".to_owned()));
        assert_eq!(names("os.path"), ["path"]);
        for title in [
            "Class",
            "Trait objects",
            "Event Loop",
            "Arrow function",
            "The API",
            "File API",
            "Module 10",
            "configuration file",
            "abstract class",
            "API Class Reference",
            "Tracing in production",
            "package.json",
            "Next.js",
            "v1.2",
            ".gitlab-ci.yml",
            "main.cpp",
            "Cargo.lock",
            "x.dev",
            "Input/Output",
            "CI/CD",
            "Vec in a list",
        ] {
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
