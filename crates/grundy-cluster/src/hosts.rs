//! The processes of a job, and how they find each other.
//!
//! Each process listens at its own address and calls those with smaller numbers, twice each: one connection carries the
//! dataflow, the other signs of life. Both begin with a greeting that tells who calls and for what job, so that
//! processes started with different ideas part at once, with a word about it. There is no secret in it.

use std::io::{ErrorKind, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use grundy::{Message, message, system};

use crate::Failure;
use crate::job_state::JobState;

/// The processes of a job, each with an address, and which of them this one is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hosts {
    /// The address of each process: a host or number, a colon, and a port.
    pub addresses: Vec<String>,
    /// Which of them this process is, from 0.
    pub process: usize,
    /// Whether addresses may be used that are neither of this machine nor of a private network. Nothing checks who is at
    /// the other end of a connection.
    pub allow_public: bool,
}

const MAGIC: u64 = u64::from_le_bytes(*b"grundyH1");
/// How long a caller may take to greet.
const GREETING: Duration = Duration::from_millis(500);
const WELCOME: u8 = 1;
const ANOTHER_JOB: u8 = 2;

/// The connections of this process, by the number of the other.
pub(crate) struct Connections {
    pub(crate) data: Vec<Option<TcpStream>>,
    pub(crate) watch: Vec<Option<TcpStream>>,
}

/// What a caller says first.
#[derive(Clone, Copy)]
struct Greeting {
    /// 0 for the dataflow, 1 for signs of life.
    purpose: u64,
    process: u64,
    processes: u64,
    job: u64,
}

impl Greeting {
    fn bytes(self) -> Vec<u8> {
        [MAGIC, self.purpose, self.process, self.processes, self.job]
            .map(u64::to_le_bytes)
            .concat()
    }

    fn read(stream: &mut TcpStream) -> Option<Greeting> {
        let mut bytes = [0; 40];
        stream.read_exact(&mut bytes).ok()?;
        let mut numbers = bytes.chunks_exact(8).map(|chunk| {
            chunk
                .iter()
                .rev()
                .fold(0u64, |n, &byte| n << 8 | u64::from(byte))
        });
        (numbers.next()? == MAGIC).then_some(())?;
        Some(Greeting {
            purpose: numbers.next()?,
            process: numbers.next()?,
            processes: numbers.next()?,
            job: numbers.next()?,
        })
    }
}

