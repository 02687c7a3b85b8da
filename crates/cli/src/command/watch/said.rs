//! Says each fault once, however often it is found again.

use crate::failure::Failure;
use crate::terminal::output;
use serde_json::json;
use std::collections::BTreeSet;

/// What was said of the last try.
#[derive(Default)]
pub struct Said {
    /// Whether it is said as lines of JSON on standard output.
    json: bool,
    warnings: BTreeSet<String>,
    /// The reason of the last failure; none after a success.
    failure: Option<String>,
}

impl Said {
    /// One that has said nothing yet.
    pub fn new(json: bool) -> Self {
        Said { json, ..Said::default() }
    }

    /// Whether the last try failed.
    pub fn is_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// The reason that the last try failed for.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Tries something, and says what is new of what went wrong. Gives what came of it; nothing
    /// also where nothing was to be done, so that all is as before.
    ///
    /// # Errors
    /// Where nothing can be said.
    pub fn tried<T>(
        &mut self,
        attempt: impl FnOnce() -> Result<Option<T>, Failure>,
    ) -> Result<Option<T>, Failure> {
        let (tried, warnings) = output::with_warnings(attempt);
        let new = warnings.iter().filter(|one| !self.warnings.contains(*one));
        for message in new {
            self.say("warning", message)?;
        }
        let made = match tried {
            Ok(None) => None,
            Ok(made) => {
                (self.failure, self.warnings) = (None, warnings.into_iter().collect());
                made
            }
            Err(Failure::Message(message) | Failure::Usage(message)) => {
                self.warnings.extend(warnings);
                self.fail(message)?;
                None
            }
            Err(other) => return Err(other),
        };
        Ok(made)
    }

    /// Says a failure, unless it is the last one.
    ///
    /// # Errors
    /// Where nothing can be said.
    pub fn fail(&mut self, message: String) -> Result<(), Failure> {
        if self.failure.as_ref() != Some(&message) {
            self.say("error", &message)?;
        }
        self.failure = Some(message);
        Ok(())
    }

    fn say(&self, kind: &str, message: &str) -> Result<(), Failure> {
        match (self.json, kind) {
            (true, _) => output::print_json(&json!({ kind: message })),
            (false, "error") => {
                output::error(message);
                Ok(())
            }
            (false, _) => {
                output::warning(message);
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_over_with_a_success() {
        let mut said = Said::new(false);
        let fail = || Err::<Option<()>, _>(Failure::new("it is broken"));
        assert!(said.tried(fail).unwrap().is_none());
        assert_eq!(said.failure.as_deref(), Some("it is broken"));
        assert!(said.tried(|| Ok(None::<u8>)).unwrap().is_none());
        assert!(said.is_failed());
        assert_eq!(said.tried(|| Ok(Some(7))).unwrap(), Some(7));
        assert!(!said.is_failed());
        assert!(said.tried(|| Err::<Option<()>, _>(Failure::Closed)).is_err());
    }

    #[test]
    fn warnings_are_kept_as_long_as_they_hold() {
        let mut said = Said::new(false);
        let warn = |text: &'static str| {
            move || {
                output::warning(text);
                Ok(Some(()))
            }
        };
        said.tried(warn("a")).unwrap();
        assert!(said.warnings.contains("a"));
        said.tried(|| {
            output::warning("b");
            Err::<Option<()>, _>(Failure::new("c"))
        })
        .unwrap();
        assert_eq!(said.warnings.len(), 2);
        said.tried(warn("b")).unwrap();
        assert_eq!(said.warnings.iter().collect::<Vec<_>>(), ["b"]);
    }
}
