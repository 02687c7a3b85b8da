//! Words that are written as one with what stands before them, or after an apostrophe: with
//! an elided article (`l'utente`), with a prefix that a stemmer takes off (Arabic
//! `الحزمة`), with an ending (Turkish `API'nin`, `NASA's`). The index has them by
//! themselves too, so that they are found.

use super::language::Language;
use alloc::string::String;

/// The words of a language that lose their end before a vowel, without their apostrophe.
const ELIDED: [(&str, &[&str]); 7] = [
    ("ca", &["d", "l", "m", "n", "s", "t"]),
    (
        "fr",
        &[
            "c", "d", "j", "jusqu", "l", "lorsqu", "m", "n", "presqu", "puisqu", "qu", "quelqu",
            "quoiqu", "s", "t",
        ],
    ),
    ("ga", &["b", "d", "m"]),
    (
        "it",
        &[
            "agl", "alcun", "all", "anch", "bell", "c", "ciascun", "coll", "com", "cos", "d",
            "dagl", "dall", "degl", "dell", "dov", "gl", "l", "m", "mezz", "n", "negl", "nell",
            "nessun", "null", "qualcun", "quand", "quant", "quell", "quest", "s", "sant", "sott",
            "sugl", "sull", "t", "tutt", "un", "v",
        ],
    ),
    ("lb", &["d"]),
    ("oc", &["d", "l", "m", "n", "qu", "s", "t"]),
    ("pt", &["d"]),
];

/// Languages that write endings of names after an apostrophe.
const PARTED_ENDINGS: [&str; 4] = ["az", "kk", "pl", "tr"];

/// Languages that so write an `s` alone.
const PARTED_S: [&str; 3] = ["de", "en", "nl"];

/// An ending has at most this many letters.
const MAX_ENDING_LETTERS: usize = 6;

const ARTICLE: &str = "ال";

/// What Arabic writes as one with the word after it: articles, with conjunctions and
/// prepositions. As in the stemmer *light10* of Larkey, Ballesteros and Connell
/// (2007). The longer ones come first.
const ARABIC: [&str; 7] = ["وال", "بال", "كال", "فال", "ال", "لل", "و"];

/// Other languages that are written in Arabic letters.
const ARABIC_SCRIPT: [&str; 7] = ["ckb", "fa", "ku", "ps", "sd", "ug", "ur"];

/// Languages whose stemmers take off the beginnings of words.
const PREFIXED: [&str; 5] = ["ga", "id", "nl", "st", "yi"];

/// A word after an elided one, or before an ending, has at least this many characters.
const MIN_WORD_CHARACTERS: usize = 2;

/// A word has at least this many without what Arabic writes before it.
const MIN_ARABIC_CHARACTERS: usize = 3;

/// A word without the elided one before it, if its language elides that. Both apostrophes do.
pub(super) fn without_elided<'a>(word: &'a str, tag: &str) -> Option<&'a str> {
    let (elided, rest) = word.split_once(['\'', '\u{2019}'])?;
    let (_, known) = ELIDED.iter().find(|(known, _)| *known == tag)?;
    let is_known = known.iter().any(|known| known.eq_ignore_ascii_case(elided));
    (is_known && rest.chars().nth(MIN_WORD_CHARACTERS - 1).is_some()).then_some(rest)
}

/// A word without the ending after its apostrophe, if its language writes such.
fn without_ending<'a>(word: &'a str, tag: &str) -> Option<&'a str> {
    let (bare, ending) = word.rsplit_once(['\'', '\u{2019}'])?;
    let is_ending = PARTED_S.contains(&tag) && ending == "s"
        || PARTED_ENDINGS.contains(&tag)
            && (1..=MAX_ENDING_LETTERS).contains(&ending.chars().count());
    let is_word = bare.chars().all(char::is_alphanumeric)
        && bare.chars().nth(MIN_WORD_CHARACTERS - 1).is_some();
    (is_ending && is_word).then_some(bare)
}

/// A folded word of texts in some languages without what is written as one with it, if readers
/// may type it with or without.
pub(crate) fn bare<'a>(word: &'a str, languages: &[&Language]) -> Option<&'a str> {
    if is_arabic(word) {
        // A page that says no language has that of its letters.
        let is = |language: &&Language, tags: &[&str]| tags.contains(&language.tag());
        let is_other = languages.iter().any(|language| is(language, &ARABIC_SCRIPT));
        let is_known = languages.iter().any(|language| is(language, &["ar"]));
        return (is_known || !is_other).then(|| without_clitic(word));
    }
    // Among several languages nobody knows which a word is of: *vision*
    // is no Indonesian *division*.
    let prefixed = match languages {
        [only] if PREFIXED.contains(&only.tag()) => without_prefix(word, only),
        _ => None,
    };
    let mut tags = languages.iter().map(|language| language.tag());
    tags.find_map(|tag| without_elided(word, tag).or_else(|| without_ending(word, tag)))
        .or(prefixed)
}

