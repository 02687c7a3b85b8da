//! The notation of Slack's messages.

use super::names::Names;

/// `text` with mentions, links and entities as a reader sees them.
pub(super) fn plain(text: &str, names: &Names<'_>) -> String {
    let mut pieces = text.split('<');
    let mut out = entities(pieces.next().unwrap_or_default());
    for piece in pieces {
        match piece.split_once('>') {
            Some((inner, rest)) => {
                out.push_str(&reference(inner, names));
                out.push_str(&entities(rest));
            }
            None => {
                out.push('<');
                out.push_str(&entities(piece));
            }
        }
    }
    out
}

fn entities(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// The text for `<inner>`.
fn reference(inner: &str, names: &Names<'_>) -> String {
    let (target, label) = match inner.split_once('|') {
        Some((target, label)) => (target, Some(entities(label)).filter(|label| !label.is_empty())),
        None => (inner, None),
    };
    if let Some(user) = target.strip_prefix('@') {
        let name = label.as_deref().or(names.get(user)).unwrap_or(user);
        return format!("@{}", name.trim_start_matches('@'));
    }
    if let Some(channel) = target.strip_prefix('#') {
        return format!("#{}", label.as_deref().unwrap_or(channel));
    }
    if let Some(special) = target.strip_prefix('!') {
        let name = special.split('^').next().unwrap_or_default();
        return label.unwrap_or_else(|| format!("@{name}"));
    }
    link(&entities(target), label)
}

fn link(target: &str, label: Option<String>) -> String {
    let bare = target.trim_start_matches("mailto:").trim_start_matches("tel:");
    match label {
        // The address as it was typed.
        Some(label) if target.ends_with(label.as_str()) || bare != target => label,
        Some(label) => format!("{label} ({target})"),
        None => bare.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_read_as_in_the_service() {
        let names = Names { day: [("U1", "ana")].into(), ..Names::default() };
        let cases = [
            ("<@U1> and <@U2|ben> and <@U3>", "@ana and @ben and @U3"),
            ("<#C1|general> <#C2>", "#general #C2"),
            ("<!here> <!subteam^S1|@ops> <!date^1^{date}|Monday>", "@here @ops Monday"),
            ("<https://x.dev/a?b&amp;c|the page>", "the page (https://x.dev/a?b&c)"),
            ("<http://x.dev|x.dev> <https://y.dev>", "x.dev https://y.dev"),
            ("<mailto:a@x.dev|a@x.dev>", "a@x.dev"),
            ("a &lt;b&gt; &amp;amp; <open", "a <b> &amp; <open"),
            ("é<>ü<|>", "éü"),
        ];
        for (text, want) in cases {
            assert_eq!(plain(text, &names), want);
        }
    }
}
