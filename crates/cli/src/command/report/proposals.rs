//! What follows from questions.

use super::asked::{Asked, Chain, key, words};
use super::feedback::{Feedback, without_section};
use crate::failure::Failure;
use kindex::{Builder, Config, Document, Error, Index, Pin, SearchOptions, Synonyms};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// What questions tell.
#[derive(Debug, Serialize)]
pub struct Report {
    pub questions: usize,
    pub sessions: usize,
    /// The queries that found nothing, and were not asked again.
    pub nothing: Vec<Unanswered>,
    /// The queries that were asked again.
    pub again: Vec<Again>,
    /// What those said who gave feedback, as they said it.
    pub feedback: Vec<Map<String, Value>>,
    pub pins: Vec<Answered>,
    pub synonyms: Vec<Synonym>,
    pub golden: Vec<Answered>,
    /// The pages that did not help.
    pub unhelpful: Vec<Unhelpful>,
}

/// A query without an answer.
#[derive(Debug, PartialEq, Serialize)]
pub struct Unanswered {
    pub query: String,
    /// How many sessions asked it.
    pub sessions: usize,
}

/// A query, the one that was asked after it, and the page at the end.
#[derive(Debug, PartialEq, Serialize)]
pub struct Again {
    pub query: String,
    pub then: String,
    pub page: Option<String>,
    pub sessions: usize,
}

/// A page that did not help, with what it was asked for and what was said.
#[derive(Debug, PartialEq, Serialize)]
pub struct Unhelpful {
    pub page: String,
    pub queries: BTreeSet<String>,
    pub comments: BTreeSet<String>,
    pub sessions: usize,
}

/// A query and the pages that answer it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answered {
    pub query: String,
    pub pages: Vec<String>,
    pub sessions: usize,
}

/// A word that readers use, and the one that the documentation has.
#[derive(Debug, PartialEq, Serialize)]
pub struct Synonym {
    pub from: String,
    pub to: String,
    pub sessions: usize,
}

/// The sessions in which something came up.
type Sessions<'a, K> = BTreeMap<K, BTreeSet<&'a str>>;

impl Report {
    /// What questions tell, of which proposals come up in `least` sessions.
    ///
    /// # Errors
    /// Those of the library, which are faults of it.
    pub fn of(asked: &Asked, least: usize) -> Result<Self, Failure> {
        let all = &asked.chains;
        let sessions: BTreeSet<&str> = all.iter().map(|chain| chain.session.as_str()).collect();
        let answered = answered(all, least);
        let unhelpful = unhelpful(&asked.feedback, least);
        let is_pin = |answer: &Answered| Pin::new(answer.query.as_str(), false, ["x"]).is_ok();
        let page =
            |pages: &[String]| pages.iter().map(|page| without_section(page).to_owned()).collect();
        let pins = answered.iter().filter(|answer| is_pin(answer));
        Ok(Report {
            questions: all.iter().map(|chain| chain.questions.len()).sum(),
            sessions: sessions.len(),
            nothing: nothing(all),
            again: again(all),
            feedback: asked.feedback.iter().map(|one| one.arguments.clone()).collect(),
            pins: pins
                .map(|one| Answered { query: one.query.clone(), pages: page(&one.pages), ..*one })
                .collect(),
            synonyms: synonyms(all, least)?,
            golden: with_helpful(answered.clone(), &asked.feedback, least),
            unhelpful,
        })
    }
}

/// What came up most often first, and then in the order of the alphabet.
fn ordered<K: Ord, T>(
    sessions: Sessions<'_, K>,
    least: usize,
    make: impl Fn(K, usize) -> T,
) -> Vec<T> {
    let mut all: Vec<(K, usize)> =
        sessions.into_iter().map(|(key, sessions)| (key, sessions.len())).collect();
    all.retain(|(_, sessions)| *sessions >= least);
    all.sort_by_key(|(_, sessions)| std::cmp::Reverse(*sessions));
    all.into_iter().map(|(key, sessions)| make(key, sessions)).collect()
}

fn nothing(chains: &[Chain]) -> Vec<Unanswered> {
    let mut found: Sessions<'_, String> = BTreeMap::new();
    for chain in chains {
        if let Some(last) = chain.questions.last().filter(|last| last.total == 0) {
            found.entry(key(&last.query)).or_default().insert(&chain.session);
        }
    }
    ordered(found, 1, |query, sessions| Unanswered { query, sessions })
}

