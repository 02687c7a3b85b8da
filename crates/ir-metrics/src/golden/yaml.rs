//! A list of entries in YAML. Values stay as they are spelt.

use super::{EXAMPLE, Fields};
use crate::error::Error;
use saphyr_parser::{Event, Parser, ScanError, Span};

/// The events of a text, without those that only say where it begins.
struct Events<'a, I: Iterator<Item = Result<(Event<'a>, Span), ScanError>>>(I);

/// The entries with the lines where they begin; none where there is no list.
pub fn entries(text: &str) -> Result<Vec<(usize, Fields)>, Error> {
    let mut events = Events(Parser::new_from_str(text));
    match events.next()? {
        None => return Ok(Vec::new()),
        Some((Event::SequenceStart(..), _)) => {}
        Some((_, line)) => return Err(unexpected(line, "a list of entries, each after a hyphen")),
    }
    let mut entries = Vec::new();
    loop {
        match events.next()? {
            Some((Event::MappingStart(..), line)) => entries.push((line, events.fields()?)),
            Some((Event::SequenceEnd, _)) | None => return Ok(entries),
            Some((_, line)) => return Err(unexpected(line, "an entry")),
        }
    }
}

fn unexpected(line: usize, wanted: &str) -> Error {
    Error::at(line, format!("{wanted} is expected here; {EXAMPLE}"))
}

impl<'a, I: Iterator<Item = Result<(Event<'a>, Span), ScanError>>> Events<'a, I> {
    /// The next event and its line.
    fn next(&mut self) -> Result<Option<(Event<'a>, usize)>, Error> {
        for event in self.0.by_ref() {
            let (event, span) = event.map_err(|error| {
                Error::at(error.marker().line(), format!("it is not YAML: {}", error.info()))
            })?;
            match event {
                Event::StreamStart | Event::DocumentStart(_) | Event::Nothing => {}
                Event::DocumentEnd | Event::StreamEnd => return Ok(None),
                event => return Ok(Some((event, span.start.line()))),
            }
        }
        Ok(None)
    }

    /// Names and values up to the end of the mapping.
    fn fields(&mut self) -> Result<Fields, Error> {
        let mut fields = Fields::new();
        loop {
            match self.next()? {
                Some((Event::Scalar(name, ..), _)) => {
                    fields.push((name.into_owned(), self.values()?));
                }
                Some((Event::MappingEnd, _)) | None => return Ok(fields),
                Some((_, line)) => return Err(unexpected(line, "a name")),
            }
        }
    }

    /// One value, or those of a list.
    fn values(&mut self) -> Result<Vec<String>, Error> {
        let mut values = Vec::new();
        let mut in_list = false;
        loop {
            match self.next()? {
                Some((Event::Scalar(value, ..), _)) => values.push(value.into_owned()),
                Some((Event::SequenceStart(..), _)) if !in_list => in_list = true,
                Some((Event::SequenceEnd, _)) | None => return Ok(values),
                Some((_, line)) => return Err(unexpected(line, "text or a list of texts")),
            }
            if !in_list {
                return Ok(values);
            }
        }
    }
}
