//! Other forms of a word that the dictionary lacks: with another of the common endings, or without.
//!
//! The stems of an index are made when it is built, so a word that it has never seen has none. The
//! words that begin so lose their endings too, and what is left of both is compared. That is
//! English; other languages have some of the endings too.

use crate::error::ReadError;
use crate::format::dictionary::Dictionary;
use alloc::string::String;
use alloc::vec::Vec;

/// So many letters every ending leaves, so a shorter word has no other form. In bytes.
const SHORTEST: usize = 3;

/// Endings that make a form of the same word, which leave [`SHORTEST`] at least.
const INFLECTIONS: [&[u8]; 4] = [b"ing", b"ed", b"es", b"s"];

/// Endings that make another word of one, and how many letters at least they leave. Of two of which
/// one ends in the other, the longer comes first. They lack a last *e*, which is taken before.
const DERIVATIONS: [(&[u8], usize); 20] = [
    (b"ment", 4),
    (b"ness", 4),
    (b"abil", 4),
    (b"ibil", 4),
    (b"abl", 4),
    (b"ibl", 4),
    (b"anc", 4),
    (b"enc", 4),
    (b"ant", 4),
    (b"ent", 4),
    (b"ion", 4),
    (b"ity", 4),
    (b"al", 4),
    // *Format* is none of *form*.
    (b"at", 5),
    (b"er", 4),
    (b"is", 4),
    (b"iv", 4),
    (b"iz", 4),
    (b"ly", 4),
    (b"or", 4),
];

/// Only so many endings that make another word may be between two: *installation* and *install* are
/// two apart, *authorization* and *authors* three.
const MOST: u8 = 2;

/// The words of the dictionary that are forms of one, those to which the fewest endings lead that make
/// another word.
pub(super) fn forms(words: &Dictionary<'_>, word: &str) -> Result<Vec<String>, ReadError> {
    let bases = Base::all(word.as_bytes());
    let shortest = bases.last().and_then(|base| word.get(..base.text.len())).unwrap_or(word);
    let mut forms = Vec::new();
    if word.len() < SHORTEST {
        return Ok(forms);
    }
    let mut least = MOST;
    let mut words = words.words_with(shortest)?;
    while let Some(near) = words.next()? {
        let endings = between(&bases, near);
        if endings < least {
            forms.clear();
            least = endings;
        }
        if endings == least {
            forms.extend(core::str::from_utf8(near).ok().map(String::from));
        }
    }
    Ok(forms)
}

/// The number of endings that make another word between a word and one of which these are the bases;
/// more than [`MOST`] where they have none in common.
fn between(bases: &[Base<'_>], near: &[u8]) -> u8 {
    let mut next = Some(Base::whole(near));
    while let Some(base) = next {
        let shared = bases.iter().find(|other| base.is_shared(other));
        if let Some(other) = shared {
            return base.derived + other.derived;
        }
        next = base.shorter();
    }
    u8::MAX
}

/// A word without some of its endings.
#[derive(Clone, Copy)]
struct Base<'w> {
    text: &'w [u8],
    /// The number of endings it lost that make another word.
    derived: u8,
    /// The last thing it lost.
    lost: Lost,
}

#[derive(Clone, Copy, PartialEq)]
enum Lost {
    Nothing,
    Ending,
    /// A letter that gives way to endings: *serve*, *serving*.
    Letter,
    /// One of two letters before an ending: *getting*. The rest has no ending.
    Double,
}

impl<'w> Base<'w> {
    fn whole(text: &'w [u8]) -> Self {
        Base { text, derived: 0, lost: Lost::Nothing }
    }

    /// A word, and the rests of it that stay as its endings are taken off, one after another.
    fn all(word: &'w [u8]) -> Vec<Self> {
        let mut all = Vec::new();
        let mut next = Some(Base::whole(word));
        while let Some(base) = next {
            all.push(base);
            next = base.shorter();
        }
        all
    }

    /// Whether two words have it in common. One that lacks nothing but a last letter is mistyped.
    fn is_shared(&self, other: &Self) -> bool {
        let both = [self.lost, other.lost];
        let mistyped = both.contains(&Lost::Nothing) && both.contains(&Lost::Letter);
        self.text == other.text && !mistyped
    }

    fn shorter(&self) -> Option<Self> {
        let Base { text, derived, lost } = *self;
        let [.., before, last] = *text else { return None };
        if lost == Lost::Double {
            return None;
        }
        for &ending in &INFLECTIONS {
            if let Some(text) = without(text, ending, SHORTEST)
                && may_inflect(text, ending)
            {
                return Some(Base { text, derived, lost: Lost::Ending });
            }
        }
        for &(ending, least) in &DERIVATIONS {
            if let Some(text) = without(text, ending, least) {
                return Some(Base { text, derived: derived + 1, lost: Lost::Ending });
            }
        }
        let shorter = without(text, &[last], SHORTEST)?;
        let lost = match last {
            b'e' | b'y' | b'i' => Lost::Letter,
            b'a' | b'o' | b'u' | b's' => return None,
            _ if last == before && lost == Lost::Ending => Lost::Double,
            _ => return None,
        };
        Some(Base { text: shorter, derived, lost })
    }
}

/// *Class* is no plural, and *cache* has its *e* in *caches* too.
fn may_inflect(rest: &[u8], ending: &[u8]) -> bool {
    match ending {
        b"es" => matches!(rest, [.., b's' | b'x' | b'z' | b'h']),
        b"s" => !matches!(rest, [.., b's']),
        _ => true,
    }
}

/// A word without an ending, where enough of it is left to be one: *thing* has no ending.
fn without<'w>(word: &'w [u8], ending: &[u8], least: usize) -> Option<&'w [u8]> {
    let rest = word.strip_suffix(ending)?;
    let has_vowel = rest.iter().any(|letter| b"aeiouy".contains(letter));
    (rest.len() >= least && has_vowel).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of endings that make another word between two, if they are forms.
    fn endings(word: &str, near: &str) -> Option<u8> {
        let endings = between(&Base::all(word.as_bytes()), near.as_bytes());
        (endings <= MOST).then_some(endings)
    }

    #[test]
    fn forms_share_what_is_left_without_endings() {
        let same = [
            ("install", "installed"),
            ("serving", "serve"),
            ("cancelling", "cancel"),
            ("getting", "get"),
            ("boxes", "box"),
            ("caches", "caching"),
            ("copied", "copy"),
            ("dependencies", "dependency"),
            ("analysis", "analyse"),
            ("classes", "class"),
        ];
        let derived = [
            ("serving", "server", 1),
            ("replacement", "replaced", 1),
            ("generation", "generator", 2),
            ("installation", "install", 2),
        ];
        let all = same.map(|(one, other)| (one, other, 0)).into_iter().chain(derived);
        for (one, other, count) in all {
            assert_eq!(endings(one, other), Some(count), "{one} {other}");
            assert_eq!(endings(other, one), Some(count), "{other} {one}");
        }
    }

    #[test]
    fn other_words_and_mistyped_ones_share_nothing() {
        let others = [
            ("thing", "th"),
            ("string", "stress"),
            ("formats", "form"),
            ("authorization", "authors"),
            ("organization", "organ"),
            ("signatur", "signature"),
            ("antiviruss", "antivirus"),
            ("jekyl", "jekyll"),
            ("accessib", "accessibility"),
            ("install", "inst"),
            ("übung", "über"),
            ("", "s"),
        ];
        for (one, other) in others {
            assert_eq!(endings(one, other), None, "{one} {other}");
            assert_eq!(endings(other, one), None, "{other} {one}");
        }
    }
}
