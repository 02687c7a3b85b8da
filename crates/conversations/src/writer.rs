//! Writes exchanges as the text of a document.

use std::ops::Range;

use kindex::Section;
use kindex_text::{Fence, Fences, collapse, normalise};

use super::chat::asks;
use super::exchange::{Exchange, Role, Turn};

/// The most characters of a question that count as a heading.
const MAX_HEADING_CHARACTERS: usize = 120;

/// The level of a question among the headings of a text; those of an answer are below it.
const QUESTION_LEVEL: u8 = 2;

/// The text of a conversation, and what a document says about it.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub(super) text: String,
    pub(super) sections: Vec<Section>,
    /// The places where exchanges begin.
    pub(super) starts: Vec<usize>,
}

/// Writes exchanges one after another; `named` has the text say who speaks.
pub(super) fn write(exchanges: &[Exchange], named: bool) -> Written {
    let mut writer = Writer { named, ..Writer::default() };
    for exchange in exchanges {
        writer.exchange(exchange);
    }
    writer.written
}

/// The line of a question that stands for it: its first that is no code. Among people it is the
/// one that asks, if there is one.
pub(super) fn heading(exchange: &Exchange, named: bool) -> Option<&str> {
    let turns = exchange.turns.iter().take_while(|turn| turn.role == Role::Question);
    let lines: Vec<&str> = turns.flat_map(|turn| prose(&turn.text)).collect();
    let asking = lines.iter().find(|line| named && asks(line));
    let line = asking.or(lines.first())?;
    line.get(..shortened(line, MAX_HEADING_CHARACTERS))
}

/// The lines with words outside of code and brackets, such as `[image]`, or within them if there
/// are no others.
fn prose(text: &str) -> Vec<&str> {
    let (mut prose, mut code) = (Vec::new(), Vec::new());
    let mut fences = Fences::default();
    for line in text.lines().map(str::trim) {
        let is_code = fences.is_code(line) || line.starts_with('[') && line.ends_with(']');
        if line.contains(char::is_alphanumeric) && Fence::open(line).is_none() {
            if is_code { &mut code } else { &mut prose }.push(line);
        }
    }
    if prose.is_empty() { code } else { prose }
}

/// The length of what is left of `line` if it may have `most` characters: it ends with a word.
pub(super) fn shortened(line: &str, most: usize) -> usize {
    let Some((end, _)) = line.char_indices().nth(most) else {
        return line.len();
    };
    let head = line.get(..end).unwrap_or_default();
    let word = head.rfind(char::is_whitespace).map_or("", |at| head.get(..at).unwrap_or_default());
    if word.trim().is_empty() { end } else { word.trim_end().len() }
}

#[derive(Default)]
struct Writer {
    written: Written,
    named: bool,
}

impl Writer {
    fn exchange(&mut self, exchange: &Exchange) {
        self.blank();
        let start = self.written.text.len();
        let (is_first, is_short) = (self.written.starts.is_empty(), exchange.is_short());
        if !is_short {
            // A short exchange before the first one goes with it.
            self.written.starts.push(if is_first { 0 } else { start });
        }
        let count = exchange.turns.iter().take_while(|turn| turn.role == Role::Question).count();
        let (questions, answers) = exchange.turns.split_at_checked(count).unwrap_or_default();
        self.questions(questions);
        if is_first || !is_short {
            self.section(start, exchange);
        }
        let mut branch = 1;
        if let Some(question) = questions.first() {
            self.mark(question.branch, &mut branch);
        }
        for turn in answers {
            self.mark(turn.branch, &mut branch);
            self.answer(turn);
        }
    }

    /// Makes the question that was written from `start` on a heading.
    fn section(&mut self, start: usize, exchange: &Exchange) {
        let heading = heading(exchange, self.named).and_then(|words| self.find(start, words));
        if let Some(heading) = heading {
            let section = Section { level: QUESTION_LEVEL, start, heading, ..Section::default() };
            self.written.sections.push(section);
        }
    }

    /// The range of `words` in the line of a question that begins with them.
    fn find(&self, start: usize, words: &str) -> Option<Range<usize>> {
        let mut at = start;
        for line in self.written.text.get(start..)?.split_inclusive('\n') {
            let found = line.find(words).filter(|found| {
                let before = line.get(..*found).unwrap_or_default().trim_end();
                before == ">" || self.named && before.ends_with(':')
            });
            if let Some(found) = found {
                return Some(at + found..at + found + words.len());
            }
            at += line.len();
        }
        None
    }

    /// Ends the block before.
    fn blank(&mut self) {
        if !self.written.text.is_empty() {
            self.written.text.push('\n');
        }
    }

    /// Says where another branch of the conversation begins than `shown`.
    fn mark(&mut self, branch: usize, shown: &mut usize) {
        if branch != *shown {
            *shown = branch;
            self.blank();
            self.written.text.push_str(&format!("[branch {branch}]\n"));
        }
    }

