//! What a reader notes of a conversation beside its text.

use std::collections::{BTreeMap, BTreeSet};

use crate::extracted::{Warning, WarningKind};

/// The entries of which at most one may be of an unknown kind before that is said.
const ENTRIES_FOR_EACH_UNKNOWN: usize = 10;

/// The most kinds that a warning names.
const MAX_NAMED_KINDS: usize = 5;

#[derive(Debug, Default)]
pub(super) struct Notes {
    pub(super) left_out: LeftOut,
    pub(super) kinds: Kinds,
}

impl Notes {
    /// Counts something that is left out as it should be.
    pub(super) fn omit(&mut self, thing: &'static str) {
        self.left_out.count(thing);
    }
}

/// The number of things of a kind that were left out as they should be.
#[derive(Debug, Default)]
pub(super) struct LeftOut(BTreeMap<&'static str, usize>);

impl LeftOut {
    pub(super) fn count(&mut self, thing: &'static str) {
        *self.0.entry(thing).or_default() += 1;
    }

    /// `3 system messages, 1 tool result`; none for nothing.
    pub(super) fn summary(&self) -> Option<String> {
        let of = |(thing, count): (&&str, &usize)| {
            format!("{count} {thing}{}", if *count == 1 { "" } else { "s" })
        };
        let parts: Vec<String> = self.0.iter().map(of).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

/// The entries of an export, and those among them whose kinds are not known. Formats change: where
/// there are many, something is likely to be missing.
#[derive(Debug, Default)]
pub(super) struct Kinds {
    entries: usize,
    unknown_entries: usize,
    /// How many entries have each unknown kind, or a part of it.
    unknown: BTreeMap<String, usize>,
    /// The unknown kinds of the entry that is being read.
    current: BTreeSet<String>,
}

impl Kinds {
    /// An entry begins.
    pub(super) fn entry(&mut self) {
        self.close();
        self.entries += 1;
    }

    /// The entry has this kind, or a part of it does, and it is not known.
    pub(super) fn unknown(&mut self, kind: &str) {
        self.current.insert(kind.to_owned());
    }

    fn close(&mut self) {
        self.unknown_entries += usize::from(!self.current.is_empty());
        for kind in std::mem::take(&mut self.current) {
            *self.unknown.entry(kind).or_default() += 1;
        }
    }

    pub(super) fn add(&mut self, mut other: Kinds) {
        other.close();
        self.entries += other.entries;
        self.unknown_entries += other.unknown_entries;
        for (kind, count) in other.unknown {
            *self.unknown.entry(kind).or_default() += count;
        }
    }

    /// Warns where too many entries are of unknown kinds.
    pub(super) fn report(mut self) -> Option<Warning> {
        self.close();
        if self.unknown_entries * ENTRIES_FOR_EACH_UNKNOWN <= self.entries {
            return None;
        }
        let mut kinds: Vec<(String, usize)> = self.unknown.into_iter().collect();
        kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let more = kinds.len().saturating_sub(MAX_NAMED_KINDS);
        let named = kinds.iter().take(MAX_NAMED_KINDS);
        let mut named: Vec<String> =
            named.map(|(kind, count)| format!("{kind:?} ({count})")).collect();
        if more > 0 {
            named.push(format!("{more} more"));
        }
        let message = format!(
            "{} of {} entries are of kinds that are not known: {}; the format may have changed, \
             and text may be missing",
            self.unknown_entries,
            self.entries,
            named.join(", ")
        );
        Some(Warning::new(WarningKind::UnknownKinds, None, message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(entries: usize, unknown: &[&[&str]]) -> Vec<String> {
        let mut kinds = Kinds::default();
        for number in 0..entries {
            kinds.entry();
            for kind in unknown.get(number).copied().unwrap_or_default() {
                kinds.unknown(kind);
            }
        }
        let mut sum = Kinds::default();
        sum.add(kinds);
        sum.report().into_iter().map(|warning| warning.message).collect()
    }

    #[test]
    fn more_than_a_tenth_is_said() {
        assert_eq!(report(0, &[]), [""; 0]);
        assert_eq!(report(20, &[&["fax"], &["fax"]]), [""; 0]);
        // An entry of two unknown parts is one.
        assert_eq!(report(10, &[&["fax", "pager"]]), [""; 0]);
        assert_eq!(
            report(19, &[&["fax"], &["fax", "fax", "pager"]]),
            ["2 of 19 entries are of kinds that are not known: \"fax\" (2), \"pager\" (1); the \
              format may have changed, and text may be missing"]
        );
    }

    #[test]
    fn the_most_frequent_kinds_are_named() {
        let all: &[&str] = &["a", "b", "c", "d", "e", "f", "g"];
        let said = report(2, &[all, &["g"]]).remove(0);
        assert!(said.contains("\"g\" (2), \"a\" (1), "), "{said}");
        assert!(said.contains("\"d\" (1), 2 more;"), "{said}");
    }
}
