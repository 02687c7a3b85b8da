//! The server: it listens, and answers on every connection by a function.

use super::answer::{Answer, Request};
use crate::failure::{Failure, reason};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
#[cfg(unix)]
use std::task::Poll;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};

/// A client that has not sent its request by then is not waited for, also between two requests.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// Where there can be no more connections, the server looks so often whether others have ended.
const CONNECTION_PAUSE: Duration = Duration::from_millis(100);

/// The address that a request comes from, among its extensions.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// The value of a flag that names a port.
///
/// # Errors
/// Where it is none.
pub fn port(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| "accepted are whole numbers from 0 to 65535".to_owned())
}

/// Answers until SIGINT or SIGTERM. Once it listens, `begin` is told where, and gives the function
/// that answers.
///
/// # Errors
/// Where it cannot listen, or what `begin` says.
pub fn serve<A, F>(
    host: &str,
    port: u16,
    begin: impl FnOnce(SocketAddr) -> Result<A, Failure>,
) -> Result<(), Failure>
where
    A: Fn(Request) -> F + Clone + Send + 'static,
    F: Future<Output = Answer> + Send + 'static,
{
    let fail = |error| cannot_listen(host, port, &error);
    // Without a clock there is no waiting: for files that can be opened again, and for requests.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build();
    runtime.map_err(fail)?.block_on(async {
        let stopped = stopped().map_err(fail)?;
        let listener = TcpListener::bind((host, port)).await.map_err(fail)?;
        let answer = begin(listener.local_addr().map_err(fail)?)?;
        // Whoever stops the server does not wait for readers that keep their connection open.
        tokio::spawn(accept(listener, answer));
        stopped.await;
        Ok(())
    })
}

/// Answers on every connection. Where there can be no more of them, it waits until others end.
async fn accept<A, F>(listener: TcpListener, answer: A)
where
    A: Fn(Request) -> F + Clone + Send + 'static,
    F: Future<Output = Answer> + Send + 'static,
{
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => _ = tokio::spawn(connect(stream, peer, answer.clone())),
            Err(_) => tokio::time::sleep(CONNECTION_PAUSE).await,
        }
    }
}

async fn connect<A, F>(stream: TcpStream, peer: SocketAddr, answer: A)
where
    A: Fn(Request) -> F,
    F: Future<Output = Answer>,
{
    let service = service_fn(move |mut request: Request| {
        request.extensions_mut().insert(Peer(peer.ip().to_canonical()));
        let answer = answer(request);
        async { Ok::<_, Infallible>(answer.await) }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(REQUEST_TIMEOUT);
    // A connection that breaks off concerns nobody but the client.
    let _ = http.serve_connection(TokioIo::new(stream), service).await;
}

/// Ends when the process is asked to stop. Listens for that from the call on.
#[cfg(unix)]
fn stopped() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(std::future::poll_fn(move |context| {
        match interrupt.poll_recv(context).is_ready() || terminate.poll_recv(context).is_ready() {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    }))
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

fn cannot_listen(host: &str, port: u16, error: &io::Error) -> Failure {
    let (what, advice) = match error.kind() {
        io::ErrorKind::AddrInUse => ("the port is taken".into(), "another port"),
        io::ErrorKind::PermissionDenied => (reason(error), "a port from 1024"),
        _ => (reason(error), "another host or port"),
    };
    Failure::new(format!("cannot listen on {host} port {port}: {what}; choose {advice}"))
}
