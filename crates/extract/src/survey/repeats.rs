//! Finds what pages of a site repeat: passages that stand on most of them, pages that only collect
//! what others have, such as a whole manual on one page, and pages that are there twice.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use xxhash_rust::xxh64::xxh64;

use crate::text::passages::{Passage, passages};

/// On fewer pages nothing can be told from repetition.
const MIN_PAGES: usize = 8;

/// A page with fewer passages collects nothing.
const MIN_PASSAGES: usize = 12;

/// A page that has less of others has one or two of them in it, but collects nothing.
const MIN_PARTS: usize = 3;

/// Passages of more pages than one of [`PAGES_PER_FRAME`] belong to the frame of the site, but of
/// more than [`FEW_PAGES`], and always those of more than [`MANY_PAGES`], which bounds the work.
const FEW_PAGES: usize = 2;
const PAGES_PER_FRAME: usize = 5;
const MANY_PAGES: usize = 64;

/// The passages of each page.
#[derive(Clone, Debug, Default)]
pub(super) struct Repeats {
    pages: Vec<Page>,
}

#[derive(Clone, Debug)]
struct Page {
    path: String,
    /// Whether it says with `data-pagefind-body` what is to be found.
    is_marked: bool,
    /// Notes that the page says once. A page that says the same of several parts means these parts.
    notes: Vec<Passage>,
    long: Vec<Passage>,
    /// A hash of all that the page is.
    whole: u64,
}

/// Pages that repeat others, and passages that most pages repeat.
pub(super) struct Repeated {
    /// The paths of the pages of which nearly all stands on several others, in order.
    pub collections: Vec<String>,
    /// The paths of the pages that are an `index.html` of the same folder, byte for byte, in order.
    pub copies: Vec<String>,
    /// The notes that stand on at least half of the pages, in order.
    pub common: Arc<[Passage]>,
}

impl Repeats {
    /// Adds a page by its text in HTML.
    pub(super) fn add(&mut self, path: &str, html: &str, is_marked: bool) {
        let found = counted(passages(html).into_iter());
        let notes = found.iter().filter(|(it, count)| it.is_note() && *count == 1);
        let notes = notes.map(|(it, _)| *it).collect();
        let long = found.into_iter().map(|(it, _)| it).filter(|it| it.is_long()).collect();
        let whole = xxh64(html.as_bytes(), 0);
        self.pages.push(Page { path: path.to_owned(), is_marked, notes, long, whole });
    }

    pub(super) fn merge(&mut self, other: Repeats) {
        self.pages.extend(other.pages);
    }

    /// Looks for repetitions. Pages that are left out by their paths and marks do not count: the
    /// text of such a page would be found nowhere else.
    pub(super) fn found(&self, is_left_out: impl Fn(&str, bool) -> bool) -> Repeated {
        let pages = self.pages.iter().filter(|page| !is_left_out(&page.path, page.is_marked));
        let pages: Vec<&Page> = pages.collect();
        Repeated {
            collections: collections(&pages),
            copies: copies(&pages),
            common: common(&pages),
        }
    }
}

/// Generators such as mdBook write their first page twice. Only within a folder: versions of a page
/// are asked for each.
fn copies(pages: &[&Page]) -> Vec<String> {
    let split = |page: &Page| match page.path.rsplit_once('/') {
        Some((folder, name)) => (folder.to_owned(), name == "index.html"),
        None => (String::new(), page.path == "index.html"),
    };
    let key = |page: &Page| (split(page).0, page.whole);
    let (indexes, others): (Vec<&Page>, Vec<&Page>) = pages.iter().partition(|page| split(page).1);
    let indexes: BTreeSet<_> = indexes.into_iter().map(key).collect();
    let copies = others.into_iter().filter(|page| indexes.contains(&key(page)));
    let mut copies: Vec<String> = copies.map(|page| page.path.clone()).collect();
    copies.sort_unstable();
    copies
}

