//! Explains a score in a table whose last column adds up.

use crate::terminal::output::{BOLD, DIM, plain};
use kindex::{ChildScore, Explanation, FusedScore, Hit, TermScore};
use textwrap::core::display_width;

/// The widths of the columns: term, level, four fields, idf, weight, score and sum.
const WIDTHS: [usize; 10] = [12, 6, 6, 8, 6, 5, 7, 7, 8, 8];

/// After this many, the chunks share a line.
const MAX_EXPLAINED_CHUNKS: usize = 5;

/// The lines for a hit of an index with a number of levels.
pub fn table(hit: &Hit, explanation: &Explanation, levels: usize, indent: &str) -> String {
    let names =
        ["term", "level", "title", "heading", "extra", "body", "idf", "weight", "score", "sum"];
    let id = format!("{DIM}{}, ~{} tokens{DIM:#}", plain(&hit.id), hit.tokens);
    let mut lines = vec![id, format!("{DIM}{}{DIM:#}", row(&names.map(String::from)))];
    let mut children: Vec<&ChildScore> = explanation.children.iter().collect();
    children.sort_by(|a, b| sum(b).total_cmp(&sum(a)));
    for child in children.iter().take(MAX_EXPLAINED_CHUNKS) {
        lines.extend(child.terms.iter().map(|term| term_row(term, levels)));
        if child.exact_heading > 0.0 {
            lines.push(label("the query names it", Some(child.exact_heading), None));
        }
        lines.push(child_row(hit.matched_level, child));
    }
    let rest = children.get(MAX_EXPLAINED_CHUNKS..).unwrap_or_default();
    if !rest.is_empty() {
        let text = format!("{} more chunks, each x its share", rest.len());
        lines.push(label(&text, None, Some(rest.iter().copied().map(sum).sum())));
    }
    for title in &explanation.title {
        lines.push(label(&format!("title: {}", plain(&title.term)), None, Some(title.score)));
    }
    if explanation.part_title > 0.0 {
        lines.push(label("the title is a part of the query", None, Some(explanation.part_title)));
    }
    if explanation.exact_title > 0.0 {
        lines.push(label("a name of the page is the query", None, Some(explanation.exact_title)));
    }
    if explanation.boost != 1.0 {
        let text = format!("all of it x {}, the boost", decimal(explanation.boost));
        lines.push(label(&text, None, None));
    }
    if let Some(fused) = &explanation.fusion {
        lines.extend(fusion_rows(explanation, fused));
    }
    lines.push(format!("{BOLD}{}{BOLD:#}", label("total", None, Some(hit.score))));
    lines.iter().map(|line| format!("{indent}{line}\n")).collect()
}

fn term_row(term: &TermScore, levels: usize) -> String {
    let level = if term.level == levels { "page".into() } else { term.level.to_string() };
    row(&[
        plain(&term.term),
        level,
        frequency(term.title),
        frequency(term.heading),
        frequency(term.extra),
        frequency(term.body),
        format!("{:.3}", term.idf),
        format!("{:.2}", term.weight),
        format!("{:.3}", term.score),
        String::new(),
    ])
}

/// The child's score and the part that it adds to the whole.
fn child_row(level: usize, child: &ChildScore) -> String {
    let text = format!("#{level}.{} x {}", child.position, decimal(child.share));
    label(&text, Some(child.score), Some(sum(child)))
}

/// The rows of a child's share.
fn sum(child: &ChildScore) -> f64 {
    child.share * child.score
}

/// The score by words, and what it and the vector are of the total.
fn fusion_rows(explanation: &Explanation, fused: &FusedScore) -> [String; 3] {
    let Explanation { children, title, part_title, exact_title, boost, .. } = explanation;
    let children: f64 = children.iter().map(sum).sum();
    let title: f64 = title.iter().map(|title| title.score).sum();
    let words = (children + title + part_title + exact_title) * boost;
    let share = decimal(1.0 - fused.weight);
    let cosine = format!("cosine {:.3}", fused.cosine);
    let vector = format!("the vector ({cosine}) x {}", decimal(fused.weight));
    [
        label("by words alone", None, Some(words)),
        label(&format!("words x {share}"), None, Some(fused.words)),
        label(&vector, None, Some(fused.meaning)),
    ]
}

/// The frequency, which is no whole number where other forms of the word count less.
fn frequency(count: f64) -> String {
    if count == 0.0 {
        return "-".into();
    }
    decimal(count)
}

/// With three decimals at most.
fn decimal(number: f64) -> String {
    format!("{number:.3}").trim_end_matches('0').trim_end_matches('.').into()
}

fn row(cells: &[String; 10]) -> String {
    let mut text = String::new();
    for (at, (cell, width)) in cells.iter().zip(WIDTHS).enumerate() {
        text += &if at == 0 { padded(cell, width) } else { format!("{cell:>width$}") };
    }
    text.trim_end().into()
}

/// A row with text in place of all but the last two columns.
fn label(text: &str, score: Option<f64>, sum: Option<f64>) -> String {
    let [.., before_last, last] = WIDTHS;
    let width = WIDTHS.iter().sum::<usize>() - before_last - last;
    let number = |number: Option<f64>| number.map(|number| format!("{number:.3}"));
    let [score, sum] = [score, sum].map(|cell| number(cell).unwrap_or_default());
    let text = padded(text, width);
    format!("{text}{score:>before_last$}{sum:>last$}").trim_end().into()
}

fn padded(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(display_width(text));
    format!("{text}{}", " ".repeat(missing))
}
