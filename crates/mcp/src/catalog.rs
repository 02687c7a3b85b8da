//! The addresses of all pages of an index, which are found once.

use crate::page_address::PageAddress;
use crate::words::bounds;
use kindex::{Error, Index, Page};
use std::cell::OnceCell;

/// The addresses of the pages of an index, as soon as they were asked for.
#[derive(Default)]
pub struct Catalog(OnceCell<Addresses>);

/// The addresses of the pages of an index, by their numbers in its list.
pub struct Addresses {
    pub urls: PageAddresses,
    pub ids: PageAddresses,
}

/// Addresses by the numbers of pages.
pub struct PageAddresses(Vec<Entry>);

struct Entry {
    /// None where a page has no address.
    address: Option<PageAddress>,
    /// Whether a page before it has the same one.
    repeated: bool,
}

impl PageAddresses {
    fn new<'p>(pages: &'p [Page], text: impl Fn(&'p Page) -> &'p str) -> Self {
        let mut sorted: Vec<(&str, usize)> = pages.iter().map(&text).zip(0..).collect();
        sorted.sort_unstable();
        let entry = |page| {
            let address = text(page);
            let address = (!address.is_empty()).then(|| PageAddress::of(address));
            Entry { address, repeated: false }
        };
        let mut entries: Vec<Entry> = pages.iter().map(entry).collect();
        for pair in sorted.windows(2) {
            if let [(one, _), (other, page)] = pair
                && one == other
                && let Some(entry) = entries.get_mut(*page)
            {
                entry.repeated = true;
            }
        }
        PageAddresses(entries)
    }

    /// The pages that have an address, with that.
    pub fn each(&self) -> impl Iterator<Item = (usize, &PageAddress)> {
        let entries = self.0.iter().enumerate();
        entries.filter_map(|(page, entry)| Some((page, entry.address.as_ref()?)))
    }

    /// The same without pages that have the address of one before them.
    pub fn each_once(&self) -> impl Iterator<Item = (usize, &PageAddress)> {
        self.each().filter(|(page, _)| self.0.get(*page).is_some_and(|entry| !entry.repeated))
    }
}

/// An index, and its catalog.
#[derive(Clone, Copy)]
pub struct Site<'i> {
    /// The index.
    pub index: &'i Index,
    catalog: &'i Catalog,
}

impl<'i> Site<'i> {
    /// Of an index and the catalog that is kept with it: of no other one.
    pub fn new(index: &'i Index, catalog: &'i Catalog) -> Self {
        Site { index, catalog }
    }

    /// Its pages by address and id, which are gathered once.
    ///
    /// # Errors
    /// Where the index cannot be used.
    pub(crate) fn addresses(&self) -> Result<&'i Addresses, Error> {
        let Catalog(catalog) = self.catalog;
        if let Some(catalog) = catalog.get() {
            return Ok(catalog);
        }
        let pages = self.index.pages("", 0, usize::MAX)?.pages;
        let urls = PageAddresses::new(&pages, |page| page.url.as_str());
        let ids = PageAddresses::new(&pages, |page| page.id.as_str());
        Ok(catalog.get_or_init(|| Addresses { urls, ids }))
    }

    /// Pages by their numbers, in the order of these.
    ///
    /// # Errors
    /// Where the index cannot be used.
    pub(crate) fn pages_at(&self, numbers: &[usize]) -> Result<Vec<Page>, Error> {
        // What lies between a few of them may be most of the index.
        if numbers.len() > bounds::PAGES_ONE_BY_ONE {
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
        let (index, catalog) =
            (Index::open(builder.finish().unwrap()).unwrap(), Catalog::default());
        let site = Site::new(&index, &catalog);
        let catalog = site.addresses().unwrap();
        assert!(std::ptr::eq(catalog, site.addresses().unwrap()));
        assert_eq!((catalog.urls.each().count(), catalog.urls.each_once().count()), (9, 5));
        assert_eq!(catalog.ids.each_once().count(), 9);
        for numbers in [&[7, 0, 8][..], &[], &[8, 1, 2, 7, 3, 0, 3]] {
            let pages = site.pages_at(numbers).unwrap();
            let ids: Vec<_> = numbers.iter().map(|number| format!("{number}.md")).collect();
            assert_eq!(pages.into_iter().map(|page| page.id).collect::<Vec<_>>(), ids);
        }
    }
}
