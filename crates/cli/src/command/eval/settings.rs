//! A configuration: how an index is made and how it ranks, as flags and as text.

use crate::failure::Failure;
use crate::flags::fault;
use crate::flags::index::IndexFlags;
use crate::flags::score::{Score, WeightFlags};
use clap::{Arg, Args as _, Command, FromArgMatches, ValueEnum};
use kindex::{Config, Ranking, SearchOptions, Weights};

/// Settings of how an index is made and how it ranks.
#[derive(Clone, Debug, Default, PartialEq, clap::Args)]
pub struct Settings {
    /// Begin with the settings of a baseline; other flags change them
    #[arg(long, value_name = "NAME", help_heading = "Scores")]
    preset: Option<Preset>,
    /// The level whose chunks are the results [default: the one above those matched]
    #[arg(long, value_name = "N", help_heading = "Scores")]
    return_level: Option<usize>,
    #[command(flatten)]
    score: Score,
    #[command(flatten)]
    weights: WeightFlags,
    #[command(flatten)]
    pub index_flags: IndexFlags,
}

/// Settings with a name.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum Preset {
    /// The defaults of kindex search
    Default,
    /// BM25 over whole documents, with titles and headings as part of them
    Flat,
    /// BM25 over the smallest chunks, of which a passage gets the best score
    Textbook,
}

impl Preset {
    fn search(self) -> SearchOptions {
        let textbook = SearchOptions {
            weights: Weights { title: 1.0, heading: 1.0, ..Weights::default() },
            ranking: Ranking::Textbook,
            ..SearchOptions::default()
        };
        match self {
            Preset::Default => SearchOptions::default(),
            // Above the smallest chunks there are documents only.
            Preset::Flat => SearchOptions { match_level: 1, ..textbook },
            Preset::Textbook => textbook,
        }
    }
}

impl Settings {
    /// These settings with those of a text such as `k1=0.9,levels=2000/500`, whose names are
    /// those of the flags. With `preset=NAME` the others begin anew.
    ///
    /// # Errors
    /// Where a name is unknown or a value cannot be used.
    pub fn with(&self, text: &str) -> Result<Self, String> {
        let pairs = text.split(',').map(|pair| pair.trim().split_once('='));
        let pairs: Option<Vec<_>> = pairs.collect();
        let pairs = pairs.ok_or_else(|| "write NAME=VALUE with commas between".to_owned())?;
        let anew = pairs.iter().any(|(name, _)| *name == "preset");
        let mut settings = if anew { Settings::default() } else { self.clone() };
        for (name, value) in pairs {
            settings.set(name, value)?;
        }
        Ok(settings)
    }

    /// The same for settings to compare with.
    ///
    /// # Errors
    /// As for [`Settings::with`], and where levels or synonyms are not as they should be.
    pub fn other(&self, text: &str) -> Result<Self, Failure> {
        let settings = self.with(text).map_err(|why| Failure::usage(format!("{text}: {why}")))?;
        settings.config()?;
        Ok(settings)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let command = Settings::augment_args(Command::new("settings").no_binary_name(true));
        let Some(arg) = command.get_arguments().find(|arg| arg.get_long() == Some(name)) else {
            let names: Vec<&str> = command.get_arguments().filter_map(Arg::get_long).collect();
            return Err(format!("there is no setting {name:?}; accepted are {}", names.join(", ")));
        };
        // The slashes of a path are its own.
        let is_list = arg.get_value_delimiter().is_some();
        let value = if is_list { value.replace('/', ",") } else { value.to_owned() };
        let flag = format!("--{name}={value}");
        let matches = command.try_get_matches_from([flag]);
        let set = matches.and_then(|matches| self.update_from_arg_matches(&matches));
        set.map_err(|error| {
            fault::of_value(&error).unwrap_or_else(|| first_line(&error.to_string()))
        })
    }

    /// The options of a search.
    pub fn search(&self) -> SearchOptions {
        let preset = self.preset.unwrap_or(Preset::Default);
        let options = self.score.over(preset.search());
        SearchOptions {
            return_level: self.return_level.or(options.return_level),
            per_document: Some(1),
            weights: self.weights.over(options.weights),
            ..options
        }
    }

    /// The configuration of the builder.
    ///
    /// # Errors
    /// Where levels or synonyms are not as they should be.
    pub fn config(&self) -> Result<Config, Failure> {
        self.made().config()
    }

    /// The flags by which the index is made.
    pub fn made(&self) -> IndexFlags {
        let mut index_flags = self.index_flags.clone();
        if self.preset == Some(Preset::Flat) {
            index_flags.chunks = index_flags.chunks.below_documents();
        }
        index_flags
    }
}

fn first_line(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_from_text() {
        let settings = Settings::default();
        assert_eq!(
            settings.search(),
            SearchOptions { per_document: Some(1), ..SearchOptions::default() }
        );
        let settings = settings.with("k1=0.9, title-weight=3,levels=400/100").unwrap();
        let tried = Weights { k1: 0.9, title: 3.0, ..Weights::default() };
        assert_eq!(settings.search().weights, tried);
        assert_eq!(settings.config().unwrap().levels.sizes(), [100, 400]);
        let changed = settings.with("b=0.4").unwrap().search();
        assert_eq!(changed.weights, Weights { b: 0.4, ..tried });
        let flat = settings.with("b=0.4,preset=flat").unwrap();
        let weights = Weights { b: 0.4, title: 1.0, heading: 1.0, ..Weights::default() };
        assert_eq!((flat.search().weights, flat.search().match_level), (weights, 1));
        assert_eq!(flat.search().ranking, Ranking::Textbook);
        assert_eq!(flat.config().unwrap().levels.count(), 2);
    }

    #[test]
    fn what_cannot_be_used_is_named() {
        let wrong = |text: &str| Settings::default().with(text).unwrap_err();
        assert!(wrong("k2=1").contains("there is no setting \"k2\"; accepted are preset, "));
        assert!(wrong("k1=much").contains("much"), "{}", wrong("k1=much"));
        assert!(wrong("preset=best").contains("best"));
        assert!(wrong("k1").contains("NAME=VALUE"));
    }
}
