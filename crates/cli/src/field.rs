//! Search in finished pages: the files of the search field, the line in each page, and the folder
//! that they load.

pub mod files;
pub mod folder;
pub mod inline;
pub mod markup;
pub mod pages;
pub mod policy;
pub mod scanner;
pub mod script;
