//! The target that reads an index in several files.

use crate::bases::SHARDED;
use crate::changes::changes;
use crate::header::{HEADER, write_length};
use crate::layout::{groups, held, keys, sealed, with_right_sum};
use kindex::{Error, Index, Prefix, SearchOptions};

const QUERIES: [&str; 4] = ["install shell", "perm", "\"permission denied\" -server", "k8s 検索"];

/// Changes bytes of the files, as [`changes`] has them, and answers. Lengths
/// and checksums are made right.
pub fn load(input: &[u8]) {
    let mut head = SHARDED.head.clone();
    let keys: Vec<u64> = groups(&head, SHARDED.shards.len()).into_iter().flat_map(keys).collect();
    let mut files: Vec<Vec<u8>> = SHARDED.shards.iter().map(held).collect();
    for change in changes(input) {
        let file = change.file % (files.len() + 1);
        match files.get_mut(file) {
            Some(bytes) => change.make(bytes, 0),
            None => change.make(&mut head, HEADER),
        }
    }
    write_length(&mut head);
    let head = with_right_sum(head);
    let files: Vec<Vec<u8>> = files.iter().zip(keys).map(|(held, key)| sealed(held, key)).collect();
    answer(&head, &files);
}

fn answer(head: &[u8], files: &[Vec<u8>]) {
    for query in QUERIES {
        let Ok(mut index) = Index::open(head.to_vec()) else { return };
        let options = SearchOptions { prefix: Prefix::Last, ..SearchOptions::default() };
        let mut rounds = 0;
        while let Err(Error::Missing) = index.search(query, &options) {
            let wanted = index.wanted();
            assert!(!wanted.is_empty(), "an answer lacks something that it does not name");
            rounds += 1;
            assert!(rounds <= files.len(), "an answer takes more rounds than there are files");
            let load = |number: &usize| files.get(*number).map(|file| (*number, file.clone()));
            let loads: Vec<_> = wanted.iter().filter_map(load).collect();
            if loads.len() < wanted.len()
                || loads.into_iter().any(|(number, file)| index.load(number, file).is_err())
            {
                break;
            }
        }
    }
    verify(head, files);
}

fn verify(head: &[u8], files: &[Vec<u8>]) {
    let Ok(mut index) = Index::open(head.to_vec()) else { return };
    for (number, file) in files.iter().enumerate() {
        let _ = index.load(number, file.clone());
    }
    let _ = (index.verify(), index.assembled(), index.pages("", 0, 5));
}
