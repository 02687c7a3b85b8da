//! Bodies of answers and requests.

use hyper::body::{Body as HttpBody, Bytes, Frame, Incoming, SizeHint};
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc;

/// The parts of a stream that wait for a slow reader.
const WAITING_PARTS: usize = 2;

/// Takes the parts of a stream, one after another. It fails where the reader has gone; an error
/// that it is given breaks the connection off.
pub type Parts = mpsc::Sender<io::Result<Bytes>>;

/// All bytes at once, or a stream of them.
pub enum Body {
    Whole(Bytes),
    Stream { parts: mpsc::Receiver<io::Result<Bytes>>, size: SizeHint },
}

impl Body {
    pub fn empty() -> Self {
        Body::Whole(Bytes::new())
    }

    /// A stream that ends when its sender is dropped, and has as many bytes where that is known.
    pub fn stream(len: Option<u64>) -> (Parts, Self) {
        let (sender, parts) = mpsc::channel(WAITING_PARTS);
        let size = len.map_or_else(SizeHint::new, SizeHint::with_exact);
        (sender, Body::Stream { parts, size })
    }
}

/// Why the body of a request cannot be used.
#[derive(Debug, PartialEq)]
pub enum BodyError {
    TooLarge,
    /// The client ended it, or takes too long.
    Broken,
}

/// Reads the body of a request, of which there may be `most` bytes, within a time.
///
/// # Errors
/// Where there are more, or it does not come.
pub async fn whole(mut body: Incoming, most: usize, time: Duration) -> Result<Vec<u8>, BodyError> {
    if body.size_hint().lower() > most as u64 {
        return Err(BodyError::TooLarge);
    }
    let mut bytes = Vec::new();
    let reading = async {
        while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
            let Ok(data) = frame.map_err(|_| BodyError::Broken)?.into_data() else { continue };
            if bytes.len() + data.len() > most {
                return Err(BodyError::TooLarge);
            }
            bytes.extend_from_slice(&data);
        }
        Ok(())
    };
    tokio::time::timeout(time, reading).await.map_err(|_| BodyError::Broken)??;
    Ok(bytes)
}

impl HttpBody for Body {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        match self.get_mut() {
            Body::Whole(bytes) if bytes.is_empty() => Poll::Ready(None),
            Body::Whole(bytes) => Poll::Ready(Some(Ok(Frame::data(std::mem::take(bytes))))),
            Body::Stream { parts, .. } => {
                parts.poll_recv(context).map(|part| Some(part?.map(Frame::data)))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Body::Whole(bytes) if bytes.is_empty())
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Body::Whole(bytes) => SizeHint::with_exact(bytes.len() as u64),
            Body::Stream { size, .. } => *size,
        }
    }
}
