//! `kindex serve`: a folder over HTTP, for trying a site.

use crate::failure::Failure;
use crate::http::{self, Base, Hosts, Site, host_name};
use crate::terminal::output;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Serve a folder over HTTP, for trying a site.
///
/// Prints one line with the address once it is listening, and serves until it is interrupted.
/// /guide is guide.html or, after a redirect to /guide/, guide/index.html; where there is nothing,
/// the site's own 404.html is shown. Hidden files are not served, nor what a symbolic link leads to
/// outside of the folder. Meant for one's own machine, not for the web.
#[derive(clap::Args)]
pub struct Args {
    /// The folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The port; 0 picks a free one
    #[arg(short, long, value_name = "N", default_value_t = 8080, value_parser = http::port)]
    port: u16,
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: String,
    /// A name that browsers may call the server by, besides localhost and the address it listens
    /// on: for proxies and other machines; may be given again; * allows any name, and so any page
    /// of the web to read what is served
    #[arg(long, value_name = "NAME", value_parser = host_name)]
    allow_host: Vec<String>,
    /// The path that the site has where it is published, such as /docs/
    #[arg(long, value_name = "PATH", default_value = "/")]
    base_path: Base,
}

/// Runs the command until SIGINT or SIGTERM.
///
/// # Errors
/// Where the folder is missing or the port is taken.
pub fn run(args: &Args) -> Result<(), Failure> {
    if !args.folder.is_dir() {
        let message = format!("cannot serve {}: there is no such folder", args.folder.display());
        return Err(Failure::new(message));
    }
    http::serve(&args.host, args.port, |address| {
        let hosts = Hosts::new(address.ip(), &args.host, &args.allow_host);
        let site = Site::new(&args.folder, args.base_path.clone(), hosts);
        let site = site.map_err(|error| Failure::file("serve", &args.folder, &error))?;
        announce(&args.folder, address, &args.base_path)?;
        let site = Arc::new(site);
        Ok(move |request: http::Request| {
            let site = Arc::clone(&site);
            async move { site.answer(&request.into_parts().0).await }
        })
    })
}

fn announce(folder: &Path, address: SocketAddr, base: &Base) -> Result<(), Failure> {
    let folder = output::plain(&folder.display().to_string());
    output::print(&format!("Serving {folder} at http://{address}{base}\n"))
}
