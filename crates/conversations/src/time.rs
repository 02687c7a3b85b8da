//! Moments as exports write them, without a clock and without a table of time zones.

use std::fmt;

use kindex_text::date::{Day, digits};

const DAY_SECONDS: i64 = 86_400;

/// A moment between the years 1970 and 9999, to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Time {
    /// Since the beginning of 1970: in UTC, or by the clock of whoever exported a local time.
    seconds: i64,
    local: bool,
}

impl Time {
    /// Seconds since the beginning of 1970, UTC.
    pub(super) fn from_epoch(seconds: f64) -> Option<Time> {
        let last = Day { year: 9999, month: 12, day: 31 }.number()? * DAY_SECONDS;
        let known = (1.0..last as f64).contains(&seconds);
        known.then_some(Time { seconds: seconds as i64, local: false })
    }

    /// A moment whose time zone is not known.
    pub(super) fn local(day: Day, hour: i64, minute: i64, second: i64) -> Option<Time> {
        let seconds = day.number()? * DAY_SECONDS + of_day(hour, minute, second)?;
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
        let seconds =
            day.number()? * DAY_SECONDS + of_day(hour, minute, second)? - offset_of(offset)?;
        Some(Time { seconds, local: false }).filter(|time| time.seconds >= 0)
    }

    /// The seconds from `before` to this moment.
    pub(super) fn since(self, before: Time) -> i64 {
        self.seconds - before.seconds
    }

    /// `2024-01-05`.
    pub(super) fn date(self) -> String {
        Day::of_number(self.seconds.div_euclid(DAY_SECONDS)).to_string()
    }
}

impl fmt::Display for Time {
    /// ISO 8601, with `Z` where the time is in UTC.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rest = self.seconds.rem_euclid(DAY_SECONDS);
        let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
        let zone = if self.local { "" } else { "Z" };
        write!(f, "{}T{hour:02}:{minute:02}:{second:02}{zone}", self.date())
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
