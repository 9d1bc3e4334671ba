//! A game by one thread, by several, or by several processes, with what it took: `processes alone|threads|processes NUMBER GAME …`.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use grundy::{Budget, Engine, Game, Solver, Wanted};
use grundy_crew::Hands;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments[0] == "worker" {
        let mut token = Vec::new();
        std::io::stdin().read_to_end(&mut token).expect("a token");
        let address = arguments[1].parse().expect("an address");
        let stop = Arc::new(AtomicBool::new(false));
        grundy_crew::work(address, &token, None, 1 << 30, stop).expect("a crew");
        return;
    }
    let count: usize = arguments[1].parse().expect("a number");
    let text = arguments[2..].join(" ");
    let game: Game = text.parse().expect("a game");
    let mut solver = Solver::new();
    solver.wanted = Wanted::Value;
    solver.budget = Budget {
        positions: u64::MAX,
        time: Some(Duration::from_secs(3600)),
        ..Budget::default()
    };
    let mut children = Vec::new();
    match arguments[0].as_str() {
        "threads" => solver.searching.threads = count,
        "processes" => {
            let token = b"only for measuring";
            let local = "127.0.0.1:0".parse().expect("an address");
            let mut hands = Hands::listen(local, token, &text, 1 << 30).expect("it listens");
            if let Ok(share) = std::env::var("SHARE") {
                hands.set_share(share.parse().expect("options"));
            }
            for _ in 0..count {
                let mut child = Command::new(std::env::current_exe().expect("a program"))
                    .args(["worker", &hands.address().to_string()])
                    .stdin(Stdio::piped())
                    .spawn()
                    .expect("a worker");
                let mut stdin = child.stdin.take().expect("its input");
                stdin.write_all(token).expect("it reads");
                children.push(child);
            }
            solver.searching.crew = Some(Arc::new(Mutex::new(hands)));
        }
        _ => {}
    }
    let begun = Instant::now();
    let _ = Engine::Couples;
    let answer = solver.solve(&game, grundy::Play::Normal);
    println!(
        "{:?} in {:?}",
        answer.value.map(|value| value.to_string()),
        begun.elapsed()
    );
    drop(solver);
    for mut child in children {
        let _ = child.wait();
    }
}
