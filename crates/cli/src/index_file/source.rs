//! Where an index is that a user names: in a file or folder, or at the address at which it is
//! published.

use super::sharded::HEAD;
use crate::failure::Failure;
use crate::fetch::{self, Uri};
use kindex_mcp::sites::name_of;
use std::env;
use std::path::{Path, PathBuf, absolute};

/// The folder for files of indexes at addresses, within the user's folder for caches.
const FOLDER: &str = "kindex";

/// The endings of files that an address may name.
const FILES: [&str; 2] = [".kdx", ".gz"];

/// Where an index is.
#[derive(Clone, Debug)]
pub enum Source {
    /// A file or a folder.
    Path(PathBuf),
    Address(Address),
}

/// The address of a published index.
#[derive(Clone, Debug)]
pub struct Address {
    /// The name as it is shown.
    pub name: PathBuf,
    /// The address of the file that is read first.
    pub entry: Uri,
    /// The folder in which files of it are kept, if they are.
    pub cache: Option<PathBuf>,
}

impl Source {
    /// The source that a user names, and the folder for what is fetched of it.
    ///
    /// # Errors
    /// Where nothing can be fetched.
    pub fn new(named: &Path, cache: Option<&Path>) -> Result<Self, Failure> {
        let Some(text) = named.to_str().filter(|text| fetch::is_address(text)) else {
            return Ok(Source::Path(named.to_owned()));
        };
        let entry = fetch::checked(text).and_then(|uri| entry(&uri));
        let entry = entry.map_err(|what| Failure::usage(format!("INDEX: {what}")))?;
        let cache = match cache {
            Some(folder) if folder == Path::new("off") => None,
            Some(folder) => Some(folder.to_owned()),
            None => user_cache().map(|folder| folder.join(FOLDER)),
        };
        Ok(Source::Address(Address { name: named.to_owned(), entry, cache }))
    }

    /// The name as it is shown.
    pub fn name(&self) -> &Path {
        match self {
            Source::Path(path) => path,
            Source::Address(address) => &address.name,
        }
    }

    /// What it is called where nobody named it: as its file, its folder or its host.
    pub fn short_name(&self) -> Option<String> {
        let called = match self {
            Source::Address(address) => address.entry.host()?.to_owned(),
            Source::Path(path) => {
                let whole = absolute(path).ok()?;
                // The system alone knows what `..` is.
                let whole = match whole.file_name() {
                    Some(_) => whole,
                    None => whole.canonicalize().ok()?,
                };
                let is_head = whole.file_name().is_some_and(|name| name == HEAD);
                let named = if is_head { whole.parent()? } else { &whole };
                let name = named.file_name()?.to_string_lossy().into_owned();
                let ending = FILES
                    .iter()
                    .rev()
                    .fold(name.as_str(), |name, ending| name.strip_suffix(ending).unwrap_or(name));
                ending.to_owned()
            }
        };
        name_of(&called)
    }

    /// The path on this machine.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Source::Path(path) => Some(path),
            Source::Address(_) => None,
        }
    }
}

/// The address of the file that is read first: the one named, or that of the folder named.
fn entry(named: &Uri) -> Result<Uri, &'static str> {
    let is_file = FILES.iter().any(|ending| named.path().ends_with(ending));
    if is_file || named.query().is_some() {
        return Ok(named.clone());
    }
    let folder = named.to_string();
    let entry = format!("{}/{HEAD}", folder.trim_end_matches('/'));
    entry.parse().map_err(|_| "it is no address")
}

/// The user's folder for what can be made again.
fn user_cache() -> Option<PathBuf> {
    let folder =
        |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if cfg!(windows) {
        return folder("LOCALAPPDATA");
    }
    if cfg!(target_os = "macos") {
        return folder("HOME").map(|home| home.join("Library/Caches"));
    }
    folder("XDG_CACHE_HOME").or_else(|| folder("HOME").map(|home| home.join(".cache")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_and_files_have_addresses() {
        for (named, first) in [
            ("https://a.dev/search/", "https://a.dev/search/index.kdx"),
            ("https://a.dev/search", "https://a.dev/search/index.kdx"),
            ("https://a.dev", "https://a.dev/index.kdx"),
            ("http://[::1]:8/docs.kdx", "http://[::1]:8/docs.kdx"),
            ("https://a.dev/docs.kdx.gz", "https://a.dev/docs.kdx.gz"),
            ("https://a.dev/docs?signature=x", "https://a.dev/docs?signature=x"),
        ] {
            let Source::Address(address) = Source::new(Path::new(named), None).unwrap() else {
                panic!("{named} is an address");
            };
            assert_eq!(address.entry.to_string(), first);
        }
        assert!(Source::new(Path::new("docs/site.kdx"), None).unwrap().path().is_some());
        for named in ["ftp://a/", "https://a:b@c/", "https://a/#b"] {
            assert!(Source::new(Path::new(named), None).is_err(), "{named}");
        }
    }

    #[test]
    fn nothing_is_kept_where_the_cache_is_off() {
        let cache = |cache| match Source::new(Path::new("https://a.dev/"), Some(Path::new(cache))) {
            Ok(Source::Address(address)) => address.cache,
            _ => panic!("it is an address"),
        };
        assert_eq!(cache("off"), None);
        assert_eq!(cache("some/folder"), Some("some/folder".into()));
    }
}
