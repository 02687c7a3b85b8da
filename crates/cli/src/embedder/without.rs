//! Stands for a model where the command was compiled without the feature `onnx`.

use super::Purpose;
use crate::failure::Failure;
use std::convert::Infallible;
use std::path::Path;

/// There is none.
pub struct Model(Infallible);

/// There is none.
pub struct Worker(Infallible);

impl Model {
    /// # Errors
    /// Always.
    pub fn open(_: &Path) -> Result<Self, Failure> {
        Err(Failure::usage(
            "--embedder: this kindex was built without the feature onnx; get it by cargo install kindex-cli --features onnx",
        ))
    }

    pub fn name(&self) -> &str {
        match self.0 {}
    }

    pub fn checksum(&self) -> u64 {
        match self.0 {}
    }

    pub fn worker(&self) -> Worker {
        match self.0 {}
    }
}

impl Worker {
    /// # Errors
    /// Never, as there is none.
    pub fn embed(&self, _: Purpose, _: &str) -> Result<Vec<f32>, Failure> {
        match self.0 {}
    }
}
