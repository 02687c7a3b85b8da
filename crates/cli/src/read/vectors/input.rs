//! Files of vectors, compressed or not.

use crate::failure::Failure;
use crate::whole;
use crate::write::gzip;
use flate2::bufread::MultiGzDecoder;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// The extension, without that of gzip.
pub fn extension(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let name = name.strip_suffix(".gz").unwrap_or(name);
    Some(Path::new(name).extension()?.to_str()?.to_ascii_lowercase())
}

/// The bytes of a file, inflated where they are compressed.
///
/// # Errors
/// If the file cannot be read.
pub fn open(path: &Path) -> Result<BufReader<Box<dyn Read>>, Failure> {
    let fail = |error| Failure::file("read", path, &error);
    let mut file = BufReader::new(whole::open(path).map_err(fail)?);
    if gzip::is_compressed(file.fill_buf().map_err(fail)?) {
        return Ok(BufReader::new(Box::new(MultiGzDecoder::new(file))));
    }
    Ok(BufReader::new(Box::new(file)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_are_those_of_what_is_compressed() {
        let of = |name: &str| extension(Path::new(name));
        assert_eq!(of("a/site.NPY.gz").as_deref(), Some("npy"));
        assert_eq!(of("site.v2.jsonl").as_deref(), Some("jsonl"));
        assert_eq!([of("site"), of("site.gz"), of("..")], [None, None, None]);
    }
}
