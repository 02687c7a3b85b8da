//! Pages by whatever a model copied as their address.

use crate::address::decoded;
use crate::catalog::{Addresses, PageAddresses};
use crate::page_address::{Fit, PageAddress, beginning, is_path, rank};
use crate::pages::{Part, of};
use crate::sites::{Named, Sites, sentence};
use crate::span::Span;
use crate::text::{address as askable, line, whole_line};
use crate::tool_error::{ToolError, bad_argument, known};
use crate::words::{bounds, filled, texts};
use kindex::{Error, Index, Page, Pages};
use std::cmp::Ordering;

/// A part of a page.
pub struct Place<'i> {
    /// The index that has it.
    pub of: Named<'i>,
    pub page: Page,
    pub part: Part,
    /// The name of a section that the page does not have.
    pub unknown: Option<String>,
}

/// The page, section or passage with an address, in whatever form, or with an id.
///
/// # Errors
/// [`ToolError::Argument`] where there is none or several, which names those that may be meant.
pub fn place<'i>(sites: &Sites<'i>, address: &str) -> Result<Place<'i>, ToolError> {
    let (name, address) = sites.parted(address);
    let found = place_of(sites.of(name)?, address);
    match found {
        Err(ToolError::Argument(message)) if name.is_none() && !sites.missing().is_empty() => {
            let missing = filled(texts::NOT_LOADED, &[&sentence(sites.missing())]);
            bad_argument(format!("{message}\n{missing}"))
        }
        found => found,
    }
}

fn place_of<'i>(all: &[Named<'i>], address: &str) -> Result<Place<'i>, ToolError> {
    if let Some(span) = Span::of(address)
        && let Some(place) = passage(all, &span)?
    {
        return Ok(place);
    }
    let (of, page) = page(all, address)?;
    let anchor = address.rsplit_once('#').map(|(_, anchor)| anchor.split(":~:").next());
    let anchor = anchor.flatten().filter(|anchor| !anchor.is_empty() && page.url != address);
    let Some(anchor) = anchor.filter(|anchor| !is_path(anchor)) else {
        return Ok(Place { of, page, part: Part::Whole, unknown: None });
    };
    let decoded = decoded(anchor);
    for anchor in [Some(anchor), decoded.as_deref()].into_iter().flatten() {
        if let Some(lines) = of.site.index.section(&format!("{}#{anchor}", page.id))? {
            return Ok(Place { of, page, part: Part::Lines(lines), unknown: None });
        }
    }
    Ok(Place { of, page, part: Part::Whole, unknown: Some(anchor.to_owned()) })
}

/// A passage; none where there is no such one.
fn passage<'i>(all: &[Named<'i>], span: &Span) -> Result<Option<Place<'i>>, ToolError> {
    let (of, page) = match page(all, &span.document) {
        Err(ToolError::Argument(_)) => return Ok(None),
        found => found?,
    };
    let there = Span { document: page.id.clone(), ..span.clone() };
    let [first, last] = there.ends().map(|id| known(of.site.index.chunk(&id)));
    let (Some(first), Some(last)) = (first?, last?) else { return Ok(None) };
    let part = Part::Bytes(first.start..last.end);
    Ok(Some(Place { of, page, part, unknown: None }))
}

/// The page with an address, in whatever form, or with an id.
///
/// # Errors
/// [`ToolError::Argument`] where there is none or several, which names those that may be meant.
fn page<'i>(all: &[Named<'i>], address: &str) -> Result<(Named<'i>, Page), ToolError> {
    let mut exact = Vec::new();
    for of in all {
        exact.extend(exactly(of.site.index, address)?.map(|page| (*of, page)));
    }
    let (is_fit, count, named) = if exact.is_empty() {
        let found = fitting(all, address)?;
        let (Found::Pages(numbers) | Found::Near(numbers)) = &found;
        let named = numbers.get(..bounds::NAMED_PAGES).unwrap_or(numbers);
        (matches!(found, Found::Pages(_)), numbers.len(), pages_at(all, named)?)
    } else {
        (true, exact.len(), exact)
    };
    let rows = rows(named.get(..bounds::NAMED_PAGES).unwrap_or(&named), count);
    let asked = line(address);
    match (is_fit, named.as_slice()) {
        (true, [found]) => Ok(found.clone()),
        (true, _) => bad_argument(filled(texts::SEVERAL_PAGES, &[&asked, &rows])),
        (false, []) => bad_argument(filled(texts::NO_PAGE, &[&asked])),
        (false, _) => bad_argument(filled(texts::NEAR_PAGES, &[&asked, &rows])),
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

/// A page, by the number of its index and its own.
type Number = (usize, usize);

/// Pages by their numbers, in the order of these.
fn pages_at<'i>(all: &[Named<'i>], numbers: &[Number]) -> Result<Vec<(Named<'i>, Page)>, Error> {
    let mut pages = Vec::new();
    for run in numbers.chunk_by(|one, other| one.0 == other.0) {
        let own: Vec<usize> = run.iter().map(|(_, page)| *page).collect();
        if let Some(of) = run.first().and_then(|(of, _)| all.get(*of)) {
            pages.extend(of.site.pages_at(&own)?.into_iter().map(|page| (*of, page)));
        }
    }
    Ok(pages)
}

