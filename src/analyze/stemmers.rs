//! The stemmers and the rules for readers: of all languages with the feature `languages`, else of
//! English. The stop words of languages besides English.

pub use snowball_stemmers_rs::Stemmer;

use snowball_stemmers_rs::Algorithm;

/// The languages besides English that the crate `stop_words` knows.
pub const OTHERS: &[&str] = &[
    "af", "ar", "az", "bg", "bn", "br", "ca", "cs", "da", "de", "el", "eo", "es", "et", "eu", "fa",
    "fi", "fr", "ga", "gl", "gu", "ha", "he", "hi", "hr", "hu", "hy", "id", "it", "ja", "kk", "ko",
    "ku", "la", "lt", "lv", "mr", "ms", "ne", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "so",
    "st", "sv", "sw", "tg", "th", "tl", "tr", "uk", "ur", "vi", "yo", "zh", "zu",
];

/// The tags of the languages that are known.
pub fn tags() -> impl Iterator<Item = &'static str> {
    let stemmed = ALGORITHMS.iter().map(|(tag, _)| *tag);
    stemmed.chain(OTHERS.iter().copied().filter(|tag| algorithm(tag).is_none()))
}

/// Whether a language is known, but not to this build.
pub fn is_left_out(tag: &str) -> bool {
    !cfg!(feature = "languages") && tag != "en" && tags().any(|known| known == tag)
}

/// The stemmer of a language, if it has one.
#[cfg(feature = "languages")]
pub fn stemmer(tag: &str) -> Option<Stemmer> {
    algorithm(tag).map(Stemmer::create)
}

/// The constant leaves the code of the other stemmers out of WebAssembly.
#[cfg(not(feature = "languages"))]
pub fn stemmer(tag: &str) -> Option<Stemmer> {
    (tag == "en").then(|| Stemmer::create(Algorithm::English))
}

/// The stop words of a language, as the crate `stop_words` has them.
pub fn stop_words(tag: &str) -> &'static [&'static str] {
    match tag {
        #[cfg(feature = "languages")]
        tag if OTHERS.contains(&tag) => stop_words::get(tag),
        _ => &[],
    }
}

fn algorithm(tag: &str) -> Option<Algorithm> {
    let found = ALGORITHMS.iter().find(|(known, _)| *known == tag);
    found.map(|(_, algorithm)| *algorithm)
}

const ALGORITHMS: &[(&str, Algorithm)] = &[
    ("ar", Algorithm::Arabic),
    ("ca", Algorithm::Catalan),
    ("cs", Algorithm::Czech),
    ("da", Algorithm::Danish),
    ("de", Algorithm::German),
    ("el", Algorithm::Greek),
    ("en", Algorithm::English),
    ("eo", Algorithm::Esperanto),
    ("es", Algorithm::Spanish),
    ("et", Algorithm::Estonian),
    ("eu", Algorithm::Basque),
    ("fa", Algorithm::Persian),
    ("fi", Algorithm::Finnish),
    ("fr", Algorithm::French),
    ("ga", Algorithm::Irish),
    ("hi", Algorithm::Hindi),
    ("hu", Algorithm::Hungarian),
    ("hy", Algorithm::Armenian),
    ("id", Algorithm::Indonesian),
    ("it", Algorithm::Italian),
    ("lt", Algorithm::Lithuanian),
    ("ne", Algorithm::Nepali),
    ("nl", Algorithm::Dutch),
    ("no", Algorithm::Norwegian),
    ("pl", Algorithm::Polish),
    ("pt", Algorithm::Portuguese),
    ("ro", Algorithm::Romanian),
    ("ru", Algorithm::Russian),
    ("sr", Algorithm::Serbian),
    ("st", Algorithm::Sesotho),
    ("sv", Algorithm::Swedish),
    ("ta", Algorithm::Tamil),
    ("tr", Algorithm::Turkish),
    ("uk", Algorithm::Ukrainian),
    ("yi", Algorithm::Yiddish),
];

/// Rules learned from vocabularies of Snowball: see `format/forms/learn.rs`.
#[cfg(not(feature = "languages"))]
pub const FORMS: &[(&str, &[u8])] = &[("en", include_bytes!("forms/en.bin"))];

/// The same of all languages that have some.
#[cfg(feature = "languages")]
pub const FORMS: &[(&str, &[u8])] = &[
    ("de", include_bytes!("forms/de.bin")),
    ("en", include_bytes!("forms/en.bin")),
    ("es", include_bytes!("forms/es.bin")),
    ("fi", include_bytes!("forms/fi.bin")),
    ("fr", include_bytes!("forms/fr.bin")),
    ("it", include_bytes!("forms/it.bin")),
    ("no", include_bytes!("forms/no.bin")),
    ("pt", include_bytes!("forms/pt.bin")),
    ("ro", include_bytes!("forms/ro.bin")),
    ("ru", include_bytes!("forms/ru.bin")),
];
