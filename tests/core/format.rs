//! FORMAT.md against the bytes, and the indexes of earlier versions.

use crate::common::seal::seal;
use kindex::{Builder, Config, Document, Index, Language, SearchOptions, Section};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh64::xxh64;

const FORMAT: &str = include_str!("../../FORMAT.md");
const CHANGELOG: &str = include_str!("../../CHANGELOG.md");

#[test]
fn the_worked_example_is_what_the_builder_writes() {
    let anchor = "using".into();
    let section = Section { level: 2, start: 0, heading: 3..8, anchor, ..Section::default() };
    let document = Document {
        id: "a".into(),
        url: "a.html".into(),
        title: "Use".into(),
        text: "## Using\n\nUse it.\n".into(),
        sections: vec![section],
        ..Document::default()
    };
    let language = Language::from_tag("none").unwrap();
    let mut builder = Builder::new(Config { language, ..Config::default() });
    builder.add(document).unwrap();
    let blob = builder.finish().unwrap();

    let example = FORMAT.split("```hex\n").nth(1).and_then(|rest| rest.split("```").next());
    let bytes: Vec<u8> = example
        .unwrap()
        .lines()
        .flat_map(|line| line.split('#').next().unwrap_or_default().split_whitespace())
        .map(|byte| u8::from_str_radix(byte, 16).unwrap())
        .collect();
    // The last section is written out only as far as it shows its form.
    let letters = blob.len() - 1993;
    assert!(bytes.len() > letters);
    assert_eq!(bytes, blob[..bytes.len()]);
}

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// The golden indexes in one file, by their names, and the heads of those in several.
fn golden_files() -> Vec<(String, Vec<u8>)> {
    let listed = |folder: &Path| {
        let entries: Vec<_> = std::fs::read_dir(folder).unwrap().collect();
        entries.into_iter().map(|entry| entry.unwrap().path())
    };
    let (folders, files): (Vec<_>, Vec<_>) = listed(&golden()).partition(|path| path.is_dir());
    let files = files.into_iter().chain(folders.iter().flat_map(|folder| listed(folder)));
    let indexes = files.filter(|path| path.extension().is_some_and(|end| end == "kdx"));
    let name = |path: &Path| path.strip_prefix(golden()).unwrap().to_str().unwrap().to_owned();
    let mut all: Vec<_> =
        indexes.map(|path| (name(&path), std::fs::read(&path).unwrap())).collect();
    all.sort();
    all
}

/// The golden indexes in one file. The tests of the command read the others.
fn golden_indexes() -> Vec<(String, Vec<u8>)> {
    let mut all = golden_files();
    all.retain(|(name, _)| !name.contains('/'));
    all
}

#[test]
fn indexes_of_earlier_versions_are_read() {
    for (name, bytes) in golden_indexes() {
        let index = Index::open(bytes).unwrap();
        index.verify().unwrap_or_else(|error| panic!("{name}: {error}"));
        let results = index.search("install OR search", &SearchOptions::default()).unwrap();
        assert!(results.total > 0, "{name}");
    }
}

/// The rows of the table in tests/golden/README.md: file, version, format and checksum.
fn golden_rows() -> Vec<[String; 4]> {
    let table = std::fs::read_to_string(golden().join("README.md")).unwrap();
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `"));
    let cells = |row: &str| -> Vec<String> {
        row.trim_end_matches('|')
            .split('|')
            .map(|cell| cell.trim_matches([' ', '`']).into())
            .collect()
    };
    rows.map(|row| cells(row).try_into().unwrap()).collect()
}

#[test]
fn golden_indexes_of_a_release_stay_as_they_are() {
    let unreleased = |version: &str| CHANGELOG.contains(&format!("## {version}, not yet released"));
    let mut rows = golden_rows();
    rows.sort();
    let all = golden_files();
    let names = |names: &mut dyn Iterator<Item = &String>| names.cloned().collect::<Vec<_>>();
    let listed = names(&mut rows.iter().map(|[file, ..]| file));
    assert_eq!(listed, names(&mut all.iter().map(|(name, _)| name)), "tests/golden/README.md");
    for ([file, version, format, checksum], (_, bytes)) in rows.iter().zip(&all) {
        let is_compressed = bytes.starts_with(&[0x1f, 0x8b]);
        let found = u16::from_le_bytes([bytes[8], bytes[9]]).to_string();
        assert!(is_compressed || *format == found, "{file} of format {found}");
        let found = format!("{:016x}", xxh64(bytes, 0));
        let stays = if unreleased(version) { "" } else { found.as_str() };
        assert_eq!(
            checksum, stays,
            "{file} of {version}: a golden index of a release never changes, and has its checksum"
        );
    }
}

