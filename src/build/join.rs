//! Puts files that keep tenants together.

use crate::error::Error;
use crate::format::tenants;
use alloc::format;
use alloc::vec::Vec;

/// One file with all tenants of several files that keep tenants. The index of each stays as it is,
/// byte for byte.
///
/// # Errors
/// [`Error::Config`] where a file keeps no tenants, or two have one of the same name; otherwise the
/// errors of [`tenant`](crate::tenant), and [`Error::TooLarge`] where the file would have 4 GiB or
/// more.
pub fn join_tenants<B: AsRef<[u8]>>(files: &[B]) -> Result<Vec<u8>, Error> {
    let mut all = Vec::new();
    for file in files {
        let bytes = file.as_ref();
        for (name, range) in tenants::read(bytes)? {
            all.push((name, bytes.get(range).unwrap_or_default()));
        }
    }
    all.sort_by_key(|&(name, _)| name);
    let mut pairs = all.iter().zip(all.iter().skip(1));
    if let Some(((name, _), _)) = pairs.find(|(one, other)| one.0 == other.0) {
        return Err(Error::config("tenant", format!("two of the indexes are of {name}")));
    }
    tenants::write(&all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::{Builder, Config};
    use crate::document::Document;
    use alloc::string::ToString;

    fn of(tenants: &[&str]) -> Vec<u8> {
        let mut builder = Builder::new(Config::default());
        for tenant in tenants {
            let text = format!("The text of {tenant}.\n");
            let tenant = Some((*tenant).into());
            let page = Document { id: "a".into(), text, tenant, ..Document::default() };
            builder.add(page).unwrap();
        }
        builder.finish().unwrap()
    }

    #[test]
    fn tenants_of_several_files_are_those_of_one() {
        let joined = join_tenants(&[of(&["red", "blue"]), of(&["green"])]).unwrap();
        assert_eq!(joined, of(&["blue", "green", "red"]));
    }

    #[test]
    fn a_tenant_has_one_index() {
        let error = join_tenants(&[of(&["red"]), of(&["blue", "red"])]).unwrap_err();
        assert_eq!(error.to_string(), "tenant: two of the indexes are of red");
        let page = Document { id: "a".into(), text: "Text.\n".into(), ..Document::default() };
        let mut builder = Builder::new(Config::default());
        builder.add(page).unwrap();
        assert!(join_tenants(&[builder.finish().unwrap()]).is_err());
    }
}
