//! The server without a network, for tests and for fuzzing.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::{fmt, io};

use hyper::body::Bytes;
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper::service::service_fn;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;

use crate::client::Asker;
use crate::handle::{Shared, handle};
use crate::server::http;
use crate::staff::Staff;
use crate::{Answers, Settings};

/// A server without a network: what it would answer to a connection on which certain bytes come and then the end.
///
/// Questions are answered then and there, by the thread that asks. For tests and for fuzzing.
pub struct Rehearsal {
    runtime: Runtime,
    shared: Arc<Shared>,
    _end: watch::Sender<bool>,
}

impl fmt::Debug for Rehearsal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rehearsal").finish_non_exhaustive()
    }
}

impl Rehearsal {
    /// A server of these settings.
    ///
    /// # Errors
    /// The system's, if there can be no clock.
    pub fn new(settings: Settings, answers: Arc<dyn Answers>) -> io::Result<Rehearsal> {
        let runtime = Builder::new_current_thread().enable_time().build()?;
        let (end, ending) = watch::channel(false);
        let address = settings.address;
        let shared = Shared::new(settings, address, Staff::Inline(answers), ending);
        Ok(Rehearsal {
            runtime,
            shared: Arc::new(shared),
            _end: end,
        })
    }

    /// All that the server writes.
    pub fn answers(&self, bytes: &[u8]) -> Vec<u8> {
        let shared = Arc::clone(&self.shared);
        let asker = Asker::new(self.shared.settings.address, 0);
        let service =
            service_fn(move |request| handle(Arc::clone(&shared), asker.clone(), request));
        let heard = Script {
            left: Bytes::copy_from_slice(bytes),
            written: Arc::default(),
            glances: 0,
        };
        let written = Arc::clone(&heard.written);
        let connection = http(&self.shared.settings.limits).serve_connection(heard, service);
        // How the connection ends says no more than what was written.
        let _ = self.runtime.block_on(connection);
        let mut written = written.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut written)
    }
}

/// A connection whose other end has said all beforehand.
struct Script {
    left: Bytes,
    written: Arc<Mutex<Vec<u8>>>,
    /// How often more was asked for in vain.
    glances: usize,
}

/// Glances before the end is told: whoever hangs up at once is no longer answered.
const GLANCES: usize = 100;

impl Read for Script {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        mut buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        if self.left.is_empty() && self.glances < GLANCES {
            self.glances += 1;
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let count = self.left.len().min(buffer.remaining());
        buffer.put_slice(&self.left.split_to(count));
        Poll::Ready(Ok(()))
    }
}

impl Write for Script {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        written.extend_from_slice(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
