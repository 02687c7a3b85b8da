//! Outputs that have the name of a tenant in their path.

use crate::failure::Failure;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use unicode_normalization::UnicodeNormalization;

/// Stands for the name of a tenant in an output.
const PLACEHOLDER: &str = "{tenant}";

/// Characters that no file name may have on some systems, and those that
/// mean something in an address.
const UNFIT: &str = r#"/\:*?"<>|%#"#;

/// Names that Windows keeps for devices, whatever extension follows.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Likewise with a digit behind them.
const PORTS: [&str; 2] = ["com", "lpt"];

/// Whether each tenant has an output of its own.
pub fn is_for_each(output: &Path) -> bool {
    output.to_string_lossy().contains(PLACEHOLDER)
}

/// Makes the folder around the output of a tenant, if it has the tenant's name.
///
/// # Errors
/// Where it cannot be made.
pub fn make_folder(output: &Path, of_tenant: &Path) -> Result<(), Failure> {
    match of_tenant.parent() {
        Some(folder) if output.parent().is_some_and(is_for_each) => {
            fs::create_dir_all(folder).map_err(|error| Failure::file("write", of_tenant, &error))
        }
        _ => Ok(()),
    }
}

/// The output of a tenant. `keys` tell the tenants before it, to which it is added.
///
/// # Errors
/// Where its name cannot be one of a file, or is one of those before it where the system tells
/// neither small letters from large ones nor the ways to write an accent.
pub fn output_of(
    output: &Path,
    tenant: &str,
    keys: &mut BTreeSet<String>,
) -> Result<PathBuf, Failure> {
    if !is_file_name(tenant) {
        return Err(Failure::usage(format!(
            "--tenant: {tenant:?} cannot be the name of a file everywhere; accepted are names without {UNFIT} and control characters that end in neither a point nor a space and are no device of Windows"
        )));
    }
    if !keys.insert(tenant.nfc().collect::<String>().to_lowercase()) {
        return Err(Failure::usage(format!(
            "--tenant: two indexes are of {tenant:?}, or of names that some systems do not tell apart; name them in other ways"
        )));
    }
    // It is Unicode: that was checked before anything was read.
    Ok(output.to_string_lossy().replace(PLACEHOLDER, tenant).into())
}

fn is_file_name(name: &str) -> bool {
    let fits = |char: char| !char.is_control() && !UNFIT.contains(char);
    !name.is_empty() && !name.ends_with(['.', ' ']) && name.chars().all(fits) && !is_device(name)
}

fn is_device(name: &str) -> bool {
    let name = name.to_lowercase();
    let stem = name.split('.').next().unwrap_or_default().trim_end_matches(' ');
    // Windows takes small digits for digits too.
    let is_digit = |char: char| char.is_ascii_digit() || "¹²³".contains(char);
    let is_port = |port: &str| stem.starts_with(port) && stem.chars().count() == port.len() + 1;
    DEVICES.contains(&stem) || PORTS.into_iter().any(is_port) && stem.ends_with(is_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_one_part_of_a_path() {
        let output = |tenant| {
            output_of(Path::new("out/{tenant}/{tenant}.kdx"), tenant, &mut BTreeSet::new())
        };
        for name in ["acme", "Acme Ltd", "日本", "a.b", "..a", "me@acme.org", "console", "com10"]
        {
            let expected = PathBuf::from(format!("out/{name}/{name}.kdx"));
            assert_eq!(output(name).unwrap(), expected);
        }
        let unfit = [
            "",
            ".",
            "..",
            "a.",
            "a ",
            "a/b",
            "../a",
            r"a\b",
            "a\0",
            "a\nb",
            "c:",
            "a?",
            "%41",
            "#a",
            "CON",
            "nul.txt",
            "Com1",
            "lpt¹.kdx",
            "aux .x",
        ];
        for name in unfit {
            assert!(output(name).is_err(), "{name:?}");
        }
        let mut keys = BTreeSet::new();
        let mut again = |tenant| output_of(Path::new("{tenant}"), tenant, &mut keys);
        assert!(
            again("ACM\u{c9}").is_ok() && again("acme\u{301}").is_err() && again("acme").is_ok()
        );
    }
}