impl Hosts {
    /// A cluster of the processes at `addresses`, of which this one has the number `process`, from 0.
    pub fn new(addresses: Vec<String>, process: usize) -> Hosts {
        Hosts {
            addresses,
            process,
            allow_public: false,
        }
    }

    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.process >= self.addresses.len() || self.addresses.len() > 1 << 12 {
            return Err(Failure::Asked(message!(
                "there is no process {process} among {count}, counted from 0",
                "共 {count} 个进程（从 0 编号），没有进程 {process}",
                process = self.process,
                count = self.addresses.len()
            )));
        }
        for address in &self.addresses {
            self.resolved(address)?;
        }
        Ok(())
    }

    /// The numbers behind an address, all of which must be allowed.
    fn resolved(&self, address: &str) -> Result<Vec<SocketAddr>, Failure> {
        let found: Vec<SocketAddr> = address
            .to_socket_addrs()
            .map_err(|error| {
                Failure::Network(message!(
                    "{address} is no address (host:port): {error}",
                    "{address} 不是有效地址（主机：端口）：{error}",
                    address = address,
                    error = system::reason(&error)
                ))
            })?
            .collect();
        let public = found.iter().find(|found| !is_private(found.ip()));
        match public {
            Some(public) if !self.allow_public => Err(Failure::Network(message!(
                "{address} ({public}) is neither of this machine nor of a private network; nothing checks who connects, so public addresses are used only when explicitly allowed",
                "{address}（{public}）既非本机也非私有网络地址；连接没有身份验证，除非明确允许，否则不使用公网地址",
                address = address,
                public = public.ip().to_string()
            ))),
            _ => Ok(found),
        }
    }

    /// Connects to all other processes, or tells who is missing.
    pub(crate) fn connect(
        &self,
        job: u64,
        peer_timeout: Duration,
        job_state: &JobState,
    ) -> Result<Connections, Failure> {
        let deadline = Instant::now() + peer_timeout;
        let count = self.addresses.len();
        let mut connections = Connections {
            data: (0..count).map(|_| None).collect(),
            watch: (0..count).map(|_| None).collect(),
        };
        let own = &self.addresses[self.process];
        let listener = TcpListener::bind(&self.resolved(own)?[..]).map_err(|error| {
            network(message!(
                "cannot listen at {address}: {error}",
                "无法在 {address} 监听：{error}",
                address = own.as_str(),
                error = system::reason(&error)
            ))
        })?;
        let refused = |error: std::io::Error| network(system::reason(&error));
        listener.set_nonblocking(true).map_err(refused)?;
        let greeting = |purpose| Greeting {
            purpose,
            process: self.process as u64,
            processes: count as u64,
            job,
        };
        loop {
            job_state.check()?;
            let mut missing = None;
            for other in 0..count {
                if other == self.process {
                    continue;
                }
                let lists = [&mut connections.data, &mut connections.watch];
                for (purpose, list) in (0..).zip(lists) {
                    if other < self.process && list[other].is_none() {
                        list[other] = self.call(other, greeting(purpose), deadline)?;
                    }
                    if list[other].is_none() {
                        missing = missing.or(Some(other));
                    }
                }
            }
            let Some(missing) = missing else {
                return Ok(connections);
            };
            if Instant::now() >= deadline {
                return Err(Failure::Absent {
                    process: missing,
                    address: self.addresses[missing].clone(),
                    seconds: peer_timeout.as_secs(),
                });
            }
            loop {
                match listener.accept() {
                    Ok((stream, _)) => self.answer(stream, greeting(0), &mut connections)?,
                    Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                    Err(error) => return Err(refused(error)),
                }
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Calls a process; none if it does not answer yet.
    fn call(
        &self,
        other: usize,
        greeting: Greeting,
        deadline: Instant,
    ) -> Result<Option<TcpStream>, Failure> {
        let left = deadline.saturating_duration_since(Instant::now());
        for address in self.resolved(&self.addresses[other])? {
            let peer_timeout = left.min(Duration::from_secs(1));
            if peer_timeout.is_zero() {
                break;
            }
            let Ok(mut stream) = TcpStream::connect_timeout(&address, peer_timeout) else {
                continue;
            };
            let mut answer = [0];
            // It may be busy calling others itself: it answers all that have called when it has done so. Process 0 calls nobody.
            let greeted = stream
                .set_read_timeout(Some(left.max(GREETING)))
                .and_then(|()| stream.set_nodelay(true))
                .and_then(|()| stream.write_all(&greeting.bytes()))
                .and_then(|()| stream.read_exact(&mut answer));
            match (greeted, answer[0]) {
                (Ok(()), WELCOME) => return Ok(Some(stream)),
                (Ok(()), ANOTHER_JOB) => return Err(another_job(other)),
                _ => {}
            }
        }
        Ok(None)
    }

    /// Hears a caller out. Strangers are let go; somebody of this job with other ideas about it ends it.
    fn answer(
        &self,
        mut stream: TcpStream,
        own: Greeting,
        connections: &mut Connections,
    ) -> Result<(), Failure> {
        let ready = stream
            .set_nonblocking(false)
            .and_then(|()| stream.set_read_timeout(Some(GREETING)))
            .and_then(|()| stream.set_nodelay(true));
        if ready.is_err() {
            return Ok(());
        }
        let Some(greeting) = Greeting::read(&mut stream) else {
            return Ok(());
        };
        let process = greeting.process as usize;
        let same = greeting.processes == own.processes
            && greeting.job == own.job
            && greeting.process < own.processes
            && process > self.process;
        let word = if same { WELCOME } else { ANOTHER_JOB };
        if stream.write_all(&[word]).is_err() {
            return Ok(());
        }
        if !same {
            return Err(another_job(process));
        }
        let list = match greeting.purpose {
            0 => &mut connections.data,
            _ => &mut connections.watch,
        };
        list[process] = Some(stream);
        Ok(())
    }
}

fn network(message: Message) -> Failure {
    Failure::Network(message)
}

fn another_job(process: usize) -> Failure {
    Failure::Network(message!(
        "process {process} was started for another job: number of processes, number of workers, and all that is asked must be the same everywhere",
        "进程 {process} 启动时的任务不同：各处的进程数，工作线程数与所问内容必须一致",
        process = process
    ))
}

/// Of this machine, or of a network that nobody outside can reach by number.
fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => {
            address.is_loopback() || address.is_private() || address.is_link_local()
        }
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(mapped) => is_private(IpAddr::V4(mapped)),
            None => {
                address.is_loopback()
                    || address.is_unique_local()
                    || address.is_unicast_link_local()
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(address: &str) -> Result<(), Failure> {
        Hosts::new(vec![address.to_owned()], 0).check()
    }

    #[test]
    fn public_addresses_are_refused_unless_allowed() {
        for private in [
            "127.0.0.1:2101",
            "10.1.2.3:1",
            "192.168.0.7:1",
            "172.16.0.1:1",
            "[::1]:1",
            "[fd00::1]:1",
            "[::ffff:10.0.0.1]:1",
        ] {
            assert_eq!(checked(private), Ok(()), "{private}");
        }
        for public in [
            "8.8.8.8:1",
            "0.0.0.0:1",
            "172.32.0.1:1",
            "[2001:db8::1]:1",
            "[::]:1",
        ] {
            assert!(
                matches!(checked(public), Err(Failure::Network(_))),
                "{public}"
            );
            let mut hosts = Hosts::new(vec![public.to_owned()], 0);
            hosts.allow_public = true;
            assert_eq!(hosts.check(), Ok(()));
        }
        assert!(matches!(checked("127.0.0.1"), Err(Failure::Network(_))));
        let beyond = Hosts::new(vec!["127.0.0.1:1".to_owned()], 1);
        assert!(matches!(beyond.check(), Err(Failure::Asked(_))));
    }
}
