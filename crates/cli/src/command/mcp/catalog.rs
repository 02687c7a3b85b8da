//! The addresses of all pages of an index, which are found once. js/mcp/catalog.js does the same.

use super::page_address::PageAddress;
use kindex::{Error, Index, Page};
use std::cell::OnceCell;
use std::collections::HashSet;

/// At most this many pages are read one by one: what lies between them may be most of the index.
const MAX_PAGES_ONE_BY_ONE: usize = 5;

/// The addresses of the pages of an index, by their numbers in its list.
pub struct Catalog {
    pub urls: PageAddresses,
    pub ids: PageAddresses,
}

/// Addresses by the numbers of pages.
pub struct PageAddresses {
    /// None where a page has no address.
    all: Vec<Option<PageAddress>>,
    /// Pages with the address of one before them.
    repeated: HashSet<usize>,
}

impl PageAddresses {
    fn new<'a>(addresses: impl Iterator<Item = &'a str>) -> Self {
        let mut made = PageAddresses { all: Vec::new(), repeated: HashSet::new() };
        let mut seen = HashSet::new();
        for (page, address) in addresses.enumerate() {
            made.all.push((!address.is_empty()).then(|| PageAddress::of(address)));
            if !seen.insert(address) {
                made.repeated.insert(page);
            }
        }
        made
    }

    /// The pages that have an address, with that.
    pub fn each(&self) -> impl Iterator<Item = (usize, &PageAddress)> {
        self.all.iter().enumerate().filter_map(|(page, address)| Some((page, address.as_ref()?)))
    }

    /// The same without pages that have the address of one before them.
    pub fn each_once(&self) -> impl Iterator<Item = (usize, &PageAddress)> {
        self.each().filter(|(page, _)| !self.repeated.contains(page))
    }
}

/// An index, and its catalog as soon as that was asked for.
pub struct Site {
    pub index: Index,
    catalog: OnceCell<Catalog>,
}

impl Site {
    /// Of an index, with nothing known of its pages.
    pub fn new(index: Index) -> Self {
        Site { index, catalog: OnceCell::new() }
    }

    /// Its pages by address and id, which are gathered once.
    ///
    /// # Errors
    /// Where the index cannot be used.
    pub fn catalog(&self) -> Result<&Catalog, Error> {
        if let Some(catalog) = self.catalog.get() {
            return Ok(catalog);
        }
        let pages = self.index.pages("", 0, usize::MAX)?.pages;
        let urls = PageAddresses::new(pages.iter().map(|page| page.url.as_str()));
        let ids = PageAddresses::new(pages.iter().map(|page| page.id.as_str()));
        Ok(self.catalog.get_or_init(|| Catalog { urls, ids }))
    }

    /// Pages by their numbers, in the order of these.
    ///
    /// # Errors
    /// Where the index cannot be used.
    pub fn pages_at(&self, numbers: &[usize]) -> Result<Vec<Page>, Error> {
        if numbers.len() > MAX_PAGES_ONE_BY_ONE {
            return self.between(numbers);
        }
        let each = numbers.iter().map(|&number| self.index.pages("", number, 1));
        let each: Result<Vec<_>, Error> = each.collect();
        Ok(each?.into_iter().flat_map(|found| found.pages).collect())
    }

    /// The same in one reading.
    fn between(&self, numbers: &[usize]) -> Result<Vec<Page>, Error> {
        let from = numbers.iter().copied().min().unwrap_or_default();
        let last = numbers.iter().copied().max().unwrap_or_default();
        let pages = self.index.pages("", from, last - from + 1)?.pages;
        let page = |&number: &usize| pages.get(number - from).cloned();
        Ok(numbers.iter().filter_map(page).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kindex::{Builder, Config, Document};

    #[test]
    fn pages_are_gone_through_once() {
        let mut builder = Builder::new(Config::default());
        for at in 0..9 {
            let url = format!("/{}/a.html", at / 2);
            let (id, text) = (format!("{at}.md"), "a".into());
            builder.add(Document { id, url, text, ..Document::default() }).unwrap();
        }
        let site = Site::new(Index::open(builder.finish().unwrap()).unwrap());
        let catalog = site.catalog().unwrap();
        assert!(std::ptr::eq(catalog, site.catalog().unwrap()));
        assert_eq!((catalog.urls.each().count(), catalog.urls.each_once().count()), (9, 5));
        assert_eq!(catalog.ids.each_once().count(), 9);
        for numbers in [&[7, 0, 8][..], &[], &[8, 1, 2, 7, 3, 0, 3]] {
            let pages = site.pages_at(numbers).unwrap();
            let ids: Vec<_> = numbers.iter().map(|number| format!("{number}.md")).collect();
            assert_eq!(pages.into_iter().map(|page| page.id).collect::<Vec<_>>(), ids);
        }
    }
}
