//! Results as JavaScript gets them, in JSON.

use crate::json::Json;
use alloc::string::String;
use kindex::{ChildHit, Facet, Hit, MetaValue, Results};

/// Makes the text of one answer.
pub(crate) fn written(write: impl FnOnce(&mut Json)) -> String {
    let mut json = Json::default();
    write(&mut json);
    json.finish()
}

pub(crate) fn results(json: &mut Json, results: &Results) {
    json.object(|json| {
        json.key("query").text(&results.query);
        if let Some(query) = &results.did_you_mean {
            json.key("didYouMean").text(query);
        }
        if !results.completions.is_empty() {
            json.key("completions").array(&results.completions, text);
        }
        json.key("total").count(results.total);
        if results.total_is_lower_bound {
            json.key("totalIsLowerBound").yes();
        }
        if !results.unchecked_phrases.is_empty() {
            json.key("uncheckedPhrases").array(&results.unchecked_phrases, text);
        }
        json.key("hits").array(&results.hits, hit);
        if !results.facets.is_empty() {
            json.key("facets").array(&results.facets, facet);
        }
        #[cfg(feature = "explore")]
        if !results.left_out.is_empty() {
            json.key("leftOut").array(&results.left_out, crate::explore::left_out);
        }
    });
}

fn hit(json: &mut Json, hit: &Hit) {
    json.object(|json| {
        #[cfg(feature = "group")]
        if let Some(index) = hit.index {
            json.key("index").count(index);
        }
        json.key("id").text(&hit.id);
        json.key("document").text(&hit.document);
        json.key("url").text(&hit.url);
        json.key("anchor").text(&hit.anchor);
        json.key("title").text(&hit.title);
        json.key("headings").array(&hit.headings, text);
        json.key("score").float(hit.score);
        json.key("level").count(hit.level);
        json.key("matchedLevel").count(hit.matched_level);
        json.key("returnedLevel").count(hit.returned_level);
        #[cfg(feature = "explore")]
        {
            json.key("tokens").count(hit.tokens);
            json.key("chunks").count(hit.chunks);
        }
        json.key("text").text(&hit.text);
        json.key("snippet").text(&hit.snippet);
        json.key("snippetStart").count(hit.snippet_start);
        json.key("highlights").array(&hit.highlights, |json, &(start, end)| {
            json.array(&[start, end], |json, &at| json.count(at));
        });
        json.key("children").array(&hit.children, child);
        meta(json.key("meta"), &hit.meta);
        if !hit.differs.is_empty() {
            pairs(json.key("differs"), &hit.differs, text);
        }
        if hit.pinned {
            json.key("pinned").yes();
        }
        if !hit.more.is_empty() {
            json.key("more").array(&hit.more, self::hit);
        }
        #[cfg(feature = "explore")]
        if !hit.same.is_empty() {
            json.key("same").array(&hit.same, self::hit);
        }
        #[cfg(feature = "explore")]
        if let Some(explanation) = &hit.explanation {
            crate::explore::explanation(json.key("explanation"), explanation);
        }
    });
}

/// `js/engine/json.js` takes its text from the hit's.
fn child(json: &mut Json, child: &ChildHit) {
    json.object(|json| {
        json.key("id").text(&child.id);
        json.key("score").float(child.score);
        json.key("start").count(child.start);
        json.key("end").count(child.end);
        #[cfg(feature = "explore")]
        json.key("tokens").count(child.tokens);
    });
}

#[expect(clippy::ptr_arg, reason = "it writes the items of slices of strings")]
pub(crate) fn text(json: &mut Json, text: &String) {
    json.text(text);
}

/// The keys are the author's own, so they stand beside their values: `js/engine/json.js`
/// makes objects of such pairs.
pub(crate) fn pairs<T>(json: &mut Json, pairs: &[(String, T)], value: impl Fn(&mut Json, &T)) {
    json.array(pairs, |json, (key, of_key)| {
        json.array(&[()], |json, ()| {
            json.text(key);
            value(json, of_key);
        });
    });
}

/// The text of a value that is JSON has `true` after it, and JavaScript reads it.
pub(crate) fn meta(json: &mut Json, meta: &[(String, MetaValue)]) {
    pairs(json, meta, |json, value| {
        json.text(value);
        if value.is_json() {
            json.yes();
        }
    });
}

fn facet(json: &mut Json, facet: &Facet) {
    json.array(&[()], |json, ()| {
        json.text(&facet.key);
        pairs(json, &facet.values, |json, &count| json.count(count));
    });
}

/// The result of adding a file.
pub(crate) fn added(
    documents: usize,
    outcome: &str,
    warnings: &[String],
    left_out: Option<&str>,
) -> String {
    written(|json| {
        json.object(|json| {
            json.key("documents").count(documents);
            json.key("outcome").text(outcome);
            json.key("warnings").array(warnings, text);
            if let Some(reason) = left_out {
                json.key("leftOut").text(reason);
            }
        });
    })
}
