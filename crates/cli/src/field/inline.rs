//! A script with an index, its engine and the search field in it, for pages that are opened as
//! files: browsers load no modules, no WebAssembly and no index there.

use super::files;
use crate::failure::Failure;
use crate::write::gzip;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// The script of an index. js/entry/inline.js takes the values that it begins with.
///
/// # Errors
/// Where the program was built without the files of the field.
pub fn script(index: &[u8]) -> Result<Vec<u8>, Failure> {
    let (field, engine) = files::inline()?;
    let version = env!("CARGO_PKG_VERSION");
    let (engine, index) = (text(&engine)?, text(index)?);
    let begin = format!(
        "/*! Kindex {version}: a search field with its index */\n\
         self.kindexInlined={{\"wasm\":\"{engine}\",\"index\":\"{index}\"}};\n"
    );
    Ok([begin.as_bytes(), &field].concat())
}

fn text(bytes: &[u8]) -> Result<String, Failure> {
    let small = gzip::compress(bytes).map_err(|error| Failure::new(error.to_string()))?;
    Ok(STANDARD.encode(small))
}
