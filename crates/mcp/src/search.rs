//! The tool `search_docs`.

use crate::arguments::Arguments;
use crate::exclusion::Exclusion;
use crate::filters::filters;
use crate::json::{Object, written};
use crate::passages::{PageCopy, Passage, Place, is_default};
use crate::query::State;
use crate::sites::{Named, Sites, alike, group, indexes, note_cost, sentence};
use crate::span::Span;
use crate::text::{cost, cut, line, passage_text, shown_id, trail, whole_line};
use crate::tool_error::{Answer, ToolError, bad_argument};
use crate::version;
use crate::words::{bounds, filled, texts};
use kindex::{Error, Filter, Hit, Results, Search, SearchOptions};
use serde::Serialize;
use serde_json::json;

/// What a search found, as far as it is given.
#[derive(Serialize)]
struct Found {
    total: usize,
    /// Whether there may be more than that.
    #[serde(rename = "total_is_lower_bound", skip_serializing_if = "is_default")]
    is_lower_bound: bool,
    /// The number of passages that were passed over.
    #[serde(skip_serializing_if = "is_default")]
    offset: usize,
    /// Phrases that were not looked for everywhere.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unchecked_phrases: Vec<String>,
    /// The names of indexes that are not among those searched.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_searched: Vec<String>,
    passages: Vec<Passage>,
    left_out: Vec<LeftOut>,
    /// The number of those whose ids do not fit either.
    #[serde(skip_serializing_if = "is_default")]
    left_out_unnamed: usize,
    /// The offset of the passages that follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    did_you_mean: Option<String>,
    /// Whether all was seen already.
    #[serde(skip)]
    is_all_seen: bool,
}

/// A passage that does not fit.
#[derive(Serialize)]
struct LeftOut {
    id: String,
    tokens: usize,
}

/// Searches; `frame` tokens of those allowed are taken already, and `phrase_bytes` of texts
/// may be read to find phrases.
pub(crate) fn run(
    sites: &Sites<'_>,
    args: &Arguments,
    frame: usize,
    phrase_bytes: usize,
    state: &mut State,
) -> Result<Answer, ToolError> {
    let (all, others) = searched(sites, args)?;
    let budget = args.count("max_tokens").saturating_sub(frame + note_cost(&others));
    let exclusion = Exclusion::new(sites, &args.list("exclude"));
    let reserve = (args.count("limit") * bounds::PASSAGE_TOKENS).min(budget / 4);
    let search = match &mut state.search {
        Some(search) => search,
        none => {
            let mut options =
                options(&all, args, exclusion.room(), budget - reserve, phrase_bytes)?;
            let Some(prepared) = &state.prepared else {
                return Err(ToolError::Query(args.text("query").into()));
            };
            options.vector = prepared.vector.clone();
            none.insert(Search::new(&prepared.text, options))
        }
    };
    let found = match all.as_slice() {
        [one] => search.run(one.site.index),
        all => group(all).and_then(|group| search.run_all(&group)),
    };
    let is_empty = found.as_ref().map_or_else(is_refused, |found| found.total == 0);
    if is_empty {
        check_version(&all, args)?;
    }
    match found {
        Ok(results) => {
            let given = given(&all, results, args, &exclusion, budget)?;
            let found = Found { not_searched: others, ..given };
            Ok((text(&found), json!(found)))
        }
        // Another search avoids it.
        Err(error @ Error::Config { .. }) => bad_argument(line(&error.message())),
        Err(error) => Err(error.into()),
    }
}

/// The indexes that are searched as one, and the names of those that are not though nothing else was
/// asked.
fn searched<'i>(
    sites: &Sites<'i>,
    args: &Arguments,
) -> Result<(Vec<Named<'i>>, Vec<String>), ToolError> {
    let (all, unlike) = alike(&sites.asked(args)?);
    let unlike: Vec<&str> = unlike.iter().map(|one| one.name).collect();
    let are_asked = !args.list("docs").is_empty();
    if let (true, [_, ..], [first, ..]) = (are_asked, unlike.as_slice(), all.as_slice()) {
        return bad_argument(filled(texts::DOCS_UNLIKE, &[&sentence(&unlike), first.name]));
    }
    let missing = if are_asked { &[] } else { sites.missing() };
    let others = unlike.iter().chain(missing).map(|&name| name.to_owned());
    Ok((all, others.collect()))
}