fn common(pages: &[&Page]) -> Arc<[Passage]> {
    if pages.len() < MIN_PAGES {
        return Arc::default();
    }
    let counts = counted(pages.iter().flat_map(|page| &page.notes).copied());
    let often = counts.into_iter().filter(|(_, count)| count * 2 >= pages.len());
    often.map(|(passage, _)| passage).collect()
}

fn collections(pages: &[&Page]) -> Vec<String> {
    let shared = Shared::of(pages);
    let found = pages.iter().enumerate().filter(|(page, _)| shared.is_collection(*page));
    let mut found: Vec<String> = found.map(|(_, page)| page.path.clone()).collect();
    found.sort_unstable();
    found
}

/// The long passages of pages without those of the site's frame.
struct Shared {
    own: Vec<Vec<Passage>>,
    /// Those of several pages, with the numbers of these.
    places: BTreeMap<Passage, Vec<usize>>,
}

impl Shared {
    fn of(pages: &[&Page]) -> Shared {
        let most = (pages.len() / PAGES_PER_FRAME).clamp(FEW_PAGES, MANY_PAGES);
        let counts = counted(pages.iter().flat_map(|page| &page.long).copied());
        let several = counts.into_iter().filter(|(_, count)| *count > 1);
        let (frame, repeated): (Vec<_>, Vec<_>) = several.partition(|(_, count)| *count > most);
        let frame: BTreeSet<Passage> = frame.into_iter().map(|(it, _)| it).collect();
        let mut places: BTreeMap<Passage, Vec<usize>> =
            repeated.into_iter().map(|(it, _)| (it, Vec::new())).collect();
        let own = pages.iter().enumerate().map(|(number, page)| {
            let own = page.long.iter().filter(|it| !frame.contains(it)).copied();
            let own: Vec<Passage> = own.collect();
            for passage in &own {
                places.entry(*passage).and_modify(|places| places.push(number));
            }
            own
        });
        Shared { own: own.collect(), places }
    }

    fn is_collection(&self, page: usize) -> bool {
        let passages = self.own.get(page).map_or(&[][..], Vec::as_slice);
        let is_most = |count: usize| count * 10 >= passages.len() * 9;
        let repeated = passages.iter().filter(|it| self.places.contains_key(it)).count();
        if passages.len() < MIN_PASSAGES || !is_most(repeated) {
            return false;
        }
        let parts = self.parts(page, passages);
        let covered: BTreeSet<Passage> = parts.iter().flatten().copied().collect();
        parts.len() >= MIN_PARTS && is_most(covered.len())
    }

    /// The pages that lie almost whole in a page with these passages, which has more than them: of
    /// each the passages that both have.
    fn parts(&self, page: usize, passages: &[Passage]) -> Vec<Vec<Passage>> {
        let mut shared: BTreeMap<usize, Vec<Passage>> = BTreeMap::new();
        for passage in passages {
            let others = self.places.get(passage).into_iter().flatten();
            for other in others.filter(|it| **it != page) {
                shared.entry(*other).or_default().push(*passage);
            }
        }
        let is_part = |(other, shared): &(usize, Vec<Passage>)| {
            let whole = self.own.get(*other).map_or(0, Vec::len);
            shared.len() * 10 >= whole * 8 && shared.len() * 10 <= passages.len() * 6
        };
        shared.into_iter().filter(is_part).map(|(_, shared)| shared).collect()
    }
}

