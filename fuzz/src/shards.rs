//! The target that reads an index in several files.

use crate::bases::SHARDED;
use crate::layout::{groups, held, keys, sealed, with_right_sum};
use kindex::{Error, Index, Prefix, SearchOptions};

const QUERIES: [&str; 4] = ["install shell", "perm", "\"permission denied\" -server", "k8s 検索"];

/// Changes bytes of the files and answers. Each four bytes of the input are a change: the file,
/// the place in two, and the byte that is written there. The checksums are made right.
pub fn load(input: &[u8]) {
    let mut head = SHARDED.head.clone();
    let keys: Vec<u64> = groups(&head, SHARDED.shards.len()).into_iter().flat_map(keys).collect();
    let mut files: Vec<Vec<u8>> = SHARDED.shards.iter().map(held).collect();
    for change in input.chunks_exact(4) {
        let file = usize::from(change[0]) % (files.len() + 1);
        let (bytes, from) = match files.get_mut(file) {
            Some(bytes) => (bytes, 0),
            None => (&mut head, 24),
        };
        let place = usize::from(u16::from_le_bytes([change[1], change[2]]));
        if bytes.len() > from {
            let len = bytes.len() - from;
            bytes[from + place % len] = change[3];
        }
    }
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
