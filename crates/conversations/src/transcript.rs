//! Transcripts: questions in lines that begin with `>`, answers below them.

use kindex_text::{Fences, end_with_newline, headings};

use super::conversation::{Conversation, Reading};
use super::document::Documents;
use super::exchange::{self, Exchange, Role, Turn};
use super::extracted::Extracted;

/// With fewer questions a text is not cut into exchanges.
const MIN_QUESTIONS: usize = 3;

/// Whether a text is a transcript and nothing else: its first line is a question, it has at least
/// three, all but the last of them have an answer, and no line is a heading. A page that quotes
/// begins in another way or has headings.
pub(super) fn is_transcript(source: &str) -> bool {
    let first = source.lines().map(str::trim_start).find(|line| !line.is_empty());
    if !first.is_some_and(|line| line.starts_with("> ") && !line.starts_with("> [!")) {
        return false;
    }
    let exchanges = parse(source);
    let questions = exchanges.iter().filter(|exchange| has_question(exchange));
    let answered = questions.clone().filter(|exchange| exchange.is_answered()).count();
    let count = questions.count();
    count >= MIN_QUESTIONS
        && answered + 1 >= count
        && answered >= MIN_QUESTIONS - 1
        && headings(source).is_empty()
}

/// Reads a text as a transcript, or as paragraphs where it has too few questions.
pub(super) fn extract(documents: &Documents<'_>, source: &str) -> Extracted {
    let exchanges = parse(source);
    let questions = exchanges.iter().filter(|exchange| has_question(exchange)).count();
    let title = documents.settings.title.map(str::to_owned);
    let conversation = Conversation { title, exchanges, ..Conversation::default() };
    if questions < MIN_QUESTIONS {
        documents.of_paragraphs(&conversation, source)
    } else {
        documents.of(Reading::of(conversation))
    }
}

fn has_question(exchange: &Exchange) -> bool {
    exchange.turns.first().is_some_and(|turn| turn.role == Role::Question)
}

/// The exchanges of a text; all of it, if it has no questions, is one without.
pub(super) fn parse(source: &str) -> Vec<Exchange> {
    let mut parser = Parser::default();
    for line in source.lines() {
        parser.line(line);
    }
    parser.end_turn();
    parser.exchanges
}

#[derive(Default)]
struct Parser {
    exchanges: Vec<Exchange>,
    role: Option<Role>,
    text: String,
    fences: Fences,
    /// Whether a break stands after the last exchange.
    broken: bool,
}

impl Parser {
    fn line(&mut self, line: &str) {
        let in_code = self.fences.open().is_some();
        let quoted = line.trim_start().strip_prefix('>').filter(|_| !in_code);
        if let Some(words) = quoted {
            self.turn_to(Role::Question);
            return self.add(words.strip_prefix(' ').unwrap_or(words));
        }
        if !in_code && is_break(line) {
            self.end_turn();
            self.role = None;
            self.broken = true;
            return;
        }
        self.fences.is_code(line);
        if !line.trim().is_empty() {
            self.turn_to(Role::Answer);
        }
        self.add(line);
    }

    fn add(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn turn_to(&mut self, role: Role) {
        if self.role != Some(role) {
            self.end_turn();
            self.role = Some(role);
        }
    }

    fn end_turn(&mut self) {
        let text = end_with_newline(&std::mem::take(&mut self.text));
        let Some(role) = self.role.filter(|_| !text.is_empty()) else {
            return;
        };
        let text = text.trim_end().to_owned();
        let turn = Turn { role, speaker: String::new(), time: None, text, branch: 1 };
        if std::mem::take(&mut self.broken) {
            self.exchanges.push(Exchange { turns: vec![turn] });
        } else {
            exchange::push(&mut self.exchanges, turn);
        }
    }
}

/// Whether a line is three dashes or more.
fn is_break(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3 && line.bytes().all(|byte| byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(source: &str) -> Vec<String> {
        let mark = |turn: &Turn| {
            let sign = if turn.role == Role::Question { ">" } else { "" };
            format!("{sign}{}", turn.text)
        };
        let exchanges = parse(source);
        exchanges.iter().map(|e| e.turns.iter().map(mark).collect::<Vec<_>>().join("|")).collect()
    }

    #[test]
    fn questions_answers_and_breaks() {
        let source = "before\n\n> one\n> more\n\n>two\nanswer\n\n```\n> code\n---\n```\n---\n\nrest\n> three\n";
        assert_eq!(
            parsed(source),
            ["before", ">one\nmore\n\ntwo|answer\n\n```\n> code\n---\n```", "rest", ">three"]
        );
        assert_eq!(parsed(""), [""; 0]);
    }

    #[test]
    fn pages_that_quote_are_no_transcripts() {
        let transcript = "> one\nanswer\n\n> two\n\nanswer\n---\n> three\nanswer\n";
        assert!(is_transcript(transcript));
        assert!(is_transcript(&format!("\n{transcript}> four\n")));
        assert!(!is_transcript(&format!("A page\n\n{transcript}")));
        assert!(!is_transcript(&format!("{transcript}\n## Notes\n\nx\n")));
        assert!(!is_transcript("> one\n\n> two\n\n> three\n\nanswer\n"));
        assert!(!is_transcript("> [!NOTE]\n> x\n\na\n> y\n\nb\n> z\n\nc\n"));
        assert!(!is_transcript("> one\na\n> two\nb\n"));
    }
}
