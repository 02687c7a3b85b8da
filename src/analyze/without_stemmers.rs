//! What stands for `stemmers` without the feature `stem`: English has stop words, and no language
//! has more.

/// There is none.
pub enum Stemmer {}

impl Stemmer {
    pub fn stem(&self, _: &str) -> alloc::string::String {
        match *self {}
    }
}

pub fn tags() -> impl Iterator<Item = &'static str> {
    ["en"].into_iter()
}

pub fn is_left_out(_: &str) -> bool {
    false
}

pub fn stemmer(_: &str) -> Option<Stemmer> {
    None
}

pub fn stop_words(_: &str) -> &'static [&'static str] {
    &[]
}

pub const FORMS: &[(&str, &[u8])] = &[];
