//! What results must have or must not have, while documents are scored.

use super::filter;
use super::matches::{Inside, Match, Matches};
use super::phrase;
use super::query::{Guard, Operand, Place, Query};
use crate::error::Damage;
use crate::index::Sections;
use alloc::vec::Vec;
use core::ops::Range;

/// The guards of a query, one document at a time.
pub(super) struct Guards<'a>(Vec<Active<'a>>);

struct Active<'a> {
    excluded: bool,
    words: Vec<(Place, Matches)>,
    values: Vec<(&'a str, &'a str)>,
    /// For each child of the document, whether it meets the guard.
    met: Vec<bool>,
}

impl<'a> Guards<'a> {
    pub fn new(sections: &Sections<'_>, query: &'a Query) -> Result<Self, Damage> {
        let mut guards = Vec::new();
        for guard in &query.guards {
            guards.push(Active::new(sections, guard)?);
        }
        Ok(Guards(guards))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes up a document; whether any result of it may be admitted.
    pub fn load(
        &mut self,
        sections: &Sections<'_>,
        document: usize,
        children: &Range<usize>,
    ) -> Result<bool, Damage> {
        for guard in &mut self.0 {
            guard.load(sections, document, children)?;
            if guard.met.iter().all(|&met| met == guard.excluded) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a result may consist of these children, counted from the document's first.
    pub fn admit(&self, window: &Range<u32>) -> bool {
        let window = window.start as usize..window.end as usize;
        self.0.iter().all(|guard| {
            let met = guard.met.get(window.clone()).unwrap_or_default();
            met.contains(&true) != guard.excluded
        })
    }
}

impl<'a> Active<'a> {
    fn new(sections: &Sections<'_>, guard: &'a Guard) -> Result<Self, Damage> {
        let mut active = Active {
            excluded: guard.excluded,
            words: Vec::new(),
            values: Vec::new(),
            met: Vec::new(),
        };
        for operand in &guard.any {
            let (place, matches) = match operand {
                Operand::Value { key, value } => {
                    active.values.push((key, value));
                    continue;
                }
                Operand::Terms { place, terms, phrase: true } => {
                    (place, phrase::matches(sections, terms)?)
                }
                Operand::Terms { place, terms, .. } => match terms.first() {
                    Some(term) => (place, Matches::new(sections, term)?),
                    None => continue,
                },
            };
            active.words.push((*place, matches));
        }
        Ok(active)
    }

    fn load(
        &mut self,
        sections: &Sections<'_>,
        document: usize,
        children: &Range<usize>,
    ) -> Result<(), Damage> {
        let record = match self.values.is_empty() {
            true => None,
            false => Some(sections.documents.get(document)?),
        };
        let has = |(key, value): &(&str, &str)| {
            let values = record.iter().flat_map(|record| filter::values(record, key));
            values.into_iter().any(|known| known.eq_ignore_ascii_case(value))
        };
        let all = self.values.iter().any(has);
        self.met.clear();
        self.met.resize(children.len(), all);
        for (place, word) in &self.words {
            mark(&mut self.met, *place, &word.inside(document, children), children);
        }
        Ok(())
    }
}

/// Marks the children that have what lies in the document at a place.
fn mark(met: &mut [bool], place: Place, inside: &Inside, children: &Range<usize>) {
    if place != Place::Heading && inside.title > 0.0 {
        met.fill(true);
    }
    let mut mark = |runs: &[Match]| {
        for found in runs {
            let from_first = |at: u32| (at as usize).saturating_sub(children.start);
            let range = from_first(found.at.start)..from_first(found.at.end);
            met.get_mut(range).unwrap_or_default().fill(true);
        }
    };
    if place != Place::Title {
        mark(&inside.headings);
    }
    if place == Place::Any {
        mark(&inside.extras);
        mark(&inside.bodies);
    }
}
