//! The files of a folder, and none that links lead to outside of it.

use std::fs::Metadata;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use tower_http::services::fs::{Backend, TokioBackend, TokioFile};

type Answer<T> = Pin<Box<dyn Future<Output = io::Result<T>> + Send>>;

/// Opens files in a folder.
#[derive(Clone, Debug)]
pub struct Inside {
    /// Without links.
    root: Arc<Path>,
}

impl Inside {
    /// A folder, links followed.
    ///
    /// # Errors
    /// Where it cannot be found.
    pub fn new(folder: &Path) -> io::Result<Self> {
        Ok(Inside { root: folder.canonicalize()?.into() })
    }

    /// The folder, links followed.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The path with its links followed, and what is there.
    async fn real(self, path: PathBuf) -> io::Result<(PathBuf, Metadata)> {
        let real = tokio::fs::canonicalize(path).await?;
        if !real.starts_with(&self.root) {
            return Err(ErrorKind::NotFound.into());
        }
        let found = tokio::fs::symlink_metadata(&real).await?;
        Ok((real, found))
    }
}

impl Backend for Inside {
    type File = TokioFile;
    type Metadata = Metadata;
    type OpenFuture = Answer<TokioFile>;
    type MetadataFuture = Answer<Metadata>;

    fn open(&self, path: PathBuf) -> Self::OpenFuture {
        let inside = self.clone();
        Box::pin(async move {
            let (real, found) = inside.real(path).await?;
            // Opening a pipe waits for its other end.
            if !found.is_file() {
                return Err(ErrorKind::NotFound.into());
            }
            TokioBackend.open(real).await
        })
    }

    fn metadata(&self, path: PathBuf) -> Self::MetadataFuture {
        let inside = self.clone();
        Box::pin(async move { Ok(inside.real(path).await?.1) })
    }
}
