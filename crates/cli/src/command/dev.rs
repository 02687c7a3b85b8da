//! `kindex dev`: a site with its search while it is written, and a page about its index.

mod answers;
mod follow;
mod golden;
mod state;

use crate::failure::Failure;
use crate::flags::reading::Reading;
use crate::http::{self, Base, Hosts, Site, host_name};
use crate::terminal::output;
use answers::Answers;
use golden::GoldenSet;
use state::State;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

/// Pages are looked at as they are served.
const HOST: &str = "127.0.0.1";

/// Packages of npm are never a part of a site.
const NO_SITE: &str = "node_modules/";

/// Results lead to the pages that are served, wherever the site is published.
const HERE: &str = "./";

/// Serve a site with search while it is written.
///
/// Makes an index of the files in DIR and serves DIR, with the search field in each page of HTML.
/// When a file is saved, the index is made anew and pages load again. No file is written.
///
/// At __kindex/ there is a page that shows what is indexed of each file and why, and tries queries
/// with other weights, with each score explained, and with all queries of a golden set.
///
/// Hidden files are neither served nor indexed, nor what a link leads to outside of DIR.
#[derive(clap::Args)]
#[command(mut_arg("base_url", |arg| arg.hide(true)))]
#[command(mut_arg("tenant", |arg| arg.hide(true)))]
#[command(mut_arg("strict", |arg| arg.hide(true)))]
pub struct Args {
    /// The folder [default: that of kindex.toml in this folder]
    #[arg(required = true, value_name = "DIR")]
    paths: Vec<PathBuf>,
    /// A file that says what flags say, by their names, and as paths the DIR; flags win. Without it
    /// and without DIR it is kindex.toml in this folder
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The port; 0 picks a free one
    #[arg(short, long, value_name = "N", default_value_t = 4321, value_parser = http::port)]
    port: u16,
    /// A name that browsers may call the server by, besides localhost; may be given again
    #[arg(long, value_name = "NAME", value_parser = host_name)]
    allow_host: Vec<String>,
    /// The path that the site has where it is published, such as /docs/
    #[arg(long, value_name = "PATH", default_value = "/")]
    base_path: Base,
    /// Queries with the pages that should come up, as kindex eval has them
    #[arg(long, value_name = "FILE")]
    golden: Option<PathBuf>,
    #[command(flatten)]
    reading: Reading,
}

/// Runs the command until SIGINT or SIGTERM.
///
/// # Errors
/// It fails where the folder is missing, settings cannot be used, or the port is taken.
pub fn run(mut args: Args) -> Result<(), Failure> {
    let folder = args.folder()?;
    args.reading.exclude.push(NO_SITE.to_owned());
    args.reading.extract_flags.base_url = Some(HERE.to_owned());
    args.reading.index_flags.config()?;
    let golden = args.golden.clone().map(GoldenSet);
    golden.iter().try_for_each(|golden| golden.read().map(drop))?;
    let (port, base) = (args.port, args.base_path.clone());
    http::serve(HOST, port, |address| {
        let hosts = Hosts::new(address.ip(), HOST, &args.allow_host);
        let site = Site::new(&folder, base.clone(), hosts);
        let site = site.map_err(|error| Failure::file("serve", &folder, &error))?;
        let state = Arc::new(State::default());
        announce(&folder, address, &base)?;
        follow(&state, folder.clone(), args)?;
        let answers = Arc::new(Answers { site, state, golden, base });
        Ok(move |request: http::Request| {
            let answers = Arc::clone(&answers);
            async move { answers.answer(&request.into_parts().0).await }
        })
    })
}

impl Args {
    /// The folder, where the flags are of use.
    fn folder(&self) -> Result<PathBuf, Failure> {
        let Reading { tenant, extract_flags, .. } = &self.reading;
        if tenant.is_some() || extract_flags.base_url.is_some() {
            let flag = if tenant.is_some() { "--tenant" } else { "--base-url" };
            let message = format!("{flag}: kindex dev serves a site on this machine; leave it out");
            return Err(Failure::usage(message));
        }
        match self.paths.as_slice() {
            [folder] if folder.is_dir() => Ok(folder.clone()),
            [folder] => {
                let message = format!("cannot read {}: there is no such folder", folder.display());
                Err(Failure::new(message))
            }
            _ => Err(Failure::usage("kindex dev takes one DIR; see kindex dev --help")),
        }
    }
}

fn announce(folder: &Path, address: SocketAddr, base: &Base) -> Result<(), Failure> {
    let folder = output::plain(&folder.display().to_string());
    let address = format!("http://localhost:{}{base}", address.port());
    output::print(&format!(
        "{folder} is served at {address}; what is indexed is shown at {address}__kindex/\n"
    ))
}

/// Begins to follow the folder. It ends with the program.
fn follow(state: &Arc<State>, folder: PathBuf, args: Args) -> Result<(), Failure> {
    let (state, Args { reading, golden, .. }) = (Arc::clone(state), args);
    let work = move || follow::follow(&state, &[folder], &reading, golden.as_deref());
    thread::Builder::new().spawn(work).map_err(|error| Failure::thread(&error))?;
    Ok(())
}
