//! What a model has seen already and is not given again.

use crate::page_address::{Fit, PageAddress};
use crate::sites::Sites;
use crate::span::Span;
use crate::text::{citation, shown_id};
use crate::words::bounds;
use kindex::Hit;

/// Passages and pages, by their ids and addresses.
pub struct Exclusion<'a>(Vec<Seen<'a>>);

struct Seen<'a> {
    /// The name of the index that it says; none where it may be of any.
    of: Option<&'a str>,
    text: &'a str,
    /// The passages, where it is the id of some.
    span: Option<Span>,
    address: PageAddress,
    /// The place in the page, where the address has one.
    anchor: Option<&'a str>,
}

impl<'a> Exclusion<'a> {
    pub fn new(sites: &Sites<'a>, seen: &[&'a str]) -> Self {
        let seen = seen.iter().map(|text| {
            let (of, text) = sites.parted(text);
            Seen {
                of,
                text,
                span: Span::of(text),
                address: PageAddress::of(text),
                anchor: text.rsplit_once('#').map(|(_, anchor)| anchor),
            }
        });
        Exclusion(seen.collect())
    }

    /// How many more results to look for, so that enough stay.
    pub fn room(&self) -> usize {
        let most = |seen: &Seen<'_>| match &seen.span {
            Some(span) => span.count(),
            None => bounds::ADDRESS_ROOM,
        };
        self.0.iter().map(most).sum::<usize>().min(bounds::MOST_ROOM)
    }

    /// Whether a passage of the index with a name was seen.
    pub fn has(&self, hit: &Hit, name: &str) -> bool {
        let page = PageAddress::of(&hit.url);
        self.of(name).any(|seen| {
            let fits = || matches!(seen.address.fit(&page), Some((Fit::Same, _)));
            seen.names(&hit.id) || (!hit.url.is_empty() && fits() && seen.holds(hit))
        })
    }

    /// The same of one of which only the id is known.
    pub fn has_id(&self, id: &str, name: &str) -> bool {
        self.of(name).any(|seen| seen.names(id))
    }

    fn of(&self, name: &str) -> impl Iterator<Item = &Seen<'a>> {
        self.0.iter().filter(move |seen| seen.of.is_none_or(|of| of == name))
    }
}

impl Seen<'_> {
    /// Whether it is the id of a passage, or of the page of it.
    fn names(&self, id: &str) -> bool {
        let Some(span) = Span::of(&shown_id(id)) else { return false };
        span.document == self.text || self.span.as_ref().is_some_and(|seen| seen.has(&span))
    }

    /// Whether a passage is at the place in its page.
    fn holds(&self, hit: &Hit) -> bool {
        let Some(anchor) = self.anchor else { return true };
        citation(&hit.url, &hit.anchor).rsplit_once('#').is_some_and(|(_, own)| own == anchor)
    }
}
