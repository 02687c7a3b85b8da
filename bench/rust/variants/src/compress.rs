//! Compressors, over files as an index of several has them.

use libdeflater::{CompressionLvl, Compressor};
use liblzma::stream::{Action, Filters, LzmaOptions, Stream};
use std::cell::RefCell;
use std::error::Error;

/// The sizes of files in bytes: those of texts, of words and of lists, as
/// `ShardSizes::of_index` takes them for the largest sites.
pub const TEXTS: usize = 24 << 10;
pub const WORDS: usize = 4 << 10;
pub const LISTS: usize = 8 << 10;

/// Gives the compressed size of bytes.
pub type Compress = fn(&[u8]) -> Result<usize, Box<dyn Error>>;

/// The first is what Kindex takes.
pub const ALL: [(&str, Compress); 3] = [("gzip", gzip), ("brotli", brotli), ("lzma", lzma)];

/// Puts items into files: as many as have `most` bytes together, but at least one.
pub fn cut<T: AsRef<[u8]>>(items: &[T], most: usize) -> Vec<Vec<u8>> {
    let mut files: Vec<Vec<u8>> = Vec::new();
    for item in items.iter().map(AsRef::as_ref) {
        match files.last_mut() {
            Some(file) if file.len() + item.len() <= most => file.extend_from_slice(item),
            _ => files.push(item.to_vec()),
        }
    }
    files
}

/// The size of all files together, each compressed by itself.
pub fn sum(files: &[Vec<u8>], compress: Compress) -> Result<usize, Box<dyn Error>> {
    files.iter().map(|file| compress(file)).sum()
}

thread_local! {
    /// With the level that `kindex build` takes. Its memory is used again.
    static GZIP: RefCell<Compressor> =
        RefCell::new(Compressor::new(CompressionLvl::new(10).unwrap_or_default()));
}

pub fn gzip(bytes: &[u8]) -> Result<usize, Box<dyn Error>> {
    GZIP.with_borrow_mut(|compressor| {
        let mut small = vec![0; compressor.gzip_compress_bound(bytes.len())];
        Ok(compressor.gzip_compress(bytes, &mut small)?)
    })
}

fn brotli(mut bytes: &[u8]) -> Result<usize, Box<dyn Error>> {
    let mut small = Vec::new();
    let parameters = brotli::enc::BrotliEncoderParams {
        size_hint: bytes.len(),
        lgwin: 18,
        ..Default::default()
    };
    brotli::BrotliCompress(&mut bytes, &mut small, &parameters)?;
    Ok(small.len())
}

/// Without a header but for a byte that says which of several numbers of bits of the byte before was
/// taken, the best one.
fn lzma(bytes: &[u8]) -> Result<usize, Box<dyn Error>> {
    let mut least = usize::MAX;
    for context in [0, 2, 3, 4] {
        let mut options = LzmaOptions::new_preset(9)?;
        options.dict_size(1 << 16);
        options.literal_context_bits(context).position_bits(0).nice_len(273);
        let mut filters = Filters::new();
        filters.lzma1(&options);
        let mut stream = Stream::new_raw_encoder(&filters)?;
        let mut small = Vec::with_capacity(bytes.len() + 1024);
        stream.process_vec(bytes, &mut small, Action::Finish)?;
        least = least.min(small.len());
    }
    Ok(1 + least)
}