fn again(chains: &[Chain]) -> Vec<Again> {
    let mut found: Sessions<'_, (String, String, Option<String>)> = BTreeMap::new();
    for chain in chains {
        for pair in chain.questions.windows(2) {
            if let [query, then] = pair
                && key(&query.query) != key(&then.query)
            {
                let page = chain.answer().map(str::to_owned);
                let about = (key(&query.query), key(&then.query), page);
                found.entry(about).or_default().insert(&chain.session);
            }
        }
    }
    ordered(found, 1, |(query, then, page), sessions| Again { query, then, page, sessions })
}

/// The queries that had to be asked again, with the page that most of those who asked came to.
fn answered(chains: &[Chain], least: usize) -> Vec<Answered> {
    let mut pages: BTreeMap<String, Sessions<'_, String>> = BTreeMap::new();
    for chain in chains {
        let Some((last, before)) = chain.questions.split_last() else { continue };
        // A page that was read where nothing was asked again was found at once.
        let Some(page) = chain.answer().filter(|_| last.total > 0) else { continue };
        for question in before.iter().filter(|one| key(&one.query) != key(&last.query)) {
            let of_query = pages.entry(key(&question.query)).or_default();
            of_query.entry(page.to_owned()).or_default().insert(&chain.session);
        }
    }
    let mut all: Vec<Answered> = Vec::new();
    for (query, of_query) in pages {
        let mut best = ordered(of_query, least, |page, sessions| (page, sessions)).into_iter();
        if let Some((page, sessions)) = best.next() {
            all.push(Answered { query, pages: vec![page], sessions });
        }
    }
    all.sort_by_key(|answer| std::cmp::Reverse(answer.sessions));
    all
}

/// The same with the queries of which was said what helped.
fn with_helpful(mut all: Vec<Answered>, feedback: &[Feedback], least: usize) -> Vec<Answered> {
    let mut pages: BTreeMap<String, Sessions<'_, String>> = BTreeMap::new();
    for one in feedback.iter().filter(|one| one.helped && !one.query.is_empty()) {
        let of_query = pages.entry(key(&one.query)).or_default();
        for page in &one.pages {
            of_query.entry(page.clone()).or_default().insert(&one.session);
        }
    }
    pages.retain(|query, _| all.iter().all(|answer| answer.query != *query));
    for (query, of_query) in pages {
        let best = ordered(of_query, least, |page, sessions| (page, sessions)).into_iter().next();
        all.extend(best.map(|(page, sessions)| Answered { query, pages: vec![page], sessions }));
    }
    all
}

/// The pages that did not help those who asked.
fn unhelpful(feedback: &[Feedback], least: usize) -> Vec<Unhelpful> {
    let told: Vec<&Feedback> = feedback.iter().filter(|one| !one.helped).collect();
    let mut pages: Sessions<'_, &str> = BTreeMap::new();
    for one in &told {
        for page in &one.pages {
            pages.entry(page).or_default().insert(&one.session);
        }
    }
    ordered(pages, least, |page, sessions| {
        let about = || told.iter().filter(|one| one.pages.iter().any(|other| other == page));
        let queries = about().map(|one| one.query.clone()).filter(|query| !query.is_empty());
        let comments = about().map(|one| one.comment.clone()).filter(|said| !said.is_empty());
        let (queries, comments) = (queries.collect(), comments.collect());
        Unhelpful { page: page.to_owned(), queries, comments, sessions }
    })
}

/// The words that one was put for in a query that then found something.
fn synonyms(chains: &[Chain], least: usize) -> Result<Vec<Synonym>, Failure> {
    let mut found: Sessions<'_, (String, String)> = BTreeMap::new();
    for chain in chains {
        for pair in chain.questions.windows(2) {
            let [before, then] = pair else { continue };
            if then.total > 0
                && let Some(words) = exchanged(&before.query, &then.query)
            {
                found.entry(words).or_default().insert(&chain.session);
            }
        }
    }
    let mut all = ordered(found, least, |(from, to), sessions| Synonym { from, to, sessions });
    let mut kept = Vec::new();
    for one in all.drain(..) {
        let rule = format!("{} => {}", one.from, one.to);
        if Synonyms::parse(&rule).is_ok() && !finds(&one.from, &one.to)? {
            kept.push(one);
        }
    }
    Ok(kept)
}

