//! Lines of input, however long they are.

use std::io::{self, BufRead, Read as _};

/// A line may have this many bytes.
const MAX_LINE_BYTES: u64 = 4 << 20;

/// A line that came.
pub enum Message {
    Line(String),
    TooLong,
}

/// The lines of an input.
pub struct Lines<R>(R);

impl<R: BufRead> Lines<R> {
    pub fn new(input: R) -> Self {
        Lines(input)
    }

    /// A line with its end; nothing after the last.
    fn read(&mut self) -> io::Result<Option<Message>> {
        let mut line = Vec::new();
        self.0.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        if line.len() as u64 == MAX_LINE_BYTES && !line.ends_with(b"\n") {
            self.0.skip_until(b'\n')?;
            return Ok(Some(Message::TooLong));
        }
        Ok(Some(Message::Line(String::from_utf8_lossy(&line).into_owned())))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Message>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_passed_over() {
        let long = "x".repeat(MAX_LINE_BYTES as usize + 10);
        let input = format!("one\n{long}\ntwo\r\nlast");
        let lines = Lines::new(input.as_bytes()).map(|line| match line.unwrap() {
            Message::Line(line) => line.trim().to_owned(),
            Message::TooLong => "too long".to_owned(),
        });
        assert_eq!(lines.collect::<Vec<_>>(), ["one", "too long", "two", "last"]);
    }
}
