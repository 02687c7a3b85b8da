//! The habits of a site, which no page tells by itself: a [`Survey`](crate::Survey) finds them.

use std::sync::Arc;

use kindex_text::part;

use crate::format::Format;
use crate::text::passages::Passage;

/// The separators that generators put between a page's title and the site's.
pub(crate) const SEPARATORS: [&str; 9] =
    [" - ", " -- ", " – ", " — ", " | ", " · ", " :: ", " • ", " » "];

/// The habits that the pages of a site share; by default none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Habits {
    pub(crate) name: SiteName,
    /// Those of folders that have others, as each of several books does, in order.
    pub(crate) names: Vec<(String, SiteName)>,
    /// Whether some pages say with `data-pagefind-body` what is to be found.
    pub(crate) marked: bool,
    /// The folders of finished pages.
    pub(crate) finished: Vec<String>,
    /// The paths of pages that the search of the site itself does not find, in order.
    pub(crate) hidden: Vec<String>,
    /// The paths of pages that only collect others, in order.
    pub(crate) collections: Vec<String>,
    /// The paths of pages that are an `index.html` beside them, in order.
    pub(crate) copies: Vec<String>,
    /// The notes that most pages have, in order.
    pub(crate) common: Arc<[Passage]>,
}

impl Habits {
    /// These, but that text beside finished pages is read too.
    #[must_use]
    pub fn with_text_beside_pages(self) -> Self {
        Habits { finished: Vec::new(), ..self }
    }

    /// Whether most pages have this title, on the site or in the outermost folder.
    pub(crate) fn is_title_of_most(&self, path: &str, title: &str) -> bool {
        self.name.is_whole(title) || self.of_folder(path).is_some_and(|name| name.is_whole(title))
    }

    /// The name of what is published in the outermost folder of a path.
    fn of_folder(&self, path: &str) -> Option<&SiteName> {
        let folder = path.split_once('/').map(|(folder, _)| folder);
        let known = self.names.binary_search_by(|(name, _)| Some(name.as_str()).cmp(&folder));
        self.names.get(known.ok()?).map(|(_, name)| name)
    }

    /// The title of the page at a path without the name of the site, unless it is nothing else. A
    /// title without that may have the name of what is published in the outermost folder.
    #[must_use]
    pub fn page_title<'a>(&self, path: &str, title: &'a str) -> &'a str {
        let of_folder = || self.of_folder(path)?.cut(title);
        self.name.cut(title).or_else(of_folder).unwrap_or(title)
    }

    /// Whether pages without `data-pagefind-body` are not to be found, as for Pagefind.
    pub(crate) fn needs_mark(&self) -> bool {
        self.marked
    }

    /// Whether the search of the site itself leaves a page out.
    pub(crate) fn hides(&self, path: &str) -> bool {
        has(&self.hidden, path)
    }

    /// Whether a page has the text of other pages, and nothing else.
    pub(crate) fn is_collection(&self, path: &str) -> bool {
        has(&self.collections, path)
    }

    /// Whether a page is the same as the `index.html` beside it.
    pub(crate) fn is_copy(&self, path: &str) -> bool {
        has(&self.copies, path)
    }

    /// The notes that stand on most pages, in order.
    pub(crate) fn common(&self) -> &Arc<[Passage]> {
        &self.common
    }

    /// Whether a file is text beside finished pages, such as Sphinx's sources of these. A file of
    /// records, such as conversations, is data, which needs no page.
    pub(crate) fn leave_out(&self, path: &str, format: Format) -> bool {
        let is_text = matches!(format, Format::Markdown | Format::Mdx | Format::Text);
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        is_text && with_parents(folder).any(|above| self.finished.iter().any(|it| it == above))
    }
}

/// Whether a path is one of some in order.
pub(crate) fn has(paths: &[String], path: &str) -> bool {
    paths.binary_search_by(|one| one.as_str().cmp(path)).is_ok()
}

/// A folder and those it lies in, with the outermost, whose path is empty.
pub(crate) fn with_parents(folder: &str) -> impl Iterator<Item = &str> {
    let cuts = folder.rmatch_indices('/').map(|(at, _)| at);
    let inner = [folder.len()].into_iter().chain(cuts).map(|at| part(folder, 0..at));
    inner.chain((!folder.is_empty()).then_some(""))
}

/// The words that titles of a site have besides those of its pages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct SiteName {
    /// Their end, such as ` | The Guide`.
    pub(crate) suffix: Option<String>,
    /// Their beginning, such as `The Guide - `.
    pub(crate) prefix: Option<String>,
    /// The whole title of most pages.
    pub(crate) whole: Option<String>,
}

impl SiteName {
    /// Whether a title is that of most pages, and so of none.
    pub(crate) fn is_whole(&self, title: &str) -> bool {
        self.whole.as_deref() == Some(title)
    }

    /// A title without the name; none where it has none or nothing else.
    pub(crate) fn cut<'a>(&self, title: &'a str) -> Option<&'a str> {
        let suffix = self.suffix.as_deref();
        let ended = suffix.and_then(|suffix| filled(title.strip_suffix(suffix)?));
        let rest = ended.unwrap_or(title);
        let prefix = self.prefix.as_deref();
        let begun = prefix.and_then(|prefix| filled(rest.strip_prefix(prefix)?));
        begun.or(ended)
    }
}

fn filled(text: &str) -> Option<&str> {
    Some(text.trim()).filter(|text| !text.is_empty())
}
