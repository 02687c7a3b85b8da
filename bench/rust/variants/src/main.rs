//! Measures an index as if it were stored otherwise: `kindex-bench-variants INDEX`. Prints one
//! line of JSON, sizes in bytes; those of gzip and other compressors are sums over files of the
//! sizes in which an index of several files is cut.

mod bits;
mod compress;
mod corpus;
mod lists;
mod orders;
mod words;

use corpus::Corpus;
use serde_json::{Value, json};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let Some(index) = std::env::args().nth(1) else {
        return Err("bench/speed/variants.mjs calls this with an index".into());
    };
    let corpus = Corpus::of(&kindex::Index::open(std::fs::read(index)?)?)?;
    let report = json!({
        "postings": corpus.postings(),
        "lists": lists::measure(&corpus)?,
        "orders": orders::measure(&corpus)?,
        "words": words::measure(&corpus.words)?,
        "compressors": compressors(&corpus)?,
    });
    println!("{report}");
    Ok(())
}

/// The sizes that each compressor reaches.
fn compressors(corpus: &Corpus) -> Result<Value, Box<dyn Error>> {
    let kinds = [
        ("texts", compress::cut(&corpus.texts, compress::TEXTS)),
        ("words", compress::cut(&words::blocks(&corpus.words), compress::WORDS)),
        ("lists", compress::cut(&lists::varints(&corpus.lists), compress::LISTS)),
    ];
    let mut report = json!({});
    for (kind, files) in kinds {
        for (name, compressor) in compress::ALL {
            report[kind][name] = compress::sum(&files, compressor)?.into();
        }
    }
    Ok(report)
}
