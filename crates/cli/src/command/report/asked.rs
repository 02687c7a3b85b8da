//! The questions of logs, and those that belong together.

use super::feedback::{Feedback, place, without_section};
use crate::command::mcp::Line;
use crate::failure::Failure;
use crate::terminal::output::{self, counted};
use crate::whole;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// A question that comes later is another one.
const GAP_SECONDS: u64 = 5 * 60;

/// A line of a log is no longer.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// The tool that asks, and the one that reads what was found.
const SEARCH: &str = "search_docs";
const READ: &str = "read_page";

/// A search.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    pub query: String,
    pub total: u64,
    /// The page that came first.
    pub first: Option<String>,
    /// The feedback that its answer did not help, if somebody gave that.
    pub unhelpful: Option<Feedback>,
}

/// A question, and the ways in which it was asked again, one after another.
#[derive(Debug, PartialEq)]
pub struct Chain {
    pub session: String,
    pub questions: Vec<Question>,
    /// The page that was read afterwards.
    pub read: Option<String>,
}

/// What was asked.
#[derive(Debug, Default)]
pub struct Asked {
    pub chains: Vec<Chain>,
    pub feedback: Vec<Feedback>,
}

impl Asked {
    /// Reads logs. Lines that are none are counted and told.
    ///
    /// # Errors
    /// Where one cannot be read, or there is no question in them.
    pub fn read(logs: &[PathBuf]) -> Result<Self, Failure> {
        let (mut lines, mut wrong) = (Vec::new(), 0);
        for log in logs {
            wrong += read(log, &mut lines)?;
        }
        if wrong > 0 {
            let lines = counted(wrong, "line");
            output::warning(&format!("{lines} passed over, which kindex mcp --log did not write"));
        }
        let asked = Self::of(lines);
        if asked.chains.is_empty() && asked.feedback.is_empty() {
            let name = logs.first().map(|log| log.display().to_string()).unwrap_or_default();
            let message =
                format!("{name}: no question is in it; kindex mcp --log FILE writes them");
            return Err(Failure::new(message));
        }
        Ok(asked)
    }

    fn of(lines: Vec<Line>) -> Self {
        let mut sessions: BTreeMap<String, Vec<Line>> = BTreeMap::new();
        let mut asked = Asked::default();
        for line in lines {
            asked.feedback.extend(Feedback::of(&line));
            sessions.entry(line.session.clone()).or_default().push(line);
        }
        for (session, mut lines) in sessions {
            lines.sort_by_key(|line| line.time);
            asked.chains.extend(chains(&session, &lines));
        }
        asked
    }
}

/// Adds the lines of a log. Returns how many are none.
fn read(log: &Path, lines: &mut Vec<Line>) -> Result<u64, Failure> {
    let fail = |error| Failure::file("read", log, &error);
    let mut reader = BufReader::new(whole::open(log).map_err(fail)?);
    let mut wrong = 0;
    loop {
        let mut bytes = Vec::new();
        let read = reader.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes);
        let read = read.map_err(fail)? as u64;
        if read == 0 {
            return Ok(wrong);
        }
        if read == MAX_LINE_BYTES && !bytes.ends_with(b"\n") {
            reader.skip_until(b'\n').map_err(fail)?;
            wrong += 1;
            continue;
        }
        match serde_json::from_slice(&bytes) {
            Ok(line) => lines.push(line),
            Err(_) if bytes.trim_ascii().is_empty() => {}
            Err(_) => wrong += 1,
        }
    }
}

/// The questions of a session that belong together.
fn chains(session: &str, lines: &[Line]) -> Vec<Chain> {
    let mut chains: Vec<Chain> = Vec::new();
    let mut last = 0;
    for line in lines {
        let is_soon = line.time.saturating_sub(last) <= GAP_SECONDS;
        let current = chains.last_mut().filter(|_| is_soon);
        if line.tool == READ {
            if let (Some(chain), Some(page)) = (current, page_read(line)) {
                chain.read.get_or_insert(page);
                last = line.time;
            }
            continue;
        }
        if let Some(feedback) = Feedback::of(line).filter(|_| is_soon) {
            if judge(&mut chains, feedback) {
                last = line.time;
            }
            continue;
        }
        let Some(question) = question(line) else { continue };
        let current = chains.last_mut().filter(|_| is_soon);
        last = line.time;
        match current.filter(|chain| chain.goes_on(&question)) {
            Some(chain) => chain.questions.push(question),
            None => chains.push(Chain {
                session: session.to_owned(),
                questions: vec![question],
                read: None,
            }),
        }
    }
    chains
}

