//! Raises and lowers pages besides their own word: where they lie and how old they are.

use std::fmt;
use std::str::FromStr;

use globset::GlobMatcher;
use kindex::Document;

use kindex_text::date::Day;
use kindex_text::rules;

/// The largest boost that a document may have; products that are larger become it.
pub(crate) const MAX_BOOST: f64 = 100.0;

/// The smallest one that several may come to.
const MIN_BOOST: f64 = 0.001;

/// Metadata that says when a page was changed or written, the most telling first.
const DATES: [&str; 6] =
    ["updated", "lastmod", "last_updated", "lastUpdated", "last_modified_at", "date"];

/// A boost for pages by their path, written `blog/**=0.5`. Globs are those of [`Rooms`]: letters
/// match in either case, `*` stays within a folder, `**` does not, and a path that ends with a
/// slash means all that is in the folder.
///
/// ```
/// use kindex_extract::{Document, PathBoost};
///
/// let boost: PathBoost = "blog/=0.5".parse()?;
/// let mut document = Document::default();
/// boost.apply("blog/2024/news.md", &mut document);
/// assert_eq!(document.boost, 0.5);
/// # Ok::<(), kindex_extract::ParseBoostError>(())
/// ```
///
/// [`Rooms`]: crate::Rooms
#[derive(Clone, Debug)]
pub struct PathBoost {
    glob: GlobMatcher,
    by: f64,
}

impl PathBoost {
    /// Multiplies the boost of a document from the file at `path`, if the glob matches that.
    pub fn apply(&self, path: &str, document: &mut Document) {
        if self.glob.is_match(path) {
            multiply(document, self.by);
        }
    }
}

/// The reason that a boost by path cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseBoostError {
    message: String,
}

impl fmt::Display for ParseBoostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ParseBoostError {}

impl FromStr for PathBoost {
    type Err = ParseBoostError;

    fn from_str(given: &str) -> Result<PathBoost, ParseBoostError> {
        let fail = |message: String| ParseBoostError { message };
        let shape = || fail("give a glob and a number above 0, at most 100: blog/**=0.5".into());
        let (glob, by) = given.rsplit_once('=').ok_or_else(shape)?;
        let by =
            by.trim().parse().ok().filter(|by| *by > 0.0 && *by <= MAX_BOOST).ok_or_else(shape)?;
        let glob = rules::glob(glob).map_err(|error| fail(error.kind().to_string()))?;
        Ok(PathBoost { glob: glob.compile_matcher(), by })
    }
}

/// Lowers pages by their age, which is counted from the newest of them, so that the same pages
/// give the same boosts at any time.
///
/// A page's boost is multiplied by ½ + ½ · 2^(−age / half-life): a page as old as the half-life
/// gets ¾ of it, and none gets less than half. The age is in days, by the first date, such as
/// `2024-01-31`, in the metadata `updated`, `lastmod`, `last_updated`, `lastUpdated`,
/// `last_modified_at`, `date`. Pages without a date keep their boost.
pub fn lower_by_age<'a>(
    documents: impl IntoIterator<Item = &'a mut Document>,
    half_life_days: f64,
) {
    let dated = documents.into_iter().filter_map(|document| Some((day_of(document)?, document)));
    let dated: Vec<(i64, &mut Document)> = dated.collect();
    let newest = dated.iter().map(|(day, _)| *day).max().unwrap_or_default();
    for (day, document) in dated {
        let age = (newest - day) as f64;
        multiply(document, 0.5 + 0.5 * (-age / half_life_days).exp2());
    }
}

/// Days since the beginning of 1970.
fn day_of(document: &Document) -> Option<i64> {
    let dates = DATES.iter().filter_map(|key| document.meta.get(*key));
    dates.filter_map(|date| Day::from_iso(date.trim().get(..10)?)?.number()).next()
}

fn multiply(document: &mut Document, by: f64) {
    document.boost = (document.boost * by).clamp(MIN_BOOST, MAX_BOOST);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dated(date: &str) -> Document {
        let meta = [("date".to_owned(), date.into())].into();
        Document { meta, ..Document::default() }
    }

    #[test]
    fn paths_raise_and_lower() {
        let of = |glob: &str, path: &str| {
            let mut document = Document::default();
            glob.parse::<PathBoost>().unwrap().apply(path, &mut document);
            document.boost
        };
        assert_eq!(of("blog/**=0.5", "Blog/a/b.md"), 0.5);
        assert_eq!(of("blog/*=0.5", "blog/a/b.md"), 1.0);
        assert_eq!(of("/a=b/=2", "a=b/c.md"), 2.0);
        for wrong in ["blog", "blog=", "blog=0", "blog=-1", "blog=101", "blog=NaN", "blog/[=2"] {
            assert!(wrong.parse::<PathBoost>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn several_boosts_multiply_within_bounds() {
        let raise: PathBoost = "**=50".parse().unwrap();
        let mut document = Document::default();
        (0..3).for_each(|_| raise.apply("a.md", &mut document));
        assert_eq!(document.boost, 100.0);
    }

    #[test]
    fn age_counts_from_the_newest_page() {
        let mut pages = [
            dated("2024-01-31T10:00:00Z"),
            dated("2024-01-01"),
            dated("1999-12-31"),
            dated("soon"),
            Document::default(),
        ];
        lower_by_age(&mut pages, 30.0);
        let boosts = pages.map(|page| page.boost);
        assert_eq!(boosts[..2], [1.0, 0.75]);
        assert!((0.5..0.501).contains(&boosts[2]), "{boosts:?}");
        assert_eq!(boosts[3..], [1.0, 1.0]);
    }

    #[test]
    fn the_last_change_counts_before_the_day_of_writing() {
        let mut page = dated("2020-01-01");
        page.meta.insert("updated".into(), "2024-01-31".into());
        let mut pages = [page, dated("2024-01-01")];
        lower_by_age(&mut pages, 30.0);
        assert_eq!(pages.map(|page| page.boost), [1.0, 0.75]);
    }
}
