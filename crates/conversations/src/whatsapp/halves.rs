//! The halves of the day, as clocks of twelve hours name them.

use super::marks::is_mark;

/// The half of a day that an hour is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Half {
    part: Part,
    /// Whether it is written as `AM` or `PM`.
    pub(super) is_capital: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Morning,
    Afternoon,
    /// The hours around noon.
    Noon,
}

/// The names, in lower case and without full stops and spaces. A name stands before those that it
/// begins with.
const NAMES: [(&str, Part); 46] = [
    ("am", Part::Morning),
    ("pm", Part::Afternoon),
    // Turkish, Malay, German, Dutch, Afrikaans.
    ("öö", Part::Morning),
    ("ös", Part::Afternoon),
    ("pg", Part::Morning),
    ("ptg", Part::Afternoon),
    ("vorm", Part::Morning),
    ("nachm", Part::Afternoon),
    ("vm", Part::Morning),
    ("nm", Part::Afternoon),
    ("damanhã", Part::Morning),
    ("datarde", Part::Afternoon),
    ("danoite", Part::Afternoon),
    ("дп", Part::Morning),
    ("пп", Part::Afternoon),
    ("πμ", Part::Morning),
    ("μμ", Part::Afternoon),
    ("sa", Part::Morning),
    ("ch", Part::Afternoon),
    // Arabic, Persian, Urdu.
    ("صباحًا", Part::Morning),
    ("صباحا", Part::Morning),
    ("مساءً", Part::Afternoon),
    ("مساء", Part::Afternoon),
    ("ص", Part::Morning),
    ("م", Part::Afternoon),
    ("قظ", Part::Morning),
    ("بظ", Part::Afternoon),
    ("قبلدوپہر", Part::Morning),
    ("بعددوپہر", Part::Afternoon),
    // Hindi, Marathi, Bengali.
    ("पूर्वाह्न", Part::Morning),
    ("अपराह्न", Part::Afternoon),
    ("मपू", Part::Morning),
    ("मउ", Part::Afternoon),
    ("পূর্বাহ্ণ", Part::Morning),
    ("অপরাহ্ণ", Part::Afternoon),
    // Korean, Japanese, Chinese.
    ("오전", Part::Morning),
    ("오후", Part::Afternoon),
    ("午前", Part::Morning),
    ("午後", Part::Afternoon),
    ("上午", Part::Morning),
    ("下午", Part::Afternoon),
    ("凌晨", Part::Morning),
    ("清晨", Part::Morning),
    ("早上", Part::Morning),
    ("中午", Part::Noon),
    ("晚上", Part::Afternoon),
];

impl Half {
    pub(super) fn hour_of_day(self, hour: i64) -> i64 {
        match self.part {
            Part::Noon if hour == 11 => hour,
            Part::Morning => hour % 12,
            _ => hour % 12 + 12,
        }
    }
}

/// The half of the day that a text begins with, and what follows it.
pub(super) fn half(text: &str) -> Option<(Half, &str)> {
    let (part, rest) = NAMES.iter().find_map(|(name, part)| Some((*part, after(text, name)?)))?;
    let written = text.get(..text.len() - rest.len()).unwrap_or_default();
    let is_capital = matches!(written.trim(), "AM" | "PM");
    Some((Half { part, is_capital }, rest))
}

/// What follows a name, which may be written with full stops and spaces.
fn after<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let is_between = |c: char| c == '.' || is_mark(c);
    let mut rest = text;
    for wanted in name.chars() {
        rest = rest.trim_start_matches(is_between);
        let c = rest.chars().next()?;
        c.to_lowercase().eq([wanted]).then_some(())?;
        rest = rest.get(c.len_utf8()..)?;
    }
    let rest = rest.strip_prefix('.').unwrap_or(rest);
    (!rest.starts_with(char::is_alphabetic)).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_known_however_they_are_written() {
        let cases = [
            (" PM - x", 9, Some((21, true, " - x"))),
            ("\u{202F}a.\u{A0}m.] x", 12, Some((0, false, "] x"))),
            (" p. m. - x", 12, Some((12, false, " - x"))),
            ("中午12:05", 12, Some((12, false, "12:05"))),
            ("中午", 11, Some((11, false, ""))),
            (" amen - x", 9, None),
            (" - pm", 9, None),
            ("", 9, None),
        ];
        for (text, hour, want) in cases {
            let found = half(text);
            let found = found.map(|(half, rest)| (half.hour_of_day(hour), half.is_capital, rest));
            assert_eq!(found, want, "{text}");
        }
    }
}
