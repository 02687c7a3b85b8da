//! Figures of a run, by query and in total.

use crate::measure::{Measure, Measures};
use crate::qrels::Qrels;
use crate::run::Run;
use std::collections::BTreeMap;

/// The figures of one query.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryFigures {
    /// The query's id.
    pub id: String,
    /// The kind of query that it is.
    pub subset: Option<String>,
    /// One figure for each measure, in their order.
    pub figures: Vec<f64>,
}

/// The means over some queries.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The number of queries.
    pub queries: usize,
    /// One mean for each measure, in their order.
    pub means: Vec<f64>,
}

/// The figures of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    measures: Vec<Measure>,
    queries: Vec<QueryFigures>,
}

impl Report {
    /// Measures a run for these judged queries, each with its subset; one that the run does not
    /// have counts 0.
    pub fn new<'a>(
        queries: impl IntoIterator<Item = (&'a str, Option<&'a str>)>,
        qrels: &Qrels,
        run: &Run,
        measures: &Measures,
    ) -> Self {
        let measures = measures.as_slice().to_vec();
        let figures = |(id, subset): (&str, Option<&str>)| {
            let judged: Vec<i64> = qrels.of(id).map(|(_, grade)| grade).collect();
            let ranking: Vec<i64> = run.of(id).iter().map(|item| qrels.grade(id, item)).collect();
            let figures = measures.iter().map(|measure| measure.figure(&ranking, &judged));
            let (id, subset) = (id.to_owned(), subset.map(str::to_owned));
            QueryFigures { id, subset, figures: figures.collect() }
        };
        Report { queries: queries.into_iter().map(figures).collect(), measures }
    }

    /// The measures.
    pub fn measures(&self) -> &[Measure] {
        &self.measures
    }

    /// In the order given.
    pub fn queries(&self) -> &[QueryFigures] {
        &self.queries
    }

    /// The means over all queries.
    pub fn total(&self) -> Summary {
        self.summary(&self.queries.iter().collect::<Vec<_>>())
    }

    /// The means over the queries of each subset, in the order of their names.
    pub fn subsets(&self) -> BTreeMap<&str, Summary> {
        let mut subsets: BTreeMap<&str, Vec<&QueryFigures>> = BTreeMap::new();
        for query in &self.queries {
            if let Some(subset) = &query.subset {
                subsets.entry(subset).or_default().push(query);
            }
        }
        subsets.into_iter().map(|(name, queries)| (name, self.summary(&queries))).collect()
    }

    fn summary(&self, queries: &[&QueryFigures]) -> Summary {
        let mean = |at: usize| {
            let figures = queries.iter().filter_map(|query| query.figures.get(at));
            figures.sum::<f64>() / queries.len().max(1) as f64
        };
        Summary { queries: queries.len(), means: (0..self.measures.len()).map(mean).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_without_results_counts_zero() {
        let qrels = Qrels::parse(b"1\ta\t1\n2\tb\t1\n").unwrap();
        let mut run = Run::default();
        run.insert("1", vec!["x".into(), "a".into()]);
        let measures = Measures::new(&["mrr".parse().unwrap()]);
        let report = Report::new([("1", Some("s")), ("2", None)], &qrels, &run, &measures);
        assert_eq!(report.total(), Summary { queries: 2, means: vec![0.25] });
        let subset = Summary { queries: 1, means: vec![0.5] };
        assert_eq!(report.subsets().into_iter().collect::<Vec<_>>(), [("s", subset)]);
        assert_eq!(report.queries()[1].figures, [0.0]);
    }
}
