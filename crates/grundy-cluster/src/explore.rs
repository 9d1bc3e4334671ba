//! Finds all positions of a game, each by the worker that has it, and makes the shares of the graph of them.

use grundy::message;

use crate::links::Links;
use crate::quiescence::{Reactive, run_until_quiet};
use crate::rows::Rows;
use crate::shard::{Interest, Naming, Shard};
use crate::table::Table;
use crate::{Failure, ImplicitGame};

/// Positions after which a worker looks at its mail.
const TURN: usize = 256;

/// What a worker has found.
pub(crate) struct Explored {
    pub(crate) shard: Shard,
    pub(crate) table: Table,
    /// Positions and moves in all.
    pub(crate) positions: u64,
    pub(crate) moves: u64,
}

struct Exploring<'g, Game: ImplicitGame> {
    game: &'g Game,
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
    options: Vec<Game::Position>,
    bytes: Vec<u8>,
    words: Vec<u32>,
}

/// Explores from the starts.
pub(crate) fn explore<Game: ImplicitGame>(
    links: &mut Links,
    game: &Game,
) -> Result<Explored, Failure> {
    let mut exploring = Exploring {
        game,
        workers: links.workers(),
        me: links.me(),
        own: Table::default(),
        mirrors: Table::default(),
        next: 0,
        open: Vec::new(),
        moves: Vec::new(),
        moves_out: Vec::new(),
        wanted: Vec::new(),
        options: Vec::new(),
        bytes: Vec::new(),
        words: Vec::new(),
    };
    let mut bytes = Vec::new();
    for start in game.starts() {
        bytes.clear();
        game.encode(&start, &mut bytes);
        if exploring.owner(&bytes) == exploring.me {
            exploring.own(&bytes)?;
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

fn too_many() -> Failure {
    Failure::Asked(message!(
        "one worker has more than 2^31 positions or moves; ask for more workers",
        "一个工作线程的局面或着法超过 2^31 个; 请增加工作线程"
    ))
}

impl<Game: ImplicitGame> Exploring<'_, Game> {
    fn owner(&self, bytes: &[u8]) -> usize {
        (self.game.partition_key(bytes) % self.workers as u64) as usize
    }

    fn own(&mut self, bytes: &[u8]) -> Result<u32, Failure> {
        let (number, new) = self.own.number(bytes).ok_or_else(too_many)?;
        if new {
            self.open.push(0);
        }
        Ok(number)
    }

    /// Looks at the options of a position.
    fn look(&mut self, number: u32, links: &mut Links) -> Result<(), Failure> {
        let bytes = self.own.position(number);
        let wrong = |what| {
            let bytes: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            Failure::Input(message!(
                "the rules contradict themselves at position {bytes}: {what}",
                "规则在局面 {bytes} 处自相矛盾: {what}",
                bytes = bytes,
                what = grundy::Fact::Message(Box::new(what))
            ))
        };
        let Some(position) = self.game.decode(bytes) else {
            return Err(wrong(message!(
                "it does not come back from its bytes",
                "无法由字节还原"
            )));
        };
        self.bytes.clear();
        self.game.encode(&position, &mut self.bytes);
        if self.bytes != bytes {
            return Err(wrong(message!(
                "it has other bytes when it has come back from them",
                "由字节还原后编码不同"
            )));
        }
        let mut options = std::mem::take(&mut self.options);
        options.clear();
        self.game.options(&position, &mut options);
        let tier = self.game.tier(&position);
        for option in &options {
            if let (Some(from), Some(to)) = (tier, self.game.tier(option))
                && to > from
            {
                return Err(wrong(message!(
                    "a move goes up from tier {from} to tier {to}",
                    "有着法从层 {from} 升到层 {to}",
                    from = from,
                    to = to
                )));
            }
        }
        if self.moves.len().max(self.moves_out.len()) + options.len() >= 1 << 31 {
            return Err(too_many());
        }
        self.open[number as usize] = options.len() as u32;
        let mut bytes = std::mem::take(&mut self.bytes);
        for option in &options {
            bytes.clear();
            self.game.encode(option, &mut bytes);
            match self.owner(&bytes) {
                owner if owner == self.me => {
                    let option = self.own(&bytes)?;
                    self.moves.push((option, number));
                }
                owner => {
                    let (mirror, new) = self.mirrors.number(&bytes).ok_or_else(too_many)?;
                    self.moves_out.push((mirror, number));
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
            }
        }
        (self.options, self.bytes) = (options, bytes);
        Ok(())
    }
}

impl<Game: ImplicitGame> Reactive for Exploring<'_, Game> {
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
