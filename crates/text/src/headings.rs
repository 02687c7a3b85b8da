//! Finds the headings of text that already has the block notation.

use kindex::Section;

use crate::fences::Fence;
use crate::slug::{HeadingIds, Slugger};

/// The ATX headings of `text`, outside fences, with GitHub's ids.
pub fn headings(text: &str) -> Vec<Section> {
    let mut sections = Vec::new();
    let mut slugger = Slugger::new(HeadingIds::Github);
    let mut fence: Option<Fence> = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some(open) = &fence {
            if open.closes(line) {
                fence = None;
            }
        } else if let Some(open) = Fence::open(line) {
            fence = Some(open);
        } else if let Some((level, words)) = heading(line) {
            let heading = start + words.start..start + words.end;
            let anchor = slugger.slug(text.get(heading.clone()).unwrap_or(""));
            sections.push(Section { level, start, heading, anchor, ..Section::default() });
        }
        start += line.len();
    }
    sections
}

/// The level and the words, as a range of the line, if the line is a heading with words.
pub fn heading(line: &str) -> Option<(u8, std::ops::Range<usize>)> {
    let body = line.trim_start_matches(' ');
    let words = body.trim_start_matches('#');
    let level = body.len() - words.len();
    if line.len() - body.len() > 3 || !(1..=6).contains(&level) || !words.starts_with([' ', '\t']) {
        return None;
    }
    let from = line.len() - words.trim_start().len();
    let words = words.trim();
    let unclosed = words.trim_end_matches('#');
    let words = if unclosed.is_empty() || unclosed.ends_with([' ', '\t']) {
        unclosed.trim_end()
    } else {
        words
    };
    let level = u8::try_from(level).ok()?;
    (!words.is_empty()).then(|| (level, from..from + words.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_outside_fences() {
        let text = "# One #\n\n```sh\n# not\n```\n  ## Two C#\n#no\n    # code\n## \n# One\n";
        let found: Vec<(u8, usize, &str, String)> = headings(text)
            .into_iter()
            .map(|s| (s.level, s.start, &text[s.heading], s.anchor))
            .collect();
        let want = [
            (1, 0, "One", "one".to_owned()),
            (2, 25, "Two C#", "two-c".to_owned()),
            (1, 56, "One", "one-1".to_owned()),
        ];
        assert_eq!(found, want);
    }
}
