//! Chunks by their ids: one, or several of a level that follow each other.

use crate::json::whole_number;

/// A run of chunks of a document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Span {
    pub document: String,
    pub level: usize,
    /// The position of the first one.
    pub first: usize,
    /// The position after the last one.
    pub end: usize,
}

impl Span {
    /// Reads the id of a chunk, `document#level.position`, or `document#level.first-last`.
    pub fn of(id: &str) -> Option<Self> {
        let (document, chunk) = id.rsplit_once('#')?;
        let (level, positions) = chunk.split_once('.')?;
        let (first, last) = positions.split_once('-').unwrap_or((positions, positions));
        let (level, first, last) =
            (whole_number(level)?, whole_number(first)?, whole_number(last)?);
        let document = document.to_owned();
        (first <= last).then_some(Span { document, level, first, end: last + 1 })
    }

    /// The id, as it was read.
    pub fn id(&self) -> String {
        let Span { document, level, first, end } = self;
        let last = end.saturating_sub(1);
        let to = if last > *first { format!("-{last}") } else { String::new() };
        format!("{document}#{level}.{first}{to}")
    }

    /// The ids of the first chunk and of the last one.
    pub fn ends(&self) -> [String; 2] {
        let Span { document, level, .. } = self;
        [self.first, self.end.saturating_sub(1)].map(|at| format!("{document}#{level}.{at}"))
    }

    /// How many chunks it has.
    pub fn count(&self) -> usize {
        self.end - self.first
    }

    /// Whether another run is of the same level of the same document.
    pub fn is_beside(&self, other: &Span) -> bool {
        (&self.document, self.level) == (&other.document, other.level)
    }

    /// Whether another run is within it.
    pub fn has(&self, other: &Span) -> bool {
        self.is_beside(other) && self.first <= other.first && other.end <= self.end
    }

    /// Whether another run begins where it ends, or ends where it begins.
    pub fn touches(&self, other: &Span) -> bool {
        self.is_beside(other) && (self.first == other.end || self.end == other.first)
    }
}

/// The id of the page of a passage; an id of a page as it is.
pub fn page_of(id: &str) -> &str {
    let page = id.rsplit_once('#').filter(|_| Span::of(id).is_some());
    page.map_or(id, |(page, _)| page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_chunks_are_read() {
        let span = |id| Span::of(id).map(|span| (span.ends(), span.id()));
        let said =
            |first: &str, last: &str, id: &str| Some(([first, last].map(str::to_owned), id.into()));
        assert_eq!(span("a#b.md#1.2"), said("a#b.md#1.2", "a#b.md#1.2", "a#b.md#1.2"));
        assert_eq!(span("a#0.2-4"), said("a#0.2", "a#0.4", "a#0.2-4"));
        for wrong in
            ["a", "a#1", "a#1.", "a#.1", "a#1.2-", "a#1.3-2", "a#1.2-3-4", "a#01.2", "#1.x"]
        {
            assert_eq!(span(wrong), None, "{wrong}");
        }
        let [all, one] = ["a#1.2-4", "a#1.4"].map(|id| Span::of(id).unwrap());
        assert!(all.has(&one) && !one.has(&all) && !all.has(&Span::of("a#0.3").unwrap()));
    }
}