/// Notes what was said of an answer with the question that it names, the last of these. Gives
/// whether there is one.
fn judge(chains: &mut [Chain], feedback: Feedback) -> bool {
    let asked = key(&feedback.query);
    for chain in chains.iter_mut().rev() {
        let all = chain.questions.iter();
        if let Some(at) = all.rev().position(|one| key(&one.query) == asked) {
            chain.judge(chain.questions.len() - 1 - at, feedback);
            return true;
        }
    }
    false
}

impl Chain {
    /// Whether a question is one of this chain in other words.
    fn goes_on(&self, next: &Question) -> bool {
        let Some(before) = self.questions.last().filter(|_| self.read.is_none()) else {
            return false;
        };
        let [old, new] = [before, next].map(|question| words(&question.query));
        before.total == 0 || before.unhelpful.is_some() || old.intersection(&new).next().is_some()
    }

    /// Notes what was said of the answer to a question, by its number. One that did not help is
    /// none, and was not read.
    fn judge(&mut self, number: usize, feedback: Feedback) {
        let Some(question) = self.questions.get_mut(number) else { return };
        if feedback.helped {
            let pages = feedback.pages.into_iter().next();
            self.read = pages.or(self.read.take());
            return;
        }
        if self.read.as_deref().is_some_and(|read| feedback.is_about(without_section(read))) {
            self.read = None;
        }
        question.unhelpful = Some(feedback);
    }

    /// The page that answers: what was read, or what came first at the end and was not said to be
    /// of no help.
    pub fn answer(&self) -> Option<&str> {
        let first = || {
            let (last, before) = self.questions.split_last()?;
            let page = last.first.as_deref()?;
            let named = without_section(page);
            let told = last.unhelpful.as_ref().is_some_and(|told| told.is_about(named));
            let mut earlier = before.iter().filter_map(|one| one.unhelpful.as_ref());
            let is_wrong = told || earlier.any(|told| told.names(named));
            Some(page).filter(|_| !is_wrong)
        };
        self.read.as_deref().or_else(first)
    }
}

/// A search of which it is known what it found. The next page of results is none of its own.
fn question(line: &Line) -> Option<Question> {
    if line.tool != SEARCH || line.failed {
        return None;
    }
    let offset = line.arguments.get("offset").and_then(Value::as_u64).unwrap_or_default();
    let query = line.arguments.get("query")?.as_str()?;
    let query = query.split_whitespace().collect::<Vec<_>>().join(" ");
    if query.is_empty() || offset > 0 {
        return None;
    }
    let first = line.pages.first().map(|page| place(line, page).to_owned());
    let total = line.total.unwrap_or_default();
    Some(Question { query, total, first, unhelpful: None })
}

/// The page that was read, with the section that was named.
fn page_read(line: &Line) -> Option<String> {
    let asked = line.arguments.get("url").and_then(Value::as_str).filter(|_| !line.failed)?;
    let (page, anchor) = asked.split_once('#').unwrap_or((asked, ""));
    let page = place(line, line.pages.first().map_or(page, String::as_str));
    match anchor.is_empty() || is_passage(anchor) {
        true => Some(page.to_owned()),
        false => Some(format!("{page}#{anchor}")),
    }
}

/// Whether what follows the id of a page names passages of it: `level.first-last`.
fn is_passage(anchor: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    anchor.split_once('.').is_some_and(|(level, at)| {
        let (first, last) = at.split_once('-').unwrap_or((at, at));
        [level, first, last].into_iter().all(is_number)
    })
}

/// A query as it is told from others.
pub fn key(query: &str) -> String {
    query.to_lowercase()
}

