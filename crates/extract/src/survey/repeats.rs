//! Finds what pages of a site repeat: passages that stand on most of them, and pages that only
//! collect what others have, such as a whole manual on one page.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::passages::{Passage, passages};

/// On fewer pages nothing can be told from repetition.
const LEAST_PAGES: usize = 8;

/// A page with fewer passages collects nothing.
const LEAST_PASSAGES: usize = 12;

/// A page that has less of others has one or two of them in it, but collects nothing.
const LEAST_PARTS: usize = 3;

/// Passages of more pages than these, or than one of [`OFTEN`], belong to the frame of the site.
const FEW: usize = 2;
const OFTEN: usize = 5;

/// The passages of each page.
#[derive(Clone, Debug, Default)]
pub(super) struct Repeats {
    pages: Vec<Page>,
}

#[derive(Clone, Debug)]
struct Page {
    path: String,
    /// Notes that the page says once. A page that says the same of several parts means these parts.
    notes: Vec<Passage>,
    long: Vec<Passage>,
}

/// A page that collects others, with the number of these.
pub(super) type Collections = Vec<(String, usize)>;

impl Repeats {
    /// Adds a page by its text in HTML.
    pub(super) fn add(&mut self, path: &str, html: &str) {
        let found = counted(passages(html).into_iter());
        let notes = found.iter().filter(|(it, count)| it.is_note() && *count == 1);
        let notes = notes.map(|(it, _)| *it).collect();
        let long = found.into_iter().map(|(it, _)| it).filter(|it| it.is_long()).collect();
        self.pages.push(Page { path: path.to_owned(), notes, long });
    }

    pub(super) fn merge(&mut self, other: Repeats) {
        self.pages.extend(other.pages);
    }

    /// The passages that stand on at least half of the pages, in order.
    pub(super) fn common(&self) -> Arc<[Passage]> {
        if self.pages.len() < LEAST_PAGES {
            return Arc::default();
        }
        let counts = counted(self.pages.iter().flat_map(|page| &page.notes).copied());
        let often = counts.into_iter().filter(|(_, count)| count * 2 >= self.pages.len());
        often.map(|(passage, _)| passage).collect()
    }

    /// The pages of which nearly all stands on several others, in order.
    pub(super) fn collections(&self) -> Collections {
        let own = self.without_frame();
        let mut places: BTreeMap<Passage, Vec<usize>> = BTreeMap::new();
        for (page, passages) in own.iter().enumerate() {
            for passage in passages {
                places.entry(*passage).or_default().push(page);
            }
        }
        let found = own.iter().enumerate().filter_map(|(page, passages)| {
            let parts = parts(page, &own, &places);
            let covered: BTreeSet<_> = parts.iter().flat_map(|part| &part.shared).collect();
            let is_covered = covered.len() * 10 >= passages.len() * 9;
            let path = self.pages.get(page)?.path.clone();
            (is_covered && parts.len() >= LEAST_PARTS).then_some((path, parts.len()))
        });
        let mut found: Collections = found.collect();
        found.sort_unstable();
        found
    }

    /// The long passages of each page that are not those of the site's frame.
    fn without_frame(&self) -> Vec<Vec<Passage>> {
        let most = FEW.max(self.pages.len() / OFTEN);
        let counts = counted(self.pages.iter().flat_map(|page| &page.long).copied());
        let frame: BTreeSet<Passage> =
            counts.into_iter().filter(|(_, count)| *count > most).map(|(it, _)| it).collect();
        let own =
            |page: &Page| page.long.iter().filter(|it| !frame.contains(it)).copied().collect();
        self.pages.iter().map(own).collect()
    }
}

/// A page of which most stands on another.
struct Part {
    shared: Vec<Passage>,
}

/// The pages that lie almost whole in a page, which has more than them.
fn parts(page: usize, own: &[Vec<Passage>], places: &BTreeMap<Passage, Vec<usize>>) -> Vec<Part> {
    let Some(passages) = own.get(page).filter(|all| all.len() >= LEAST_PASSAGES) else {
        return Vec::new();
    };
    let mut shared: BTreeMap<usize, Vec<Passage>> = BTreeMap::new();
    for passage in passages {
        let others = places.get(passage).into_iter().flatten().filter(|it| **it != page);
        for other in others {
            shared.entry(*other).or_default().push(*passage);
        }
    }
    let is_part = |(other, shared): &(usize, Vec<Passage>)| {
        let whole = own.get(*other).map_or(0, Vec::len);
        shared.len() * 10 >= whole * 8 && shared.len() * 10 <= passages.len() * 6
    };
    shared.into_iter().filter(is_part).map(|(_, shared)| Part { shared }).collect()
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
            repeats.add(&format!("{number}.html"), &framed(&chapter(number)));
        }
        for (path, text) in others {
            repeats.add(path, &framed(text));
        }
        repeats
    }

    #[test]
    fn a_page_of_all_chapters_collects_them() {
        let all: String = (0..10).map(chapter).collect();
        let more = format!("{all}<h1>The whole of the manual of ropes and of knots</h1>");
        let expected = |path: &str| vec![(path.to_owned(), 10)];
        assert_eq!(site(&[("all.html", all)]).collections(), expected("all.html"));
        assert_eq!(site(&[("print.html", more)]).collections(), expected("print.html"));
    }

    #[test]
    fn a_page_with_more_of_its_own_does_not() {
        let own: String = (10..13).map(chapter).collect();
        let others: String = (0..5).map(chapter).collect();
        assert_eq!(site(&[("more.html", others + &own)]).collections(), []);
        assert_eq!(
            site(&[("two.html", chapter(1) + &chapter(2) + &chapter(11))]).collections(),
            []
        );
    }

    #[test]
    fn versions_of_a_page_collect_nothing() {
        let mut repeats = Repeats::default();
        for version in 0..5 {
            for number in 0..10 {
                let long = chapter(number) + &chapter(100 + number) + &chapter(200 + number);
                repeats.add(&format!("v{version}/{number}.html"), &framed(&long));
            }
        }
        assert_eq!(repeats.collections(), []);
    }

    #[test]
    fn order_does_not_matter() {
        let all: String = (0..10).map(chapter).collect();
        let mut repeats = Repeats::default();
        repeats.add("all.html", &framed(&all));
        repeats.merge(site(&[]));
        assert_eq!(repeats.collections(), site(&[("all.html", all.clone())]).collections());
        assert_eq!(repeats.common(), site(&[("all.html", all)]).common());
    }

    #[test]
    fn what_most_pages_say_is_common() {
        let common = site(&[]).common();
        let mut expected = [Passage::of("Version: 1.31"), Passage::of(FRAME)];
        expected.sort();
        assert_eq!(*common, expected);
        let mut few = Repeats::default();
        (0..7).for_each(|it| few.add(&it.to_string(), &framed("")));
        assert_eq!(few.common().len(), 0);
    }
}
