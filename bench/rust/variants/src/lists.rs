//! Ways to encode posting lists of bodies: numbers of children, rising, and frequencies, of which
//! most are 1. The number of bytes of a list is known from elsewhere; a variant that has to know
//! the number of its postings writes that first.

use crate::bits::Bits;
use crate::compress::{self, LISTS, cut, gzip};
use crate::corpus::{Corpus, List};
use bitpacking::{BitPacker, BitPacker4x};
use roaring::RoaringBitmap;
use serde_json::{Value, json};
use std::error::Error;

/// Encodes a list in an index with a number of children.
type Encode = fn(&List, u32) -> Vec<u8>;

/// The first is what Kindex does.
const ENCODINGS: [(&str, Encode); 8] = [
    ("varints", |list, _| varint(list)),
    ("columns", |list, _| columns(list)),
    ("packed", |list, _| packed(list)),
    ("gamma", |list, _| gamma(list)),
    ("rice", |list, _| rice(list)),
    ("eliasFano", elias_fano),
    ("roaring", |list, _| roaring(list)),
    ("smallest", smallest),
];

pub fn measure(corpus: &Corpus) -> Result<Value, Box<dyn Error>> {
    let mut report =
        json!({ "impacts": corpus.postings() / 2, "frequencies": frequencies(corpus) });
    for (name, encode) in ENCODINGS {
        let encoded: Vec<Vec<u8>> =
            corpus.lists.iter().map(|list| encode(list, corpus.children())).collect();
        report[name] = json!({
            "raw": encoded.iter().map(Vec::len).sum::<usize>(),
            "gzip": compress::sum(&cut(&encoded, LISTS), gzip)?,
        });
    }
    Ok(report)
}

/// All lists as Kindex has them.
pub fn varints(lists: &[List]) -> Vec<Vec<u8>> {
    lists.iter().map(varint).collect()
}

/// The bytes that frequencies take of the varints.
fn frequencies(corpus: &Corpus) -> usize {
    let size = |list: &List| {
        let mut without = Vec::new();
        gaps(list).for_each(|(gap, _)| push(&mut without, gap));
        varint(list).len() - without.len()
    };
    corpus.lists.iter().map(size).sum()
}

/// The distance of each number from the one after the last, with its frequency.
fn gaps(list: &List) -> impl Iterator<Item = (u32, u32)> {
    let mut next = 0;
    list.iter().map(move |&(child, count)| {
        let gap = child - next;
        next = child + 1;
        (gap, count)
    })
}

fn push(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Twice the gap, plus 1 where a frequency follows.
fn varint(list: &List) -> Vec<u8> {
    let mut out = Vec::new();
    for (gap, count) in gaps(list) {
        push(&mut out, gap << 1 | u32::from(count > 1));
        if count > 1 {
            push(&mut out, count);
        }
    }
    out
}

fn count_of(list: &List) -> Vec<u8> {
    let mut out = Vec::new();
    push(&mut out, list.len() as u32);
    out
}

/// The number of postings, then bits.
fn counted(list: &List, bits: Bits) -> Vec<u8> {
    let mut out = count_of(list);
    out.append(&mut bits.into_bytes());
    out
}

/// The gaps, then the frequencies.
fn columns(list: &List) -> Vec<u8> {
    let mut out = count_of(list);
    gaps(list).for_each(|(gap, count)| push(&mut out, gap << 1 | u32::from(count > 1)));
    list.iter().filter(|(_, count)| *count > 1).for_each(|&(_, count)| push(&mut out, count));
    out
}

/// Blocks of 128 gaps and frequencies in as many bits as the largest takes, and the rest as they
/// are, as in Lucene and tantivy.
fn packed(list: &List) -> Vec<u8> {
    let packer = BitPacker4x::new();
    let mut out = count_of(list);
    let (gaps, counts): (Vec<u32>, Vec<u32>) = gaps(list).map(|(gap, n)| (gap, n - 1)).unzip();
    let full = list.len() / BitPacker4x::BLOCK_LEN * BitPacker4x::BLOCK_LEN;
    for column in [&gaps[..full], &counts[..full]] {
        for block in column.chunks(BitPacker4x::BLOCK_LEN) {
            let bits = packer.num_bits(block);
            let mut bytes = vec![0; BitPacker4x::compressed_block_size(bits)];
            packer.compress(block, &mut bytes, bits);
            out.push(bits);
            out.append(&mut bytes);
        }
    }
    for (gap, count) in gaps[full..].iter().zip(&counts[full..]) {
        push(&mut out, gap << 1 | u32::from(*count > 0));
        if *count > 0 {
            push(&mut out, *count);
        }
    }
    out
}

fn gamma(list: &List) -> Vec<u8> {
    let mut bits = Bits::default();
    for (gap, count) in gaps(list) {
        bits.gamma(gap);
        bits.unary(count - 1);
    }
    counted(list, bits)
}

/// Of each gap some bits as they are, after the rest in unary code: the number of bits with which
/// the list is shortest, which stands before it (Rice, 1979).
fn rice(list: &List) -> Vec<u8> {
    let size = |plain: &u32| gaps(list).map(|(gap, _)| (gap >> plain) + 1 + plain).sum::<u32>();
    let plain = (0..20).min_by_key(size).unwrap_or(0);
    let mut bits = Bits::default();
    bits.number(plain, 5);
    for (gap, count) in gaps(list) {
        bits.unary(gap >> plain);
        bits.number(gap, plain);
        bits.unary(count - 1);
    }
    counted(list, bits)
}

/// The lower bits of all numbers, then the upper ones as gaps (Vigna, "Quasi-Succinct Indices",
/// 2013), then the frequencies.
fn elias_fano(list: &List, children: u32) -> Vec<u8> {
    let lower = (children / list.len() as u32).max(1).ilog2();
    let mut bits = Bits::default();
    list.iter().for_each(|&(child, _)| bits.number(child, lower));
    let mut before = 0;
    for &(child, _) in list {
        bits.unary((child >> lower) - before);
        before = child >> lower;
    }
    list.iter().for_each(|&(_, count)| bits.unary(count - 1));
    counted(list, bits)
}

/// The numbers as a roaring bitmap (Lemire and others, 2016), then the frequencies.
fn roaring(list: &List) -> Vec<u8> {
    let mut bitmap: RoaringBitmap = list.iter().map(|(child, _)| *child).collect();
    bitmap.optimize();
    let mut out = Vec::new();
    // Writing to memory does not fail.
    let _ = bitmap.serialize_into(&mut out);
    let mut bits = Bits::default();
    list.iter().for_each(|&(_, count)| bits.unary(count - 1));
    out.append(&mut bits.into_bytes());
    out
}

/// A bit for each child, then the frequencies.
fn bitmap(list: &List, children: u32) -> Vec<u8> {
    let mut bits = Bits::default();
    for (gap, _) in gaps(list) {
        (0..gap).for_each(|_| bits.push(false));
        bits.push(true);
    }
    let end = list.last().map_or(0, |(child, _)| child + 1);
    (end..children).for_each(|_| bits.push(false));
    list.iter().for_each(|&(_, count)| bits.unary(count - 1));
    bits.into_bytes()
}

/// The smallest of all forms, after a byte that says which.
fn smallest(list: &List, children: u32) -> Vec<u8> {
    let all = [varint(list), packed(list), gamma(list), rice(list), bitmap(list, children)];
    let smallest = all.into_iter().enumerate().min_by_key(|(_, bytes)| bytes.len());
    let (which, mut bytes) = smallest.unwrap_or_default();
    let mut out = vec![which as u8];
    out.append(&mut bytes);
    out
}
