//! The estimate of tokens against what the vocabularies of GPT models make of excerpts from this
//! repository. `node tests/tokens/write.mjs` counts.

use serde_json::Value;
use std::collections::BTreeMap;

/// Tokens of one or more excerpts.
#[derive(Default)]
struct Counts {
    estimate: usize,
    o200k: u64,
    cl100k: u64,
}

impl Counts {
    fn of(excerpt: &Value) -> Counts {
        let count = |name: &str| excerpt[name].as_u64().expect("a count");
        Counts {
            estimate: kindex::tokens(excerpt["text"].as_str().expect("a text")),
            o200k: count("o200k"),
            cl100k: count("cl100k"),
        }
    }

    fn add(&mut self, other: &Counts) {
        self.estimate += other.estimate;
        self.o200k += other.o200k;
        self.cl100k += other.cl100k;
    }

    /// The percentage by which the estimate is too high, for both vocabularies.
    fn errors(&self) -> [f64; 2] {
        [self.o200k, self.cl100k].map(|count| (self.estimate as f64 / count as f64 - 1.0) * 100.0)
    }
}

fn excerpts() -> Vec<Value> {
    serde_json::from_str(include_str!("../tokens/excerpts.json")).expect("excerpts")
}

fn print(name: &str, counts: &Counts) {
    let [o200k, cl100k] = counts.errors();
    println!("{name}: {} tokens, o200k {o200k:+.1} %, cl100k {cl100k:+.1} %", counts.estimate);
}

#[test]
fn prose_and_code_are_within_ten_percent() {
    let mut totals: BTreeMap<String, Counts> = BTreeMap::new();
    for excerpt in excerpts() {
        let kind = excerpt["kind"].as_str().expect("a kind");
        totals.entry(kind.into()).or_default().add(&Counts::of(&excerpt));
    }
    assert!(totals.keys().eq(["code", "prose"]));
    for (kind, counts) in &totals {
        print(kind, counts);
        assert!(counts.errors().iter().all(|error| error.abs() <= 10.0), "{kind}");
    }
}

#[test]
fn no_excerpt_is_far_off() {
    for excerpt in excerpts() {
        let counts = Counts::of(&excerpt);
        let file = excerpt["file"].as_str().expect("a file");
        print(file, &counts);
        assert!(counts.errors()[0].abs() <= 20.0, "{file}");
    }
}
