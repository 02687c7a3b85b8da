//! Finds pages whose Content-Security-Policy, in a `<meta>`, keeps search from working.

use super::scanner::{Kind, Scanner, attribute, name};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A source that the field needs, and the directives that say whether it is there. The first that
/// a policy has counts.
const NEEDS: [(&str, &[&str]); 3] = [
    ("'self'", &["script-src-elem", "script-src", "default-src"]),
    (WASM, &["script-src", "default-src"]),
    ("'self'", &["connect-src", "default-src"]),
];

const WASM: &str = "'wasm-unsafe-eval'";

/// Where a policy has this source, hosts and `'self'` allow no scripts.
const STRICT: &str = "'strict-dynamic'";

/// The pages whose policies stand in the way, with what these lack.
#[derive(Default)]
pub struct Policies(RefCell<BTreeMap<PathBuf, String>>);

impl Policies {
    /// Looks at the policy of a page, which may be seen several times.
    pub fn see(&self, page: &[u8], path: &Path) {
        let lacking = lacking(page);
        let mut found = self.0.borrow_mut();
        if lacking.is_empty() {
            found.remove(path);
        } else {
            found.insert(path.to_owned(), lacking.join(", "));
        }
    }

    /// A line about them, where there are any.
    pub fn said(&self, site: &Path) -> Option<String> {
        let found = self.0.borrow();
        let (first, lacking) = found.first_key_value()?;
        let first = site.join(first).display().to_string();
        let others = match found.len() - 1 {
            0 => String::new(),
            1 => " and 1 other page".into(),
            count => format!(" and {count} other pages"),
        };
        Some(format!(
            "{first}{others}: the Content-Security-Policy in the page keeps search from working; add {lacking}"
        ))
    }
}

/// The sources that the policies of a page lack, each with the directive that is to have it.
fn lacking(page: &[u8]) -> Vec<String> {
    let mut lacking = Vec::new();
    for token in Scanner::new(page).filter(|token| token.kind == Kind::Start) {
        let tag = name(page, &token.range);
        // Browsers heed none in a body.
        if tag.eq_ignore_ascii_case(b"body") {
            break;
        }
        let kind = attribute(page, &token.range, b"http-equiv").unwrap_or_default();
        if tag.eq_ignore_ascii_case(b"meta")
            && kind.trim_ascii().eq_ignore_ascii_case(b"content-security-policy")
        {
            let content = attribute(page, &token.range, b"content").unwrap_or_default();
            lacking.extend(lacking_of(&String::from_utf8_lossy(content)));
        }
    }
    lacking.sort();
    lacking.dedup();
    lacking
}

fn lacking_of(policy: &str) -> Vec<String> {
    let policy = decoded(policy).to_ascii_lowercase();
    let directives = policy.split(';').filter_map(|directive| {
        let mut words = directive.split_ascii_whitespace();
        Some((words.next()?, words.collect::<Vec<_>>()))
    });
    let directives: Vec<(&str, Vec<&str>)> = directives.collect();
    // Of several with one name browsers heed the first.
    let counting = |name: &&str| directives.iter().find(|(one, _)| one == name);
    let lacking = NEEDS.iter().filter_map(|(source, names)| {
        let (name, sources) = names.iter().find_map(counting)?;
        let is_strict =
            names.contains(&"script-src") && *source != WASM && sources.contains(&STRICT);
        let without = if is_strict { " without 'strict-dynamic'" } else { "" };
        let is_allowed = !is_strict && sources.iter().any(|one| allows(one, source));
        (!is_allowed).then(|| format!("{source}{without} to {name}"))
    });
    lacking.collect()
}

/// The text of an attribute in which characters are written as numbers, as programs write apostrophes.
fn decoded(attribute: &str) -> String {
    let mut pieces = attribute.split("&#");
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (radix, number) = match piece.strip_prefix(['x', 'X']) {
            Some(hexadecimal) => (16, hexadecimal),
            None => (10, piece),
        };
        let (digits, rest) =
            number.split_at(number.find(|c: char| !c.is_digit(radix)).unwrap_or(number.len()));
        text.extend(u32::from_str_radix(digits, radix).ok().and_then(char::from_u32));
        text.push_str(rest.strip_prefix(';').unwrap_or(rest));
    }
    text.replace("&apos;", "'")
}

/// Whether a source of a policy allows what another one does. A host may be that of the site.
fn allows(given: &str, source: &str) -> bool {
    match source {
        "'self'" => !given.starts_with('\'') && !is_scheme(given) || given == source,
        _ => given == source || given == "'unsafe-eval'",
    }
}

/// Whether it is a scheme of what no server has.
fn is_scheme(given: &str) -> bool {
    given.strip_suffix(':').is_some_and(|scheme| !matches!(scheme, "http" | "https"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lacking_under(policy: &str) -> Vec<String> {
        lacking(
            format!("<meta http-equiv=Content-Security-Policy content=\"{policy}\">").as_bytes(),
        )
    }

    #[test]
    fn policies_that_allow_all_lack_nothing() {
        for policy in [
            "",
            "img-src 'none'",
            "default-src 'self' 'unsafe-eval'",
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
            "default-src &#039;self&#39; &#x27;wasm-unsafe-eval&apos;; script-src-elem &#X0027;self'",
            "default-src 'self&#39 &#x27wasm-unsafe-eval&#x00027;&#59; x&#;",
            "script-src https: 'WASM-unsafe-eval';connect-src docs.example",
            " ; script-src\n*\t'wasm-unsafe-eval' ;",
        ] {
            assert_eq!(lacking_under(policy), [""; 0], "{policy}");
        }
    }

    #[test]
    fn what_a_policy_lacks_is_named_with_the_directive_that_counts() {
        let wasm = "'wasm-unsafe-eval' to script-src";
        for (policy, wanted) in [
            ("script-src 'self'", [wasm].as_slice()),
            ("default-src 'self'", &["'wasm-unsafe-eval' to default-src"]),
            ("default-src 'self'; script-src 'unsafe-eval'", &["'self' to script-src"]),
            ("script-src 'nonce-a' data:", &["'self' to script-src", wasm]),
            ("script-src 'none'; script-src *", &["'self' to script-src", wasm]),
            ("script-src-elem 'none'", &["'self' to script-src-elem"]),
            ("connect-src &#039;none&#039;", &["'self' to connect-src"]),
            (
                "default-src 'self' 'wasm-unsafe-eval' 'strict-dynamic' 'nonce-a'",
                &["'self' without 'strict-dynamic' to default-src"],
            ),
        ] {
            assert_eq!(lacking_under(policy), wanted, "{policy}");
        }
    }

    #[test]
    fn only_metadata_of_the_page_is_its_policy() {
        let policy = "http-equiv=\"content-security-policy\" content=\"script-src 'self'\"";
        for (page, count) in [
            (format!("<head><META {policy}/><meta {policy}><body>"), 1),
            (format!("<!-- <meta {policy}> --><script>'<meta {policy}>'</script>"), 0),
            (format!("<head></head><body><meta {policy}>"), 0),
            (format!("<link {policy}><meta content=\"script-src 'self'\">"), 0),
            ("<meta http-equiv=content-security-policy>".into(), 0),
        ] {
            assert_eq!(lacking(page.as_bytes()).len(), count, "{page}");
        }
    }
}
