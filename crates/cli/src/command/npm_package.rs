//! Says of what only the npm package has where it is: serving while one writes.

use crate::failure::Failure;
use std::ffi::OsString;

/// The commands that it has.
const COMMANDS: [&str; 1] = ["dev"];

/// Fails where a command line, with the program's name first, asks for what this command has not.
///
/// # Errors
/// A [`Failure::Usage`] that names the package, and what else there is.
pub fn refuse(args: &[OsString]) -> Result<(), Failure> {
    let Some(name) = args.get(1).and_then(|name| name.to_str()) else { return Ok(()) };
    if COMMANDS.contains(&name) {
        let message = format!("{name}: the npm package has this command: npx kindex {name}");
        return Err(Failure::Usage(message));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(line: &str) -> Option<String> {
        let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        match refuse(&args) {
            Err(Failure::Usage(message)) => Some(message),
            _ => None,
        }
    }

    #[test]
    fn what_the_package_has_is_named() {
        assert!(refused("kindex dev").unwrap().ends_with("npx kindex dev"));
        for other in ["kindex", "kindex build docs -o x --watch", "kindex x"] {
            assert_eq!(refused(other), None, "{other}");
        }
    }
}
