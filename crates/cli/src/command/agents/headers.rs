//! The file by which Netlify and Cloudflare Pages send headers.

use super::address::SiteAddress;
use super::llms;
use crate::flags::agents::FileFlags;

pub const FILE: &str = "_headers";

/// The types of the files for programs, and where these begin, in the headers of each page.
pub fn text(flags: &FileFlags, address: &SiteAddress) -> String {
    let site = address.path();
    let mut links = vec![format!("<{site}{}>; rel=\"llms-txt\"", llms::FILE)];
    if flags.llms_full {
        links.push(format!("<{site}{}>; rel=\"llms-full-txt\"", llms::FULL));
    }
    let (links, index) = (links.join(", "), llms::FILE);
    format!(
        "/*\n  Link: {links}\n  X-Llms-Txt: {site}{index}\n\
         /*.md\n  Content-Type: text/markdown; charset=utf-8\n\
         /*.txt\n  Content-Type: text/plain; charset=utf-8\n"
    )
}
