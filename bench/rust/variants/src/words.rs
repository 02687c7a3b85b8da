//! The dictionary: words in blocks that share beginnings, and an automaton.

use crate::compress::{self, WORDS, cut, gzip};
use serde_json::{Value, json};
use std::error::Error;

/// The number of words in a block.
const BLOCK: usize = 16;

pub fn measure(words: &[String]) -> Result<Value, Box<dyn Error>> {
    let blocks = blocks(words);
    // A word's place says where its list is.
    let automaton = fst::Map::from_iter(words.iter().zip(0..))?;
    // Its states lead everywhere, so all of it is one file.
    let whole = automaton.as_fst().as_bytes();
    Ok(json!({
        "words": words.len(),
        "blocks": {
            "raw": blocks.iter().map(Vec::len).sum::<usize>(),
            "gzip": compress::sum(&cut(&blocks, WORDS), gzip)?,
        },
        "fst": { "raw": whole.len(), "gzip": gzip(whole)? },
    }))
}

/// As Kindex has them, but for what a word says besides.
pub fn blocks(words: &[String]) -> Vec<Vec<u8>> {
    let block = |words: &[String]| {
        let mut bytes = Vec::new();
        let mut before = "";
        for word in words {
            let alike = before.bytes().zip(word.bytes()).take_while(|(a, b)| a == b).count();
            bytes.extend([alike as u8, (word.len() - alike) as u8]);
            bytes.extend(&word.as_bytes()[alike..]);
            before = word;
        }
        bytes
    };
    words.chunks(BLOCK).map(block).collect()
}
