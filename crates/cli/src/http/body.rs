//! The body of an answer.

use hyper::body::{Body as HttpBody, Bytes, Frame, SizeHint};
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
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
