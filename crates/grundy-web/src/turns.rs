//! Whose turn it is.
//!
//! A question first gets a moment at the *quick* level; what needs longer goes on, or is begun again, at the *long* one.
//! So a short question never waits for a long one, and nobody need say beforehand which it is.
//!
//! At each level the next turn is that of the client whose questions have taken least time of late, among its
//! connections that of the one that has taken least, then that of the first. Among those that have not had a turn yet it
//! is the last: where many of them wait, whoever came first has asked for much more than can be done, and to have a
//! newcomer wait behind all of it would help nobody. Two places of the quick level are kept
//! free for those who ask for little: the last for clients that do, the last but one also for connections that did.
//! A long question gives way when one of a client waits that asks for much less or has no place, while its own has several.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::client::{Asker, Client};

/// What a question gets at the quick level.
pub(crate) const MOMENT: Duration = Duration::from_millis(30);
/// After this time half of what a client has taken is forgotten.
const HALF: f64 = 10.0;
/// A client that has taken more seconds asks for much.
const MUCH: f64 = 1.0;
/// What a long question gets at least, others waiting.
const SLICE: Duration = Duration::from_secs(1);
/// Clients that are remembered; those that have taken least are forgotten first.
const REMEMBERED: usize = 4096;

/// A level of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    /// For a moment.
    Quick,
    /// To the end.
    Long,
}

/// All turns.
#[derive(Debug)]
pub(crate) struct Turns(Mutex<State>);

#[derive(Debug)]
struct State {
    levels: [Places; 2],
    used: HashMap<Client, Used>,
    arrived: u64,
}

/// The places of a level.
#[derive(Debug)]
struct Places {
    free: usize,
    /// Places for those alone who ask for little.
    kept: usize,
    waiting: Vec<Waiting>,
    /// Who has how many.
    taken: HashMap<Client, usize>,
}

#[derive(Debug)]
struct Waiting {
    asker: Asker,
    arrived: u64,
    turn: oneshot::Sender<Turn>,
}

/// Seconds that a client's questions have taken, as of a moment.
#[derive(Clone, Copy, Debug)]
struct Used {
    seconds: f64,
    at: Instant,
}

impl Used {
    fn now(self, now: Instant) -> f64 {
        let past = now.saturating_duration_since(self.at).as_secs_f64();
        self.seconds * (-past / HALF).exp2()
    }
}

/// A turn, which ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    turns: Option<Arc<Turns>>,
    level: Level,
    asker: Asker,
    begun: Instant,
    /// What the client had taken before.
    before: f64,
    /// What it took of the processors, once that is known.
    took: OnceLock<Duration>,
}

