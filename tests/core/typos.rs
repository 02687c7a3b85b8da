//! Mistyped words, beyond what `tests/cases/typos.json` has.

use crate::common::{answer, build, document};
use kindex::{Index, Levels, Prefix, SearchOptions};
use proptest::prelude::*;

/// A word, and what becomes of it by an edit of its first letter.
fn mistyped() -> impl Strategy<Value = (String, String)> {
    let script =
        prop_oneof!["[a-z]{6,12}", "[а-я]{6,12}", "[α-ω]{6,12}", "[ա-ֆ]{6,12}", "[א-ת]{6,12}"];
    (script, 0..4usize).prop_map(|(letters, edit)| {
        // The first letter is another one to type, or no letter of the word.
        let (other, word) = letters.split_at(letters.chars().next().map_or(0, char::len_utf8));
        let (first, rest) = word.split_at(other.len());
        let (second, end) = rest.split_at(other.len());
        let typed = match edit {
            0 => rest.into(),
            1 => format!("{other}{rest}"),
            2 => format!("{other}{word}"),
            _ => format!("{second}{first}{end}"),
        };
        (word.into(), typed)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_wrong_first_letter_is_forgiven((word, typed) in mistyped(), prefix: bool) {
        let blob = build(vec![document("a.md", "", &word)], Levels::default());
        let index = Index::open(blob).unwrap();
        let options = SearchOptions { prefix: if prefix { Prefix::Last } else { Prefix::Off }, ..SearchOptions::default() };
        let found = index.search(&typed, &options).unwrap();
        prop_assert_eq!(found.total, 1, "{} for {}", typed, word);
    }
}

/// Words that begin with any three letters are in files of their own here.
#[test]
fn a_word_that_resembles_none_loads_a_part_of_the_dictionary() {
    use kindex::{ShardSizes, shard};

    let pairs = ('a'..='z').flat_map(|first| ('a'..='z').map(move |second| [first, second]));
    let text = pairs.map(|[first, second]| {
        let words = ('a'..='z').map(|third| format!("{first}{second}{third}lum\n"));
        words.collect::<String>()
    });
    let blob = build(vec![document("a.md", "", &text.collect::<String>())], Levels::default());
    let sharded =
        shard(&blob, &ShardSizes { words: 64, postings: 1 << 20, documents: 1 << 20, pairs: true });
    let sharded = sharded.unwrap();
    let files = sharded.shards.len();
    let mut index = Index::open(sharded.head.clone()).unwrap();
    let ask = |index: &Index| index.search("mnopqr", &SearchOptions::default());
    let (found, rounds) = answer(&mut index, &sharded, ask);
    assert_eq!(found.total, 0);
    // Words with its first letter, and for each letter words in which the
    // rest follows in one of two ways.
    let loaded = rounds.concat().len();
    assert!(rounds.len() <= 4 && loaded * 20 < files, "{loaded} of {files}: {rounds:?}");
}
