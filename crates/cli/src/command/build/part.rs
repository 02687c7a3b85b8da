//! A part of the files, for a build on several machines.

use std::ops::Range;
use std::str::FromStr;

/// One of several parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// From one.
    number: usize,
    count: usize,
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(number, count)| {
            Some(Self { number: number.parse().ok()?, count: count.parse().ok()? })
        });
        let is_there = |part: &Self| (1..=part.count).contains(&part.number);
        numbers
            .filter(is_there)
            .ok_or_else(|| "must be as 2/8, the second of eight parts".to_owned())
    }
}

impl Part {
    /// The files of this part, of a number of them. Each file is in one part, in their order.
    fn range(self, files: usize) -> Range<usize> {
        let before = |parts: usize| (files as u128 * parts as u128 / self.count as u128) as usize;
        before(self.number - 1)..before(self.number)
    }

    /// Whether there are other parts.
    pub fn has_others(self) -> bool {
        self.count > 1
    }

    /// Drops all files but those of this part.
    pub fn keep<T>(self, files: &mut Vec<T>) {
        let Range { start, end } = self.range(files.len());
        files.truncate(end);
        files.drain(..start);
    }
}

#[cfg(test)]
mod tests {
    use super::Part;

    #[test]
    fn each_file_is_in_one_part() {
        for (files, count) in [(0, 3), (2, 5), (7, 1), (100, 7), (9, 9)] {
            let mut all = Vec::new();
            for number in 1..=count {
                let mut own: Vec<usize> = (0..files).collect();
                format!("{number}/{count}").parse::<Part>().unwrap().keep(&mut own);
                assert!(own.len().abs_diff(files / count) <= 1);
                all.extend(own);
            }
            assert!(all.into_iter().eq(0..files));
        }
    }

    #[test]
    fn a_part_is_one_of_those_that_there_are() {
        for text in ["", "1", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "a/b", "1 / 2"] {
            assert!(text.parse::<Part>().is_err(), "{text}");
        }
    }
}
