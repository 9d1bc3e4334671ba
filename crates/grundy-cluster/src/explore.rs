//! Finds all positions of a game, each by the worker that has it, and makes the shares of the graph of them.

use grundy::explorer::Unexplored;
use grundy::{Stop, message};

use crate::Failure;
use crate::links::Links;
use crate::quiescence::{Reactive, run_until_quiet};
use crate::rows::Rows;
use crate::shard::{Interest, Naming, Shard};
use crate::sums::Sums;
use crate::table::{Table, stable_hash};

/// Positions after which a worker looks at its mail.
const TURN: usize = 256;

/// Options whose places in the table are asked for before they are needed.
const AHEAD: usize = 8;

/// What a worker has found.
pub(crate) struct Explored {
    pub(crate) shard: Shard,
    pub(crate) table: Table,
    /// Positions and moves in all.
    pub(crate) positions: u64,
    pub(crate) moves: u64,
}

struct Exploring<'s> {
    sums: &'s mut Sums,
    /// Bytes that this worker may take.
    memory: Option<u64>,
    workers: usize,
    me: usize,
    /// The positions of this worker; those of others that are options of them.
    own: Table,
    mirrors: Table,
    /// How many of its own positions have been looked at.
    next: usize,
    open: Vec<u32>,
    /// Option and position, both here; mirror and position.
    moves: Vec<(u32, u32)>,
    moves_out: Vec<(u32, u32)>,
    wanted: Vec<(u32, Interest)>,
    // Kept to be used again.
    hashes: Vec<u64>,
    near: Vec<u32>,
    far: Vec<u32>,
    words: Vec<u32>,
}

/// Explores from the starts.
pub(crate) fn explore(
    links: &mut Links,
    sums: &mut Sums,
    starts: &[Vec<u8>],
    memory: Option<u64>,
) -> Result<Explored, Failure> {
    let mut exploring = Exploring {
        sums,
        memory,
        workers: links.workers(),
        me: links.me(),
        own: Table::default(),
        mirrors: Table::default(),
        next: 0,
        open: Vec::new(),
        moves: Vec::new(),
        moves_out: Vec::new(),
        wanted: Vec::new(),
        hashes: Vec::new(),
        near: Vec::new(),
        far: Vec::new(),
        words: Vec::new(),
    };
    for start in starts {
        if exploring.owner(start) == exploring.me {
            exploring.own(start)?;
        }
    }
    run_until_quiet(links, &mut exploring)?;
    let positions = exploring.own.len();
    let moves = (exploring.moves.len() + exploring.moves_out.len()) as u64;
    let all = links.agree([positions as u64, moves, 0, 0])?;
    let Exploring {
        own,
        mirrors,
        open,
        moves,
        moves_out,
        wanted,
        ..
    } = exploring;
    let before = Rows::sorted(positions, || moves.iter().copied());
    drop(moves);
    let before_mirror = Rows::sorted(mirrors.len(), || moves_out.iter().copied());
    drop(moves_out);
    Ok(Explored {
        shard: Shard {
            naming: Naming::Local,
            open,
            before,
            before_mirror,
            mirrored: (0..mirrors.len() as u32).collect(),
            interest: Rows::sorted(positions, || wanted.iter().copied()),
            lone: Vec::new(),
        },
        table: own,
        positions: all.iter().map(|message| message[0]).sum(),
        moves: all.iter().map(|message| message[1]).sum(),
    })
}

/// The worker that has the position of this hash.
#[inline]
fn owner_of(hash: u64, workers: usize) -> usize {
    match workers {
        1 => 0,
        _ => (hash % workers as u64) as usize,
    }
}

fn too_many() -> Failure {
    Failure::Asked(message!(
        "one worker has more than 2^31 positions or moves; ask for more workers",
        "一个工作线程的局面或走法超过 2^31 个；请增加工作线程"
    ))
}

/// That the options of a position are not told.
pub(crate) fn unexplored(bytes: &[u8], why: &Unexplored) -> Failure {
    let position: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    match why {
        Unexplored::Stop(Stop::Fault(fault)) => Failure::Input(fault.describe()),
        Unexplored::Stop(Stop::Full) => Failure::Asked(message!(
            "position {position} has more options than memory allows",
            "局面 {position} 的后继超出内存所允许的数目",
            position = position
        )),
        why => Failure::Input(message!(
            "the rules contradict themselves at position {position}: {why}",
            "规则在局面 {position} 处自相矛盾：{why}",
            position = position,
            why = grundy::Fact::Message(Box::new(why.describe()))
        )),
    }
}

