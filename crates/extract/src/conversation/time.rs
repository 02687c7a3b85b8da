//! Moments as exports write them, without a clock and without a table of time zones.

use std::fmt;

const DAY: i64 = 86_400;

/// A moment between the years 1970 and 9999, to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Time {
    /// Since the beginning of 1970: in UTC, or by the clock of whoever exported a local time.
    seconds: i64,
    local: bool,
}

/// A day of the calendar. Months and days count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Day {
    pub(super) year: i64,
    pub(super) month: i64,
    pub(super) day: i64,
}

impl Time {
    /// Seconds since the beginning of 1970, UTC.
    pub(super) fn from_epoch(seconds: f64) -> Option<Time> {
        let last = Day { year: 9999, month: 12, day: 31 }.number()? * DAY;
        let known = (1.0..last as f64).contains(&seconds);
        known.then_some(Time { seconds: seconds as i64, local: false })
    }

    /// A moment whose time zone is not known.
    pub(super) fn local(day: Day, hour: i64, minute: i64, second: i64) -> Option<Time> {
        let seconds = day.number()? * DAY + of_day(hour, minute, second)?;
        Some(Time { seconds, local: true })
    }

    /// `2024-01-05T10:00:00.123Z`, with any offset. Without one the time is taken as UTC.
    pub(super) fn from_iso(text: &str) -> Option<Time> {
        let (date, clock) = text.trim().split_once(['T', ' '])?;
        let day = Day::from_iso(date)?;
        let clock = clock.trim_end_matches(['Z', 'z']);
        let at = clock.find(['+', '-']).unwrap_or(clock.len());
        let (clock, offset) = clock.split_at_checked(at)?;
        let mut parts = clock.split(':');
        let hour = digits(parts.next()?)?;
        let minute = digits(parts.next()?)?;
        let second = parts.next().map_or(Some(0), |part| digits(part.split('.').next()?))?;
        let seconds = day.number()? * DAY + of_day(hour, minute, second)? - offset_of(offset)?;
        Some(Time { seconds, local: false }).filter(|time| time.seconds >= 0)
    }

    /// The seconds from `before` to this moment.
    pub(super) fn since(self, before: Time) -> i64 {
        self.seconds - before.seconds
    }

    /// `2024-01-05`.
    pub(super) fn date(self) -> String {
        Day::of_number(self.seconds.div_euclid(DAY)).to_string()
    }
}

impl fmt::Display for Time {
    /// ISO 8601, with `Z` where the time is in UTC.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rest = self.seconds.rem_euclid(DAY);
        let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
        let zone = if self.local { "" } else { "Z" };
        write!(f, "{}T{hour:02}:{minute:02}:{second:02}{zone}", self.date())
    }
}

impl Day {
    /// `2024-01-05`.
    pub(crate) fn from_iso(text: &str) -> Option<Day> {
        let mut parts = text.split('-');
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        let day = Day { year: digits(year)?, month: digits(month)?, day: digits(day)? };
        let whole = parts.next().is_none() && year.len() == 4;
        day.number().filter(|_| whole).map(|_| day)
    }

    /// Days since the beginning of 1970; none where there is no such day.
    pub(crate) fn number(self) -> Option<i64> {
        let Day { year, month, day } = self;
        let known = (1970..=9999).contains(&year) && (1..=12).contains(&month);
        if !known || !(1..=days_of_month(year, month)).contains(&day) {
            return None;
        }
        let years: i64 = (1970..year).map(days_of_year).sum();
        let months: i64 = (1..month).map(|month| days_of_month(year, month)).sum();
        Some(years + months + day - 1)
    }

    fn of_number(number: i64) -> Day {
        let (mut year, mut month, mut left) = (1970, 1, number);
        while left >= days_of_year(year) {
            left -= days_of_year(year);
            year += 1;
        }
        while left >= days_of_month(year, month) {
            left -= days_of_month(year, month);
            month += 1;
        }
        Day { year, month, day: left + 1 }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_of_year(year: i64) -> i64 {
    if is_leap(year) { 366 } else { 365 }
}

fn days_of_month(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Seconds since midnight.
fn of_day(hour: i64, minute: i64, second: i64) -> Option<i64> {
    // A leap second is the next second.
    let known = hour < 24 && minute < 60 && second <= 60;
    known.then_some(hour * 3600 + minute * 60 + second)
}

/// `+02:00`, `-0530` or nothing, in seconds.
fn offset_of(text: &str) -> Option<i64> {
    let bare = text.trim_start_matches(['+', '-']).replace(':', "");
    if bare.is_empty() {
        return Some(0);
    }
    let (hours, minutes) = bare.split_at_checked(2)?;
    let minutes = if minutes.is_empty() { 0 } else { digits(minutes)? };
    let seconds = of_day(digits(hours)?, minutes, 0)?;
    Some(if text.starts_with('-') { -seconds } else { seconds })
}

/// A number of one to four digits.
pub(super) fn digits(text: &str) -> Option<i64> {
    let plain = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn moments_are_read_and_written() {
        let iso = |text: &str| Time::from_iso(text).map(|time| time.to_string());
        let cases = [
            ("2024-02-29T23:59:59.999Z", "2024-02-29T23:59:59Z"),
            ("2024-01-01T01:30:00+02:00", "2023-12-31T23:30:00Z"),
            ("2023-12-31 20:00:00-0430", "2024-01-01T00:30:00Z"),
            ("1970-01-01T00:00", "1970-01-01T00:00:00Z"),
        ];
        for (text, want) in cases {
            assert_eq!(iso(text).as_deref(), Some(want), "{text}");
        }
        for wrong in ["", "2024-01-05", "2023-02-29T00:00Z", "2024-13-01T00:00Z", "2024-1-1T25:00"]
        {
            assert_eq!(iso(wrong), None, "{wrong}");
        }
        let epoch = Time::from_epoch(1_709_654_400.5).unwrap();
        assert_eq!(epoch.to_string(), "2024-03-05T16:00:00Z");
        assert_eq!(Time::from_epoch(f64::NAN), None);
        assert_eq!(Time::from_epoch(1e300), None);
    }

    #[test]
    fn local_times_claim_no_zone() {
        let day = Day { year: 2023, month: 12, day: 31 };
        assert_eq!(Time::local(day, 21, 41, 5).unwrap().to_string(), "2023-12-31T21:41:05");
        assert_eq!(Time::local(day, 24, 0, 0), None);
    }

    proptest! {
        #[test]
        fn days_come_back(number in 0_i64..2_932_896) {
            prop_assert_eq!(Day::of_number(number).number(), Some(number));
        }

        #[test]
        fn any_text_is_safe(text in "[0-9TZ:+.é-]{0,30}") {
            let _ = Time::from_iso(&text);
        }
    }
}