fn is_arabic(word: &str) -> bool {
    word.starts_with(|c| matches!(c, '\u{620}'..='\u{64a}'))
}

fn without_clitic(word: &str) -> &str {
    let rests = ARABIC.iter().filter_map(|clitic| word.strip_prefix(clitic));
    let mut rests = rests.filter(|rest| rest.chars().nth(MIN_ARABIC_CHARACTERS - 1).is_some());
    rests.next().unwrap_or(word)
}

/// A word from where its stem begins, if it has that stem by itself.
fn without_prefix<'a>(word: &'a str, language: &Language) -> Option<&'a str> {
    let stem = language.stem(word, word);
    let at = word.find(&stem).filter(|at| *at > 0)?;
    word.get(at..).filter(|bare| language.stem(bare, bare) == stem)
}

/// The ways in which readers may type a bare word.
pub(crate) fn typed(bare: &str) -> impl Iterator<Item = String> {
    let article = is_arabic(bare).then(|| [ARTICLE, bare].concat());
    [Some(bare.into()), article].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::ELIDING;

    fn bare_of(tag: &str, word: &str) -> Option<String> {
        bare(word, &[&Language::from_tag(tag).unwrap()]).map(Into::into)
    }

    #[test]
    fn readers_know_the_languages_that_elide() {
        assert_eq!(ELIDED.map(|(tag, _)| tag), ELIDING);
    }

    #[test]
    fn elided_words_go() {
        for (tag, word, bare) in [
            ("it", "dell'utente", "utente"),
            ("fr", "jusqu'ici", "ici"),
            ("fr", "l'api", "api"),
            ("ca", "d'aplicacions", "aplicacions"),
        ] {
            assert_eq!(bare_of(tag, word).as_deref(), Some(bare));
        }
        for (tag, word) in [
            ("en", "don't"),
            ("en", "l'utente"),
            ("fr", "o'brien"),
            ("fr", "aujourd'hui"),
            ("it", "l'"),
            ("it", "d'a"),
            ("fr", "utilisateur"),
            ("uk", "об'єкт"),
        ] {
            assert_eq!(bare_of(tag, word), None, "{word}");
        }
    }

    #[test]
    fn parted_endings_go() {
        for (tag, word, bare) in [
            ("en", "nasa's", "nasa"),
            ("nl", "api’s", "api"),
            ("tr", "api'nin", "api"),
            ("pl", "facebook'u", "facebook"),
        ] {
            assert_eq!(bare_of(tag, word).as_deref(), Some(bare));
        }
        for (tag, word) in [("en", "api'nin"), ("tr", "a'ya"), ("tr", "x'"), ("sv", "nasa's")] {
            assert_eq!(bare_of(tag, word), None, "{word}");
        }
    }

    #[test]
    fn words_have_the_stem_that_they_have_alone() {
        let stem = |tag: &str, word: &str| Language::from_tag(tag).unwrap().stem(word, word);
        assert_eq!(stem("it", "dell’utente"), stem("it", "utente"));
        assert_eq!(stem("fr", "L'installation"), stem("fr", "installations"));
        assert_eq!(stem("fr", "d'e-mail"), "e-mail");
        assert!(Language::from_tag("fr").unwrap().is_stop("qu'il"));
    }

    #[test]
    fn prefixes_go() {
        for (word, bare) in [("الحزمه", "حزمه"), ("للمستخدم", "مستخدم"), ("والبرنامج", "برنامج")]
        {
            assert_eq!(bare_of("ar", word).as_deref(), Some(bare));
        }
        assert_eq!(bare_of("ar", "حزمه").as_deref(), Some("حزمه"));
        // Too little would be left.
        assert_eq!(bare_of("ar", "ولد").as_deref(), Some("ولد"));
        assert_eq!(bare_of("ar", "api"), None);
        assert_eq!(bare_of("en", "الحزمه").as_deref(), Some("حزمه"));
        assert_eq!(bare_of("fa", "الحزمه"), None);
        assert_eq!(bare_of("en", "installation"), None);
        assert_eq!(bare_of("id", "membaca").as_deref(), Some("baca"));
    }
}
