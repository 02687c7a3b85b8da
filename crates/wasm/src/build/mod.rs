//! What the builds that make indexes have besides.

#[cfg(feature = "build")]
mod all_files;
mod builder;
mod charset;
pub(crate) mod collection;
mod given;
#[cfg(feature = "build")]
mod golden;
mod settings;
#[cfg(not(feature = "build"))]
mod texts;
#[cfg(feature = "build")]
mod vectors;
