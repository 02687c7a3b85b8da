//! Dates and times before messages.

use kindex_text::date::Day;

use super::halves::{Half, half};
use super::marks::is_mark;
use crate::time::Time;

/// The most digits of a number in a date or a time.
const MAX_DIGITS: usize = 4;

/// The zeros of the scripts whose digits phones write. The nine others follow each.
const ZEROS: [char; 12] = ['0', '٠', '۰', '०', '০', '੦', '૦', '୦', '௦', '౦', '೦', '൦'];

/// What may stand between the numbers of a date.
const DATE_SEPARATORS: [char; 7] = ['/', '.', '-', '年', '년', '月', '월'];

/// What may follow a date: the end of its last number, and a comma or a word.
const DATE_ENDS: [&str; 18] = [
    ".", "日", "일", "г.", "ob", "às", "à", "at", "um", "klo", "kl.", "pukul", "lúc", "в", "को",
    ",", "،", "、",
];

/// The numbers of a date and a time as they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    date: [i64; 3],
    /// Whether it is written as in the United States: `1/2/24, 9:41 PM`.
    is_american: bool,
    /// Hour, minute, second.
    clock: [i64; 3],
    /// The half of the day, where the hour is one of twelve.
    half: Option<Half>,
}

/// The number of a date that comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Day,
    Month,
}

impl Order {
    /// The order of all dates of a file: one whose number is greater than 12 tells, else the one in
    /// which fewer messages come before earlier ones. Else only Americans have the month first.
    pub(super) fn of(stamps: &[Stamp]) -> Order {
        for stamp in stamps {
            let [first, second, _] = stamp.date;
            if (13..=31).contains(&first) {
                return Order::Day;
            }
            if (13..=31).contains(&second) && first <= 12 {
                return Order::Month;
            }
        }
        let day = backward(stamps, Order::Day);
        match day.cmp(&backward(stamps, Order::Month)) {
            std::cmp::Ordering::Less => Order::Day,
            std::cmp::Ordering::Greater => Order::Month,
            _ if stamps.iter().any(|stamp| stamp.is_american) => Order::Month,
            _ => Order::Day,
        }
    }
}

/// The number of stamps that are before the one above them.
fn backward(stamps: &[Stamp], order: Order) -> usize {
    let times: Vec<Option<Time>> = stamps.iter().map(|stamp| stamp.time(order)).collect();
    times.windows(2).filter(|pair| matches!(pair, [Some(a), Some(b)] if b < a)).count()
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
        let hour = self.half.map_or(hour, |half| half.hour_of_day(hour));
        Time::local(Day { year, month, day }, hour, minute, second)
    }
}

/// The date and time that a line begins with, and what follows them:
/// `12/31/23, 9:41 PM - Ana: hi`, `[31.12.23, 21:41:05] Ana: hi`, `2026. 6. 3. 오후 6:12 - 민수: 네`.
pub(super) fn split(line: &str) -> Option<(Stamp, &str)> {
    let mut cursor = Cursor { rest: line };
    let bracketed = cursor.eat("[");
    let time_first = Cursor { rest: cursor.rest }.clock_then_date();
    let stamp = match time_first {
        Some((stamp, rest)) => {
            cursor.rest = rest;
            stamp
        }
        None => cursor.date_then_clock()?,
    };
    cursor.blanks();
    let dashes = if bracketed { &["]"][..] } else { &["-", "–", "—"] };
    dashes.iter().find(|dash| cursor.eat(dash))?;
    let rest = cursor.rest;
    let spaced = bracketed || rest.starts_with(char::is_whitespace);
    spaced.then(|| (stamp, rest.trim_start()))
}

