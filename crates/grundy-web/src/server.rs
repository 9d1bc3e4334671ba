//! Listening, connections, and the end of both.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioTimer;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Semaphore, watch};
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::ask::Desk;
use crate::guard::Guard;
use crate::handle::{Shared, handle};
use crate::patience::Patient;
use crate::{Answers, Refused, Settings, reply, words};

/// How often it is seen whether the server shall stop.
const GLANCE: Duration = Duration::from_millis(50);
/// Connections that the system holds until they are accepted.
const BACKLOG: u32 = 1024;
/// The stack of a thread that runs a command: as much as the command line's has.
const STACK: usize = 8 << 20;
/// The least that the HTTP library takes for a head.
const LEAST_HEAD: usize = 8 << 10;

/// A server that listens; its requests are answered while [`run`](Server::run) runs.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    settings: Settings,
    answers: Arc<dyn Answers>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("address", &self.address)
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

impl Server {
    /// Listens.
    ///
    /// # Errors
    /// The system's, if the address is taken or not this machine's.
    pub fn bind(settings: Settings, answers: Arc<dyn Answers>) -> io::Result<Server> {
        let runtime = Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .max_blocking_threads(settings.limits.at_once.max(1))
            .thread_stack_size(STACK)
            .thread_name("command")
            .build()?;
        let listener = {
            let _entered = runtime.enter();
            let socket = match settings.address {
                SocketAddr::V4(_) => TcpSocket::new_v4()?,
                SocketAddr::V6(_) => TcpSocket::new_v6()?,
            };
            // Else the same port could not be had again right after an end. Elsewhere the option means another thing.
            #[cfg(unix)]
            socket.set_reuseaddr(true)?;
            socket.bind(settings.address)?;
            socket.listen(BACKLOG)?
        };
        let address = listener.local_addr()?;
        Ok(Server {
            runtime,
            listener,
            address,
            settings,
            answers,
        })
    }

    /// Where it listens, the port included.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until `stop` becomes true.
    ///
    /// Then no further connection is accepted and the requests under way are finished; commands that still run after
    /// [`Limits::grace`](crate::Limits::grace) are stopped, and what is open after that is closed.
    ///
    /// # Errors
    /// The system's, if it cannot wait for connections at all.
    pub fn run(self, stop: Arc<AtomicBool>) -> io::Result<()> {
        let Server {
            runtime,
            listener,
            address,
            settings,
            answers,
        } = self;
        runtime.block_on(serve(listener, address, settings, answers, &stop));
        // A command that does not stop is left behind.
        runtime.shutdown_background();
        Ok(())
    }
}

async fn serve(
    listener: TcpListener,
    address: SocketAddr,
    settings: Settings,
    answers: Arc<dyn Answers>,
    stop: &AtomicBool,
) {
    let (end, ending) = watch::channel(false);
    let limits = settings.limits.clone();
    let shared = Arc::new(Shared {
        guard: Guard::new(address, &settings.hosts),
        desk: Desk::new(answers, &limits, ending),
        bodies: Arc::new(Semaphore::new(limits.bodies / 1024 + 1)),
        answers: Arc::new(Semaphore::new(limits.answers / 1024 + 1)),
        settings,
    });
    let connections = Arc::new(Semaphore::new(limits.connections.max(1)));
    let graceful = GracefulShutdown::new();
    let mut glance = interval(GLANCE);
    glance.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = glance.tick() => {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                continue;
            }
        };
        let Ok((stream, _)) = accepted else {
            // No more files can be open, most likely: some will be closed.
            sleep(GLANCE).await;
            continue;
        };
        // Answers are written whole: waiting for more of them only costs time.
        let _ = stream.set_nodelay(true);
        let Ok(place) = Arc::clone(&connections).try_acquire_owned() else {
            turn_away(&stream, &shared.settings);
            continue;
        };
        let asked = Arc::clone(&shared);
        let service = service_fn(move |request| handle(Arc::clone(&asked), request));
        let stream = Patient::new(stream, limits.fetch_time);
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.head_time)
            .max_buf_size(limits.head.max(LEAST_HEAD))
            .serve_connection(stream, service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // Whatever ends a connection early is the client's affair.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    let mut finished = pin!(graceful.shutdown());
    tokio::select! {
        () = &mut finished => return,
        () = sleep(limits.grace) => {}
    }
    let _ = end.send(true);
    tokio::select! {
        () = finished => {}
        () = sleep(2 * limits.grace) => {}
    }
}

/// Tells a client beyond the number of connections, without waiting for anything.
fn turn_away(stream: &TcpStream, settings: &Settings) {
    let refused = Refused::new(words::busy().render(settings.lang));
    let _ = stream.try_write(reply::full_house(&refused).as_bytes());
}
