//! Reads each file once, however many links lead to it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::entry::Candidate;

/// Keeps one of the entries with the same place: the one that no link leads to, failing that the
/// first. Gives the number of the others, too.
pub(super) fn once(candidates: Vec<Candidate>) -> (Vec<Candidate>, usize) {
    let mut chosen: BTreeMap<(usize, &Path), usize> = BTreeMap::new();
    let mut kept = BTreeSet::new();
    for (at, Candidate { entry, .. }) in candidates.iter().enumerate() {
        let Some(place) = &entry.place else {
            kept.insert(at);
            continue;
        };
        let chosen = chosen.entry((entry.root, place)).or_insert(at);
        if !entry.linked {
            *chosen = at;
        }
    }
    kept.extend(chosen.into_values());
    let all = candidates.len();
    let numbered = candidates.into_iter().enumerate();
    let once: Vec<Candidate> =
        numbered.filter(|(at, _)| kept.contains(at)).map(|(_, candidate)| candidate).collect();
    let others = all - once.len();
    (once, others)
}
