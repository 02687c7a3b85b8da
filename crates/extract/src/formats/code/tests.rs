use super::*;
use proptest::prelude::*;

fn read(path: &str, source: &str) -> Document {
    extract(path, source, &FileContext::default(), &Options::default()).documents.remove(0)
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
fn programs_are_parted_at_blank_lines() {
    let programs = [
        ("a.rs", "use a;\n", "/// Words.\npub fn f() {\n", "}\n"),
        ("a.py", "import a\n", "@near\ndef f():\n", ""),
        ("a.go", "import \"a\"\n", "// Words.\nfunc f() {\n", "}\n"),
        ("a.kt", "import a\n", "fun f() {\n", "}\n"),
    ];
    for (path, import, begin, end) in programs {
        let head = format!("{}\n", import.repeat(30));
        let function = format!("{begin}{}{end}\n", "    call()\n\n".repeat(20));
        let document = read(path, &[&*head, &function, &function].concat());
        assert_eq!(parts(&document), [&*head, &function, &function], "{path}");
        assert!(document.sections.is_empty());
    }
}

#[test]
fn parts_are_children_of_their_file() {
    let function = format!("func f() {{\n{}}}\n\n", "\tcall()\n".repeat(20));
    let document = read("a.go", &function.repeat(3));
    let tree = kindex::Tree::new(&document, &kindex::Levels::default()).unwrap();
    let spans: Vec<_> = tree.level(0).iter().map(|child| child.span()).collect();
    assert_eq!(spans.len(), 3, "{spans:?}");
    assert_eq!(tree.level(1).len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn parts_hold(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "fn a() {", "}", ")", "]", "\n", "\r\n", "\n\n", "\n \t\n", "    ", "\t", "// x", "class A:",
                "def f(x):\n", "namespace a {", "\"\"\"", "é", "\u{a0}", "\u{2028}", "\u{feff}", ";", "word ",
                "a line that is long enough to fill much of a part: 0123456789 0123456789 0123456789",
            ]),
            0..80,
        )
    ) {
        check(&read("a.h", &pieces.concat()));
    }
}

fn check(document: &Document) {
    let text = document.text.as_str();
    kindex::Tree::new(document, &kindex::Levels::default()).unwrap();
    let starts = document.parts.starts();
    assert!(starts.is_sorted_by(|a, b| a < b), "{starts:?}");
    for &start in starts {
        assert!(start < text.len() && (start == 0 || text[..start].ends_with('\n')));
    }
    assert_eq!(parts(document).concat(), text);
}
