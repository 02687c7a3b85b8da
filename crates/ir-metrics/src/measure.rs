//! The measures, by their names.

use std::fmt;
use std::str::FromStr;

/// One measure of a ranking; nDCG where nothing else is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Measure {
    kind: Kind,
    /// The number of results that count; none where all do.
    cut: Option<usize>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Kind {
    #[default]
    Ndcg,
    Mrr,
    Map,
    Recall,
    Precision,
    Success,
}

const KINDS: [(&str, Kind); 6] = [
    ("ndcg", Kind::Ndcg),
    ("mrr", Kind::Mrr),
    ("map", Kind::Map),
    ("recall", Kind::Recall),
    ("precision", Kind::Precision),
    ("success", Kind::Success),
];

impl FromStr for Measure {
    type Err = String;

    /// By its name and cut-off, such as `ndcg@10`, or by its name alone.
    fn from_str(text: &str) -> Result<Self, String> {
        let unknown = || {
            let known = KINDS.map(|(name, _)| name).join(", ");
            format!(
                "there is no measure {text:?}; accepted are {known}, with a cut-off from 1 such as ndcg@10 or without one"
            )
        };
        let (name, cut) = match text.split_once('@') {
            Some((name, cut)) => (name, Some(cut.parse().map_err(|_| unknown())?)),
            None => (text, None),
        };
        let kind = KINDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        match kind {
            Some(&(_, kind)) if cut != Some(0) => Ok(Measure { kind, cut }),
            _ => Err(unknown()),
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = KINDS.iter().find(|(_, kind)| *kind == self.kind).map(|(name, _)| *name);
        f.write_str(name.unwrap_or_default())?;
        self.cut.map_or(Ok(()), |cut| write!(f, "@{cut}"))
    }
}

impl Measure {
    /// The number of results that it looks at; none where it looks at all.
    pub fn cut(&self) -> Option<usize> {
        self.cut
    }

    /// Its figure, 0 to 1. `ranking` has the grade of every result, best first, 0 where it was not
    /// judged; `judged` has every grade of the query. A document is relevant from grade 1. If
    /// nothing is relevant, every figure is 0.
    pub fn figure(&self, ranking: &[i64], judged: &[i64]) -> f64 {
        let cut = self.cut.unwrap_or(usize::MAX);
        let top = ranking.get(..cut.min(ranking.len())).unwrap_or_default();
        let relevant = judged.iter().filter(|&&grade| grade > 0).count();
        if relevant == 0 {
            return 0.0;
        }
        let found = top.iter().filter(|&&grade| grade > 0).count();
        match self.kind {
            Kind::Ndcg => ndcg(top, judged, cut),
            Kind::Mrr => top.iter().position(|&grade| grade > 0).map_or(0.0, reciprocal),
            Kind::Map => precisions(top) / relevant as f64,
            Kind::Recall => found as f64 / relevant as f64,
            Kind::Precision => found as f64 / self.cut.unwrap_or(ranking.len()).max(1) as f64,
            Kind::Success => f64::from(u8::from(found > 0)),
        }
    }
}

fn reciprocal(position: usize) -> f64 {
    1.0 / (position as f64 + 1.0)
}

fn ndcg(top: &[i64], judged: &[i64], cut: usize) -> f64 {
    let mut ideal = judged.to_vec();
    ideal.sort_unstable_by(|a, b| b.cmp(a));
    ideal.truncate(cut);
    dcg(top) / dcg(&ideal)
}

fn dcg(grades: &[i64]) -> f64 {
    let gains = grades.iter().zip(2..).filter(|(grade, _)| **grade > 0);
    total(gains.map(|(&grade, place)| grade as f64 / libm::log2(f64::from(place))))
}

/// The sum of the precision at each relevant result.
fn precisions(top: &[i64]) -> f64 {
    let places = top.iter().zip(1..).filter(|(grade, _)| **grade > 0).map(|(_, place)| place);
    total(places.zip(1..).map(|(place, found): (i32, i32)| f64::from(found) / f64::from(place)))
}

/// The sum of figures. That of none is 0, where `sum` gives −0, which is printed as `-0.0`.
fn total(figures: impl Iterator<Item = f64>) -> f64 {
    figures.fold(0.0, |total, figure| total + figure)
}

/// Results that count for measures that do not say how many.
pub const USUAL_CUT_RESULTS: usize = 10;

/// A list of measures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measures(Vec<Measure>);

impl Measures {
    /// The measures as named, each once. Those named without a cut-off get the usual one, but `map`,
    /// which then looks at the whole ranking.
    pub fn new(named: &[Measure]) -> Self {
        let mut list: Vec<Measure> = Vec::new();
        for measure in named {
            let cut = measure.cut.or((measure.kind != Kind::Map).then_some(USUAL_CUT_RESULTS));
            let measure = Measure { cut, ..*measure };
            if !list.contains(&measure) {
                list.push(measure);
            }
        }
        Measures(list)
    }

