//! Ranks what an index has for every judged query.

use super::files::Judged;
use super::judged::Sections;
use super::settings::Settings;
use crate::failure::Failure;
use crate::terminal::progress::Progress;
use kindex::{Error, Hit, Index, RankedChunk, SearchOptions};
use kindex_ir_metrics::{Query, Run};
use std::collections::BTreeSet;
use std::thread;

/// Ranks documents by their best parents, for every judged query.
pub struct Ranker<'a> {
    pub index: &'a Index,
    pub judged: &'a Judged,
    pub sections: &'a Sections,
    pub quiet: bool,
}

/// A result.
struct Found {
    id: String,
    document: String,
    /// Of the heading above the match; where no section was judged, nobody asks.
    anchor: String,
}

impl From<RankedChunk> for Found {
    fn from(RankedChunk { id, document, .. }: RankedChunk) -> Self {
        Found { id, document, anchor: String::new() }
    }
}

impl From<Hit> for Found {
    fn from(Hit { id, document, anchor, .. }: Hit) -> Self {
        Found { id, document, anchor }
    }
}

impl Ranker<'_> {
    /// Ranks with these settings. The number of threads makes no difference.
    ///
    /// # Errors
    /// Where settings do not suit the index, or it is damaged.
    pub fn run(&self, settings: &Settings) -> Result<Run, Failure> {
        let queries: Vec<&Query> = self.judged.asked().collect();
        let progress = Progress::new(queries.len(), "queries", self.quiet);
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let options = settings.search();
        let parts = thread::scope(|scope| {
            let part = |first| {
                let own = queries.iter().skip(first).step_by(threads);
                let (options, progress) = (&options, &progress);
                scope.spawn(move || self.part(own, options, progress))
            };
            let started: Vec<_> = (0..threads).map(part).collect();
            started.into_iter().map(|part| part.join()).collect::<Vec<_>>()
        });
        let mut run = Run::default();
        for part in parts {
            let part = part.map_err(|_| Failure::new("a search failed; please report it"))?;
            for (query, ranking) in part.map_err(|error| Failure::library(&error))? {
                run.insert(&query.id, ranking);
            }
        }
        Ok(run)
    }

    fn part<'q>(
        &self,
        queries: impl Iterator<Item = &'q &'q Query>,
        options: &SearchOptions,
        progress: &Progress,
    ) -> Result<Vec<(&'q Query, Vec<String>)>, Error> {
        let ranked = queries.map(|query| {
            let ranking = self.ranking(query, options)?;
            progress.step();
            Ok((*query, ranking))
        });
        ranked.collect()
    }

    /// Looks as deep as it takes to have enough results that count.
    fn ranking(&self, query: &Query, options: &SearchOptions) -> Result<Vec<String>, Error> {
        let counted = &self.judged.counted;
        let mut limit = counted.depth.saturating_add(counted.exclude.of(&query.id).count());
        loop {
            let options = SearchOptions { limit, ..options.clone() };
            let results = self.results(query, &options)?;
            let ranking = counted.ranking(&query.id, self.found(query, &results)?);
            if ranking.len() >= counted.depth || results.len() < limit {
                return Ok(ranking);
            }
            limit = limit.saturating_mul(2);
        }
    }

    /// Searches; texts are read only where the anchors of results matter.
    fn results(&self, query: &Query, options: &SearchOptions) -> Result<Vec<Found>, Error> {
        if self.sections.are_judged(&query.id) {
            let hits = self.index.search(&query.text, options)?.hits;
            return Ok(hits.into_iter().map(Found::from).collect());
        }
        let ranked = self.index.rank(&query.text, options)?;
        Ok(ranked.into_iter().map(Found::from).collect())
    }

    /// The names of results in judgements: sections that were judged by
    /// their names, else documents.
    fn found(&self, query: &Query, results: &[Found]) -> Result<Vec<String>, Error> {
        let mut found = Vec::new();
        for hit in results {
            if self.judged.counted.exclude.has(&query.id, &hit.document) {
                continue;
            }
            let wanted: Vec<_> = self.sections.of(&query.id, &hit.document).collect();
            let before = found.len();
            if !wanted.is_empty() {
                let anchors = self.anchors(hit)?;
                let met = wanted.into_iter().filter(|it| anchors.contains(it.anchor.as_str()));
                found.extend(met.map(|section| section.item.clone()));
            }
            if found.len() == before || self.judged.qrels.grade(&query.id, &hit.document) != 0 {
                found.push(hit.document.clone());
            }
        }
        Ok(found)
    }

    /// The anchors of the headings that a result has in it and is below.
    fn anchors<'h>(&'h self, hit: &'h Found) -> Result<BTreeSet<&'h str>, Error> {
        let chunk = self.index.chunk(&hit.id)?;
        let outline = self.sections.outline(&hit.document);
        let mut anchors = outline.map(|it| it.anchors(&(chunk.start..chunk.end)));
        anchors.get_or_insert_default().insert(&hit.anchor);
        Ok(anchors.unwrap_or_default())
    }
}