/// The pages that fit an address, by their numbers.
enum Found {
    /// It is the address of each of these.
    Pages(Vec<Number>),
    /// It is that of none; these may be meant.
    Near(Vec<Number>),
}

fn fitting(all: &[Named<'_>], address: &str) -> Result<Found, Error> {
    let catalogs: Result<Vec<&Addresses>, Error> =
        all.iter().map(|of| of.site.addresses()).collect();
    let catalogs = catalogs?;
    let mut near = Vec::new();
    let read = PageAddress::of(address);
    let with_host = read.with_host();
    for asked in std::iter::once(read).chain(with_host) {
        let kinds: [fn(&Addresses) -> &PageAddresses; 2] = [|one| &one.urls, |one| &one.ids];
        for kind in kinds {
            match best(&catalogs, kind, &asked) {
                Some((Fit::Near, found)) => near.extend(found),
                Some((_, found)) => return Ok(Found::Pages(found)),
                None => {}
            }
        }
    }
    Ok(Found::Near(near))
}

/// The pages that fit best, and how.
fn best(
    catalogs: &[&Addresses],
    kind: fn(&Addresses) -> &PageAddresses,
    asked: &PageAddress,
) -> Option<(Fit, Vec<Number>)> {
    let mut best = None;
    let mut found = Vec::new();
    let each = (0..).zip(catalogs).flat_map(|(of, one)| {
        kind(one).each_once().map(move |(page, address)| ((of, page), address))
    });
    for (page, address) in each {
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
fn rows(named: &[(Named<'_>, Page)], all: usize) -> String {
    let name = |(of, page): &(Named<'_>, Page)| {
        let url = askable(&page.url);
        let shown = whole_line(if url.is_empty() { &page.id } else { url });
        format!("- {}", of.id(&shown))
    };
    let mut rows: Vec<String> = named.iter().map(name).collect();
    let more = all.saturating_sub(named.len());
    if more > 0 {
        rows.push(filled(texts::MORE_PAGES, &[&more.to_string()]));
    }
    rows.join("\n")
}

/// The pages whose addresses begin with a prefix, in whatever form, as tools name them.
///
/// # Errors
/// [`ToolError::Argument`] where the prefix names an index that cannot be loaded.
pub fn under(
    sites: &Sites<'_>,
    prefix: &str,
    from: usize,
    limit: usize,
) -> Result<Pages, ToolError> {
    let (name, prefix) = sites.parted(prefix);
    let all = sites.of(name)?;
    let found = beginning_with(all, prefix, from, limit)?;
    if found.total > 0 || prefix.is_empty() {
        return Ok(found);
    }
    let asked = beginning(prefix);
    let mut ranked: Vec<(usize, Number)> = Vec::new();
    for (number, of) in (0..).zip(all) {
        let pages = of.site.addresses()?.urls.each();
        ranked.extend(
            pages.filter_map(|(page, address)| Some((rank(&asked, address)?, (number, page)))),
        );
    }
    let Some(&(best, _)) = ranked.iter().min() else { return Ok(found) };
    let pages = ranked.into_iter().filter(|(rank, _)| *rank == best).map(|(_, page)| page);
    let pages: Vec<Number> = pages.collect();
    let wanted: Vec<Number> = pages.iter().copied().skip(from).take(limit).collect();
    let wanted = pages_at(all, &wanted)?.into_iter().map(|(of, page)| of.page(page));
    Ok(Pages { total: pages.len(), pages: wanted.collect() })
}

/// The pages whose addresses begin with just that, of one index after another.
///
/// # Errors
/// Those of the indexes.
fn beginning_with(
    all: &[Named<'_>],
    prefix: &str,
    from: usize,
    limit: usize,
) -> Result<Pages, Error> {
    let mut found = Pages { total: 0, pages: Vec::new() };
    for of in all {
        let (from, limit) = (from.saturating_sub(found.total), limit - found.pages.len());
        let own = of.site.index.pages(prefix, from, limit)?;
        found.total += own.total;
        found.pages.extend(own.pages.into_iter().map(|page| of.page(page)));
    }
    Ok(found)
}
