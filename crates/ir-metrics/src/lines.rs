//! Lines of text files and their columns.

use crate::error::Error;

/// The lines that are not blank with their numbers, from 1, without line ends, blanks around them
/// and a byte order mark.
pub fn lines(bytes: &[u8]) -> impl Iterator<Item = Result<(usize, &str), Error>> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let numbered = bytes.split(|&byte| byte == b'\n').zip(1..);
    numbered.filter(|(line, _)| !line.trim_ascii().is_empty()).map(|(line, number)| {
        let text = std::str::from_utf8(line);
        let text = text.map_err(|_| Error::at(number, "it is not UTF-8; save the file as that"))?;
        Ok((number, text.trim_end_matches('\r')))
    })
}

/// The columns of a line: between tabs where it has one, else between white space.
pub fn columns(line: &str) -> Vec<&str> {
    if line.contains('\t') {
        return line.split('\t').map(str::trim).collect();
    }
    line.split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_are_counted_and_left_out() {
        let read: Vec<_> = lines(b"\xEF\xBB\xBFa\r\n\n  \nb c").map(Result::unwrap).collect();
        assert_eq!(read, [(1, "a"), (4, "b c")]);
        let wrong = lines(b"a\n\xff\n").find_map(Result::err).unwrap();
        assert_eq!(wrong.line, Some(2));
    }

    #[test]
    fn names_between_tabs_may_have_spaces() {
        assert_eq!(columns("1\tmy page.md\t2"), ["1", "my page.md", "2"]);
        assert_eq!(columns(" 1 0  page.md 2"), ["1", "0", "page.md", "2"]);
    }
}
