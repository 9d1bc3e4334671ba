//! A connection whose other end must take what it asked for: who takes an answer by drops would hold it in memory for
//! ever.
//!
//! At its end the connection is patient, too, where a body was refused: what still comes in is read and thrown away for a
//! while. To close on it would reset the connection, and the other end might lose the very answer that says why.

use std::future::poll_fn;
use std::io::{self, IoSlice};
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::client::Connection;

/// Bytes a second that a client must take once it has made the server wait.
const RATE: u64 = 64 << 10;

/// How long, and how many bytes, something may still come in after the last answer.
const LINGER: Duration = Duration::from_secs(1);
const MOST_LATE: usize = 4 << 20;

/// A connection that fails when its client takes less than a little for longer than a while.
pub(crate) struct Patient {
    stream: TokioIo<TcpStream>,
    write_timeout: Duration,
    /// When patience ends, while something waits to be taken.
    end: Option<Pin<Box<Sleep>>>,
    /// After the last answer: when the other end is waited for no longer, and how much it may still send.
    linger: Option<(Pin<Box<Sleep>>, usize)>,
    connection: Arc<Connection>,
}

impl Patient {
    pub(crate) fn new(
        stream: TcpStream,
        write_timeout: Duration,
        connection: Arc<Connection>,
    ) -> Patient {
        Patient {
            stream: TokioIo::new(stream),
            write_timeout,
            end: None,
            linger: None,
            connection,
        }
    }

    /// Tells something and closes.
    pub(crate) async fn turn_away(mut self, told: &[u8]) -> io::Result<()> {
        use tokio::io::AsyncWriteExt;
        self.connection.set_unread(true);
        self.stream.inner_mut().write_all(told).await?;
        poll_fn(|context| Pin::new(&mut self).poll_shutdown(context)).await
    }

    /// Turns the connection away with as much of the answer as the system takes at once, without waiting.
    pub(crate) fn turn_away_at_once(&self, told: &[u8]) {
        let stream = self.stream.inner();
        let _ = stream.try_read(&mut [0; 4096]);
        let _ = stream.try_write(told);
    }

    /// Reads and forgets until the other end has closed, or for long enough.
    fn poll_linger(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let (end, left) = self
            .linger
            .get_or_insert_with(|| (Box::pin(sleep_until(Instant::now() + LINGER)), MOST_LATE));
        let mut bytes = [MaybeUninit::uninit(); 4096];
        while *left > 0 && end.as_mut().poll(context).is_pending() {
            let mut buffer = ReadBuf::uninit(&mut bytes);
            let stream = Pin::new(self.stream.inner_mut());
            match ready!(AsyncRead::poll_read(stream, context, &mut buffer)) {
                Ok(()) if !buffer.filled().is_empty() => {
                    *left = left.saturating_sub(buffer.filled().len());
                }
                _ => break,
            }
        }
        Poll::Ready(Ok(()))
    }

    /// What the attempt to write means for the patience that is left.
    fn judged(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        let latest = Instant::now() + self.write_timeout;
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
        if self.linger.is_none() {
            ready!(Pin::new(&mut self.stream).poll_shutdown(context))?;
        }
        match self.connection.has_unread() {
            true => self.poll_linger(context),
            false => Poll::Ready(Ok(())),
        }
    }
}
