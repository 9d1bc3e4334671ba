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
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Semaphore, watch};
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::client::Asker;
use crate::handle::{Shared, handle};
use crate::shares::Shares;
use crate::staff::{Staff, Start};
use crate::turns::MOMENT;
use crate::write_timeout::Patient;
use crate::{Answers, Limits, Problem, Settings, reply, words};

/// How often it is seen whether the server shall stop.
const GLANCE: Duration = Duration::from_millis(50);
/// Connections that the system holds until they are accepted.
const BACKLOG: u32 = 1024;
/// The stack of a thread that runs a command: as much as the command line's has.
const STACK: usize = 8 << 20;
/// Places, at the least, for those who are turned away and have not gone yet.
const LEAVING: usize = 16;
/// The least that the HTTP library takes for a head.
const LEAST_HEAD: usize = 8 << 10;

/// A server that listens; its requests are answered while [`run`](Server::run) runs.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    settings: Settings,
    staff: Staff,
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
    /// Listens; questions are answered by threads of this process.
    ///
    /// A thread can be asked to stop, no more: what a question takes of memory is the process's own.
    ///
    /// # Errors
    /// The system's, if the address is taken or not this machine's.
    pub fn bind(settings: Settings, answers: Arc<dyn Answers>) -> io::Result<Server> {
        Server::listen(settings, Staff::Threads(answers))
    }

    /// Listens; questions are answered by worker processes, each of which calls [`work`](crate::work) with
    /// [`Limits::memory`] and ends when it returns.
    ///
    /// `start` says how one is started. The workers end with the server, however it ends. Of `near`, which answers as the workers do,
    /// only [`at_once`](Answers::at_once) is asked: what costs less than a worker's turn is told within this process.
    ///
    /// # Errors
    /// The system's, if the address is taken or not this machine's.
    pub fn with_workers(
        settings: Settings,
        near: Arc<dyn Answers>,
        start: Start,
    ) -> io::Result<Server> {
        let Limits { quick, at_once, .. } = settings.limits;
        let staff = Staff::processes(start, near, quick.max(at_once));
        Server::listen(settings, staff)
    }

    fn listen(settings: Settings, staff: Staff) -> io::Result<Server> {
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
            staff,
        })
    }

    /// The address at which the server listens, with its port.
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
            staff,
        } = self;
        runtime.block_on(serve(listener, address, settings, staff, &stop));
        // A command that does not stop is left behind.
        runtime.shutdown_background();
        Ok(())
    }
}

async fn serve(
    listener: TcpListener,
    address: SocketAddr,
    settings: Settings,
    staff: Staff,
    stop: &AtomicBool,
) {
    let (end, ending) = watch::channel(false);
    let shared = Arc::new(Shared::new(settings, address, staff, ending));
    let limits = &shared.settings.limits;
    shared.dispatcher.prepare();
    let connections = Shares::new(limits.connections);
    let leaving = Arc::new(Semaphore::new(limits.connections / 4 + LEAVING));
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
        let Ok((stream, from)) = accepted else {
            // No more files can be open, most likely: some will be closed.
            sleep(GLANCE).await;
            continue;
        };
        // Answers are written whole: waiting for more of them only costs time.
        let _ = stream.set_nodelay(true);
        let unproved = u64::try_from(MOMENT.as_micros()).unwrap_or(u64::MAX);
        let asker = Asker::new(from, unproved);
        let stream = Patient::new(stream, limits.fetch_time, Arc::clone(&asker.connection));
        let Some(place) = connections.take(asker.client, 1) else {
            let refused = Problem::new(words::busy().render(shared.settings.lang));
            let told = reply::full_house(&refused);
            // Those who leave need a place, too; beyond these the answer is sent and nothing awaited.
            match Arc::clone(&leaving).try_acquire_owned() {
                Ok(place) => {
                    tokio::spawn(async move {
                        let _ = stream.turn_away(told.as_bytes()).await;
                        drop(place);
                    });
                }
                Err(_) => stream.turn_away_at_once(told.as_bytes()),
            }
            continue;
        };
        let asked = Arc::clone(&shared);
        let service = service_fn(move |request| handle(Arc::clone(&asked), asker.clone(), request));
        let connection = http(limits).serve_connection(stream, service);
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

/// How HTTP is spoken.
pub(crate) fn http(limits: &Limits) -> http1::Builder {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(limits.head_time)
        .max_buf_size(limits.head.max(LEAST_HEAD));
    http
}
