//! A host that has a folder published, as well or as badly as a test wants.

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;

/// What a host answers.
pub enum Answer {
    /// A status line and headers, and a body.
    Whole(String, Vec<u8>),
    /// Bytes without end.
    Endless,
    /// The same after these.
    EndlessAfter(Vec<u8>),
    /// The end of the connection.
    Nothing,
}

impl Answer {
    pub fn ok(body: impl Into<Vec<u8>>) -> Self {
        Answer::Whole("200 OK".to_owned(), body.into())
    }

    /// The page that many hosts have for whatever they have not.
    pub fn page() -> Self {
        Answer::ok("<!doctype html><title>Home</title>")
    }

    pub fn status(status: u16) -> Self {
        Answer::Whole(format!("{status} Status"), Vec::new())
    }

    pub fn redirect(to: &str) -> Self {
        Answer::Whole(format!("302 Found\r\nLocation: {to}"), Vec::new())
    }

    fn write(self, stream: &mut impl Write) -> std::io::Result<()> {
        match self {
            Answer::Whole(head, body) => {
                let length = body.len();
                write!(stream, "HTTP/1.1 {head}\r\nContent-Length: {length}\r\n\r\n")?;
                stream.write_all(&body)?;
            }
            Answer::Endless => return Answer::EndlessAfter(vec![b'{']).write(stream),
            Answer::EndlessAfter(begin) => {
                write!(stream, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")?;
                stream.write_all(&begin)?;
                while stream.write_all(&[b' '; 1 << 16]).is_ok() {}
            }
            Answer::Nothing => return Err(ErrorKind::ConnectionAborted.into()),
        }
        stream.flush()
    }
}

/// What is asked for: the path, and the lines of the headers.
type Handler = dyn Fn(&str, &[String]) -> Answer + Send + Sync;

/// A host of this machine, which notes the paths that it is asked for. It goes on until the tests
/// end.
pub struct Host {
    pub port: u16,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Host {
    pub fn new(answer: impl Fn(&str) -> Answer + Send + Sync + 'static) -> Self {
        Self::listening(move |path, _| answer(path), None)
    }

    /// A host that looks at the headers of requests too.
    pub fn with_headers(
        answer: impl Fn(&str, &[String]) -> Answer + Send + Sync + 'static,
    ) -> Self {
        Self::listening(answer, None)
    }

    /// A host with TLS, whose certificate is of [`authority`].
    pub fn secure(answer: impl Fn(&str) -> Answer + Send + Sync + 'static) -> Self {
        let chain = vec![CertificateDer::from_pem_file(file("localhost.pem")).unwrap()];
        let key = PrivateKeyDer::from_pem_file(file("localhost.key")).unwrap();
        let config = ServerConfig::builder().with_no_client_auth();
        let config = Arc::new(config.with_single_cert(chain, key).unwrap());
        Self::listening(move |path, _| answer(path), Some(config))
    }

    /// A host of the files in a folder.
    pub fn of(folder: PathBuf) -> Self {
        Self::new(files(folder))
    }

    fn listening(
        answer: impl Fn(&str, &[String]) -> Answer + Send + Sync + 'static,
        tls: Option<Arc<ServerConfig>>,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let asked = Arc::<Mutex<Vec<String>>>::default();
        let (answer, asks): (Arc<Handler>, _) = (Arc::new(answer), asked.clone());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (answer, asks, tls) = (answer.clone(), asks.clone(), tls.clone());
                thread::spawn(move || match tls {
                    None => serve(stream, &*answer, &asks),
                    Some(tls) => {
                        let connection = ServerConnection::new(tls).unwrap();
                        serve(StreamOwned::new(connection, stream), &*answer, &asks);
                    }
                });
            }
        });
        Host { port, asked }
    }

    pub fn address(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// The paths that were asked for, in the order of requests.
    pub fn all_asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    /// The paths that were asked for, in order of their names.
    pub fn asked(&self) -> Vec<String> {
        let mut asked = self.all_asked();
        asked.sort();
        asked
    }
}

/// Answers with the files of a folder.
pub fn files(folder: PathBuf) -> impl Fn(&str) -> Answer {
    move |path| match fs::read(folder.join(&path[1..])) {
        Ok(bytes) => Answer::ok(bytes),
        Err(_) => Answer::status(404),
    }
}

/// The authority that the host with TLS has its certificate of.
pub fn authority() -> PathBuf {
    file("authority.pem")
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/kept").join(name)
}

/// Answers the requests of a connection, until that ends. A proxy gives the host itself.
fn serve(stream: impl Read + Write, answer: &Handler, asked: &Mutex<Vec<String>>) {
    let mut stream = BufReader::new(stream);
    while let Some((line, headers)) = request(&mut stream) {
        let mut words = line.split(' ');
        let answer = match (words.next(), words.next()) {
            (Some("GET"), Some(path)) => {
                asked.lock().unwrap().push(path.to_owned());
                answer(path, &headers)
            }
            (Some("CONNECT"), Some(_)) => Answer::Whole("200 OK".to_owned(), Vec::new()),
            _ => Answer::status(400),
        };
        if answer.write(stream.get_mut()).is_err() {
            return;
        }
    }
}

/// The first line of the next request, and its headers.
fn request(stream: &mut impl BufRead) -> Option<(String, Vec<String>)> {
    let mut lines = stream.lines().map_while(Result::ok);
    let first = lines.next()?;
    Some((first, lines.take_while(|line| !line.is_empty()).collect()))
}

/// A port of this machine at which nobody listens.
pub fn closed_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    assert!(TcpStream::connect(("127.0.0.1", port)).is_err());
    port
}
