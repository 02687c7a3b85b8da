//! The generator that publishes a folder.

use kindex_extract::Site;
use std::fs;
use std::path::Path;

/// The generator whose configuration lies in the folder, or the file's folder, or not far above
/// it within the same repository.
pub fn detect(path: &Path) -> Site {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    Site::of_folders(path.ancestors().filter(|folder| folder.is_dir()).map(names_in))
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configuration_counts_up_to_the_repository() {
        let root = tempfile::tempdir().unwrap();
        let docs = root.path().join("repository/docs");
        fs::create_dir_all(docs.join("guide")).unwrap();
        fs::create_dir(root.path().join("repository/.git")).unwrap();
        fs::write(root.path().join("book.toml"), "").unwrap();
        assert_eq!(detect(&docs), Site::Plain);
        fs::write(root.path().join("repository/mkdocs.yml"), "").unwrap();
        assert_eq!(detect(&docs.join("guide")), Site::Mkdocs);
        fs::create_dir(docs.join(".vitepress")).unwrap();
        assert_eq!(detect(&docs.join("guide")), Site::Vitepress);
    }
}