#[test]
fn a_later_version_is_named_with_what_to_do() {
    let (_, mut index) = golden_indexes().swap_remove(0);
    index[8..10].copy_from_slice(&513u16.to_le_bytes());
    let error = Index::open(index).unwrap_err();
    assert_eq!(error.code(), "unsupported_version");
    assert_eq!(
        error.to_string(),
        "the index has format version 513, this version reads 1; use a newer kindex or build it again"
    );
    let (_, mut index) = golden_indexes().swap_remove(0);
    index[10] = 64;
    let error = Index::open(index).unwrap_err();
    assert_eq!(error.code(), "unknown_flags");
    assert_eq!(
        error.to_string(),
        "the index uses features that this version does not know: flags 64; use a newer kindex or build it again"
    );
    let error = Index::open(with_analyzer(999)).unwrap_err();
    assert_eq!(error.code(), "unknown_analyzer");
    assert_eq!(
        error.to_string(),
        "the index was made with an analyzer that this version does not know: number 999; use a newer kindex or build it again"
    );
}

/// An index with another number of the analyzer, which meta begins with, the first section.
fn with_analyzer(number: u16) -> Vec<u8> {
    let (_, mut index) = golden_indexes().swap_remove(0);
    let start = section(&index, 1).start;
    index[start..start + 2].copy_from_slice(&number.to_le_bytes());
    seal(&mut index);
    index
}

/// An index with a section whose number nobody knows, before the last one.
fn with_unknown_section(index: &[u8]) -> Vec<u8> {
    let number = |at: usize| u32::from_le_bytes(index[at..at + 4].try_into().unwrap()) as usize;
    let sections = usize::from(index[20]);
    let lengths: Vec<_> = (0..sections).map(|section| number(24 + 8 * section + 4)).collect();
    let table = &index[24..24 + 8 * sections];
    let pages = lengths.iter().map(|length| length.div_ceil(16_384)).sum::<usize>();
    let start = 24 + 8 * sections + 4 * pages;
    let last = lengths.last().unwrap();
    let (end, last_pages) = (index.len() - last, last.div_ceil(16_384));
    let (entries, sums) = (table.split_at(table.len() - 8), &index[24 + table.len()..start]);
    let sums = sums.split_at(sums.len() - 4 * last_pages);
    let extra = b"a section of a later version";
    let entry = [&999u32.to_le_bytes()[..], &(extra.len() as u32).to_le_bytes()].concat();
    let sum = (xxh64(extra, 0) as u32).to_le_bytes();
    let covered = [entries.0, &entry, entries.1, sums.0, &sum, sums.1].concat();
    let mut header = index[..24].to_vec();
    let length = (index.len() + entry.len() + sum.len() + extra.len()) as u32;
    header[12..16].copy_from_slice(&length.to_le_bytes());
    header[16..20].copy_from_slice(&(xxh64(&covered, 0) as u32).to_le_bytes());
    header[20] += 1;
    [&header[..], &covered, &index[start..end], extra, &index[end..]].concat()
}

#[test]
fn unknown_sections_are_passed_over() {
    for (name, bytes) in golden_indexes() {
        let longer = with_unknown_section(&bytes);
        let [known, longer] = [bytes, longer].map(|bytes| Index::open(bytes).unwrap());
        longer.verify().unwrap_or_else(|error| panic!("{name}: {error}"));
        let [known, longer] = [known, longer]
            .map(|index| index.search("install OR search", &SearchOptions::default()).unwrap());
        assert_eq!(known, longer, "{name}");
    }
}

/// The bytes of a section of an index: FORMAT.md, Header.
fn section(index: &[u8], number: u16) -> std::ops::Range<usize> {
    let length = |at: usize| u32::from_le_bytes(index[at..at + 4].try_into().unwrap()) as usize;
    let entries: Vec<usize> = (0..usize::from(index[20])).map(|entry| 24 + 8 * entry).collect();
    let pages: usize = entries.iter().map(|at| length(at + 4).div_ceil(16_384)).sum();
    let mut start = 24 + 8 * entries.len() + 4 * pages;
    for at in entries {
        if index[at..at + 2] == number.to_le_bytes() {
            return start..start + length(at + 4);
        }
        start += length(at + 4);
    }
    panic!("there is no section {number}");
}

/// A word says how many entries later the next one of its stem stands, here 1. With another number
/// the next one has another stem.
#[test]
fn a_word_that_leads_to_another_stem_is_found() {
    let document =
        Document { id: "a".into(), text: "walk walked walks".into(), ..Document::default() };
    let mut builder = Builder::new(Config::default());
    builder.add(document).unwrap();
    let index = builder.finish().unwrap();
    kindex::verify(&index).unwrap();
    let leads_elsewhere = |at: usize| {
        let mut changed = index.clone();
        changed[at] += 1;
        seal(&mut changed);
        kindex::verify(&changed).is_err_and(|error| error.to_string().contains("another stem"))
    };
    let words = section(&index, 2);
    assert!(words.filter(|&at| index[at] == 1).any(leads_elsewhere));
}
