//! Fenced code, found line by line.

/// A fence that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fence {
    sign: char,
    length: usize,
}

impl Fence {
    /// The fence that a line opens, in a list or a quote too.
    pub fn open(line: &str) -> Option<Fence> {
        let body = without_containers(line);
        let sign = body.chars().next().filter(|c| matches!(c, '`' | '~'))?;
        let info = body.trim_start_matches(sign);
        let length = body.len() - info.len();
        let valid = length >= 3 && (sign == '~' || !info.contains('`'));
        valid.then_some(Fence { sign, length })
    }

    /// A line that closes it.
    pub fn closing(&self) -> String {
        self.sign.to_string().repeat(self.length)
    }

    /// Whether a line closes it.
    pub fn closes(&self, line: &str) -> bool {
        let body = line.trim_start_matches([' ', '\t', '>']);
        let rest = body.trim_start_matches(self.sign);
        body.len() - rest.len() >= self.length && rest.trim().is_empty()
    }
}

/// Follows the fences of a text line by line.
#[derive(Debug, Default)]
pub struct Fences {
    open: Option<Fence>,
}

impl Fences {
    /// Whether the next line is code, or a fence around it.
    pub fn is_code(&mut self, line: &str) -> bool {
        match &self.open {
            Some(open) => {
                if open.closes(line) {
                    self.open = None;
                }
                true
            }
            None => {
                self.open = Fence::open(line);
                self.open.is_some()
            }
        }
    }

    /// The fence that is open.
    pub fn open(&self) -> Option<&Fence> {
        self.open.as_ref()
    }
}

/// A line without its indentation, quote signs and list markers.
fn without_containers(line: &str) -> &str {
    let mut body = line;
    loop {
        body = body.trim_start_matches([' ', '\t', '>']);
        match list_marker(body) {
            Some(length) => body = body.get(length..).unwrap_or(""),
            None => return body,
        }
    }
}

/// The length of the list marker and its space that `body` begins with.
pub fn list_marker(body: &str) -> Option<usize> {
    let bullet = body.strip_prefix(['-', '*', '+']);
    let digits = body.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = (1..=9).contains(&(body.len() - digits.len()));
    let number = digits.strip_prefix(['.', ')']).filter(|_| number);
    let rest = bullet.or(number)?;
    rest.starts_with([' ', '\t']).then_some(body.len() - rest.len() + 1)
}

/// The longest run of backticks in `code`.
pub fn longest_run(code: &str) -> usize {
    let runs = code.split(|c| c != '`').map(str::len);
    runs.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_open_and_close() {
        let fence = Fence::open("1. > - ````rust").unwrap();
        assert!(fence.closes("   > `````  \n"));
        assert!(!fence.closes("```"));
        assert!(!fence.closes("```` x"));
        assert!(Fence::open("  ~~~").is_some());
        assert!(Fence::open("``` a`b").is_none());
        assert!(Fence::open("``x").is_none());
        assert_eq!(longest_run("a``b```c`"), 3);
    }
}
