//! Texts of an index as they may be shown where nothing else guards: on a terminal, to a language
//! model. js/text/sanitize.js does the same.

/// Only this many characters that join or stand for nothing may be in a row, as in emoji and in
/// Korean. More are there to hide something.
const MAX_JOINERS: usize = 2;

/// Finds characters that a terminal would obey, that turn the direction of writing, or that no
/// reader sees: tags, joiners of words, marks of annotations and of music, selectors of variants.
/// Lines and tabs stay.
pub fn is_unsafe(char: char) -> bool {
    let control = char.is_control() && char != '\n' && char != '\t';
    let hidden = matches!(char,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}');
    control || hidden
}

/// Selectors of variants of Han characters.
fn is_variant(char: char) -> bool {
    matches!(char, '\u{e0100}'..='\u{e01ef}')
}

fn is_han(char: char) -> bool {
    matches!(char,
        '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
}

/// Joiners of letters and emoji, the selectors of other variants, and what stands for a letter that
/// there is not.
pub fn is_joiner(char: char) -> bool {
    matches!(char,
        '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200c}' | '\u{200d}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}'
        | '\u{1bca0}'..='\u{1bca3}')
}

/// Spaces of no width, and hyphens that are seen only where a line ends: they say nothing.
fn is_silent(char: char) -> bool {
    matches!(char, '\u{ad}' | '\u{200b}' | '\u{feff}')
}

/// Each character with whether it is not to be shown.
fn judged(text: &str) -> Vec<(char, bool)> {
    let mut judged: Vec<_> = text.chars().map(|char| (char, is_unsafe(char))).collect();
    for row in judged.chunk_by_mut(|one, next| is_joiner(one.0) && is_joiner(next.0)) {
        let many = row.len() > MAX_JOINERS;
        row.iter_mut().for_each(|(_, hidden)| *hidden |= many);
    }
    judged
}

/// A text with one sign in place of characters that a terminal would obey or no reader sees.
/// Without a sign goes what says nothing, and after a Han character one selector of its variants:
/// names have it.
pub fn safe(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut safe = String::with_capacity(text.len());
    let mut replaced = false;
    for (char, hidden) in judged(&without_silent(&text)) {
        match (hidden, replaced) {
            (false, _) => safe.push(char),
            (true, false) => safe.push(char::REPLACEMENT_CHARACTER),
            (true, true) => {}
        }
        replaced = hidden;
    }
    safe
}

fn without_silent(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut before = '\0';
    for char in text.chars().filter(|&char| !is_silent(char)) {
        if !(is_variant(char) && is_han(before)) {
            kept.push(char);
        }
        before = char;
    }
    kept
}

/// A text in which `encode` replaces each character that is not to be seen.
pub fn with_encoded(text: &str, encode: impl Fn(&str) -> String) -> String {
    let mut visible = String::with_capacity(text.len());
    for (char, hidden) in judged(text) {
        if hidden || is_silent(char) {
            visible += &encode(char.encode_utf8(&mut [0; 4]));
        } else {
            visible.push(char);
        }
    }
    visible
}

/// A text as it may stand in a line: any white space is one blank.
pub fn plain(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for char in text.chars() {
        match char.is_whitespace() {
            false => line.push(char),
            true if line.ends_with(' ') => {}
            true => line.push(' '),
        }
    }
    safe(&line)
}

/// The first `most` characters of a text, and a sign where there were more.
pub fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => text.get(..end).unwrap_or_default().to_owned() + "…",
        None => text.to_owned(),
    }
}

/// The title of a page and the headings on the way to a passage, of which the first often is the
/// title; without what is empty.
pub fn steps<'a>(title: &'a str, headings: &'a [String]) -> Vec<&'a str> {
    let same = headings.first().is_some_and(|first| first == title);
    let below = headings.iter().skip(same.into()).map(String::as_str);
    [title].into_iter().chain(below).filter(|step| !step.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_obeyed_or_unseen_is_replaced() {
        assert_eq!(safe("a\u{1b}[31m\r\n\tb\u{202e}\u{7f}c\u{e0041}"), "a�[31m\n\tb�c�");
        assert_eq!(safe("a\u{61c}b\u{2060}\u{2064}c\u{e0101}"), "a�b�c�");
        assert_eq!(plain("a\n\t b\u{1b}[31mc\u{9b}1m"), "a b\u{fffd}[31mc\u{fffd}1m");
        assert_eq!(plain(" a\n\u{2028} b\u{85}"), " a b ");
    }

    #[test]
    fn what_says_nothing_goes_and_what_is_of_use_stays() {
        assert_eq!(safe("\u{feff}ไทย\u{200b}ไทย"), "ไทยไทย");
        // A name with variants; any more of their selectors hide something.
        assert_eq!(safe("葛\u{e0100}飾\u{e0101}\u{e0102}区 a\u{e0100}"), "葛飾�区 a�");
        assert_eq!(safe("葛\u{200b}\u{e0100}飾"), "葛飾");
        for text in ["می\u{200c}خواهم", "❤\u{fe0f}\u{200d}🔥", "👁\u{fe0f}\u{200d}🗨\u{fe0f}"]
        {
            assert_eq!(safe(text), text);
        }
        assert_eq!(
            safe("a\u{fe00}\u{fe01}\u{fe02}\u{200d}b\u{200c}\u{200d}c"),
            "a�b\u{200c}\u{200d}c"
        );
    }

    #[test]
    fn no_range_of_what_is_unseen_carries_a_text() {
        let ranges = ['\u{2060}'..='\u{206f}', '\u{fff0}'..='\u{fffb}', '\u{1d173}'..='\u{1d17a}'];
        for range in ranges.into_iter().chain(['\u{e0000}'..='\u{e0fff}']) {
            for char in range {
                assert_eq!(safe(&format!("a{char}b")), "a�b", "{char:?}");
            }
        }
        assert_eq!(safe(&('\u{e0080}'..='\u{e00ff}').collect::<String>()), "�");
        assert_eq!(safe("a\u{034f}\u{180b}\u{3164}b\u{115f}\u{1160}\u{ffa0}c"), "a�b�c");
    }

    #[test]
    fn scripts_keep_what_they_are_written_with() {
        // A selector and a separator of Mongolian, fillers in Korean, a joiner of accents.
        for text in
            ["ᠰᠠᠶ\u{180b}ᠢᠨ ᠬᠠᠷ\u{180e}ᠠ", "ᄀ\u{1160}\u{115f}ᅡ", "\u{3164}ᅡ", "a\u{34f}\u{308}"]
        {
            assert_eq!(safe(text), text);
        }
        assert_eq!(safe("Donau\u{ad}dampf\u{ad}\u{ad}schiff"), "Donaudampfschiff");
    }

    #[test]
    fn what_is_not_to_be_seen_is_encoded() {
        let encode = |hidden: &str| format!("<{:x}>", u32::from(hidden.chars().next().unwrap()));
        assert_eq!(with_encoded("a\u{200b}b葛\u{e0100}\u{ad}", encode), "a<200b>b葛<e0100><ad>");
        assert_eq!(
            with_encoded("\u{200d}\u{200d}\u{200d}a\u{200d}", encode),
            "<200d><200d><200d>a\u{200d}"
        );
    }

    #[test]
    fn steps_have_the_title_once() {
        let headings = ["A", "", "B", "A"].map(str::to_owned);
        assert_eq!(steps("A", &headings), ["A", "B", "A"]);
        assert_eq!(steps("", &headings), ["A", "B", "A"]);
    }
}
