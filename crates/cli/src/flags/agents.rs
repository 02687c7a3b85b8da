//! The flags of files for programs that read documentation.

use clap::builder::NonEmptyStringValueParser;

/// As many characters as readers take of a file before they cut it.
const LLMS_CHARACTERS: u64 = 50_000;

/// Fewer do not hold a title and a link.
const LEAST_LLMS_CHARACTERS: u64 = 1_000;

/// The flags about the files for programs.
#[derive(Clone, clap::Args)]
#[command(next_help_heading = "Files for programs")]
pub struct FileFlags {
    /// Also write llms-full.txt, with the text of all pages
    #[arg(long)]
    pub llms_full: bool,
    /// The characters that llms.txt may have. Where all links do not fit, files in llms/ have them
    #[arg(long, value_name = "NUMBER", default_value_t = LLMS_CHARACTERS,
        value_parser = clap::value_parser!(u64).range(LEAST_LLMS_CHARACTERS..))]
    pub llms_characters: u64,
    /// Also write _headers, by which Netlify and Cloudflare Pages tell of these files
    #[arg(long)]
    pub headers: bool,
    /// The name of the site [default: what its pages have in their titles]
    #[arg(long, value_name = "TEXT", value_parser = NonEmptyStringValueParser::new())]
    pub site_title: Option<String>,
    /// What the site is about, in a sentence [default: the description of its first page]
    #[arg(long, value_name = "TEXT", value_parser = NonEmptyStringValueParser::new())]
    pub site_summary: Option<String>,
}