/// Reads a line from the left.
struct Cursor<'a> {
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    fn date_then_clock(&mut self) -> Option<Stamp> {
        let date = self.date()?;
        self.date_end()?;
        let before = self.half();
        let clock = self.clock(&[':', '.', 'h', 'H', '시', '时', '時'])?;
        let half = before.or_else(|| self.half());
        Some(stamp(date, clock, half))
    }

    /// `18:12, 03/06/2026`.
    fn clock_then_date(mut self) -> Option<(Stamp, &'a str)> {
        let before = self.half();
        let clock = self.clock(&[':'])?;
        let half = before.or_else(|| self.half());
        self.blanks();
        self.eat(",").then_some(())?;
        let date = self.date()?;
        Some((stamp(date, clock, half), self.rest))
    }

    /// Three numbers, and whether the first begins with a zero.
    fn date(&mut self) -> Option<([i64; 3], bool)> {
        let (first, padded) = self.number()?;
        self.separator(&DATE_SEPARATORS)?;
        let (second, _) = self.number()?;
        self.separator(&DATE_SEPARATORS)?;
        let (third, _) = self.number()?;
        Some(([first, second, third], padded))
    }

    /// What stands between a date and a time; none if nothing does.
    fn date_end(&mut self) -> Option<()> {
        let before = self.rest.len();
        self.blanks();
        while DATE_ENDS.iter().any(|end| self.eat(end)) {
            self.blanks();
        }
        (self.rest.len() < before).then_some(())
    }

    /// Two numbers or three.
    fn clock(&mut self, separators: &[char]) -> Option<[i64; 3]> {
        let (hour, _) = self.number()?;
        self.separator(separators)?;
        let (minute, _) = self.number()?;
        let mut after = Cursor { rest: self.rest };
        let second = after.separator(&[':', '.']).and_then(|()| after.number());
        if second.is_some() {
            self.rest = after.rest;
        }
        Some([hour, minute, second.map_or(0, |(second, _)| second)])
    }

    fn half(&mut self) -> Option<Half> {
        let (half, rest) = half(self.rest)?;
        self.rest = rest;
        Some(half)
    }

    /// A number, and whether it begins with a zero.
    fn number(&mut self) -> Option<(i64, bool)> {
        self.blanks();
        let mut value = 0;
        let mut digits = 0;
        let mut padded = false;
        while let Some((digit, rest)) = self.digit().filter(|_| digits <= MAX_DIGITS) {
            padded |= digits == 0 && digit == 0;
            value = value * 10 + digit;
            digits += 1;
            self.rest = rest;
        }
        (1..=MAX_DIGITS).contains(&digits).then_some((value, padded))
    }

    fn digit(&self) -> Option<(i64, &'a str)> {
        let c = self.rest.chars().next()?;
        let value = |zero: char| u32::from(c).checked_sub(u32::from(zero)).filter(|it| *it < 10);
        let value = ZEROS.into_iter().find_map(value)?;
        Some((value.into(), self.rest.get(c.len_utf8()..)?))
    }

    fn separator(&mut self, separators: &[char]) -> Option<()> {
        self.blanks();
        self.rest = self.rest.strip_prefix(separators)?;
        Some(())
    }

    fn eat(&mut self, token: &str) -> bool {
        let rest = self.rest.strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Steps over spaces and marks of writing direction.
    fn blanks(&mut self) {
        self.rest = self.rest.trim_start_matches(is_mark);
    }
}

