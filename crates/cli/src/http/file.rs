//! A file as an answer: whole or in part, compressed or not.

use super::answer::{Answer, of_status};
use super::body::{Body, Parts};
use super::conditions::{Version, Wanted, takes_gzip};
use super::kind::Kind;
use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::header::{
    ACCEPT_ENCODING, ACCEPT_RANGES, CONTENT_ENCODING, CONTENT_RANGE, CONTENT_TYPE, ETAG,
    HeaderName, HeaderValue, LAST_MODIFIED, VARY,
};
use hyper::{HeaderMap, Method, StatusCode};
use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, SeekFrom, Write};
use std::ops::Range;
use std::time::{Duration, SystemTime};
use tokio::io::{AsyncReadExt, AsyncSeekExt};

/// As many bytes of a file are read at once.
const PART_BYTES: usize = 64 * 1024;

/// For fewer bytes the headers take more than compressing saves.
const MIN_COMPRESSED_BYTES: u64 = 32;

/// The last second that a date of HTTP can name, of the year 9999.
const MAX_SECONDS: u64 = 253_402_300_799;

/// A file, open for reading.
#[derive(Debug)]
pub struct Opened {
    pub file: File,
    pub metadata: Metadata,
    pub kind: &'static Kind,
}

impl Opened {
    /// The file, as a request wants it by its method and headers.
    pub fn answer(self, method: &Method, headers: &HeaderMap) -> Answer {
        let (version, shrinks) = (self.version(), self.kind.shrinks);
        let mut answer = match version.unmet(headers) {
            Some(status) => of_status(status, Body::empty()),
            None => self.wanted(&version, method, headers),
        };
        // Compressed, they are other bytes.
        let weak = if answer.headers().contains_key(CONTENT_ENCODING) { "W/" } else { "" };
        set(&mut answer, ETAG, &format!("{weak}{}", version.tag));
        set(&mut answer, LAST_MODIFIED, &httpdate::fmt_http_date(version.modified));
        set(&mut answer, ACCEPT_RANGES, "bytes");
        if shrinks {
            set(&mut answer, VARY, ACCEPT_ENCODING.as_str());
        }
        answer
    }

    fn version(&self) -> Version {
        let modified = self.metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        let since = modified.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let tag = format!("\"{:x}-{:x}\"", since.as_nanos(), self.metadata.len());
        let seconds = Duration::from_secs(since.as_secs().min(MAX_SECONDS));
        Version { tag, modified: SystemTime::UNIX_EPOCH + seconds }
    }

    fn wanted(self, version: &Version, method: &Method, headers: &HeaderMap) -> Answer {
        let len = self.metadata.len();
        let wanted = match *method {
            Method::GET => version.range(headers, len),
            _ => Wanted::All,
        };
        match wanted {
            Wanted::All if self.is_compressed(headers) => self.compressed(),
            Wanted::All => self.part(StatusCode::OK, 0..len),
            Wanted::Part(part) => {
                let place = format!("bytes {}-{}/{len}", part.start, part.end.saturating_sub(1));
                let mut answer = self.part(StatusCode::PARTIAL_CONTENT, part);
                set(&mut answer, CONTENT_RANGE, &place);
                answer
            }
            Wanted::Nothing => {
                let mut answer = of_status(StatusCode::RANGE_NOT_SATISFIABLE, Body::empty());
                set(&mut answer, CONTENT_RANGE, &format!("bytes */{len}"));
                answer
            }
        }
    }

    fn is_compressed(&self, headers: &HeaderMap) -> bool {
        self.kind.shrinks && self.metadata.len() >= MIN_COMPRESSED_BYTES && takes_gzip(headers)
    }

    fn part(self, status: StatusCode, part: Range<u64>) -> Answer {
        let (sender, body) = Body::stream(Some(part.end.saturating_sub(part.start)));
        tokio::spawn(send(self.file, part, Coder::None, sender));
        let mut answer = of_status(status, body);
        set(&mut answer, CONTENT_TYPE, self.kind.name);
        answer
    }

    fn compressed(self) -> Answer {
        let (sender, body) = Body::stream(None);
        tokio::spawn(send(self.file, 0..self.metadata.len(), Coder::gzip(), sender));
        let mut answer = of_status(StatusCode::OK, body);
        set(&mut answer, CONTENT_TYPE, self.kind.name);
        set(&mut answer, CONTENT_ENCODING, "gzip");
        answer
    }
}

/// Sets a header to a text that can be one, as all are that we write.
fn set(answer: &mut Answer, name: HeaderName, text: &str) {
    if let Ok(value) = HeaderValue::from_str(text) {
        answer.headers_mut().insert(name, value);
    }
}

/// Sends a part of a file, as it is or compressed. Where the file cannot be read on, or has become
/// shorter, the connection breaks off.
async fn send(file: File, part: Range<u64>, coder: Coder, sender: Parts) {
    if let Err(error) = send_all(file, part, coder, &sender).await {
        let _ = sender.send(Err(error)).await;
    }
}

/// Ends early where the reader has gone.
async fn send_all(
    file: File,
    part: Range<u64>,
    mut coder: Coder,
    sender: &Parts,
) -> io::Result<()> {
    let mut file = tokio::fs::File::from_std(file);
    file.seek(SeekFrom::Start(part.start)).await?;
    let mut file = file.take(part.end.saturating_sub(part.start));
    loop {
        let mut bytes = Vec::with_capacity(PART_BYTES);
        let is_over = file.read_buf(&mut bytes).await? == 0;
        // A file that is shorter now would be one that seems whole.
        if is_over && file.limit() > 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        let coded = if is_over { coder.end()? } else { coder.code(bytes)? };
        let is_gone = !coded.is_empty() && sender.send(Ok(coded.into())).await.is_err();
        if is_over || is_gone {
            return Ok(());
        }
    }
}

/// What is done with bytes before they are sent.
enum Coder {
    None,
    Gzip(Box<GzEncoder<Vec<u8>>>),
}

impl Coder {
    fn gzip() -> Self {
        Coder::Gzip(Box::new(GzEncoder::new(Vec::new(), Compression::default())))
    }

    /// What can be sent of the bytes given until now.
    fn code(&mut self, bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        let Coder::Gzip(encoder) = self else { return Ok(bytes) };
        encoder.write_all(&bytes)?;
        Ok(std::mem::take(encoder.get_mut()))
    }

    /// What is left once all were given.
    fn end(&mut self) -> io::Result<Vec<u8>> {
        let Coder::Gzip(encoder) = self else { return Ok(Vec::new()) };
        encoder.try_finish()?;
        Ok(std::mem::take(encoder.get_mut()))
    }
}