impl Turns {
    /// So many places at each level.
    pub(crate) fn new(quick: usize, long: usize) -> Arc<Turns> {
        let places = |free, kept| Places {
            free,
            kept,
            waiting: Vec::new(),
            taken: HashMap::new(),
        };
        Arc::new(Turns(Mutex::new(State {
            levels: [
                places(quick, quick.saturating_sub(1).min(2)),
                places(long, 0),
            ],
            used: HashMap::new(),
            arrived: 0,
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a turn. Whoever drops the future no longer waits.
    pub(crate) async fn turn(self: &Arc<Turns>, level: Level, asker: &Asker) -> Option<Turn> {
        let awaited = {
            let mut state = self.state();
            let (sender, awaited) = oneshot::channel();
            state.arrived += 1;
            let arrived = state.arrived;
            state.levels[level as usize].waiting.push(Waiting {
                asker: asker.clone(),
                arrived,
                turn: sender,
            });
            self.give(&mut state, level, Instant::now());
            awaited
        };
        awaited.await.ok()
    }

    /// A turn at once, if nobody waits and a place is free.
    pub(crate) fn now(self: &Arc<Turns>, level: Level, asker: &Asker) -> Option<Turn> {
        let mut state = self.state();
        let places = &mut state.levels[level as usize];
        places.waiting.retain(|waiting| !waiting.turn.is_closed());
        if places.free == 0 || !places.waiting.is_empty() {
            return None;
        }
        Some(self.begun(&mut state, level, asker, Instant::now()))
    }

    /// Whether a long question is to end for the sake of one that waits.
    pub(crate) fn is_to_yield(&self, turn: &Turn, now: Instant) -> bool {
        if turn.level != Level::Long || now.saturating_duration_since(turn.begun) < SLICE {
            return false;
        }
        let state = self.state();
        let places = &state.levels[Level::Long as usize];
        let taken = |client: Client| places.taken.get(&client).copied().unwrap_or(0);
        let has_several = taken(turn.asker.client) > 1;
        let mut waiting = places.waiting.iter();
        waiting.any(|waiting| {
            let client = waiting.asker.client;
            !waiting.turn.is_closed()
                && (state.used(client, now) + MUCH < turn.before
                    || (has_several && taken(client) == 0))
        })
    }

    /// Gives free places to those who wait.
    fn give(self: &Arc<Turns>, state: &mut State, level: Level, now: Instant) {
        loop {
            let Some(next) = state.next(level, now) else {
                return;
            };
            let waiting = state.levels[level as usize].waiting.swap_remove(next);
            let turn = self.begun(state, level, &waiting.asker, now);
            if let Err(mut turn) = waiting.turn.send(turn) {
                // Whoever waited has just left; the lock is held, so the turn must not end by itself.
                turn.turns = None;
                state.ended(&turn, now);
            }
        }
    }

    fn begun(
        self: &Arc<Turns>,
        state: &mut State,
        level: Level,
        asker: &Asker,
        now: Instant,
    ) -> Turn {
        let before = state.used(asker.client, now);
        let places = &mut state.levels[level as usize];
        places.free -= 1;
        *places.taken.entry(asker.client).or_default() += 1;
        // Paid for beforehand, lest a client take all places at once.
        state.charge(asker.client, MOMENT.as_secs_f64(), now);
        Turn {
            turns: Some(Arc::clone(self)),
            level,
            asker: asker.clone(),
            begun: now,
            before,
            took: OnceLock::new(),
        }
    }
}

impl State {
    fn used(&self, client: Client, now: Instant) -> f64 {
        self.used.get(&client).map_or(0.0, |used| used.now(now))
    }

    fn charge(&mut self, client: Client, seconds: f64, now: Instant) {
        let seconds = (self.used(client, now) + seconds).max(0.0);
        self.used.insert(client, Used { seconds, at: now });
        if self.used.len() > REMEMBERED {
            let mut all: Vec<(f64, Client)> = (self.used.iter())
                .map(|(client, used)| (used.now(now), *client))
                .collect();
            all.sort_by(|one, other| one.0.total_cmp(&other.0));
            for (_, client) in &all[..REMEMBERED / 2] {
                self.used.remove(client);
            }
        }
    }

    /// The place in the list of the one whose turn is next, if there is a place for it.
    fn next(&mut self, level: Level, now: Instant) -> Option<usize> {
        let places = &mut self.levels[level as usize];
        places.waiting.retain(|waiting| !waiting.turn.is_closed());
        let places = &self.levels[level as usize];
        if places.free == 0 {
            return None;
        }
        let rank = |waiting: &Waiting| {
            let used = self.used(waiting.asker.client, now);
            let connection = &waiting.asker.connection;
            let order = match connection.is_unproved() {
                true => u64::MAX - waiting.arrived,
                false => waiting.arrived,
            };
            (used, connection.used(), order)
        };
        let is_let_in = |(used, connection, _): &(f64, u64, u64)| {
            let asks_little = u128::from(*connection) < MOMENT.as_micros() / 2;
            places.free > places.kept
                || *used < MUCH
                || (places.free >= places.kept && places.kept > 1 && asks_little)
        };
        let ranked = places.waiting.iter().map(rank).enumerate();
        ranked
            .filter(|(_, rank)| is_let_in(rank))
            .min_by(|(_, one), (_, other)| {
                one.0
                    .total_cmp(&other.0)
                    .then((one.1, one.2).cmp(&(other.1, other.2)))
            })
            .map(|(place, _)| place)
    }

    /// A turn is over.
    fn ended(&mut self, turn: &Turn, now: Instant) {
        let Turn { level, asker, .. } = turn;
        let whole = now.saturating_duration_since(turn.begun);
        let took = turn.took.get().map_or(whole, |&took| took.min(whole));
        let places = &mut self.levels[*level as usize];
        places.free += 1;
        if let Some(taken) = places.taken.get_mut(&asker.client) {
            *taken -= 1;
            if *taken == 0 {
                places.taken.remove(&asker.client);
            }
        }
        self.charge(asker.client, took.as_secs_f64() - MOMENT.as_secs_f64(), now);
        let microseconds = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        asker.connection.took(microseconds);
    }
}

impl Turn {
    pub(crate) fn is_long(&self) -> bool {
        self.level == Level::Long
    }

    /// Its question is answered and took so much of the processors, however long they were busy with others.
    pub(crate) fn took(&self, processors: Duration) {
        // Told once.
        let _ = self.took.set(processors);
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(turns) = self.turns.take() {
            let now = Instant::now();
            let mut state = turns.state();
            state.ended(self, now);
            turns.give(&mut state, self.level, now);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::Pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    fn asker(last: u8) -> Asker {
        Asker::new(([10, 0, 0, last], 1).into(), 0)
    }

    /// Somebody who waits.
    struct Wish(Pin<Box<dyn Future<Output = Option<Turn>>>>);

    impl Wish {
        fn of(turns: &Arc<Turns>, level: Level, asker: &Asker) -> Wish {
            let (turns, asker) = (Arc::clone(turns), asker.clone());
            Wish(Box::pin(async move { turns.turn(level, &asker).await }))
        }

        /// The turn, if it has come.
        fn came(&mut self) -> Option<Turn> {
            match self
                .0
                .as_mut()
                .poll(&mut Context::from_waker(Waker::noop()))
            {
                Poll::Ready(turn) => turn,
                Poll::Pending => None,
            }
        }
    }

    fn charge(turns: &Turns, asker: &Asker, seconds: f64) {
        turns.state().charge(asker.client, seconds, Instant::now());
    }

    #[test]
    fn who_has_asked_for_least_goes_first() {
        let turns = Turns::new(1, 1);
        let (one, two, three) = (asker(1), asker(2), asker(3));
        charge(&turns, &one, 5.0);
        charge(&turns, &two, 3.0);
        let held = turns.now(Level::Long, &one).expect("a turn");
        assert!(turns.now(Level::Long, &three).is_none());
        let mut wishes: Vec<Wish> = [&one, &one, &two, &three, &two]
            .map(|asker| Wish::of(&turns, Level::Long, asker))
            .into();
        assert!(wishes.iter_mut().all(|wish| wish.came().is_none()));
        drop(held);
        let mut order = Vec::new();
        while let Some((place, turn)) = wishes
            .iter_mut()
            .enumerate()
            .find_map(|(place, wish)| Some((place, wish.came()?)))
        {
            order.push(place);
            wishes[place] = Wish(Box::pin(std::future::pending()));
            drop(turn);
        }
        assert_eq!(order, [3, 2, 4, 0, 1]);
        assert_eq!(turns.state().levels[1].free, 1);
    }

    #[test]
    fn of_one_client_the_connection_goes_first_that_asks_for_little() {
        let turns = Turns::new(1, 1);
        let held = turns.now(Level::Long, &asker(9)).expect("a turn");
        let proved = |used: u64| {
            let asker = Asker::new(([10, 0, 0, 1], 1).into(), 30_000);
            asker.connection.took(2 * used - 30_000);
            asker
        };
        let mut wishes: Vec<Wish> = [30_000, 30_000, 15_900, 30_000]
            .map(|used| Wish::of(&turns, Level::Long, &proved(used)))
            .into();
        assert!(wishes.iter_mut().all(|wish| wish.came().is_none()));
        drop(held);
        for place in [2, 0, 1, 3] {
            assert!(wishes[place].came().is_some(), "{place}");
        }
    }

    #[test]
    fn of_connections_without_a_turn_the_last_goes_first() {
        let turns = Turns::new(1, 1);
        let held = turns.now(Level::Quick, &asker(9)).expect("a turn");
        let unproved = || Asker::new(([10, 0, 0, 1], 1).into(), 30_000);
        let known = unproved();
        known.connection.took(40_000);
        let askers = [unproved(), known, unproved(), unproved()];
        let mut wishes: Vec<Wish> = (askers.iter())
            .map(|asker| Wish::of(&turns, Level::Quick, asker))
            .collect();
        assert!(wishes.iter_mut().all(|wish| wish.came().is_none()));
        drop(held);
        for place in [3, 2, 0, 1] {
            assert!(wishes[place].came().is_some(), "{place}");
        }
    }

    #[test]
    fn a_turn_counts_by_what_it_took_of_the_processors() {
        let turns = Turns::new(1, 1);
        let asker = asker(1);
        let turn = turns.now(Level::Quick, &asker).expect("a turn");
        turn.took(Duration::ZERO);
        std::thread::sleep(Duration::from_millis(20));
        drop(turn);
        assert!(asker.connection.used() < 1000);
        let turn = turns.now(Level::Quick, &asker).expect("a turn");
        std::thread::sleep(Duration::from_millis(20));
        drop(turn);
        assert!(asker.connection.used() >= 10_000);
    }

    #[test]
    fn a_place_is_kept_for_those_who_ask_for_little() {
        let turns = Turns::new(3, 1);
        let much = asker(1);
        charge(&turns, &much, 20.0);
        much.connection.took(1_000_000);
        let mut one = Wish::of(&turns, Level::Quick, &much);
        let _one = one.came().expect("a turn");
        let mut two = Wish::of(&turns, Level::Quick, &much);
        assert!(two.came().is_none());
        // Another connection of theirs, which has asked for little.
        let mut proved = Wish::of(&turns, Level::Quick, &asker(1));
        let proved = proved.came();
        assert!(proved.is_some());
        let mut third = Wish::of(&turns, Level::Quick, &asker(1));
        assert!(third.came().is_none());
        let mut other = Wish::of(&turns, Level::Quick, &asker(2));
        let other = other.came();
        assert!(other.is_some());
        drop((proved, other));
        assert!(third.came().is_some());
        assert!(two.came().is_none());
    }

    #[test]
    fn who_leaves_holds_up_nobody() {
        let turns = Turns::new(1, 1);
        let held = turns.now(Level::Quick, &asker(1)).expect("a turn");
        let mut left = Wish::of(&turns, Level::Quick, &asker(2));
        let mut stays = Wish::of(&turns, Level::Quick, &asker(3));
        assert!(left.came().is_none() && stays.came().is_none());
        drop(left);
        drop(held);
        assert!(stays.came().is_some());
        // One to whom the turn was given and who left before taking it.
        let mut given = Wish::of(&turns, Level::Quick, &asker(2));
        let held = turns.now(Level::Quick, &asker(1)).expect("a turn");
        assert!(given.came().is_none());
        drop(held);
        drop(given);
        assert!(turns.now(Level::Quick, &asker(1)).is_some());
    }

    #[test]
    fn a_long_question_gives_way_to_those_who_ask_for_less() {
        let turns = Turns::new(1, 2);
        let (much, little) = (asker(1), asker(2));
        let later = |seconds| Instant::now() + Duration::from_secs(seconds);
        let one = turns.now(Level::Long, &much).expect("a turn");
        let two = turns.now(Level::Long, &much).expect("a turn");
        assert!(!turns.is_to_yield(&one, later(2)));
        let mut wish = Wish::of(&turns, Level::Long, &little);
        assert!(wish.came().is_none());
        // It has a slice of its own, but not two places.
        assert!(!turns.is_to_yield(&one, Instant::now()));
        assert!(turns.is_to_yield(&one, later(2)));
        drop(two);
        let _held = wish.came().expect("a turn");
        let mut wish = Wish::of(&turns, Level::Long, &asker(3));
        assert!(wish.came().is_none());
        // Each has one, and none has asked for more before: the third waits.
        assert!(!turns.is_to_yield(&one, later(5)));
        drop(one);
        let _taken = wish.came().expect("a turn");
        charge(&turns, &much, 0.0);
        charge(&turns, &asker(4), 60.0);
        drop(_held);
        let greedy = turns.now(Level::Long, &asker(4)).expect("a turn");
        let mut wish = Wish::of(&turns, Level::Long, &asker(5));
        assert!(wish.came().is_none());
        assert!(turns.is_to_yield(&greedy, later(2)));
    }

    #[test]
    fn no_more_clients_are_remembered_than_there_is_room_for() {
        let turns = Turns::new(1, 1);
        for last in 0..3 * REMEMBERED as u32 {
            let address = std::net::Ipv4Addr::from(last);
            charge(&turns, &Asker::new((address, 1).into(), 0), 1.0);
        }
        assert!(turns.state().used.len() <= REMEMBERED);
    }
}
