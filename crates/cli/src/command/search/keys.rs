//! Keys that were asked for and that no document has: a mistake that looks like finding nothing.

use crate::failure::Failure;
use crate::output;
use kindex::{DocumentView, Error, Index, SearchOptions};
use std::collections::BTreeSet;

/// How many keys are named at most.
const NAMED: usize = 20;

/// Says which keys of filters, facets and the order no document has, and which there are. Reads
/// documents until it has seen all keys that were asked for.
///
/// # Errors
/// Where the index turns out to be damaged.
pub fn check(index: &Index, options: &SearchOptions) -> Result<(), Failure> {
    let mut missing = asked(options);
    if missing.is_empty() {
        return Ok(());
    }
    let there = keys(index, &mut missing).map_err(|error| Failure::library(&error))?;
    for key in missing {
        output::warning(&format!("no document has the key {key}; {}", named(&there)));
    }
    Ok(())
}

fn asked(options: &SearchOptions) -> BTreeSet<&str> {
    let filters = options.filters.iter().map(|filter| filter.key.as_str());
    let order = options.sort.iter().map(|sort| sort.key.as_str());
    filters.chain(order).chain(options.facets.iter().map(String::as_str)).collect()
}

/// The keys of documents, up to where nothing is missing any more.
fn keys(index: &Index, missing: &mut BTreeSet<&str>) -> Result<BTreeSet<String>, Error> {
    let mut there = BTreeSet::new();
    for id in index.documents()? {
        let document = index.document(&id)?;
        for key in keys_of(document) {
            missing.remove(key.as_str());
            there.insert(key);
        }
        if missing.is_empty() {
            break;
        }
    }
    Ok(there)
}

fn keys_of(document: DocumentView) -> impl Iterator<Item = String> {
    let language = (!document.lang.is_empty()).then(|| "lang".to_owned());
    let filters = document.filters.into_iter().map(|(key, _)| key);
    filters.chain(document.meta.into_iter().map(|(key, _)| key)).chain(language)
}

fn named(keys: &BTreeSet<String>) -> String {
    if keys.is_empty() {
        return "there are none in this index".into();
    }
    let first: Vec<&str> = keys.iter().take(NAMED).map(String::as_str).collect();
    let more = keys.len() - first.len();
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("keys are {}{rest}", first.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_so_many_keys_are_named() {
        let keys = |count| (0..count).map(|number| format!("k{number:02}")).collect();
        assert_eq!(named(&keys(0)), "there are none in this index");
        assert_eq!(named(&keys(2)), "keys are k00, k01");
        assert!(named(&keys(20)).ends_with("k18, k19"));
        assert!(named(&keys(23)).ends_with("k18, k19 and 3 more"));
    }
}
