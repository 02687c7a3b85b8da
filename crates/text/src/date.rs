//! Days of the calendar, without a clock.

use std::fmt;

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Day {
    /// From 1970 to 9999.
    pub year: i64,
    /// From 1.
    pub month: i64,
    /// From 1.
    pub day: i64,
}

impl Day {
    /// `2024-01-05`.
    pub fn from_iso(text: &str) -> Option<Day> {
        let mut parts = text.split('-');
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        let day = Day { year: digits(year)?, month: digits(month)?, day: digits(day)? };
        let whole = parts.next().is_none() && year.len() == 4;
        day.number().filter(|_| whole).map(|_| day)
    }

    /// Days since the beginning of 1970; none where there is no such day.
    pub fn number(self) -> Option<i64> {
        let Day { year, month, day } = self;
        let known = (1970..=9999).contains(&year) && (1..=12).contains(&month);
        if !known || !(1..=days_of_month(year, month)).contains(&day) {
            return None;
        }
        let years: i64 = (1970..year).map(days_of_year).sum();
        let months: i64 = (1..month).map(|month| days_of_month(year, month)).sum();
        Some(years + months + day - 1)
    }

    /// The day with a number of days since the beginning of 1970.
    pub fn of_number(number: i64) -> Day {
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

/// A number of one to four digits.
pub fn digits(text: &str) -> Option<i64> {
    let plain = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_counted_and_written() {
        for (text, number) in [("1970-01-01", 0), ("2000-02-29", 11_016), ("9999-12-31", 2_932_896)]
        {
            let day = Day::from_iso(text).unwrap();
            assert_eq!((day.number(), Day::of_number(number)), (Some(number), day));
            assert_eq!(day.to_string(), text);
        }
        for wrong in ["", "2023-02-29", "2024-13-01", "24-01-05", "2024-01-05-1", "1969-12-31"] {
            assert_eq!(Day::from_iso(wrong), None, "{wrong}");
        }
    }
}
