//! The tool `search_docs`.

use super::filters::filters;
use super::passages::Passage;
use super::text::{cost, cut, line, passage_text, trail, whole_line};
use super::tool_error::{ToolError, bad_argument};
use kindex::{Error, Hit, Index, Results, SearchOptions};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The tokens that are kept free for the description of a passage, which the index does not count.
const PASSAGE_TOKENS: usize = 40;

/// The tokens of the note that there are phrases which were not looked for everywhere.
const NOTE_TOKENS: usize = 40;

/// This many characters of a phrase that was not looked for everywhere are shown.
const MAX_PHRASE_CHARACTERS: usize = 60;

#[derive(Deserialize)]
pub struct Args {
    query: String,
    limit: usize,
    offset: usize,
    expand_to_parents: bool,
    max_tokens: usize,
    filters: Option<Map<String, Value>>,
}

#[derive(Serialize)]
pub struct Found {
    total: usize,
    /// Whether there may be more than that.
    #[serde(skip_serializing_if = "Option::is_none")]
    total_is_lower_bound: Option<bool>,
    /// The number of passages that were passed over, where any were.
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<usize>,
    /// Phrases that were not looked for everywhere.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unchecked_phrases: Vec<String>,
    passages: Vec<Passage>,
    left_out: Vec<LeftOut>,
    /// The number of those whose ids do not fit either, if there are such.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out_unnamed: Option<usize>,
    /// The offset of the passages that follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    did_you_mean: Option<String>,
}

/// A passage that does not fit.
#[derive(Serialize)]
struct LeftOut {
    id: String,
    tokens: usize,
}

/// Searches; `frame` tokens of those allowed are taken already, and `phrase_bytes` of texts
/// may be read to find phrases.
pub fn run(
    index: &Index,
    args: &Args,
    frame: usize,
    phrase_bytes: usize,
) -> Result<Found, ToolError> {
    let budget = args.max_tokens.saturating_sub(frame);
    let reserve = (args.limit * PASSAGE_TOKENS).min(budget / 4);
    let found = search(index, args, budget - reserve, phrase_bytes)?;
    let Results { total, total_is_lower_bound, unchecked_phrases, hits, .. } = found;
    let end = args.offset.saturating_add(args.limit);
    let next = (end < total || total_is_lower_bound).then_some(end);
    let total_is_lower_bound = total_is_lower_bound.then_some(true);
    let unchecked =
        unchecked_phrases.iter().map(|phrase| cut(&whole_line(phrase), MAX_PHRASE_CHARACTERS));
    let unchecked_phrases: Vec<String> = unchecked.collect();
    let said =
        if unchecked_phrases.is_empty() { 0 } else { cost(&unchecked_phrases) + NOTE_TOKENS };
    let packed = pack(hits, budget.saturating_sub(said));
    let others = found.left_out.into_iter().filter(|one| one.child.is_none());
    let others = others.map(|one| LeftOut { id: one.id, tokens: one.tokens });
    let all: Vec<LeftOut> = others.chain(packed.omitted).collect();
    let count = all.len();
    let left_out = fitting(all, packed.left);
    let left_out_unnamed = Some(count - left_out.len()).filter(|&more| more > 0);
    let did_you_mean = found.did_you_mean.map(|query| line(&query));
    Ok(Found {
        total,
        total_is_lower_bound,
        offset: Some(args.offset).filter(|&offset| offset > 0),
        unchecked_phrases,
        passages: packed.passages,
        left_out,
        left_out_unnamed,
        next,
        did_you_mean,
    })
}

fn search(
    index: &Index,
    args: &Args,
    max_tokens: usize,
    phrase_bytes: usize,
) -> Result<Results, ToolError> {
    let options = SearchOptions {
        limit: args.limit,
        offset: args.offset,
        max_tokens: Some(max_tokens),
        phrase_bytes: Some(phrase_bytes),
        filters: args.filters.as_ref().map(filters).transpose()?.unwrap_or_default(),
        return_level: (!args.expand_to_parents).then_some(0),
        ..SearchOptions::default()
    };
    match index.search(&args.query, &options) {
        Ok(results) => Ok(results),
        Err(error @ Error::Config { .. }) => bad_argument(line(&error.to_string())),
        Err(error) => Err(error.into()),
    }
}

/// The passages as far as they fit, and those that do not.
struct Packed {
    passages: Vec<Passage>,
    omitted: Vec<LeftOut>,
    left: usize,
}

fn pack(hits: Vec<Hit>, budget: usize) -> Packed {
    let mut packed = Packed { passages: Vec::new(), omitted: Vec::new(), left: budget };
    for hit in hits {
        let passage = Passage::found(hit);
        match packed.left.checked_sub(passage.takes("")) {
            Some(left) => {
                packed.left = left;
                packed.passages.push(passage);
            }
            None => {
                let about = passage.about;
                packed.omitted.push(LeftOut { id: about.id, tokens: about.tokens });
            }
        }
    }
    packed
}

/// As many from the first on as fit.
fn fitting(values: Vec<LeftOut>, mut left: usize) -> Vec<LeftOut> {
    let fits = |value: &LeftOut| match left.checked_sub(cost(value)) {
        Some(rest) => {
            left = rest;
            true
        }
        None => false,
    };
    values.into_iter().take_while(fits).collect()
}

/// The words before phrases that were not looked for everywhere.
const UNCHECKED: &str = "These phrases were not looked for everywhere, so passages may lack them, or have them although they are excluded";

/// The same in words.
pub fn text(found: &Found) -> String {
    let Found { total, passages, left_out, did_you_mean, .. } = found;
    let at_least = found.total_is_lower_bound.map_or("", |_| "at least ");
    let first = found.offset.unwrap_or_default() + 1;
    let from = found.offset.map_or(String::new(), |_| format!(", from {first} on"));
    let mut parts = vec![match total {
        0 => "Nothing was found. Try other words, or fewer.".to_owned(),
        _ => format!("{} of {at_least}{total} passages{from}, best first.", passages.len()),
    }];
    if !found.unchecked_phrases.is_empty() {
        let phrases: Vec<String> =
            found.unchecked_phrases.iter().map(|phrase| format!("\"{phrase}\"")).collect();
        let phrases = phrases.join(", ");
        parts.push(format!("{UNCHECKED}: {phrases}"));
    }
    parts.extend(did_you_mean.iter().map(|query| format!("Did you mean: {query}")));
    for (number, passage) in (first..).zip(passages) {
        let about = &passage.about;
        let title = about.title.as_deref().unwrap_or_default();
        let trail = trail(title, &about.headings, &about.id);
        let pinned = about.pinned.map_or("", |_| " (pinned by the site)");
        let name = format!("[{number}] {trail}{pinned}");
        parts.push(passage_text(&name, &about.url, &about.id, &passage.text));
    }
    if !left_out.is_empty() {
        let row =
            |one: &LeftOut| format!("\n- id: {} ({} tokens)", whole_line(&one.id), one.tokens);
        let rows = left_out.iter().map(row).collect::<String>();
        parts.push(format!("These did not fit; read_chunk gives them:{rows}"));
    }
    parts.extend(found.left_out_unnamed.map(|count| {
        format!(
            "{count} more did not fit, and there was no room for their ids. Raise max_tokens, or \
             ask for fewer."
        )
    }));
    parts.extend(
        found.next.map(|next| format!("There are more: call search_docs with offset {next}.")),
    );
    parts.join("\n\n")
}
