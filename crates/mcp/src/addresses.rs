//! Pages by whatever a model copied as their address.

use crate::address::decoded;
use crate::catalog::{Addresses, PageAddresses, Site};
use crate::page_address::{Fit, PageAddress, beginning, is_path, rank};
use crate::pages::{Part, of};
use crate::span::Span;
use crate::text::{address as askable, line, whole_line};
use crate::tool_error::{ToolError, bad_argument, known};
use crate::words::{bounds, filled, texts};
use kindex::{Error, Index, Page, Pages};
use std::cmp::Ordering;

/// A part of a page.
pub struct Place {
    pub page: Page,
    pub part: Part,
    /// The name of a section that the page does not have.
    pub unknown: Option<String>,
}

/// The page, section or passage with an address, in whatever form, or with an id.
///
/// # Errors
/// [`ToolError::Argument`] where there is none or several, which names those that may be meant.
pub fn place(site: Site<'_>, address: &str) -> Result<Place, ToolError> {
    if let Some(span) = Span::of(address)
        && let Some(place) = passage(site, &span)?
    {
        return Ok(place);
    }
    let page = page(site, address)?;
    let anchor = address.rsplit_once('#').map(|(_, anchor)| anchor.split(":~:").next());
    let anchor = anchor.flatten().filter(|anchor| !anchor.is_empty() && page.url != address);
    let Some(anchor) = anchor.filter(|anchor| !is_path(anchor)) else {
        return Ok(Place { page, part: Part::Whole, unknown: None });
    };
    let decoded = decoded(anchor);
    for anchor in [Some(anchor), decoded.as_deref()].into_iter().flatten() {
        if let Some(lines) = site.index.section(&format!("{}#{anchor}", page.id))? {
            return Ok(Place { page, part: Part::Lines(lines), unknown: None });
        }
    }
    Ok(Place { page, part: Part::Whole, unknown: Some(anchor.to_owned()) })
}

/// A passage; none where there is no such one.
fn passage(site: Site<'_>, span: &Span) -> Result<Option<Place>, ToolError> {
    let page = match page(site, &span.document) {
        Err(ToolError::Argument(_)) => return Ok(None),
        page => page?,
    };
    let there = Span { document: page.id.clone(), ..span.clone() };
    let [first, last] = there.ends().map(|id| known(site.index.chunk(&id)));
    let (Some(first), Some(last)) = (first?, last?) else { return Ok(None) };
    let part = Part::Bytes(first.start..last.end);
    Ok(Some(Place { page, part, unknown: None }))
}

/// The page with an address, in whatever form, or with an id.
///
/// # Errors
/// [`ToolError::Argument`] where there is none or several, which names those that may be meant.
fn page(site: Site<'_>, address: &str) -> Result<Page, ToolError> {
    if let Some(page) = exactly(site.index, address)? {
        return Ok(page);
    }
    let found = fitting(site.addresses()?, address);
    let (Found::Pages(numbers) | Found::Near(numbers)) = &found;
    let named = site.pages_at(numbers.get(..bounds::NAMED_PAGES).unwrap_or(numbers))?;
    let rows = rows(&named, numbers.len());
    let asked = line(address);
    match (found, named.as_slice()) {
        (Found::Pages(_), [page]) => Ok(page.clone()),
        (Found::Pages(_), _) => bad_argument(filled(texts::SEVERAL_PAGES, &[&asked, &rows])),
        (Found::Near(_), []) => bad_argument(filled(texts::NO_PAGE, &[&asked])),
        (Found::Near(_), _) => bad_argument(filled(texts::NEAR_PAGES, &[&asked, &rows])),
    }
}

/// The page with just that address, with or without a fragment, or with that id.
fn exactly(index: &Index, address: &str) -> Result<Option<Page>, Error> {
    let bare = address.rsplit_once('#').map(|(bare, _)| bare);
    for one in [Some(address), bare].into_iter().flatten() {
        if let Some(page) = index.page(one)? {
            return Ok(Some(page));
        }
    }
    of(index, address)
}

/// The pages that fit an address, by their numbers.
enum Found {
    /// It is the address of each of these.
    Pages(Vec<usize>),
    /// It is that of none; these may be meant.
    Near(Vec<usize>),
}

fn fitting(catalog: &Addresses, address: &str) -> Found {
    let mut near = Vec::new();
    let read = PageAddress::of(address);
    let with_host = read.with_host();
    for asked in std::iter::once(read).chain(with_host) {
        for addresses in [&catalog.urls, &catalog.ids] {
            match best(addresses, &asked) {
                Some((Fit::Near, found)) => near.extend(found),
                Some((_, found)) => return Found::Pages(found),
                None => {}
            }
        }
    }
    Found::Near(near)
}

/// The pages that fit best, and how.
fn best(addresses: &PageAddresses, asked: &PageAddress) -> Option<(Fit, Vec<usize>)> {
    let mut best = None;
    let mut found = Vec::new();
    for (page, address) in addresses.each_once() {
        let Some(fit) = asked.fit(address) else { continue };
        match Some(fit).cmp(&best) {
            Ordering::Less => continue,
            Ordering::Equal => {}
            Ordering::Greater => found.clear(),
        }
        best = Some(fit);
        found.push(page);
    }
    best.map(|(fit, _)| (fit, found))
}

/// The pages that are named of `all`, a row for each.
fn rows(named: &[Page], all: usize) -> String {
    let name = |page: &Page| {
        let url = askable(&page.url);
        format!("- {}", whole_line(if url.is_empty() { &page.id } else { url }))
    };
    let mut rows: Vec<String> = named.iter().map(name).collect();
    let more = all.saturating_sub(named.len());
    if more > 0 {
        rows.push(filled(texts::MORE_PAGES, &[&more.to_string()]));
    }
    rows.join("\n")
}

/// The pages whose addresses begin with a prefix, in whatever form.
pub fn under(site: Site<'_>, prefix: &str, from: usize, limit: usize) -> Result<Pages, Error> {
    let found = site.index.pages(prefix, from, limit)?;
    if found.total > 0 || prefix.is_empty() {
        return Ok(found);
    }
    let asked = beginning(prefix);
    let ranked = site.addresses()?.urls.each();
    let ranked = ranked.filter_map(|(page, address)| Some((rank(&asked, address)?, page)));
    let ranked: Vec<(usize, usize)> = ranked.collect();
    let Some(&(best, _)) = ranked.iter().min() else { return Ok(found) };
    let pages = ranked.into_iter().filter(|(rank, _)| *rank == best).map(|(_, page)| page);
    let pages: Vec<usize> = pages.collect();
    let wanted: Vec<usize> = pages.iter().copied().skip(from).take(limit).collect();
    Ok(Pages { total: pages.len(), pages: site.pages_at(&wanted)? })
}
