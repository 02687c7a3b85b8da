//! Puts a document together from the front matter of a page and its contents.

pub(crate) mod front_matter;
mod names;
pub(crate) mod url;

use kindex::{Document, Section};
use kindex_text::file_stem;

use crate::context::FileContext;
use crate::format::Format;
use crate::habits::SEPARATORS;
use crate::options::Options;
use front_matter::FrontMatter;

/// A page that was read.
pub(crate) struct Page<'a> {
    pub(crate) path: &'a str,
    pub(crate) format: Format,
    pub(crate) matter: FrontMatter,
    /// The title that the page gives outside its front matter.
    pub(crate) title: Option<String>,
    /// The title of a page that gives none and has no heading.
    pub(crate) default_title: Option<String>,
    pub(crate) lang: Option<String>,
    pub(crate) text: String,
    pub(crate) sections: Vec<Section>,
}

impl Page<'_> {
    pub(crate) fn into_document(mut self, context: &FileContext, options: &Options) -> Document {
        let url = url::of_page(self.path, self.format, context, options, self.matter.place());
        let title = self.matter.title().or_else(|| self.own_title(options));
        let title = title.or_else(|| self.heading()).or_else(|| self.default_title.take());
        let title = title.unwrap_or_else(|| file_stem(self.path).to_owned());
        // Also where another page shows it: that one's address is not about it.
        let names = names::of_page(&url, &title, self.matter.names());
        let url = self.on_page(context, options).unwrap_or(url);
        let lang = self.matter.lang().or(self.lang);
        Document {
            id: self.path.to_owned(),
            url,
            title,
            names,
            lang: lang.or_else(|| context.lang.clone()),
            boost: self.matter.boost(),
            extra: self.matter.extra(),
            filters: self.matter.filters(),
            meta: self.matter.into_meta(),
            text: self.text,
            sections: self.sections,
            ..Document::default()
        }
    }

    /// The page that shows it, where another one does. HTML without front matter is no content that
    /// pages have parts of.
    fn on_page(&self, context: &FileContext, options: &Options) -> Option<String> {
        let is_content = self.format != Format::Html || self.matter.place().is_content;
        url::on_page(self.path, context, options).filter(|_| is_content)
    }

    /// The title that the page gives, without the name of the site that many add to it:
    /// `Install - The Guide` is the page `Install`, if that is its heading, or if most pages have
    /// titles that end so. A title that most pages have gives way to the heading.
    fn own_title(&self, options: &Options) -> Option<String> {
        let title = self.title.as_deref()?;
        let heading = self.heading().unwrap_or_default();
        if !heading.is_empty() && options.habits.is_title_of_most(self.path, title) {
            return None;
        }
        let title = options.habits.page_title(self.path, title);
        let site = title.strip_prefix(&heading).filter(|_| !heading.is_empty());
        let is_added =
            site.is_some_and(|rest| SEPARATORS.iter().any(|mark| rest.starts_with(mark)));
        Some(if is_added { heading } else { title.to_owned() })
    }

    /// The first heading of level 1, else the heading that opens the page. A term has no marker.
    fn heading(&self) -> Option<String> {
        let opening = self.sections.first().filter(|section| {
            let marker = self.text.get(section.start..section.heading.start);
            section.start == 0 && marker.is_some_and(|marker| marker.contains('#'))
        });
        let strongest = self.sections.iter().find(|section| section.level == 1);
        let section = strongest.or(opening)?;
        self.text.get(section.heading.clone()).map(str::to_owned)
    }
}
