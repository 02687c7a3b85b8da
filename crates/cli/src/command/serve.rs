//! `kindex serve`: a folder over HTTP, for trying a site.

mod base;
mod hosts;
mod inside;
mod site;

use crate::failure::{Failure, reason};
use crate::terminal::output;
use axum::Router;
use axum::serve::Listener;
use base::Base;
use hosts::Hosts;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use site::Site;
use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};

/// A client that has not sent its request by then is not waited for, also between two requests.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

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
    #[arg(short, long, value_name = "N", default_value_t = 8080, value_parser = port)]
    port: u16,
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: String,
    /// A name that browsers may call the server by, besides localhost and the address it listens
    /// on: for proxies and other machines; may be given again; * allows any name, and so any page
    /// of the web to read what is served
    #[arg(long, value_name = "NAME", value_parser = hosts::name)]
    allow_host: Vec<String>,
    /// The path that the site has where it is published, such as /docs/
    #[arg(long, value_name = "PATH", default_value = "/")]
    base_path: Base,
}

fn port(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| "accepted are whole numbers from 0 to 65535".to_owned())
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
    // Without a clock there is no waiting: for files that can be opened again, and for requests.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build();
    let runtime = runtime.map_err(|error| cannot_serve(args, &error))?;
    runtime.block_on(serve(args))
}

async fn serve(args: &Args) -> Result<(), Failure> {
    let fail = |error| cannot_serve(args, &error);
    let stopped = stopped().map_err(fail)?;
    let listener = TcpListener::bind((args.host.as_str(), args.port)).await;
    let listener = listener.map_err(|error| cannot_listen(args, &error))?;
    let address = listener.local_addr().map_err(fail)?;
    let hosts = Hosts::new(address.ip(), &args.host, &args.allow_host);
    let site = Site::new(&args.folder, args.base_path.clone(), hosts).map_err(fail)?;
    announce(&args.folder, address, &args.base_path)?;
    // Whoever stops the server does not wait for readers that keep their connection open.
    tokio::select! {
        never = accept(listener, site.router()) => match never {},
        () = stopped => Ok(()),
    }
}

/// Answers on every connection. Where there can be no more of them, it waits until others end.
async fn accept(mut listener: TcpListener, router: Router) -> Infallible {
    loop {
        let (stream, _) = Listener::accept(&mut listener).await;
        tokio::spawn(answer(stream, router.clone()));
    }
}

async fn answer(stream: TcpStream, router: Router) {
    let service = TowerToHyperService::new(router);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(REQUEST_TIMEOUT);
    // A connection that breaks off concerns nobody but the client.
    let _ = http.serve_connection(TokioIo::new(stream), service).await;
}

fn announce(folder: &Path, address: SocketAddr, base: &Base) -> Result<(), Failure> {
    let folder = output::plain(&folder.display().to_string());
    output::print(&format!("Serving {folder} at http://{address}{base}\n"))
}

/// Ends when the process is asked to stop. Listens for that from the call on.
#[cfg(unix)]
fn stopped() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn stopped() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Where no interrupt can be waited for, the server runs until it is ended from outside.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

fn cannot_listen(args: &Args, error: &io::Error) -> Failure {
    let (host, port) = (&args.host, args.port);
    let (what, advice) = match error.kind() {
        io::ErrorKind::AddrInUse => ("the port is taken".into(), "another --port"),
        io::ErrorKind::PermissionDenied => (reason(error), "a --port from 1024"),
        _ => (reason(error), "another --host or --port"),
    };
    Failure::new(format!("cannot listen on {host} port {port}: {what}; choose {advice}"))
}

fn cannot_serve(args: &Args, error: &io::Error) -> Failure {
    Failure::file("serve", &args.folder, error)
}
