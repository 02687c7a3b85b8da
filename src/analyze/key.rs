//! Keys of names. A name has the same key whichever way it is written.

use super::fold::{CharTable, fold_into};
use super::words::Class;
use alloc::string::String;
use xxhash_rust::xxh64::xxh64;

/// A checksum of the letters and digits of a name, folded: `Pod Template`, `PodTemplate` and
/// `pod-template` have the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key(pub u32);

impl Key {
    /// The key of a text; none where it has no words.
    pub fn of(text: &str, letters: &impl CharTable) -> Option<Key> {
        Key::of_squeezed(&squeezed(text, letters))
    }

    /// The key of a text of which only letters and digits are left.
    pub fn of_squeezed(squeezed: &str) -> Option<Key> {
        (!squeezed.is_empty()).then(|| Key(xxh64(squeezed.as_bytes(), 0) as u32))
    }
}

/// The letters and digits of a text, folded, with nothing between them: emoji adorn a name. The
/// signs that tell `C#` and `C++` from `C` stay too.
pub(crate) fn squeezed(text: &str, letters: &impl CharTable) -> String {
    let mut out = String::new();
    fold_into(text, letters, &mut out);
    let mut glued = false;
    out.retain(|c| {
        let class = Class::of(c, letters);
        glued = class.is_word() && !class.is_emoji() || glued && matches!(c, '#' | '+');
        glued
    });
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::alphabet::UnicodeChars;

    #[test]
    fn letters_and_digits_stay() {
        let of = |text: &str| squeezed(text, &UnicodeChars::default());
        for name in ["Pod Template", "PodTemplate", "pod-template", "<pod_template>()"] {
            assert_eq!(of(name), "podtemplate");
        }
        assert_eq!(of("# C# + C++"), "c#c++");
        assert_eq!(of("Über 3.14!"), "uber314");
        assert_eq!(of("日本 語"), "日本語");
        assert_eq!(of("🚀 Start 🇩🇪"), "start");
        assert_eq!(of("… — !"), "");
    }
}