impl Exploring<'_> {
    fn owner(&self, bytes: &[u8]) -> usize {
        owner_of(stable_hash(bytes), self.workers)
    }

    fn own(&mut self, bytes: &[u8]) -> Result<u32, Failure> {
        let numbered = self.own.number(bytes, stable_hash(bytes));
        let (number, new) = numbered.ok_or_else(too_many)?;
        if new {
            self.open.push(0);
        }
        Ok(number)
    }

    /// Looks at the options of a position.
    fn look(&mut self, number: u32, links: &mut Links) -> Result<(), Failure> {
        let bytes = self.own.position(number);
        let count = match self.sums.options(bytes) {
            Ok(count) => count,
            Err(why) => return Err(unexplored(bytes, &why)),
        };
        if self.moves.len().max(self.moves_out.len()) + count >= 1 << 31 {
            return Err(too_many());
        }
        // PERF: a table of millions is not in the cache; without this exploring Chomp takes half as long again.
        let hash = |place| stable_hash(self.sums.option(place));
        self.hashes.clear();
        self.hashes.extend((0..count).map(hash));
        for &hash in &self.hashes {
            self.own.prefetch_slot(hash);
        }
        for place in 0..count {
            if let Some(&hash) = self.hashes.get(place + 2 * AHEAD) {
                self.own.prefetch_end(hash);
            }
            if let Some(&hash) = self.hashes.get(place + AHEAD) {
                self.own.prefetch_bytes(hash);
            }
            let (bytes, hash) = (self.sums.option(place), self.hashes[place]);
            let owner = owner_of(hash, self.workers);
            if owner == self.me {
                let (option, new) = self.own.number(bytes, hash).ok_or_else(too_many)?;
                if new {
                    self.open.push(0);
                }
                self.near.push(option);
                continue;
            }
            let (mirror, new) = self.mirrors.number(bytes, hash).ok_or_else(too_many)?;
            self.far.push(mirror);
            if new {
                self.words.clear();
                self.words.extend([mirror, bytes.len() as u32]);
                self.words.extend(bytes.chunks(4).map(|chunk| {
                    let mut four = [0; 4];
                    four[..chunk.len()].copy_from_slice(chunk);
                    u32::from_le_bytes(four)
                }));
                links.put(owner, &self.words);
            }
        }
        // An option that is told twice is one move.
        for (options, moves) in [
            (&mut self.near, &mut self.moves),
            (&mut self.far, &mut self.moves_out),
        ] {
            options.sort_unstable();
            options.dedup();
            self.open[number as usize] += options.len() as u32;
            moves.extend(options.drain(..).map(|option| (option, number)));
        }
        Ok(())
    }

    fn check_memory(&self) -> Result<(), Failure> {
        let Some(memory) = self.memory else {
            return Ok(());
        };
        let moves = self.moves.len() + self.moves_out.len();
        let held = self.own.heap_bytes() + self.mirrors.heap_bytes() + 8 * moves as u64;
        if held <= memory {
            return Ok(());
        }
        Err(Failure::Asked(message!(
            "the first {positions} positions and {moves} moves of one worker take {held} bytes, and {memory} are allowed it: allow more, or use more processes on other machines",
            "一个工作线程的前 {positions} 个局面和 {moves} 种走法已占 {held} 字节，上限为 {memory}：请放宽上限，或在其他机器上使用更多进程",
            positions = self.own.len(),
            moves = moves,
            held = held,
            memory = memory
        )))
    }
}

impl Reactive for Exploring<'_> {
    fn has_work(&self) -> bool {
        self.next < self.own.len()
    }

    fn work(&mut self, links: &mut Links) -> Result<(), Failure> {
        for _ in 0..TURN {
            if self.next == self.own.len() || links.congested() {
                break;
            }
            self.next += 1;
            self.look(self.next as u32 - 1, links)?;
            self.check_memory()?;
        }
        Ok(())
    }

    fn take(&mut self, from: usize, mut words: &[u32]) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        while let [mirror, length, rest @ ..] = words {
            let length = *length as usize;
            let (position, rest) = rest.split_at(length.div_ceil(4).min(rest.len()));
            words = rest;
            bytes.clear();
            bytes.extend(position.iter().flat_map(|word| word.to_le_bytes()));
            bytes.truncate(length);
            let number = self.own(&bytes)?;
            let interest = Interest {
                worker: from as u32,
                mirror: *mirror,
            };
            self.wanted.push((number, interest));
        }
        Ok(())
    }
}
