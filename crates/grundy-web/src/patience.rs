//! A connection whose other end must take what it asked for: who takes an answer by drops would hold it in memory for
//! ever.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

/// Bytes a second that a client must take once it has made the server wait.
const RATE: u64 = 64 << 10;

/// A connection that fails when its client takes less than a little for longer than a while.
pub(crate) struct Patient {
    stream: TokioIo<TcpStream>,
    patience: Duration,
    /// When patience ends, while something waits to be taken.
    end: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    pub(crate) fn new(stream: TcpStream, patience: Duration) -> Patient {
        Patient {
            stream: TokioIo::new(stream),
            patience,
            end: None,
        }
    }

    /// What the attempt to write means for the patience that is left.
    fn judged(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        let latest = Instant::now() + self.patience;
        match written {
            Poll::Pending => {
                let end = self
                    .end
                    .get_or_insert_with(|| Box::pin(sleep_until(latest)));
                match end.as_mut().poll(context) {
                    Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
                    Poll::Pending => Poll::Pending,
                }
            }
            Poll::Ready(Ok(bytes)) => {
                if let Some(end) = &mut self.end {
                    let earned = Duration::from_micros(bytes as u64 * 1_000_000 / RATE);
                    let later = (end.deadline() + earned).min(latest);
                    end.as_mut().reset(later);
                }
                Poll::Ready(Ok(bytes))
            }
            failed => failed,
        }
    }
}

impl Read for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl Write for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.judged(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.judged(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // All that was to be written has been.
        self.end = None;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
