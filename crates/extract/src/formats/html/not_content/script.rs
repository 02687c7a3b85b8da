//! Reads scripts as far as it takes to see whether they lead readers to another address.

use kindex_text::after;

/// The certainty with which a script leads elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Leads {
    /// Never, or only when something happens, as when a version is chosen.
    No,
    /// Under a condition, as from `http` to `https`.
    Perhaps,
    Always,
}

/// The beginnings of a function that is called where it stands.
const AT_ONCE: [&str; 4] = ["(function", "!function", "(()", "(async"];

/// Whether a script sets the address of its page. Linear in the length of the script.
pub(super) fn leads(script: &str) -> Leads {
    let is_at_once = AT_ONCE.iter().any(|open| script.trim_start().starts_with(open));
    let mut reader = Reader { script, at: 0, blocks: Vec::new(), is_condition: false, left: false };
    let mut functions = usize::from(!is_at_once);
    let mut leads = Leads::No;
    while let Some(token) = reader.next() {
        match token {
            Token::Function if functions == 0 => functions += 1,
            Token::Function if is_at_once => reader.is_condition = true,
            Token::Function => return leads,
            Token::Address if reader.is_conditional() => leads = Leads::Perhaps,
            Token::Address => return Leads::Always,
            Token::Other => {}
        }
    }
    leads
}

enum Token {
    /// A function: it runs later, unless it is called at once.
    Function,
    /// The address is set.
    Address,
    Other,
}

/// Reads a script token by token.
struct Reader<'a> {
    script: &'a str,
    at: usize,
    /// Of each block that is open, whether it stands under a condition.
    blocks: Vec<bool>,
    /// Whether the statement so far is a condition.
    is_condition: bool,
    /// Whether a condition may have ended the script.
    left: bool,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        after(self.script, self.at)
    }

    /// Whether what comes next is run under a condition.
    fn is_conditional(&self) -> bool {
        self.left || self.is_condition || self.blocks.last().is_some_and(|block| *block)
    }

    fn next(&mut self) -> Option<Token> {
        let rest = self.rest();
        let first = rest.chars().next()?;
        if is_word(first) {
            let word = rest.split(|c| !is_word(c)).next().unwrap_or_default();
            self.at += word.len();
            return Some(self.word(word));
        }
        if let Some(length) = silent(rest) {
            self.at += length;
            return Some(Token::Other);
        }
        if rest.starts_with("=>") {
            self.at += 2;
            return Some(Token::Function);
        }
        self.at += first.len_utf8();
        self.sign(first, rest);
        Some(Token::Other)
    }

    fn word(&mut self, word: &str) -> Token {
        match word {
            "function" => return Token::Function,
            "location" if is_set(self.rest()) => return Token::Address,
            "if" | "else" | "switch" | "case" | "catch" | "for" | "while" => {
                self.is_condition = true;
            }
            "return" | "throw" => self.left |= self.is_conditional(),
            _ => {}
        }
        Token::Other
    }

    fn sign(&mut self, sign: char, rest: &str) {
        match sign {
            '{' => {
                self.blocks.push(self.is_conditional());
                self.is_condition = false;
            }
            '}' => {
                self.blocks.pop();
                self.is_condition = false;
            }
            ';' => self.is_condition = false,
            '?' => self.is_condition = true,
            _ if rest.starts_with("&&") || rest.starts_with("||") => self.is_condition = true,
            _ => {}
        }
    }
}

/// The length of the comment or the string that a text begins with.
fn silent(text: &str) -> Option<usize> {
    let until = |begin: usize, end: &str| {
        after(text, begin).find(end).map_or(text.len(), |at| begin + at + end.len())
    };
    match text.as_bytes() {
        [b'/', b'/', ..] => Some(until(2, "\n")),
        [b'/', b'*', ..] => Some(until(2, "*/")),
        [quote @ (b'"' | b'\'' | b'`'), ..] => Some(string(text, char::from(*quote))),
        _ => None,
    }
}

/// The length of a string; one that ends nowhere ends with its line.
fn string(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    let end = after(text, 1).find(|c: char| {
        let ends = !is_escaped && (c == quote || (c == '\n' && quote != '`'));
        is_escaped = c == '\\' && !is_escaped;
        ends
    });
    end.map_or(text.len(), |end| end + 2)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

/// Whether what follows `location` sets it.
fn is_set(rest: &str) -> bool {
    if [".replace(", ".assign("].iter().any(|call| rest.starts_with(call)) {
        return true;
    }
    let rest = rest.strip_prefix(".href").unwrap_or(rest).trim_start();
    rest.starts_with('=') && !rest.starts_with("==") && !rest.starts_with("=>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_ends_where_its_statement_does() {
        for (script, want) in [
            ("location = 'a'", Leads::Always),
            ("if (a) { b() }\nlocation = 'a'", Leads::Always),
            ("if (a) b(); location.href = c ? 'a' : 'b'", Leads::Always),
            ("// Don't ask if it is so.\nvar a = 'if {'; location.assign(a)", Leads::Always),
            ("/* if */ try { location.replace(\"a\\\"?\") } catch (e) {}", Leads::Always),
            ("(() => { if (a) { b() } location = 'a' })()", Leads::Always),
            ("if (location.host !== 'a') location.host = 'b'; location == c", Leads::No),
            ("if (a) location = 'a'", Leads::Perhaps),
            ("if (a) { b(); { location.href = 'a' } }", Leads::Perhaps),
            ("if (a) { b() } else { location = 'a' }", Leads::Perhaps),
            ("a && location.replace('b')", Leads::Perhaps),
            ("a ? location.replace('b') : 0", Leads::Perhaps),
            ("(function () { if (a) return; location = 'a' })()", Leads::Perhaps),
            ("(function () { b.onclick = function () { location = 'a' } })()", Leads::Perhaps),
            ("b.onclick = () => { location = 'a' }", Leads::No),
            ("relocation = 'a'; s = 'location = b'", Leads::No),
            ("s = 'ends nowhere\nlocation = 'a'", Leads::Always),
            ("\"\\", Leads::No),
        ] {
            assert_eq!(leads(script), want, "{script}");
        }
    }
}
