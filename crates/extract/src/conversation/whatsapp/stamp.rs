//! Dates and times before messages.

use crate::conversation::time::{Day, Time, digits};

/// The numbers of a date and a time as they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    date: [i64; 3],
    /// Whether a date's numbers stand between full stops.
    dotted: bool,
    /// Hour, minute, second.
    clock: [i64; 3],
    /// Whether the hour is one of twelve, and of the second half of the day.
    afternoon: Option<bool>,
}

/// The number of a date that comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Day,
    Month,
}

impl Order {
    /// The order of all dates of a file: one whose number is greater than 12 tells. Else those
    /// with full stops, and those beside a clock of 24 hours, have the day first.
    pub(super) fn of(stamps: impl Iterator<Item = Stamp>) -> Order {
        let (mut dotted, mut twelve) = (false, false);
        for stamp in stamps {
            let [first, second, _] = stamp.date;
            if (13..=31).contains(&first) {
                return Order::Day;
            }
            if (13..=31).contains(&second) && first <= 12 {
                return Order::Month;
            }
            dotted |= stamp.dotted;
            twelve |= stamp.afternoon.is_some();
        }
        if twelve && !dotted { Order::Month } else { Order::Day }
    }
}

impl Stamp {
    /// None where there is no such day or hour.
    pub(super) fn time(self, order: Order) -> Option<Time> {
        let [a, b, c] = self.date;
        let (year, month, day) = match order {
            _ if a > 31 => (a, b, c),
            Order::Day => (c, b, a),
            Order::Month => (c, a, b),
        };
        let year = if year < 100 { year + 2000 } else { year };
        let [hour, minute, second] = self.clock;
        let hour = match self.afternoon {
            Some(afternoon) => hour % 12 + if afternoon { 12 } else { 0 },
            None => hour,
        };
        Time::local(Day { year, month, day }, hour, minute, second)
    }
}

/// The date and time that a line begins with, and what follows them:
/// `12/31/23, 9:41 PM - Ana: hi`, `[31.12.23, 21:41:05] Ana: hi`.
pub(super) fn split(line: &str) -> Option<(Stamp, &str)> {
    let (bracketed, rest) = match line.strip_prefix('[') {
        Some(rest) => (true, rest),
        None => (false, line),
    };
    let at = rest.find([',', ' ', '\u{202F}', '\u{A0}'])?;
    let (date, rest) = rest.split_at_checked(at)?;
    let dotted = date.contains('.');
    let date = numbers(date, &['/', '.', '-'])?;
    let [_, _, Some(_)] = date else {
        return None;
    };
    let rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    let at = rest.find(|c: char| !c.is_ascii_digit() && c != ':' && c != '.')?;
    let (clock, rest) = rest.split_at_checked(at)?;
    let clock = numbers(clock, &[':', '.'])?;
    let (afternoon, rest) = half(rest);
    let rest = if bracketed { rest.strip_prefix(']')? } else { dash(rest)? };
    let stamp = Stamp {
        date: date.map(Option::unwrap_or_default),
        dotted,
        clock: clock.map(Option::unwrap_or_default),
        afternoon,
    };
    Some((stamp, rest.trim_start()))
}

/// Two or three numbers.
fn numbers(text: &str, separators: &[char]) -> Option<[Option<i64>; 3]> {
    let mut parts = text.split(separators);
    let first = digits(parts.next()?)?;
    let second = digits(parts.next()?)?;
    let third = match parts.next() {
        Some(part) => Some(digits(part)?),
        None => None,
    };
    parts.next().is_none().then_some([Some(first), Some(second), third])
}

/// Whether it is after noon, where the clock has twelve hours, and what follows.
fn half(text: &str) -> (Option<bool>, &str) {
    const NAMES: [(&str, bool); 6] = [
        ("am", false),
        ("pm", true),
        ("a.m.", false),
        ("p.m.", true),
        ("a. m.", false),
        ("p. m.", true),
    ];
    let body = text.trim_start();
    for (name, afternoon) in NAMES {
        // Some systems write a no-break space here.
        let found = body.char_indices().map(|(at, c)| (at + c.len_utf8(), c)).take(name.len());
        let same = found.clone().map(|(_, c)| if c.is_whitespace() { ' ' } else { c });
        if same.map(|c| c.to_ascii_lowercase()).eq(name.chars()) {
            let end = found.last().map_or(0, |(end, _)| end);
            return (Some(afternoon), body.get(end..).unwrap_or_default());
        }
    }
    (None, text)
}

fn dash(text: &str) -> Option<&str> {
    [" - ", " – ", " — "].iter().find_map(|dash| text.strip_prefix(dash))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn time(line: &str) -> Option<(String, String)> {
        let (stamp, rest) = split(line)?;
        let order = Order::of([stamp].into_iter());
        Some((stamp.time(order)?.to_string(), rest.to_owned()))
    }

    #[test]
    fn dates_are_read_as_phones_write_them() {
        let cases = [
            ("12/31/23, 9:41 PM - Ana: hi", "2023-12-31T21:41:00"),
            ("1/2/24, 9:41\u{202F}AM - Ana: hi", "2024-01-02T09:41:00"),
            ("1/2/24, 12:05 a.\u{A0}m. - Ana: hi", "2024-01-02T00:05:00"),
            ("01/02/2024, 21:41 - Ana: hi", "2024-02-01T21:41:00"),
            ("01/02/2024 21:41 – Ana: hi", "2024-02-01T21:41:00"),
            ("[31.12.23, 21:41:05] Ana: hi", "2023-12-31T21:41:05"),
            ("2024-01-05, 21.41 - Ana: hi", "2024-01-05T21:41:00"),
            ("[2024/01/05, 9:41:05 pm] Ana: hi", "2024-01-05T21:41:05"),
        ];
        for (line, want) in cases {
            assert_eq!(time(line), Some((want.to_owned(), "Ana: hi".to_owned())), "{line}");
        }
        for wrong in ["", "[", "12/31, 9:41 - x", "12/31/23, 9 - x", "12/31/23, 9:41 x", "1.2.3"] {
            assert_eq!(split(wrong), None, "{wrong}");
        }
        assert_eq!(time("99/99/99, 99:99 - Ana: hi"), None);
    }

    #[test]
    fn one_date_tells_the_order_of_all() {
        let stamps =
            |lines: [&'static str; 2]| lines.into_iter().map(|line| split(line).unwrap().0);
        assert_eq!(Order::of(stamps(["1/2/24, 9:41 PM - x", "13/2/24, 9:41 PM - x"])), Order::Day);
        assert_eq!(Order::of(stamps(["1/2/24, 21:41 - x", "2/13/24, 21:41 - x"])), Order::Month);
    }

    proptest! {
        #[test]
        fn any_line_is_safe(line in "\\[?[0-9./, :\\-apm\u{202F}é\\]]{0,40}") {
            if let Some((stamp, _)) = split(&line) {
                let _ = stamp.time(Order::Day);
                let _ = stamp.time(Order::Month);
            }
        }
    }
}