    fn questions(&mut self, turns: &[Turn]) {
        for (number, turn) in turns.iter().enumerate() {
            if number > 0 {
                self.written.text.push_str(">\n");
            }
            for line in attributed(turn, &turn.text, self.named).lines() {
                let space = if line.is_empty() { "" } else { " " };
                self.written.text.extend([">", space, line, "\n"]);
            }
        }
    }

    fn answer(&mut self, turn: &Turn) {
        self.blank();
        self.answer_lines(&attributed(turn, &turn.text, self.named));
    }

    /// Copies lines. Headings come below the question, and a fence that is open is closed.
    fn answer_lines(&mut self, said: &str) {
        let mut fences = Fences::default();
        for line in said.lines() {
            if fences.is_code(line) || !self.heading_line(line) {
                self.written.text.extend([line, "\n"]);
            }
        }
        if let Some(open) = fences.open() {
            self.written.text.extend([open.closing().as_str(), "\n"]);
        }
    }

    /// Writes the line as a heading, if it is one.
    fn heading_line(&mut self, line: &str) -> bool {
        let Some((level, words)) = kindex_text::heading(line) else {
            return false;
        };
        let level = (level + QUESTION_LEVEL).min(6);
        let start = self.written.text.len();
        self.written.text.extend(std::iter::repeat_n('#', level.into()).chain([' ']));
        let from = self.written.text.len();
        self.written.text.push_str(line.get(words).unwrap_or_default());
        let heading = from..self.written.text.len();
        self.written.sections.push(Section { level, start, heading, ..Section::default() });
        self.written.text.push('\n');
        true
    }
}

/// The words of a turn, after the name of the speaker where `named` asks for that.
pub(super) fn attributed(turn: &Turn, said: &str, named: bool) -> String {
    let said = normalise(said.trim_end());
    let said = said.trim_start_matches('\n');
    let name = collapse(&turn.speaker);
    if !named || name.is_empty() {
        return said.to_owned();
    }
    // Code and tables begin in a line of their own.
    let first = said.lines().next().unwrap_or_default();
    let is_block = Fence::open(first).is_some() || first.trim_start().starts_with('|');
    format!("{name}:{}{said}", if is_block { '\n' } else { ' ' })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(role: Role, speaker: &str, text: &str) -> Turn {
        let (speaker, text) = (speaker.to_owned(), text.to_owned());
        Turn { role, speaker, time: None, text, branch: 1 }
    }

    fn exchange(question: &str, answer: &str) -> Exchange {
        Exchange {
            turns: vec![turn(Role::Question, "ana", question), turn(Role::Answer, "ben", answer)],
        }
    }

    fn headings(written: &Written) -> Vec<(u8, usize, &str)> {
        let of = |s: &Section| (s.level, s.start, &written.text[s.heading.clone()]);
        written.sections.iter().map(of).collect()
    }

    #[test]
    fn questions_are_quoted_and_head_their_answers() {
        let answer = "# Steps\n\nRun it.\n\n```sh\n# no heading";
        let written = write(&[exchange("```\nx\n```\n\nHow so?\n", answer)], false);
        let text =
            "> ```\n> x\n> ```\n>\n> How so?\n\n### Steps\n\nRun it.\n\n```sh\n# no heading\n```\n";
        assert_eq!(written.text, text);
        assert_eq!(headings(&written), [(2, 0, "How so?"), (3, 29, "Steps")]);
        assert_eq!(written.starts, [0]);
    }

    #[test]
    fn what_is_asked_about_a_picture_is_the_heading() {
        assert_eq!(heading(&exchange("[image]\n\nWhich flour?", "x"), false), Some("Which flour?"));
        assert_eq!(heading(&exchange("[image]", "x"), false), Some("[image]"));
    }

    #[test]
    fn people_are_named() {
        let written = write(&[exchange("hi\nis it me you look for?", "```\nno\n```")], true);
        let text = "> ana: hi\n> is it me you look for?\n\nben:\n```\nno\n```\n";
        assert_eq!(written.text, text);
        assert_eq!(headings(&written), [(2, 0, "is it me you look for?")]);
    }

    #[test]
    fn short_exchanges_go_with_the_one_before() {
        let long = "an answer of more than thirty characters";
        let all =
            [exchange("a", "b"), exchange("c", long), exchange("d", "e"), exchange("f", long)];
        let written = write(&all, false);
        let second = written.text.find("> f").unwrap();
        assert_eq!(written.starts, [0, second]);
        let words: Vec<&str> = headings(&written).into_iter().map(|(_, _, words)| words).collect();
        assert_eq!(words, ["a", "c", "f"]);
    }

    #[test]
    fn long_lines_end_with_a_word() {
        assert_eq!(shortened("one two three", 9), 7);
        assert_eq!(shortened("one two", 7), 7);
        assert_eq!(shortened("éééé", 2), 4);
    }
}
