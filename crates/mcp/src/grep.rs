//! The tool `grep_docs`.

use crate::arguments::Arguments;
use crate::json::written;
use crate::pages::number;
use crate::passages::{is_default, lines};
use crate::sanitize::safe;
use crate::sites::{Named, Sites, note_cost, sentence};
use crate::text::{citation, cost, fence_cost, line, passage_text, shown_id, trail};
use crate::tool_error::{Answer, ToolError, bad_argument};
use crate::words::{filled, texts};
use kindex::{Error, GrepOptions, GrepSection};
use serde::Serialize;
use serde_json::json;

/// Lines that were found, as far as they are given.
#[derive(Default, Serialize)]
struct Found {
    lines: usize,
    pages: usize,
    #[serde(skip_serializing_if = "is_default")]
    is_lower_bound: bool,
    /// The names of indexes that are not among those looked at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_searched: Vec<String>,
    sections: Vec<Section>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

#[derive(Serialize)]
struct Section {
    id: String,
    url: String,
    title: String,
    headings: Vec<String>,
    lines: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    line: usize,
    text: String,
}

/// Looks for a pattern; `frame` tokens of those allowed are taken already.
pub fn run(sites: &Sites<'_>, args: &Arguments, frame: usize) -> Result<Answer, ToolError> {
    let Asked { all, page, not_searched } = asked(sites, args)?;
    let Some((first, from)) = place(sites, &all, args.text("from")) else {
        return bad_argument(texts::GREP_FROM);
    };
    let options = GrepOptions {
        regex: args.is("regex"),
        case: args.is("case"),
        word: args.is("word"),
        page: page.to_owned(),
        from,
        limit: args.count("limit"),
    };
    let budget = args.count("max_tokens").saturating_sub(frame + note_cost(&not_searched));
    let all = all.get(first..).unwrap_or_default();
    match looked(all, args.text("pattern"), options, budget) {
        Ok(found) => {
            let found = Found { not_searched, ..found };
            Ok((text(&found), json!(found)))
        }
        // Another pattern avoids it.
        Err(error @ Error::Config { .. }) => bad_argument(line(&error.message())),
        Err(error) => Err(error.into()),
    }
}

/// The indexes and pages in which lines are looked for.
struct Asked<'i, 'a> {
    all: Vec<Named<'i>>,
    /// The pages, without the name of an index.
    page: &'a str,
    /// The names of indexes that are not looked at though nothing else was asked.
    not_searched: Vec<String>,
}

fn asked<'i, 'a>(sites: &Sites<'i>, args: &'a Arguments) -> Result<Asked<'i, 'a>, ToolError> {
    let mut all = sites.asked(args)?;
    let (name, page) = sites.parted(args.text("page"));
    let named = sites.of(name)?;
    all.retain(|one| named.iter().any(|other| other.name == one.name));
    if let Some(name) = name.filter(|_| all.is_empty()) {
        return bad_argument(filled(texts::PAGE_ELSEWHERE, &[name]));
    }
    let is_all = args.list("docs").is_empty() && name.is_none();
    let missing = if is_all { sites.missing() } else { &[] };
    let not_searched = missing.iter().map(|&name| name.to_owned()).collect();
    Ok(Asked { all, page, not_searched })
}

/// The number of the index, the document and the line to go on from.
fn place(sites: &Sites<'_>, all: &[Named<'_>], from: &str) -> Option<(usize, (usize, usize))> {
    if from.is_empty() {
        return Some((0, (0, 1)));
    }
    let (name, from) = sites.parted(from);
    let (document, line) = from.split_once('.')?;
    let of = all.iter().position(|one| one.name == name.unwrap_or_default())?;
    Some((of, (number(document)?, number(line)?)))
}

