use super::*;
use proptest::prelude::*;

fn read(path: &str, source: &str) -> Document {
    extract(path, source, &FileContext::default(), &Options::default()).documents.remove(0)
}

/// Level, heading and anchor of each section, indented by level.
#[cfg(feature = "code")]
fn outline_of(path: &str, source: &str) -> Vec<String> {
    let document = read(path, source);
    let section = |section: &Section| {
        let indent = "  ".repeat(usize::from(section.level) - 2);
        format!("{indent}{} {}", &document.text[section.heading.clone()], section.anchor)
    };
    document.sections.iter().map(section).collect()
}

fn parts(document: &Document) -> Vec<&str> {
    let starts = document.parts.starts().iter().copied().filter(|&start| start > 0);
    let starts: Vec<usize> = [0].into_iter().chain(starts).collect();
    let ends = starts.iter().skip(1).copied().chain([document.text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &document.text[start..end]).collect()
}

#[test]
fn a_program_is_a_document_with_its_source_as_text() {
    let source = "\n\nlet a = 1;\r\n\tx\u{0}";
    let document = read("src/api/Main View.swift", source);
    assert_eq!(document.text, "\n\nlet a = 1;\r\n\tx\u{0}\n");
    assert_eq!(document.title, "Main View.swift");
    assert_eq!(document.url, "src/api/Main%20View.swift");
    assert_eq!(document.filters["kind"], ["code"]);
    assert_eq!(document.filters["language"], ["swift"]);
    assert_eq!(read("a.rs", "\n \n").text, "");
    assert!(!read("Makefile", "x").filters.contains_key("language"));
}

#[test]
fn headers_are_of_the_language_that_they_look_like() {
    assert_eq!(read("a.h", "struct a { int b; };\n").filters["language"], ["c"]);
    assert_eq!(read("a.h", "#pragma once\nnamespace a {\n}\n").filters["language"], ["cpp"]);
}

#[test]
fn unknown_languages_are_parted_at_blank_lines() {
    let function = format!("fun a() {{\n    {}\n}}\n\n", "call()\n    ".repeat(15));
    let document = read("a.kt", &function.repeat(3));
    assert_eq!(parts(&document), [function.as_str(); 3]);
    assert!(document.sections.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn outlines_hold(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "fn a() {", "}", "\n", "\n\n", "    ", "// x", "/* ", " */", "#[a]", "impl A for B {",
                "class A:", "class A {", "def f(x):", "@dec\n", "\"", "'", "\"\"\"", "`", "(", ")",
                "export ", "const f = () => {", "x.y = function () {", "namespace a {", "#if A\n",
                "#endif\n", "struct a {", "template <typename T>\n", "func (a) b() {", "type (",
                "module M", "end", "<?php ", "f() {", "é", "\u{feff}", ";", "word ",
            ]),
            0..80,
        )
    ) {
        let source = pieces.concat();
        for (extension, _) in EXTENSIONS {
            check(&read(&format!("a.{extension}"), &source));
        }
    }
}

fn check(document: &Document) {
    let text = document.text.as_str();
    kindex::Tree::new(document, &kindex::Levels::default()).unwrap();
    for section in &document.sections {
        let heading = &text[section.heading.clone()];
        assert!(!heading.trim().is_empty() && !heading.contains('\n'));
        let line = text[..section.heading.start].matches('\n').count() + 1;
        assert_eq!(section.anchor, format!("L{line}"));
    }
    let starts = document.parts.starts();
    assert!(starts.is_sorted_by(|a, b| a < b), "{starts:?}");
    for &start in starts {
        assert!(start < text.len() && (start == 0 || text[..start].ends_with('\n')));
    }
    assert_eq!(parts(document).concat(), text);
}

#[cfg(feature = "code")]
mod languages;