    /// In the order given.
    pub fn as_slice(&self) -> &[Measure] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn figure(name: &str, ranking: &[i64], judged: &[i64]) -> f64 {
        name.parse::<Measure>().unwrap().figure(ranking, judged)
    }

    #[test]
    fn names_are_read_and_written() {
        for name in ["ndcg@10", "map", "MRR@3", "success@1", "precision@5", "recall@100"] {
            let measure: Measure = name.parse().unwrap();
            assert_eq!(measure.to_string(), name.to_lowercase());
        }
        for wrong in ["", "ndgc@10", "ndcg@0", "ndcg@ten", "@10", "ndcg@-1", "ndcg@"] {
            assert!(wrong.parse::<Measure>().unwrap_err().contains("ndcg, mrr, map"), "{wrong}");
        }
    }

    #[test]
    fn a_cut_off_is_for_measures_that_have_none() {
        let named = ["ndcg", "mrr@3", "map", "mrr"].map(|name| name.parse().unwrap());
        let measures = Measures::new(&named);
        let names = measures.as_slice().iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(names, ["ndcg@10", "mrr@3", "map", "mrr@10"]);
    }

    #[test]
    fn small_rankings() {
        let (ranking, judged) = ([0, 2, 0, 1], [1, 2, 1, 0, -1]);
        assert_eq!(figure("mrr@10", &ranking, &judged), 0.5);
        assert_eq!(figure("mrr@1", &ranking, &judged), 0.0);
        assert_eq!(figure("map", &ranking, &judged), (0.5 + 0.5) / 3.0);
        assert_eq!(figure("recall@2", &ranking, &judged), 1.0 / 3.0);
        assert_eq!(figure("precision@5", &ranking, &judged), 2.0 / 5.0);
        assert_eq!(figure("success@1", &ranking, &judged), 0.0);
        assert_eq!(figure("success@2", &ranking, &judged), 1.0);
        let log3 = 3.0_f64.log2();
        let ideal = 2.0 + 1.0 / log3 + 0.5;
        let made = 2.0 / log3 + 1.0 / 5.0_f64.log2();
        assert!((figure("ndcg@10", &ranking, &judged) - made / ideal).abs() < 1e-15);
    }

    #[test]
    fn nothing_relevant_or_found_is_zero() {
        for name in ["ndcg@10", "mrr", "map", "recall@1", "precision", "success@1"] {
            assert_eq!(figure(name, &[1, 1], &[0, -1]), 0.0, "{name}");
            // Not −0 either, which is printed with its sign.
            assert_eq!(figure(name, &[], &[1]).to_bits(), 0, "{name}");
        }
    }

    proptest! {
        #[test]
        fn figures_are_shares_and_the_ideal_is_one(
            grades in prop::collection::vec(-1_i64..4, 1..30), cut in 1_usize..40,
        ) {
            let mut ideal = grades.clone();
            ideal.sort_unstable_by(|a, b| b.cmp(a));
            for (_, kind) in KINDS {
                let measure = Measure { kind, cut: Some(cut) };
                let share = measure.figure(&grades, &grades);
                prop_assert!((0.0..=1.0 + 1e-12).contains(&share), "{measure} {share}");
                prop_assert!(measure.figure(&ideal, &grades) + 1e-12 >= share, "{measure}");
            }
            let ndcg = Measure { kind: Kind::Ndcg, cut: Some(cut) };
            if ideal[0] > 0 {
                prop_assert!((ndcg.figure(&ideal, &grades) - 1.0).abs() < 1e-12);
            }
        }
    }
}
