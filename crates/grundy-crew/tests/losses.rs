//! Whoever searches and whoever is killed meanwhile, the value is the same; and nobody joins without the token.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use grundy::couples::Crew;
use grundy::{Budget, Game, Play, Solver, Wanted};
use grundy_crew::Hands;

const TOKEN: &[u8] = b"sixteen bytes and some more";

/// Where a process of this test that is a worker is to call.
const ADDRESS: &str = "GRUNDY_CREW_OF_TEST";

/// The board, and its value.
const BOARD: (&str, &str) = match cfg!(debug_assertions) {
    true => ("cram 5x6", "2"),
    false => ("cram 5x7", "1"),
};

/// No test: what the workers run.
#[test]
fn worker() {
    if let Ok(address) = std::env::var(ADDRESS) {
        let mut token = Vec::new();
        std::io::stdin().read_to_end(&mut token).expect("a token");
        let stop = Arc::new(AtomicBool::new(false));
        let address = address.parse().expect("an address");
        grundy_crew::work(address, &token, None, 1 << 26, stop).expect("a crew");
    }
}

fn start(address: SocketAddr) -> Child {
    let mut child = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "worker"])
        .env(ADDRESS, address.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("a worker");
    let mut stdin = child.stdin.take().expect("its input");
    stdin.write_all(TOKEN).expect("it reads");
    child
}

fn hands() -> Hands {
    let local = "127.0.0.1:0".parse().expect("an address");
    Hands::listen(local, TOKEN, BOARD.0, 1 << 26).expect("it listens")
}

fn value(hands: Hands) -> String {
    let game: Game = BOARD.0.parse().expect("a board");
    let mut solver = Solver::new();
    solver.wanted = Wanted::Value;
    solver.budget = Budget {
        positions: u64::MAX,
        time: None,
        ..Budget::default()
    };
    solver.searching.crew = Some(Arc::new(Mutex::new(hands)));
    let value = solver.solve(&game, Play::Normal).value;
    value.expect("there is time").to_string()
}

#[test]
fn any_number_of_processes() {
    for count in 0..=3 {
        let mut hands = hands();
        hands.set_share(1 << 12);
        let mut children: Vec<Child> = (0..count).map(|_| start(hands.address())).collect();
        while hands.workers().len() < count {
            thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(value(hands), BOARD.1, "{count} processes");
        for child in &mut children {
            assert!(child.wait().expect("it ends").success());
        }
    }
}

#[test]
fn killed_processes_cost_a_leaf() {
    for after in [0, 30, 100, 300] {
        let mut hands = hands();
        hands.set_share(1 << 12);
        let address = hands.address();
        let mut children: Vec<Child> = (0..3).map(|_| start(address)).collect();
        while hands.workers().len() < 3 {
            thread::sleep(Duration::from_millis(5));
        }
        let mut victim = children.pop().expect("three");
        let killer = thread::spawn(move || {
            thread::sleep(Duration::from_millis(after));
            victim.kill().expect("it is ours");
            let _ = victim.wait();
        });
        assert_eq!(value(hands), BOARD.1, "one killed after {after} ms");
        killer.join().expect("no panic");
        for child in &mut children {
            assert!(child.wait().expect("it ends").success());
        }
    }
}

/// Strangers, and workers that talk nonsense, are let go, and the others go on.
#[test]
fn nonsense_ends_only_who_says_it() {
    let mut hands = hands();
    let address = hands.address();
    let frame = |bytes: &[u8]| [&(bytes.len() as u32).to_le_bytes()[..], bytes].concat();
    for hello in [
        frame(b"grundy crew 2\nsixteen bytes and some less"),
        frame(b"grundy crew 0\nsixteen bytes and some more"),
        u32::MAX.to_le_bytes().to_vec(),
        frame(b""),
    ] {
        let mut stranger = TcpStream::connect(address).expect("it listens");
        stranger.write_all(&hello).expect("it reads");
        let mut told = Vec::new();
        let _ = stranger.read_to_end(&mut told);
        assert!(told.is_empty(), "a stranger is told nothing");
    }
    assert!(hands.workers().is_empty());
    let mut child = start(address);
    let mut liar = TcpStream::connect(address).expect("it listens");
    let hello = [b"grundy crew 2\n", TOKEN].concat();
    liar.write_all(&frame(&hello)).expect("it reads");
    while hands.workers().len() < 2 {
        thread::sleep(Duration::from_millis(5));
    }
    liar.write_all(&frame(&[7; 100])).expect("it reads");
    assert_eq!(value(hands), BOARD.1);
    assert!(child.wait().expect("it ends").success());
}

/// Whoever waits for a job hears at once that it is to stop.
#[test]
fn idle_workers_stop_when_they_are_told() {
    let mut hands = hands();
    let address = hands.address();
    let stop = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&stop);
    let idle = thread::spawn(move || grundy_crew::work(address, TOKEN, None, 1 << 20, told));
    while hands.workers().is_empty() {
        thread::sleep(Duration::from_millis(5));
    }
    let begun = Instant::now();
    stop.store(true, Ordering::Relaxed);
    idle.join().expect("no panic").expect("no error");
    assert!(begun.elapsed() < Duration::from_secs(5));
    while !hands.workers().is_empty() {
        thread::sleep(Duration::from_millis(5));
    }
}