/// The words of a query, small, without signs around them.
pub fn words(query: &str) -> BTreeSet<String> {
    let word = |part: &str| {
        let word = part.trim_matches(|char: char| "\"'+?!.,:;()".contains(char));
        word.to_lowercase()
    };
    query.split_whitespace().map(word).filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn line(session: &str, time: u64, tool: &str, argument: &str, total: u64) -> Line {
        let name = if tool == SEARCH { "query" } else { "url" };
        let pages: Vec<&str> = if total > 0 { vec!["/first/"] } else { Vec::new() };
        let json = json!({
            "time": time, "session": session, "tool": tool, "ms": 1,
            "arguments": { name: argument }, "total": total, "pages": pages,
        });
        serde_json::from_value(json).unwrap()
    }

    fn asked(lines: Vec<Line>) -> Vec<(Vec<String>, Option<String>)> {
        let of = |chain: Chain| {
            let queries = chain.questions.iter().map(|one| one.query.clone()).collect();
            (queries, chain.answer().map(str::to_owned))
        };
        Asked::of(lines).chains.into_iter().map(of).collect()
    }

    fn queries(queries: &[&str]) -> Vec<String> {
        queries.iter().map(|&query| query.to_owned()).collect()
    }

    #[test]
    fn a_question_in_other_words_is_the_same() {
        let found = asked(vec![
            line("a", 100, SEARCH, "k8s", 0),
            line("b", 101, SEARCH, "themes", 3),
            line("a", 110, SEARCH, "kubernetes  deployment", 4),
            line("a", 120, SEARCH, "Deployment?", 4),
            line("a", 130, "read_page", "/kubernetes/", 0),
            line("a", 140, SEARCH, "deployment again", 1),
        ]);
        let first = queries(&["k8s", "kubernetes deployment", "Deployment?"]);
        assert_eq!(
            found,
            [
                (first, Some("/kubernetes/".into())),
                (queries(&["deployment again"]), Some("/first/".into())),
                (queries(&["themes"]), Some("/first/".into())),
            ]
        );
    }

    #[test]
    fn a_page_is_read_by_whatever_address() {
        let read = |asked: &str, found: &str| {
            let mut line = line("a", 1, READ, asked, 0);
            line.pages =
                [found].into_iter().filter(|page| !page.is_empty()).map(str::to_owned).collect();
            page_read(&line).unwrap()
        };
        for (asked, found, page) in [
            ("deploy.md#1.3-4", "/deploy/", "/deploy/"),
            ("deploy.md#1.3", "", "deploy.md"),
            ("deploy", "/deploy/", "/deploy/"),
            ("deploy.md#kubernetes", "/deploy/", "/deploy/#kubernetes"),
            ("/deploy/#v1.2-x", "", "/deploy/#v1.2-x"),
        ] {
            assert_eq!(read(asked, found), page);
        }
    }

    #[test]
    fn names_are_left_out_where_there_are_some() {
        for (named, page) in [(true, "Util.html"), (false, "List::Util.html")] {
            let mut search = line("a", 1, SEARCH, "first", 1);
            let mut read = line("a", 2, READ, "List::Util.html", 1);
            let mut told = line("a", 3, "give_feedback", "", 1);
            told.arguments = json!({ "ids": ["List::Util.html#1.0"] }).as_object().unwrap().clone();
            for line in [&mut search, &mut read, &mut told] {
                (line.named, line.pages) = (named, vec!["List::Util.html".into()]);
            }
            assert_eq!(question(&search).unwrap().first.as_deref(), Some(page));
            assert_eq!(page_read(&read).as_deref(), Some(page));
            assert_eq!(Feedback::of(&told).unwrap().pages, [page]);
            told.pages.clear();
            assert_eq!(Feedback::of(&told).unwrap().pages, [page]);
        }
    }

    /// Feedback belongs to the question that it names, also where another one was asked since.
    #[test]
    fn what_was_said_is_of_the_question_that_it_names() {
        let said = |time, query: &str, helpful: bool| {
            let mut line = line("a", time, "give_feedback", "", 0);
            let said = json!({ "query": query, "helpful": helpful, "ids": ["/install/"] });
            line.arguments = said.as_object().unwrap().clone();
            line
        };
        let first = Some("/first/".to_owned());
        for (said, answers) in [
            (said(3, "Install", true), [Some("/install/".into()), first.clone()]),
            (said(3, "colour", true), [first.clone(), Some("/install/".into())]),
            (said(3, "something else", true), [first.clone(), first.clone()]),
        ] {
            let [one, other] =
                [(1, "install"), (2, "colour")].map(|(at, query)| line("a", at, SEARCH, query, 1));
            let found: Vec<_> =
                asked(vec![one, other, said]).into_iter().map(|one| one.1).collect();
            assert_eq!(found, answers);
        }
        let lines = vec![
            line("a", 1, SEARCH, "install", 1),
            said(2, "colour", false),
            line("a", 3, SEARCH, "colour", 1),
        ];
        assert_eq!(asked(lines).len(), 2);
        // A page that did not help before is no answer to the same in other words.
        let mut lines = ["install", "install it"].map(|query| line("a", 1, SEARCH, query, 1));
        lines[1].pages = vec!["/install/#a".into()];
        let answers = asked([&lines[..], &[said(2, "install", false)]].concat());
        assert_eq!(answers, [(queries(&["install", "install it"]), None)]);
    }

    #[test]
    fn later_and_other_questions_are_others() {
        let found = asked(vec![
            line("a", 100, SEARCH, "shell", 2),
            line("a", 120, SEARCH, "themes", 2),
            line("a", 120 + GAP_SECONDS + 1, SEARCH, "dark themes", 2),
            line("a", 900_000, "read_page", "/late/", 0),
        ]);
        let alone: Vec<_> =
            found.iter().map(|(queries, page)| (queries.len(), page.clone())).collect();
        assert_eq!(alone, vec![(1, Some("/first/".to_owned())); 3]);
    }
}
