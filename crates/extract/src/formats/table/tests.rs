use super::*;
use proptest::prelude::*;

fn read(path: &str, source: &str) -> (Document, Vec<String>) {
    let mut extracted =
        extract(path, source.as_bytes(), &FileContext::default(), &Options::default()).unwrap();
    let warnings = extracted.warnings.iter().map(ToString::to_string).collect();
    (extracted.documents.remove(0), warnings)
}

fn text(path: &str, source: &str) -> String {
    read(path, source).0.text
}

fn groups(document: &Document) -> Vec<&str> {
    let starts = document.parts.starts();
    let ends = starts.iter().skip(1).copied().chain([document.text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &document.text[start..end]).collect()
}

#[test]
fn a_table_is_a_document() {
    let (document, warnings) = read("data/Prices 2024.csv", "name,price\nTea,3\n\"Jam, red\",4.50");
    assert_eq!(
        document.text,
        "| name | price |\n| --- | --- |\n| Tea | 3 |\n| Jam, red | 4.50 |\n"
    );
    assert_eq!(document.parts, Parts::Children(vec![0]));
    assert_eq!(
        (document.title.as_str(), document.id.as_str()),
        ("Prices 2024", "data/Prices 2024.csv")
    );
    assert_eq!(document.url, "data/Prices%202024.csv");
    assert_eq!(document.filters["kind"], ["table"]);
    assert!(document.sections.is_empty() && warnings.is_empty());
}

#[test]
fn a_line_that_names_the_separator_is_no_row() {
    let want = "| name | price |\n| --- | --- |\n| coot | 6 |\n";
    for source in [
        "sep=;\nname;price\ncoot;6\n",
        "\u{FEFF}SEP=,\r\nname,price\r\ncoot,6\r\n",
        "\"sep=|\"\nname|price\ncoot|6\n",
        "sep=\t\nname\tprice\ncoot\t6\n",
    ] {
        let (document, warnings) = read("a.csv", source);
        assert_eq!((document.text.as_str(), warnings), (want, vec![]), "{source}");
    }
    // It is a column of this name otherwise.
    assert!(text("a.csv", "sep=x y\n1\n").contains("| sep=x y |"));
}

#[test]
fn each_group_repeats_the_header() {
    let rows: String = (0..100).map(|n| format!("{n},word{n},{}\n", "x".repeat(n % 50))).collect();
    let (document, _) = read("a.csv", &format!("id,word,rest\n{rows}"));
    let groups = groups(&document);
    assert!(groups.len() > 5);
    for group in &groups {
        assert!(group.starts_with("| id | word | rest |\n| --- | --- | --- |\n| "), "{group}");
        assert!(group.chars().count() <= 451, "{}", group.len());
    }
    assert!(groups[0].ends_with("|\n\n"));
}

#[test]
fn a_long_row_is_a_group_of_its_own_and_not_cut() {
    let long = "long ".repeat(120);
    let short = "a,b\n".repeat(30);
    let (document, _) = read("a.csv", &format!("k,v\n{short}x,{long}\n{short}"));
    let group =
        groups(&document).into_iter().find(|group| group.contains("long")).unwrap().to_owned();
    assert_eq!(group.lines().count(), 4, "{group}");
    assert!(group.contains(long.trim()));
}

#[test]
fn what_stands_between_cells_is_found_out() {
    let want = "| a | b |\n| --- | --- |\n| 1,5 | x |\n";
    assert_eq!(text("a.csv", "a;b\n1,5;x\n"), want);
    assert_eq!(text("a.csv", "a\tb\n1,5\tx\n"), want);
    assert_eq!(text("a.TSV", "a\tb\n1,5\tx\n"), want);
    assert_eq!(text("a.csv", "a\nb\n"), "| a |\n| --- |\n| b |\n");
}

#[test]
fn quotes_without_their_other_half_are_text_in_tsv() {
    let want = "| size | n |\n| --- | --- |\n| \"5 | 1 |\n| 6 | 2 |\n";
    assert_eq!(text("a.tsv", "size\tn\n\"5\t1\n6\t2\n"), want);
}

#[test]
fn bars_and_line_ends_stay_readable() {
    let source = "a,b\r\nx|y,\"Main St 5\r\n\r\nBerlin\"\r\n";
    assert_eq!(text("a.csv", source), "| a | b |\n| --- | --- |\n| x\\|y | Main St 5 / Berlin |\n");
}

#[test]
fn ragged_rows_are_padded_kept_and_counted() {
    let (document, warnings) = read("a.csv", "a,b\n1\n1,2,3\n1,2\n,,,4\n\n,\n");
    assert_eq!(
        document.text,
        "| a | b | column 3 | column 4 |\n| --- | --- | --- | --- |\n| 1 | | | |\n\
         | 1 | 2 | 3 | |\n| 1 | 2 | | |\n| | | | 4 |\n"
    );
    let want = "1 row has fewer cells than the first row, 2 rows have more cells than the first row; \
                check the marks between cells and the quotes";
    assert_eq!(warnings, [want]);
}

#[test]
fn without_a_header_columns_get_numbers() {
    assert_eq!(
        text("a.csv", "1,2.5\n3,4\n"),
        "| column 1 | column 2 |\n| --- | --- |\n| 1 | 2.5 |\n| 3 | 4 |\n"
    );
    assert_eq!(text("a.csv", "name,\nx,y\n"), "| name | column 2 |\n| --- | --- |\n| x | y |\n");
}

#[test]
fn wide_tables_are_lists() {
    let names: Vec<String> = (1..=13).map(|n| format!("f{n}")).collect();
    let source = format!("{}\na{}|\nb,c{}\n", names.join(","), ",".repeat(12), ",".repeat(11));
    let empty: String = (2..=12).map(|n| format!("- f{n}:\n")).collect();
    let want = format!("- f1: a\n{empty}- f13: |\n\n- f1: b\n- f2: c\n");
    assert_eq!(text("a.csv", &source), want);
    assert_eq!(text("a.csv", &names.join(",")).lines().count(), 13);
    let long = "word ".repeat(60);
    let want = format!("- k: a\n- v: {}\n", long.trim());
    assert_eq!(text("a.csv", &format!("k,v\na,{long}\n")), want);
}

#[test]
fn a_header_alone_and_nothing_at_all() {
    let (document, _) = read("a.csv", "a,b\n");
    assert_eq!(document.text, "| a | b |\n| --- | --- |\n");
    let (document, warnings) = read("a.csv", "\n\n");
    assert_eq!((document.text.as_str(), warnings.len()), ("", 0));
    assert!(document.parts.starts().is_empty());
}

#[test]
fn what_is_not_utf8_is_western() {
    let (context, options) = (FileContext::default(), Options::default());
    let extracted = extract("a.csv", b"a,b\nM\xFCnze,1\n", &context, &options).unwrap();
    assert!(extracted.documents[0].text.contains("| Münze | 1 |"));
}

fn quoted(cell: &str) -> String {
    format!("\"{}\"", cell.replace('"', "\"\""))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn every_cell_is_in_the_text(
        mut rows in prop::collection::vec(
            prop::collection::vec("[a-z|,;\"\\n #é-]{0,30}|\\PC{0,9}", 2..16),
            1..10,
        ),
        is_csv in any::<bool>(),
    ) {
        let (path, mark) = if is_csv { ("t.csv", ",") } else { ("t.tsv", "\t") };
        if is_csv {
            // The separator cannot be found out where rows differ in length too much.
            rows.iter_mut().for_each(|row| row.resize(15, String::new()));
        }
        let line = |row: &Vec<String>| {
            row.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(mark) + "\n"
        };
        let source: String = rows.iter().map(line).collect();
        let text = text(path, &source);
        for line in rows.iter().flatten().flat_map(|cell| cell.lines()).map(str::trim) {
            let escaped = line.replace('|', "\\|");
            prop_assert!(text.contains(line) || text.contains(&escaped), "{line:?} not in {text}");
        }
    }

    #[test]
    fn groups_begin_lines_and_hold_everything(source in "[a-c1-9,;\\t\n\"|]{0,300}|\\PC{0,200}") {
        for path in ["t.csv", "t.tsv"] {
            let (document, _) = read(path, &source);
            prop_assert_eq!(groups(&document).concat(), document.text.as_str());
            prop_assert!(document.parts.starts().is_sorted_by(|a, b| a < b));
            for &start in document.parts.starts() {
                prop_assert!(start == 0 || document.text[..start].ends_with("\n\n"));
            }
            prop_assert!(document.text.is_empty() || document.text.ends_with('\n'));
        }
    }
}
