//! Makes documents of conversations.

use std::collections::{BTreeMap, BTreeSet};

use kindex::{Document, MetaValue, Parts};
use kindex_text::{collapse, end_with_newline, file_stem, headings};

use super::conversation::{Conversation, Reading, Source};
use super::exchange::Turn;
use super::extracted::{Extracted, Warning, WarningKind};
use super::memory::{Found, memories_of};
use super::paragraphs;
use super::settings::Settings;
use super::topic::topics_of;
use super::writer::{Written, heading, shortened, write};

/// The most characters of a title that was made of a message.
const MAX_TITLE_CHARACTERS: usize = 80;

/// The facts that a file states about all its conversations.
pub(super) struct Documents<'a> {
    pub(super) name: &'a str,
    pub(super) source: Source,
    pub(super) settings: &'a Settings<'a>,
}

impl Documents<'_> {
    /// A document for each conversation, with those of its memories after it.
    pub(super) fn of(&self, reading: Reading) -> Extracted {
        let mut extracted = Extracted { warnings: reading.warnings, ..Extracted::default() };
        let mut ids = Ids::default();
        for conversation in &reading.conversations {
            let written = write(&conversation.exchanges, self.source.is_among_people());
            if written.text.is_empty() {
                extracted.warnings.push(empty(conversation));
                continue;
            }
            let id = self.id(conversation, &mut ids);
            self.push(conversation, id, written, &mut extracted.documents);
        }
        extracted
    }

    /// A document of a text that has too few questions for a conversation.
    pub(super) fn of_paragraphs(&self, conversation: &Conversation, text: &str) -> Extracted {
        let text = end_with_newline(text);
        if text.is_empty() {
            return Extracted { warnings: vec![empty(conversation)], ..Extracted::default() };
        }
        let (sections, starts) = (headings(&text), paragraphs::starts(&text));
        let mut extracted = Extracted::default();
        let written = Written { text, sections, starts };
        self.push(conversation, self.name.to_owned(), written, &mut extracted.documents);
        extracted
    }

    fn push(
        &self,
        conversation: &Conversation,
        id: String,
        written: Written,
        documents: &mut Vec<Document>,
    ) {
        let document = self.document(conversation, id, written);
        let memories = match self.settings.memories {
            true => memories_of(conversation, self.source.is_among_people()),
            false => Vec::new(),
        };
        let memories = memories.into_iter().enumerate();
        let memories: Vec<Document> =
            memories.map(|(index, found)| of_memory(&document, index + 1, found)).collect();
        documents.push(document);
        documents.extend(memories);
    }

    fn document(&self, conversation: &Conversation, id: String, written: Written) -> Document {
        let turns: Vec<&Turn> =
            conversation.exchanges.iter().flat_map(|exchange| &exchange.turns).collect();
        let Written { text, sections, starts } = written;
        Document {
            url: conversation.url.clone().unwrap_or_else(|| self.settings.url.to_owned()),
            title: self.title(conversation),
            lang: self.settings.lang.map(str::to_owned),
            meta: self.meta(conversation, &turns),
            filters: self.filters(&turns, &text),
            parts: Parts::Parents(starts),
            id,
            text,
            sections,
            ..Document::default()
        }
    }

    /// The path, with the export's own id where the file holds several conversations.
    fn id(&self, conversation: &Conversation, ids: &mut Ids) -> String {
        let Some(own) = &conversation.id else {
            return self.name.to_owned();
        };
        let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' };
        ids.unique(format!("{}!{}", self.name, own.chars().map(plain).collect::<String>()))
    }

    /// Its own, else its first question, else the name of the file.
    fn title(&self, conversation: &Conversation) -> String {
        let named = self.source.is_among_people();
        let own = conversation.title.as_deref().map(collapse).filter(|title| !title.is_empty());
        let asked = || conversation.exchanges.iter().find_map(|exchange| heading(exchange, named));
        own.or_else(|| asked().map(short)).unwrap_or_else(|| file_stem(self.name).to_owned())
    }

    fn meta(&self, conversation: &Conversation, turns: &[&Turn]) -> BTreeMap<String, MetaValue> {
        let times = turns.iter().filter_map(|turn| turn.time);
        let speakers = speakers(turns).join(", ");
        let values = [
            ("source", Some(self.source.name().to_owned())),
            ("speakers", Some(speakers).filter(|speakers| !speakers.is_empty())),
            ("started", times.clone().min().map(|time| time.to_string())),
            ("ended", times.max().map(|time| time.to_string())),
            ("left_out", conversation.notes.left_out.summary()),
        ];
        let values =
            values.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?.into())));
        values.collect()
    }

    fn filters(&self, turns: &[&Turn], text: &str) -> BTreeMap<String, Vec<String>> {
        let dates: BTreeSet<String> =
            turns.iter().filter_map(|turn| Some(turn.time?.date())).collect();
        let values = [
            ("kind", vec!["conversation".to_owned()]),
            ("source", vec![self.source.name().to_owned()]),
            ("speaker", speakers(turns)),
            ("date", dates.into_iter().collect()),
            ("topic", topics_of(text, self.settings.topics)),
        ];
        let values = values.into_iter().filter(|(_, values)| !values.is_empty());
        values.map(|(key, values)| (key.to_owned(), values)).collect()
    }
}

/// The ids of a file's documents.
#[derive(Default)]
struct Ids {
    taken: BTreeSet<String>,
    /// The last number behind an id.
    counts: BTreeMap<String, usize>,
}

impl Ids {
    /// `id`, with a number behind it where it is taken.
    fn unique(&mut self, id: String) -> String {
        let count = self.counts.entry(id.clone()).or_insert(1);
        let mut made = id.clone();
        while !self.taken.insert(made.clone()) {
            *count += 1;
            made = format!("{id}-{count}");
        }
        made
    }
}

/// The speakers, in the order of their first words.
fn speakers(turns: &[&Turn]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let names = turns.iter().map(|turn| collapse(&turn.speaker));
    names.filter(|name| !name.is_empty() && seen.insert(name.clone())).collect()
}

fn short(words: &str) -> String {
    collapse(words.get(..shortened(words, MAX_TITLE_CHARACTERS)).unwrap_or(words))
}

/// A small document beside the one of its conversation.
fn of_memory(conversation: &Document, number: usize, found: Found) -> Document {
    let mut filters = conversation.filters.clone();
    filters.insert("memory".to_owned(), vec![found.memory.name().to_owned()]);
    if let Some(time) = found.time {
        filters.insert("date".to_owned(), vec![time.date()]);
    }
    let mut meta = conversation.meta.clone();
    meta.remove("left_out");
    meta.insert("conversation".to_owned(), conversation.id.clone().into());
    Document {
        id: format!("{}!memory-{number}", conversation.id),
        url: conversation.url.clone(),
        title: short(&collapse(&found.first)),
        lang: conversation.lang.clone(),
        meta,
        filters,
        tenant: conversation.tenant.clone(),
        text: found.text,
        ..Document::default()
    }
}

fn empty(conversation: &Conversation) -> Warning {
    let title = conversation.title.as_deref().unwrap_or_default();
    let message = format!("left out: the conversation {title:?} has no text");
    Warning::new(WarningKind::NoText, None, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique() {
        let mut ids = Ids::default();
        let made = ["a", "a-2", "a", "a", "a-2"].map(|id| ids.unique(id.to_owned()));
        assert_eq!(made, ["a", "a-2", "a-3", "a-4", "a-2-2"]);
    }
}