/// Counts equal ones, in order.
fn counted(passages: impl Iterator<Item = Passage>) -> Vec<(Passage, usize)> {
    let mut all: Vec<Passage> = passages.collect();
    all.sort_unstable();
    all.chunk_by(|a, b| a == b).filter_map(|same| Some((*same.first()?, same.len()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: &str = "All of this manual can be read from the first to the last page";

    fn paragraph(chapter: usize, number: usize) -> String {
        let text = format!("<b>{number}</b> of chapter {chapter} tells of the ropes of sailors");
        format!("<p>Paragraph {text}.</p>")
    }

    fn chapter(number: usize) -> String {
        (0..5).map(|it| paragraph(number, it)).collect()
    }

    fn framed(text: &str) -> String {
        let version = "<p>Version: <b>1.31</b></p><p>Stability: low</p><p>Stability: low</p>";
        format!("<!doctype html><body><nav>{FRAME}</nav>{version}{text}<p>Sources:</p></body>")
    }

    /// A site of ten chapters, and other pages.
    fn site(others: &[(&str, String)]) -> Repeats {
        let mut repeats = Repeats::default();
        for number in 0..10 {
            repeats.add(&format!("{number}.html"), &framed(&chapter(number)), false);
        }
        for (path, text) in others {
            repeats.add(path, &framed(text), false);
        }
        repeats
    }

    fn of(repeats: &Repeats) -> Repeated {
        repeats.found(|_, _| false)
    }

    #[test]
    fn a_page_of_all_chapters_collects_them() {
        let all: String = (0..10).map(chapter).collect();
        let more = format!("{all}<h1>The whole of the manual of ropes and of knots</h1>");
        assert_eq!(of(&site(&[("all.html", all)])).collections, ["all.html"]);
        assert_eq!(of(&site(&[("print.html", more)])).collections, ["print.html"]);
    }

    #[test]
    fn a_page_with_more_of_its_own_does_not() {
        let own: String = (10..13).map(chapter).collect();
        let others: String = (0..5).map(chapter).collect();
        let two = chapter(1) + &chapter(2) + &chapter(11);
        for text in [others + &own, two] {
            assert!(of(&site(&[("more.html", text)])).collections.is_empty());
        }
    }

    #[test]
    fn a_page_whose_parts_are_left_out_is_needed() {
        let all: String = (0..10).map(chapter).collect();
        let site = site(&[("all.html", all)]);
        assert!(site.found(|path, _| path != "all.html").collections.is_empty());
        assert!(site.found(|_, is_marked| !is_marked).common.is_empty());
    }

    #[test]
    fn a_page_that_is_there_twice_has_a_copy() {
        let mut repeats = Repeats::default();
        for (path, text) in [
            ("index.html", "<p>A b."),
            ("one.html", "<p>A b."),
            ("two.html", "<p>A-b."),
            ("v1/one.html", "<p>A b."),
            ("v2/one.html", "<p>A b."),
            ("v2/index.html", "<p>A b!"),
            ("v3/an-index.html", "<p>A b."),
            ("v3/index.html", "<p>A b."),
        ] {
            repeats.add(path, text, false);
        }
        assert_eq!(of(&repeats).copies, ["one.html", "v3/an-index.html"]);
    }

    #[test]
    fn versions_of_a_page_collect_nothing() {
        let mut repeats = Repeats::default();
        for version in 0..5 {
            for number in 0..10 {
                let long = chapter(number) + &chapter(100 + number) + &chapter(200 + number);
                repeats.add(&format!("v{version}/{number}.html"), &framed(&long), false);
            }
        }
        assert!(of(&repeats).collections.is_empty());
    }

    #[test]
    fn order_does_not_matter() {
        let all: String = (0..10).map(chapter).collect();
        let mut repeats = Repeats::default();
        repeats.add("all.html", &framed(&all), false);
        repeats.merge(site(&[]));
        assert_eq!(of(&repeats).collections, of(&site(&[("all.html", all.clone())])).collections);
        assert_eq!(of(&repeats).common, of(&site(&[("all.html", all)])).common);
    }

    #[test]
    fn what_most_pages_say_is_common() {
        let common = of(&site(&[])).common;
        let mut expected = [Passage::of("Version: 1.31"), Passage::of(FRAME)];
        expected.sort();
        assert_eq!(*common, expected);
        let mut few = Repeats::default();
        (0..7).for_each(|it| few.add(&it.to_string(), &framed(""), false));
        assert_eq!(of(&few).common.len(), 0);
    }
}