/// The only word of a query that another one has not, and the only one that this has instead.
fn exchanged(before: &str, then: &str) -> Option<(String, String)> {
    let [old, new] = [before, then].map(words);
    let mut gone = old.difference(&new);
    let mut come = new.difference(&old);
    match (gone.next(), gone.next(), come.next(), come.next()) {
        (Some(from), None, Some(to), None) => Some((from.clone(), to.clone())),
        _ => None,
    }
}

/// Whether a word finds another one anyway, as a form of it or mistyped.
fn finds(from: &str, to: &str) -> Result<bool, Failure> {
    let found = || -> Result<bool, Error> {
        let mut builder = Builder::new(Config::default());
        builder.add(Document { id: "a".into(), text: to.to_owned(), ..Document::default() })?;
        let index = Index::open(builder.finish()?)?;
        Ok(index.search(from, &SearchOptions::default())?.total > 0)
    };
    found().map_err(|error| Failure::library(&error))
}

#[cfg(test)]
mod tests {
    use super::super::asked::Question;
    use super::*;

    fn chain(session: &str, queries: &[(&str, u64)], read: Option<&str>) -> Chain {
        let question = |&(query, total): &(&str, u64)| Question {
            query: query.to_owned(),
            total,
            first: (total > 0).then(|| "/first/#a".to_owned()),
            unhelpful: None,
        };
        let questions = queries.iter().map(question).collect();
        Chain { session: session.to_owned(), questions, read: read.map(str::to_owned) }
    }

    fn report(chains: Vec<Chain>, least: usize) -> Report {
        Report::of(&Asked { chains, feedback: Vec::new() }, least).unwrap()
    }

    #[test]
    fn what_was_asked_again_has_the_answer_of_the_end() {
        let chains = ["a", "b"].map(|session| {
            chain(session, &[("K8s setup", 0), ("kubernetes setup", 3)], Some("/deploy/#k8s"))
        });
        let report = report(chains.into(), 2);
        let [pin, golden] = [&report.pins[0], &report.golden[0]];
        assert_eq!((pin.query.as_str(), &pin.pages), ("k8s setup", &vec!["/deploy/".to_owned()]));
        assert_eq!((golden.query.as_str(), golden.sessions), ("k8s setup", 2));
        assert_eq!(golden.pages, ["/deploy/#k8s"]);
        let synonym = Synonym { from: "k8s".into(), to: "kubernetes".into(), sessions: 2 };
        assert_eq!(report.synonyms, [synonym]);
        assert_eq!(report.nothing, []);
        assert_eq!(report.again[0].sessions, 2);
    }

    #[test]
    fn one_session_proposes_nothing_however_often_it_asks() {
        let same = || chain("a", &[("k8s", 0), ("kubernetes", 3)], None);
        let report = report(vec![same(), same(), same()], 2);
        assert!(report.pins.is_empty() && report.synonyms.is_empty() && report.golden.is_empty());
        assert_eq!(report.again[0].sessions, 1);
    }

    #[test]
    fn forms_and_mistyped_words_are_no_synonyms() {
        for (from, to) in [("cars", "car"), ("instal", "install"), ("foo, bar", "x"), ("a=>b", "x")]
        {
            let chains = vec![chain("a", &[(from, 0), (to, 1)], None)];
            assert_eq!(report(chains, 1).synonyms, [], "{from}");
        }
    }

    #[test]
    fn what_never_found_anything_is_named() {
        let chains = vec![
            chain("a", &[("zebra", 0), ("zebras", 0)], None),
            chain("b", &[("Zebras", 0)], None),
            chain("c", &[("…", 0), ("found", 1)], None),
        ];
        let report = report(chains, 1);
        assert_eq!(report.nothing, [Unanswered { query: "zebras".into(), sessions: 2 }]);
        // It has no letter, so it can be no pin.
        assert_eq!((report.pins.len(), report.golden.len()), (0, 1));
    }
}
