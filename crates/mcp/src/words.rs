//! The words, bounds and versions that the server in JavaScript has too: constants of
//! `interface.json`.

include!(concat!(env!("OUT_DIR"), "/interface.rs"));

/// A text with its parts in the place of `{}`.
pub fn filled(text: &str, parts: &[&str]) -> String {
    let mut filled = String::new();
    let mut parts = parts.iter();
    for (at, piece) in text.split("{}").enumerate() {
        if at > 0 {
            filled += parts.next().copied().unwrap_or_default();
        }
        filled += piece;
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_stand_in_their_places() {
        assert_eq!(filled("{}: {} of {}.", &["{}", "1", "2"]), "{}: 1 of 2.");
        assert_eq!(filled(texts::NO_JSON, &[]), "the message is no JSON");
    }
}
