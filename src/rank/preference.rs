//! Lets documents come first by their metadata, such as those in the reader's language.

use super::filter::{Condition, Filter};
use crate::error::ReadError;
use crate::format::documents::{Record, Values};
use crate::format::meta::Meta;
use alloc::string::String;
use alloc::vec::Vec;

/// The key of the language, which a regional form of it meets too.
pub(super) const LANG: &str = "lang";

/// A condition is a bit of a number.
pub(super) const MAX_PREFERRED_CONDITIONS: usize = 32;

/// The conditions that tell documents of an index apart.
pub(crate) struct Preference<'a>(Vec<&'a Filter>);

impl<'a> Preference<'a> {
    /// Leaves out those for which no record has to be read, as all documents meet them.
    pub fn new(filters: &'a [Filter], meta: &Meta) -> Self {
        let has_one_language = has_one_language(meta);
        let mut telling = Vec::new();
        for filter in filters {
            if meta.may_have(&filter.key) && !(filter.key == LANG && has_one_language) {
                telling.push(filter);
            }
        }
        Preference(telling)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The greater comes first: an earlier condition is a higher bit, which is set where it is met.
    pub fn of(&self, values: &Values<'_, '_>) -> Result<u32, ReadError> {
        let mut bits = 0;
        for filter in &self.0 {
            let lang = if filter.key == LANG { values.language()? } else { "" };
            let is_met = is_met(filter, &values.of(&filter.key)?, lang);
            bits = bits << 1 | u32::from(is_met);
        }
        Ok(bits)
    }

    /// The keys whose conditions are not met, with the values that the document has.
    pub fn differs(&self, record: &Record<'_>) -> Vec<(String, String)> {
        let mut differs = Vec::new();
        for filter in &self.0 {
            let values = record.values(&filter.key);
            if !is_met(filter, &values, record.lang) {
                differs.push((filter.key.clone(), values.join(", ")));
            }
        }
        differs
    }
}

/// Whether all documents are in one language.
pub(super) fn has_one_language(meta: &Meta) -> bool {
    meta.language.bytes().all(|byte| byte != b',') && meta.language != "none"
}

/// Whether a document with these values for the filter's key, in a language, meets it.
fn is_met(filter: &Filter, values: &[&str], lang: &str) -> bool {
    let is_spoken = || match &filter.condition {
        Condition::Any(wanted) if filter.key == LANG => wanted.iter().any(|tag| speaks(lang, tag)),
        _ => false,
    };
    filter.accepts(values) || values.is_empty() || is_spoken()
}

/// Whether a language is the one wanted, or a regional form of it.
fn speaks(lang: &str, wanted: &str) -> bool {
    let is_longer = matches!(lang.as_bytes().get(wanted.len()), None | Some(b'-' | b'_'));
    is_longer && lang.get(..wanted.len()).is_some_and(|tag| tag.eq_ignore_ascii_case(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn record<'a>(lang: &'a str, versions: Vec<&'a str>) -> Record<'a> {
        let filters = vec![("version", versions)];
        Record { id: "a", url: "", title: "", lang, meta: Vec::new(), filters, rest: &[] }
    }

    impl Preference<'_> {
        fn of_record(&self, record: &Record<'_>) -> u32 {
            let is_met =
                |filter: &&Filter| is_met(filter, &record.values(&filter.key), record.lang);
            self.0.iter().fold(0, |bits, filter| bits << 1 | u32::from(is_met(filter)))
        }
    }

    fn meta(language: &str) -> Meta {
        let keys = vec!["lang".into(), "version".into()];
        Meta { language: language.into(), keys, ..Meta::default() }
    }

    #[test]
    fn an_earlier_condition_counts_more() {
        let filters = [Filter::any("lang", ["de"]), Filter::any("version", ["2"])];
        let meta = meta("de,en");
        let preference = Preference::new(&filters, &meta);
        let of = |lang, versions| preference.of_record(&record(lang, versions));
        assert_eq!(of("de", vec!["1", "2"]), 3);
        assert_eq!(of("de", vec!["1"]), 2);
        assert_eq!(of("en", vec!["2"]), 1);
        assert_eq!(of("en", vec!["1"]), 0);
    }

    #[test]
    fn a_document_without_a_value_is_as_good() {
        let filters = [Filter::any("lang", ["de"]), Filter::any("version", ["2"])];
        let meta = meta("de,en");
        let preference = Preference::new(&filters, &meta);
        assert_eq!(preference.of_record(&record("", vec![])), 3);
        assert!(preference.differs(&record("", vec![])).is_empty());
        let differs = preference.differs(&record("en", vec!["1", "3"]));
        assert_eq!(differs, [("lang".into(), "en".into()), ("version".into(), "1, 3".into())]);
    }

    #[test]
    fn a_language_has_regions() {
        let met = |wanted: &str, lang| is_met(&Filter::any("lang", [wanted]), &[lang], lang);
        assert!(
            met("en", "en-US") && met("EN", "en") && met("pt-br", "pt-BR") && met("zh", "zh_Hant")
        );
        assert!(!met("en-GB", "en-US") && !met("en", "enm") && !met("en-US", "en"));
    }

    #[test]
    fn what_tells_no_documents_apart_is_left_out() {
        let lang = [Filter::any("lang", ["de"])];
        assert!(Preference::new(&lang, &meta("en")).is_empty());
        assert!(!Preference::new(&lang, &meta("de,en")).is_empty());
        assert!(!Preference::new(&lang, &meta("none")).is_empty());
        let unknown = [Filter { key: "who".into(), condition: Condition::Not(vec![]) }];
        assert!(Preference::new(&unknown, &meta("de,en")).is_empty());
    }
}