/// Says so where the version asked for is not there.
fn check_version(all: &[Named<'_>], args: &Arguments) -> Result<(), ToolError> {
    match args.text("version") {
        "" => Ok(()),
        asked => version::check(&indexes(all), asked),
    }
}

/// Whether it is an error of an option.
fn is_refused(error: &Error) -> bool {
    matches!(error, Error::Config { .. })
}

fn options(
    all: &[Named<'_>],
    args: &Arguments,
    room: usize,
    max_tokens: usize,
    phrase_bytes: usize,
) -> Result<SearchOptions, ToolError> {
    Ok(SearchOptions {
        limit: args.count("limit") + room,
        offset: args.count("offset"),
        max_tokens: Some(max_tokens + room * bounds::EXCLUDED_TOKENS),
        phrase_bytes: Some(phrase_bytes),
        filters: all_filters(all, args)?,
        prefer: conditions(all, args, "prefer")?,
        // A copy that was not seen is not to be hidden by one that was.
        fold: args.is("fold") && args.list("exclude").is_empty(),
        return_level: (!args.is("expand_to_parents")).then_some(0),
        per_document: is_spread(all, args).then_some(bounds::PAGE_PASSAGES),
        ..SearchOptions::default()
    })
}

/// Whether one page is to leave room for others: where there are enough of them, and no passage was
/// seen, as the next ones of its page are looked for then.
fn is_spread(all: &[Named<'_>], args: &Arguments) -> bool {
    let pages = || all.iter().map(|one| one.site.index.stats().documents as usize).sum::<usize>();
    args.list("exclude").is_empty() && pages() >= args.count("limit")
}

/// The filters, of which the version may be one.
fn all_filters(indexes: &[Named<'_>], args: &Arguments) -> Result<Vec<Filter>, ToolError> {
    let given = args.object("filters");
    let version = args.text("version");
    let is_given = |given: &Object| given.get(version::KEY).is_some_and(|one| !one.is_null());
    if !version.is_empty() && given.is_some_and(is_given) {
        return bad_argument(texts::TWO_VERSIONS);
    }
    let mut all = conditions(indexes, args, "filters")?;
    if !version.is_empty() {
        all.push(Filter::any(version::KEY, [version]));
    }
    Ok(all)
}

/// The conditions of an argument. That there is no such version is said before what is wrong in them.
fn conditions(
    indexes: &[Named<'_>],
    args: &Arguments,
    name: &str,
) -> Result<Vec<Filter>, ToolError> {
    let Some(given) = args.object(name) else { return Ok(Vec::new()) };
    let read = filters(name, given);
    if read.is_err() {
        check_version(indexes, args)?;
    }
    read
}

/// As much of what was found as fits.
fn given(
    all: &[Named<'_>],
    mut results: Results,
    args: &Arguments,
    exclusion: &Exclusion<'_>,
    budget: usize,
) -> Result<Found, Error> {
    let (offset, limit) = (args.count("offset"), args.count("limit"));
    let found = results.hits.len() + results.left_out.len();
    let end = offset.saturating_add(leave_out(all, &mut results, exclusion, limit));
    let is_lower_bound = results.total_is_lower_bound;
    let phrase = |phrase: &String| cut(&whole_line(phrase), bounds::PHRASE_CHARACTERS);
    let unchecked_phrases: Vec<String> = results.unchecked_phrases.iter().map(phrase).collect();
    let said = match unchecked_phrases.is_empty() {
        true => 0,
        false => cost(&written(&unchecked_phrases)) + bounds::NOTE_TOKENS,
    };
    let next = (end < results.total || is_lower_bound).then_some(end);
    let is_empty = results.hits.is_empty() && results.left_out.is_empty();
    let is_all_seen = found > 0 && is_empty && next.is_none();
    let packed = pack(all, results.hits, budget.saturating_sub(said));
    let others = results.left_out.into_iter().filter(|one| one.child.is_none());
    let others = others.map(|one| {
        let id = of(all, one.index).map_or_else(String::new, |of| of.id(&one.id));
        LeftOut { id: shown_id(&id), tokens: one.tokens }
    });
    let omitted: Vec<LeftOut> = others.chain(packed.omitted).collect();
    let count = omitted.len();
    let left_out = fitting(omitted, packed.left);
    Ok(Found {
        total: results.total,
        is_lower_bound,
        offset,
        unchecked_phrases,
        not_searched: Vec::new(),
        passages: joined(packed.passages),
        left_out_unnamed: count - left_out.len(),
        left_out,
        next,
        did_you_mean: results.did_you_mean.map(|query| line(&query)),
        is_all_seen,
    })
}

/// The index of a result.
fn of<'a, 'i>(all: &'a [Named<'i>], number: Option<usize>) -> Option<&'a Named<'i>> {
    all.get(number.unwrap_or_default())
}

/// Leaves out what was seen, and passages that are more than asked for then. Gives how many results
/// are dealt with: where to go on. What does not fit is named in any case, as it may stand before.
fn leave_out(
    all: &[Named<'_>],
    results: &mut Results,
    exclusion: &Exclusion<'_>,
    limit: usize,
) -> usize {
    let name = |number| of(all, number).map_or("", |one| one.name);
    let is_new = |(_, hit): &(usize, &Hit)| !exclusion.has(hit, name(hit.index));
    let first_more = results.hits.iter().enumerate().filter(is_new).nth(limit).map(|(at, _)| at);
    results.hits.retain(|hit| !exclusion.has(hit, name(hit.index)));
    results.hits.truncate(limit);
    results.left_out.retain(|one| !exclusion.has_id(&one.id, name(one.index)));
    first_more.unwrap_or(limit + exclusion.room())
}

/// The best first, of which those that touch are one.
fn joined(passages: Vec<Passage>) -> Vec<Passage> {
    let mut all: Vec<Passage> = Vec::new();
    for mut next in passages {
        let mut place = all.len();
        while let Some(at) = all.iter().position(|one| one.touches(&next)) {
            next = all.remove(at).joined(next);
            place = place.min(at);
        }
        all.insert(place.min(all.len()), next);
    }
    let spans: Vec<Span> = all.iter().map(|one| one.span.clone()).collect();
    for Passage { place, span, .. } in &mut all {
        let here = spans.iter().filter(|other| span.is_beside(other)).map(Span::count);
        place.more = place.more.saturating_sub(here.sum());
    }
    all
}

/// The passages as far as they fit, and those that do not.
struct Packed {
    passages: Vec<Passage>,
    omitted: Vec<LeftOut>,
    left: usize,
}

fn pack(all: &[Named<'_>], hits: Vec<Hit>, budget: usize) -> Packed {
    let mut packed = Packed { passages: Vec::new(), omitted: Vec::new(), left: budget };
    for hit in hits {
        let Some(of) = of(all, hit.index) else { continue };
        let copies = hit.same.iter().take(bounds::NAMED_COPIES);
        let copies = copies.filter_map(|copy| Some(PageCopy::of(self::of(all, copy.index)?, copy)));
        let passage = Passage::found(of, &hit, copies.collect());
        match packed.left.checked_sub(passage.takes()) {
            Some(left) => {
                packed.left = left;
                packed.passages.push(passage);
            }
            None => {
                packed.omitted.push(LeftOut { id: passage.place.id, tokens: passage.place.tokens })
            }
        }
    }
    packed
}

/// As many from the first on as fit.
fn fitting(values: Vec<LeftOut>, mut left: usize) -> Vec<LeftOut> {
    let fits = |one: &LeftOut| {
        let rest = left.checked_sub(cost(&written(one)));
        left = rest.unwrap_or_default();
        rest.is_some()
    };
    values.into_iter().take_while(fits).collect()
}

/// The same in words.
fn text(found: &Found) -> String {
    let mut parts = heading(found);
    for (number, passage) in (found.offset + 1..).zip(&found.passages) {
        let Place { docs, id, url, title, headings, more, pinned, also, .. } = &passage.place;
        let trail = trail(title, headings, id);
        let docs = if docs.is_empty() { String::new() } else { format!("{docs}: ") };
        let pinned = if *pinned { texts::PINNED } else { "" };
        let more = match more {
            0 => String::new(),
            more => filled(texts::MORE_ON_PAGE, &[&more.to_string()]),
        };
        let also = match also.as_slice() {
            [] => String::new(),
            all => filled(
                texts::ALSO,
                &[&all.iter().map(PageCopy::text).collect::<Vec<_>>().join(", ")],
            ),
        };
        let name = format!("[{number}] {docs}{trail}{more}{pinned}{also}");
        parts.push(passage_text(&name, url, id, &passage.text));
    }
    if !found.left_out.is_empty() {
        let row = |one: &LeftOut| {
            let parts: &[&str] = &[&whole_line(&one.id), &one.tokens.to_string()];
            "\n".to_owned() + &filled(texts::LEFT_OUT_ROW, parts)
        };
        let rows = found.left_out.iter().map(row).collect::<String>();
        parts.push(texts::LEFT_OUT.to_owned() + &rows);
    }
    if found.left_out_unnamed > 0 {
        parts.push(filled(texts::UNNAMED, &[&found.left_out_unnamed.to_string()]));
    }
    parts.extend(found.next.map(|next| filled(texts::MORE_TO_SEARCH, &[&next.to_string()])));
    parts.join("\n\n")
}

/// What stands before the passages.
fn heading(found: &Found) -> Vec<String> {
    let at_least = if found.is_lower_bound { texts::AT_LEAST } else { "" };
    let from = match found.offset {
        0 => String::new(),
        offset => filled(texts::FROM_ON, &[&(offset + 1).to_string()]),
    };
    let (given, total) = (found.passages.len().to_string(), found.total.to_string());
    let mut parts = Vec::from([match found.total {
        0 => texts::NOTHING.into(),
        _ if found.is_all_seen => texts::NOTHING_ELSE.into(),
        _ => filled(texts::PASSAGES, &[&given, at_least, &total, &from]),
    }]);
    if !found.unchecked_phrases.is_empty() {
        let phrases = format!("\"{}\"", found.unchecked_phrases.join("\", \""));
        parts.push(filled(texts::UNCHECKED, &[&phrases]));
    }
    if !found.not_searched.is_empty() {
        let names: Vec<&str> = found.not_searched.iter().map(String::as_str).collect();
        parts.push(filled(texts::NOT_SEARCHED, &[&sentence(&names)]));
    }
    parts.extend(found.did_you_mean.iter().map(|query| filled(texts::DID_YOU_MEAN, &[query])));
    parts
}