fn stamp((date, padded): ([i64; 3], bool), clock: [i64; 3], half: Option<Half>) -> Stamp {
    Stamp { date, clock, half, is_american: !padded && half.is_some_and(|half| half.is_capital) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn time(line: &str) -> Option<(String, String)> {
        let (stamp, rest) = split(line)?;
        Some((stamp.time(Order::of(&[stamp]))?.to_string(), rest.to_owned()))
    }

    /// Lines as phones write them, by country.
    const LINES: [(&str, &str); 38] = [
        // United States, and its neighbours.
        ("12/31/23, 9:41 PM - Ana: hi", "2023-12-31T21:41:00"),
        ("1/2/24, 9:41\u{202F}AM - Ana: hi", "2024-01-02T09:41:00"),
        ("[1/2/24, 9:41:05\u{202F}PM] Ana: hi", "2024-01-02T21:41:05"),
        ("1/2/24, 12:05 a.\u{A0}m. - Ana: hi", "2024-02-01T00:05:00"),
        ("[01/02/24, 1:05:06 p.\u{A0}m.] Ana: hi", "2024-02-01T13:05:06"),
        ("2024-02-01, 1:05 p.m. - Ana: hi", "2024-02-01T13:05:00"),
        ("2024-02-01 13 h 05 - Ana: hi", "2024-02-01T13:05:00"),
        // India, Pakistan, Nigeria, South Africa, the United Kingdom.
        ("01/02/24, 6:12 pm - Ana: hi", "2024-02-01T18:12:00"),
        ("01/02/2024, 6:12\u{202F}PM - Ana: hi", "2024-02-01T18:12:00"),
        ("1/2/2024, 12:12 am - Ana: hi", "2024-02-01T00:12:00"),
        ("01/02/2024, 21:41 - Ana: hi", "2024-02-01T21:41:00"),
        ("2024/02/01, 21:41 - Ana: hi", "2024-02-01T21:41:00"),
        ("[2024/02/01, 9:41:05 pm] Ana: hi", "2024-02-01T21:41:05"),
        ("०१/०२/२०२४, ६:१२ अपराह्न - Ana: hi", "2024-02-01T18:12:00"),
        ("۰۱/۰۲/۲۰۲۴، ۶:۱۲ بعد دوپہر - Ana: hi", "2024-02-01T18:12:00"),
        // Brazil, Indonesia, Malaysia, Russia.
        ("01/02/2024 21:41 - Ana: hi", "2024-02-01T21:41:00"),
        ("01/02/2024 às 21:41 - Ana: hi", "2024-02-01T21:41:00"),
        ("01/02/24 21.41 - Ana: hi", "2024-02-01T21:41:00"),
        ("[01/02/24 21.41.05] Ana: hi", "2024-02-01T21:41:05"),
        ("01/02/2024, 9:41 PTG - Ana: hi", "2024-02-01T21:41:00"),
        ("01.02.2024, 21:41 - Ana: hi", "2024-02-01T21:41:00"),
        // Germany, Italy, Spain, France, the Netherlands, Turkey.
        ("[31.12.23, 21:41:05] Ana: hi", "2023-12-31T21:41:05"),
        ("1/2/24, 21:41 - Ana: hi", "2024-02-01T21:41:00"),
        ("01/02/2024 à 21:41 – Ana: hi", "2024-02-01T21:41:00"),
        ("01-02-2024 21:41 - Ana: hi", "2024-02-01T21:41:00"),
        ("[1.02.2024 21:41:05] Ana: hi", "2024-02-01T21:41:05"),
        ("1.02.2024 ÖS 9:41 - Ana: hi", "2024-02-01T21:41:00"),
        ("[1.02.2024, 9:41:05 ÖÖ] Ana: hi", "2024-02-01T09:41:05"),
        // Egypt and other Arab countries.
        ("‏٠١‏/٠٢‏/٢٠٢٤، ٩:٤١ م - Ana: hi", "2024-02-01T21:41:00"),
        ("[١‏/٢‏/٢٠٢٤، ٩:٤١:٠٥ ص] Ana: hi", "2024-02-01T09:41:05"),
        ("1/2/2024، 21:41 - Ana: hi", "2024-02-01T21:41:00"),
        // Korea, China, Japan and others.
        ("2024. 2. 1. 오후 9:41 - Ana: hi", "2024-02-01T21:41:00"),
        ("2024년 2월 1일 오전 9:41 - Ana: hi", "2024-02-01T09:41:00"),
        ("2024/2/1 下午9:41 - Ana: hi", "2024-02-01T21:41:00"),
        ("[2024/2/1 晚上9:41:05] Ana: hi", "2024-02-01T21:41:05"),
        ("[2024/02/01 21:41:05] Ana: hi", "2024-02-01T21:41:05"),
        ("[21:41, 1/2/2024] Ana: hi", "2024-02-01T21:41:00"),
        ("1. 2. 2024, 21:41 - Ana: hi", "2024-02-01T21:41:00"),
    ];

    #[test]
    fn dates_are_read_as_phones_write_them() {
        for (line, want) in LINES {
            assert_eq!(time(line), Some((want.to_owned(), "Ana: hi".to_owned())), "{line}");
        }
    }

    #[test]
    fn other_lines_have_no_date() {
        let wrong = [
            "",
            "[",
            "12/31, 9:41 - x",
            "12/31/23, 9 - x",
            "12/31/23, 9:41 x",
            "1.2.3",
            "12/31/23, 9:41 -x",
            "[12/31/23, 9:41 - x",
            "12/31/2023456, 9:41 - x",
            "99999999999999999999/1/23, 9:41 - x",
            "12/31/239:41 - x",
            "192.168.1.1 - x",
            "2024-01-05T10:00:00 - x",
        ];
        for line in wrong {
            assert_eq!(split(line), None, "{line}");
        }
        assert_eq!(time("99/99/99, 99:99 - Ana: hi"), None);
    }

    #[test]
    fn dates_tell_their_order() {
        let of = |lines: &[&'static str]| {
            Order::of(&lines.iter().map(|line| split(line).unwrap().0).collect::<Vec<_>>())
        };
        assert_eq!(of(&["1/2/24, 9:41 PM - x", "13/2/24, 9:41 PM - x"]), Order::Day);
        assert_eq!(of(&["1/2/24, 21:41 - x", "2/13/24, 21:41 - x"]), Order::Month);
        // The third of June comes before the first of July.
        assert_eq!(of(&["3/6/26, 9:41 PM - x", "1/7/26, 9:41 PM - x"]), Order::Day);
        assert_eq!(of(&["6/3/26, 21:41 - x", "7/1/26, 21:41 - x"]), Order::Month);
        assert_eq!(of(&["6/3/26, 9:41 PM - x"]), Order::Month);
        assert_eq!(of(&["06/03/26, 9:41 PM - x"]), Order::Day);
    }

    proptest! {
        #[test]
        fn any_line_is_safe(line in "\\[?[0-9./, :\\-apm\u{202F}é下午٣\\]]{0,40}") {
            if let Some((stamp, _)) = split(&line) {
                let _ = stamp.time(Order::Day);
                let _ = stamp.time(Order::Month);
            }
        }
    }
}
