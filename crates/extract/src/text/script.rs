//! Tells by its letters that a text is not in the language that it is said to be in: pages that
//! nobody translated lie among translations, and templates say `lang="en"` of anything.

use std::collections::BTreeMap;

use kindex::Document;

/// At most this many letters of a text are looked at.
const MAX_LETTERS: usize = 20_000;

/// Fewer tell nothing.
const MIN_LETTERS: usize = 40;

/// Of the letters of a text one in this many is of its language's script: programs and names are
/// in Latin letters everywhere.
const LETTERS_PER_OWN: usize = 50;

/// A script, the ranges of its letters, and the languages that are written in it.
type Known = (Script, &'static [(char, char)], &'static [&'static str]);

/// Scripts by their letters, and the languages that are written in them, the one first that it
/// alone means, if there is such a one. Han letters are Japanese where kana stand among them.
const SCRIPTS: [Known; 22] = [
    (
        Script::Latin,
        &[('A', 'Z'), ('a', 'z'), ('\u{c0}', '\u{24f}'), ('\u{1e00}', '\u{1eff}')],
        &[],
    ),
    (Script::Greek, &[('\u{370}', '\u{3ff}'), ('\u{1f00}', '\u{1fff}')], &["el"]),
    (
        Script::Cyrillic,
        &[('\u{400}', '\u{52f}')],
        &["", "be", "bg", "kk", "ky", "mk", "mn", "ru", "sr", "tg", "tt", "uk"],
    ),
    (Script::Armenian, &[('\u{531}', '\u{587}')], &["hy"]),
    (Script::Hebrew, &[('\u{5d0}', '\u{5ea}')], &["", "he", "iw", "yi"]),
    (Script::Arabic, &[('\u{620}', '\u{6ff}')], &["", "ar", "ckb", "fa", "ps", "sd", "ug", "ur"]),
    (Script::Devanagari, &[('\u{900}', '\u{97f}')], &["", "hi", "mr", "ne", "sa"]),
    (Script::Bengali, &[('\u{980}', '\u{9ff}')], &["", "as", "bn"]),
    (Script::Gurmukhi, &[('\u{a00}', '\u{a7f}')], &["pa"]),
    (Script::Gujarati, &[('\u{a80}', '\u{aff}')], &["gu"]),
    (Script::Tamil, &[('\u{b80}', '\u{bff}')], &["ta"]),
    (Script::Telugu, &[('\u{c00}', '\u{c7f}')], &["te"]),
    (Script::Kannada, &[('\u{c80}', '\u{cff}')], &["kn"]),
    (Script::Malayalam, &[('\u{d00}', '\u{d7f}')], &["ml"]),
    (Script::Sinhala, &[('\u{d80}', '\u{dff}')], &["si"]),
    (Script::Thai, &[('\u{e00}', '\u{e7f}')], &["th"]),
    (Script::Lao, &[('\u{e80}', '\u{eff}')], &["lo"]),
    (Script::Georgian, &[('\u{10a0}', '\u{10ff}'), ('\u{1c90}', '\u{1cbf}')], &["ka"]),
    (Script::Khmer, &[('\u{1780}', '\u{17ff}')], &["km"]),
    (Script::Hangul, &[('\u{1100}', '\u{11ff}'), ('\u{ac00}', '\u{d7a3}')], &["ko"]),
    (Script::Kana, &[('\u{3040}', '\u{30ff}')], &["ja"]),
    (
        Script::Han,
        &[('\u{3400}', '\u{4dbf}'), ('\u{4e00}', '\u{9fff}'), ('\u{20000}', '\u{3fffd}')],
        &["zh", "ja", "yue"],
    ),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Script {
    Latin,
    Greek,
    Cyrillic,
    Armenian,
    Hebrew,
    Arabic,
    Devanagari,
    Bengali,
    Gurmukhi,
    Gujarati,
    Tamil,
    Telugu,
    Kannada,
    Malayalam,
    Sinhala,
    Thai,
    Lao,
    Georgian,
    Khmer,
    Hangul,
    Kana,
    Han,
}

/// Takes back the language of a document if its text is in another script, and says the one that
/// the script means, if it means one.
pub(crate) fn agree(document: &mut Document) {
    let Some(tag) = &document.lang else { return };
    let found = letters(&document.text);
    let all: usize = found.values().sum();
    let own: usize = found.iter().filter(|(script, _)| writes(tag, **script)).map(|(_, n)| n).sum();
    // Of a text in Latin letters some are in others only where it tells of these.
    let is_latin = writes(tag, Script::Latin);
    let contradicts = if is_latin { own * 2 < all } else { own * LETTERS_PER_OWN < all };
    if all >= MIN_LETTERS && contradicts {
        document.lang = meant(&found).map(str::to_owned);
    }
}

/// The number of letters of each script.
fn letters(text: &str) -> BTreeMap<Script, usize> {
    let mut found = BTreeMap::new();
    for script in text.chars().filter_map(script_of).take(MAX_LETTERS) {
        *found.entry(script).or_default() += 1;
    }
    found
}

fn script_of(c: char) -> Option<Script> {
    let has =
        |ranges: &[(char, char)]| ranges.iter().any(|(first, last)| (*first..=*last).contains(&c));
    SCRIPTS.iter().find(|(_, ranges, _)| has(ranges)).map(|(script, ..)| *script)
}

/// Whether a language is written in a script. Those that are not known are in Latin
/// letters, and Serbian is in either.
fn writes(tag: &str, script: Script) -> bool {
    let primary = tag.split(['-', '_']).next().unwrap_or(tag).to_ascii_lowercase();
    let mut known = SCRIPTS.iter().filter(|(.., tags)| tags.contains(&primary.as_str())).peekable();
    match script {
        Script::Latin => known.peek().is_none() || primary == "sr",
        _ => known.any(|(known, ..)| *known == script),
    }
}

/// The language that the most frequent script means.
fn meant(found: &BTreeMap<Script, usize>) -> Option<&'static str> {
    let (most, _) = found.iter().max_by_key(|(_, count)| **count)?;
    let has_kana = found.contains_key(&Script::Kana);
    let script = if *most == Script::Han && has_kana { Script::Kana } else { *most };
    let (.., tags) = SCRIPTS.iter().find(|(known, ..)| *known == script)?;
    tags.first().copied().filter(|tag| !tag.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lang(said: &str, text: &str) -> Option<String> {
        let text = text.repeat(10);
        let mut document = Document { lang: Some(said.to_owned()), text, ..Document::default() };
        agree(&mut document);
        document.lang
    }

    #[test]
    fn a_text_in_another_script_is_in_another_language() {
        assert_eq!(lang("en", "索引を作ります。").as_deref(), Some("ja"));
        assert_eq!(lang("en", "安装软件包的步骤").as_deref(), Some("zh"));
        assert_eq!(lang("en-US", "달력을 엽니다").as_deref(), Some("ko"));
        assert_eq!(lang("ru", "Not translated yet. "), None);
        assert_eq!(lang("fr", "Установка пакета"), None);
        assert_eq!(lang("de", "Το ευρετήριο").as_deref(), Some("el"));
        assert_eq!(lang("zh", "Δοκιμή").as_deref(), Some("el"));
    }

    #[test]
    fn what_is_said_holds_otherwise() {
        for (said, text) in [
            ("ja", "索引の `let index = open(bytes)` を"),
            ("ja", "索引"),
            ("zh-Hant", "安裝軟體 npm install kindex"),
            ("en", "The letter α is the first of αβγ."),
            ("sr", "Instalacija paketa"),
            ("sr", "Инсталација пакета"),
            ("tlh", "nuqneH qaStaH nuq"),
            ("en", "索引"),
        ] {
            let text = if text == "索引" { text.to_owned() } else { text.repeat(10) };
            let mut document =
                Document { lang: Some(said.to_owned()), text, ..Document::default() };
            agree(&mut document);
            assert_eq!(document.lang.as_deref(), Some(said), "{said}");
        }
    }
}