/// Looks at one index after another, until so many lines are found or all was looked at of which
/// one call does.
fn looked(
    all: &[Named<'_>],
    pattern: &str,
    mut options: GrepOptions,
    budget: usize,
) -> Result<Found, Error> {
    let mut found = Found::default();
    let mut left = Some(budget);
    for (number, of) in all.iter().enumerate() {
        let own = of.site.index.grep(pattern, &options)?;
        found.lines += own.lines;
        found.pages += own.documents;
        found.is_lower_bound |= own.is_lower_bound;
        let next = own.next;
        let given: usize = own.sections.iter().map(|section| section.lines.len()).sum();
        let cut = found.add(of, own.sections, &mut left);
        options =
            GrepOptions { from: (0, 1), limit: options.limit.saturating_sub(given), ..options };
        let rest = all.get(number + 1).filter(|_| options.limit == 0);
        let next = cut.or(next).map(|at| (of, at)).or(rest.map(|next| (next, (0, 1))));
        if let Some((of, (document, line))) = next {
            found.is_lower_bound |= number + 1 < all.len();
            found.next = Some(of.id(&format!("{document}.{line}")));
            break;
        }
    }
    Ok(found)
}

impl Found {
    /// Adds as many lines of an index as fit, one in any case: otherwise there would be no going on.
    /// Gives the document and the line of the first that does not fit.
    fn add(
        &mut self,
        of: &Named<'_>,
        sections: Vec<GrepSection>,
        left: &mut Option<usize>,
    ) -> Option<(usize, usize)> {
        for section in sections {
            let mut shown = described(of, &section);
            let about = cost(&written(&shown)) + fence_cost(&[]);
            *left = left.and_then(|left| left.checked_sub(about));
            for (number, text) in section.lines {
                let line = Line { line: number, text: safe(&text) };
                let takes = cost(&written(&line)) + fence_cost(&[&line.text]) - fence_cost(&[]);
                *left = left.and_then(|left| left.checked_sub(takes));
                if left.is_none() && !(self.sections.is_empty() && shown.lines.is_empty()) {
                    if !shown.lines.is_empty() {
                        self.sections.push(shown);
                    }
                    return Some((section.document, number));
                }
                shown.lines.push(line);
            }
            self.sections.push(shown);
        }
        None
    }
}

/// A section without its lines.
fn described(of: &Named<'_>, section: &GrepSection) -> Section {
    Section {
        id: shown_id(&of.id(&section.id)),
        url: citation(&of.address(&section.page.url), &section.anchor),
        title: line(&section.page.title),
        headings: lines(&section.headings),
        lines: Vec::new(),
    }
}

/// The same in words.
fn text(found: &Found) -> String {
    let at_least = if found.is_lower_bound { texts::AT_LEAST_LINES } else { "" };
    let numbers = [found.lines, found.pages].map(|one| one.to_string());
    let [lines, pages] = numbers.each_ref().map(String::as_str);
    let mut parts = Vec::from([match (found.lines, found.is_lower_bound) {
        (0, false) => texts::NO_LINES.into(),
        (0, true) => texts::NO_LINES_YET.into(),
        _ => filled(texts::LINES, &[at_least, lines, pages]),
    }]);
    if !found.not_searched.is_empty() {
        let names: Vec<&str> = found.not_searched.iter().map(String::as_str).collect();
        parts.push(filled(texts::NOT_LOOKED, &[&sentence(&names)]));
    }
    for (number, section) in (1..).zip(&found.sections) {
        let Section { id, url, title, headings, lines } = section;
        let row = |one: &Line| filled(texts::NUMBERED_LINE, &[&one.line.to_string(), &one.text]);
        let rows: Vec<String> = lines.iter().map(row).collect();
        let name = format!("[{number}] {}", trail(title, headings, id));
        parts.push(passage_text(&name, url, id, &rows.join("\n")));
    }
    parts.extend(found.next.iter().map(|next| filled(texts::MORE_TO_GREP, &[&written(next)])));
    parts.join("\n\n")
}
