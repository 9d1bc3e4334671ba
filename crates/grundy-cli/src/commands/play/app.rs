//! The state of the screen, and what keys and clicks do to it. What takes long is asked for as work and done elsewhere.

use std::collections::HashSet;

use grundy::scene::{Mark, Scene};
use grundy::{Lang, Message};
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::choice::{Choice, Step};
use super::layout::BoardLayout;
use super::preview::Preview;
use super::session::{Player, Session};
use crate::words;

/// What takes long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// A person's move.
    Play(usize),
    /// The machine's.
    Reply,
}

impl Work {
    /// Does it.
    pub(super) fn done(self, mut session: Session) -> Session {
        match self {
            Work::Play(number) => session.play(number),
            Work::Reply => {
                session.reply();
            }
        }
        session
    }
}

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// Nothing but what is on the screen now.
    Stay,
    /// Something that takes long.
    Work(Work),
    /// The end.
    Quit,
    /// The end at once.
    Interrupt,
}

/// What lies over the board.
#[derive(Clone, Debug)]
pub(super) enum Overlay {
    /// Moves to choose from.
    Moves {
        /// Their numbers.
        numbers: Vec<usize>,
        /// The place of the chosen one.
        at: usize,
        /// Whether they are those of one click.
        alike: bool,
    },
    /// Who wins and why, from this line on.
    Why(usize),
    /// The keys, from this line on.
    Help(usize),
}

/// The state of the screen.
pub(super) struct App {
    pub(super) session: Session,
    pub(super) lang: Lang,
    pub(super) colours: bool,
    pub(super) choice: Choice,
    pub(super) enabled: HashSet<(usize, Mark)>,
    pub(super) cursor: Option<(usize, Mark)>,
    pub(super) preview: Option<Preview>,
    pub(super) hinted: HashSet<(usize, Mark)>,
    hints: usize,
    pub(super) overlay: Option<Overlay>,
    /// What is said until the next key.
    pub(super) note: Option<Message>,
    /// Whether work is being done.
    pub(super) busy: bool,
    /// Whether the machine waits before it plays itself.
    pub(super) paused: bool,
    /// What is drawn, and where.
    pub(super) layout: BoardLayout,
}

impl App {
    pub(super) fn new(session: Session, lang: Lang, colours: bool) -> App {
        let mut app = App {
            session,
            lang,
            colours,
            choice: Choice::default(),
            enabled: HashSet::new(),
            cursor: None,
            preview: None,
            hinted: HashSet::new(),
            hints: 0,
            overlay: None,
            note: None,
            busy: false,
            paused: false,
            layout: BoardLayout::default(),
        };
        app.begin();
        app
    }

    /// Whether the machine plays itself.
    pub(super) fn is_watching(&self) -> bool {
        !self.session.terms.players.contains(&Player::Person)
    }

    /// Takes what work has led to.
    pub(super) fn settle(&mut self, session: Session) {
        self.session = session;
        self.busy = false;
        self.begin();
    }

    /// A position that is new on the screen.
    fn begin(&mut self) {
        self.choice = Choice::default();
        self.hinted.clear();
        self.hints = 0;
        self.overlay = None;
        self.note = None;
        self.look();
    }

    /// Sees anew what can be clicked and what that would do.
    fn look(&mut self) {
        let board = self.session.board();
        self.enabled = if self.session.awaits_person() {
            self.choice.enabled(board)
        } else {
            HashSet::new()
        };
        let stays = self.cursor.as_ref().is_some_and(|at| {
            self.enabled.contains(at)
                || (self.choice.component == at.0 && self.choice.path.last() == Some(&at.1))
        });
        if !stays {
            // The first element of the first component, or what is nearest to where the cursor was.
            let distance = |at: &(usize, Mark)| match &self.cursor {
                Some(here) => (at.0.abs_diff(here.0), self.layout.distance(here, at)),
                None => (at.0, 0),
            };
            let nearest = self.enabled.iter().min_by_key(|at| {
                let place = board.places.get(at.0);
                (distance(at), place.map(|place| first(&place.scene, &at.1)))
            });
            self.cursor = nearest.cloned();
        }
        self.foresee();
    }

    /// The cursor's element, if it can be clicked.
    fn fresh(&self) -> Option<&(usize, Mark)> {
        let cursor = self.cursor.as_ref();
        cursor.filter(|at| self.enabled.contains(at))
    }

    /// What the cursor's element would do.
    fn foresee(&mut self) {
        let board = self.session.board();
        let choice = match self.fresh() {
            Some((component, mark)) => self.choice.with(*component, mark.clone()),
            None => self.choice.clone(),
        };
        let (complete, _) = choice.reached(board);
        let number = match complete[..] {
            [only] => Some(only),
            _ => None,
        };
        self.preview = (!choice.path.is_empty())
            .then(|| Preview::new(board, choice.component, &choice.path, number));
    }

    /// What the cursor's element would do, in words.
    pub(super) fn foretold(&self) -> Option<Message> {
        let board = self.session.board();
        let told = |number: usize| {
            let game = self.session.asked(&board.moves[number].game);
            words::would_play(board.named(number), &game)
        };
        if let Some((component, mark)) = self.fresh() {
            let choice = self.choice.with(*component, mark.clone());
            let (complete, longer) = choice.reached(board);
            let further = longer.len();
            return Some(match (&complete[..], longer.first()) {
                ([only], None) => told(*only),
                (several, None) => words::several_alike(several.len()),
                ([], Some(&only)) if further == 1 => words::begins(board.named(only)),
                (several, _) => words::more_clicks(several.len() + further),
            });
        }
        let (complete, longer) = self.choice.reached(board);
        match (&complete[..], longer.len()) {
            ([only], _) => Some(words::complete_or_further(board.named(*only))),
            (_, 0) => None,
            (_, left) => Some(words::go_on(left)),
        }
    }

    /// A key.
    pub(super) fn key(&mut self, key: KeyEvent) -> Wish {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c') => Wish::Interrupt,
                _ => Wish::Stay,
            };
        }
        if self.overlay.is_some() {
            return self.key_above(key.code);
        }
        match key.code {
            KeyCode::Char('q') => return Wish::Quit,
            KeyCode::Char('?') => self.overlay = Some(Overlay::Help(0)),
            KeyCode::Char('w') => self.overlay = Some(Overlay::Why(0)),
            _ if self.busy => {}
            KeyCode::Char('u') => self.turn(Session::undo, words::nothing_to_undo),
            KeyCode::Char('r') => self.turn(Session::redo, words::nothing_to_redo),
            KeyCode::Char('n') => {
                self.session.restart();
                self.paused = false;
                self.begin();
            }
            KeyCode::Char('p') if self.is_watching() => self.paused = !self.paused,
            KeyCode::Enter | KeyCode::Char(' ') if self.is_watching() => {
                if self.session.awaits_machine() {
                    return Wish::Work(Work::Reply);
                }
            }
            _ if !self.session.awaits_person() => {}
            KeyCode::Char('m') => self.list(self.all(), false),
            KeyCode::Char('h') => self.hint(),
            other => return self.key_on_board(other),
        }
        Wish::Stay
    }

    fn key_on_board(&mut self, code: KeyCode) -> Wish {
        self.note = None;
        match code {
            KeyCode::Left => self.go(-1, 0),
            KeyCode::Right => self.go(1, 0),
            KeyCode::Up => self.go(0, -1),
            KeyCode::Down => self.go(0, 1),
            KeyCode::Tab => self.next(true),
            KeyCode::BackTab => self.next(false),
            KeyCode::Esc | KeyCode::Backspace => {
                self.choice.back();
                self.look();
            }
            KeyCode::Enter => {
                // On what was clicked last, Enter plays what is complete; elsewhere it clicks.
                let last = self.choice.path.last();
                if last.is_some() && last == self.cursor.as_ref().map(|at| &at.1) {
                    let step = self.choice.finish(self.session.board());
                    if step != Step::Nothing {
                        return self.step(step);
                    }
                }
                return self.click_at_cursor();
            }
            KeyCode::Char(' ') => return self.click_at_cursor(),
            _ => {}
        }
        Wish::Stay
    }

    fn click_at_cursor(&mut self) -> Wish {
        match self.cursor.clone() {
            Some((component, mark)) => self.click(component, mark),
            None => {
                self.list(self.all(), false);
                Wish::Stay
            }
        }
    }

    /// Clicks an element.
    fn click(&mut self, component: usize, mark: Mark) -> Wish {
        let board = std::sync::Arc::clone(self.session.board());
        let step = self.choice.click(&board, component, mark.clone());
        self.cursor = Some((component, mark));
        self.step(step)
    }

    fn step(&mut self, step: Step) -> Wish {
        match step {
            Step::Play(number) => return Wish::Work(Work::Play(number)),
            Step::Among(numbers) => self.list(numbers, true),
            Step::Further => {}
            Step::Nothing => self.note = Some(words::not_clickable()),
        }
        self.look();
        Wish::Stay
    }

    /// The mouse.
    pub(super) fn mouse(&mut self, event: MouseEvent) -> Wish {
        if self.busy || !self.session.awaits_person() || self.overlay.is_some() {
            return Wish::Stay;
        }
        let at = self.layout.at(event.column, event.row);
        let at =
            at.filter(|at| self.enabled.contains(at) || self.choice.path.last() == Some(&at.1));
        match (event.kind, at) {
            (MouseEventKind::Down(MouseButton::Left), Some((component, mark))) => {
                self.note = None;
                self.click(component, mark)
            }
            (MouseEventKind::Moved, Some(at)) => {
                self.cursor = Some(at);
                self.foresee();
                Wish::Stay
            }
            _ => Wish::Stay,
        }
    }

    /// A key while something lies over the board.
    fn key_above(&mut self, code: KeyCode) -> Wish {
        let Some(overlay) = &mut self.overlay else {
            return Wish::Stay;
        };
        match (overlay, code) {
            (_, KeyCode::Esc | KeyCode::Char('q')) => self.overlay = None,
            (Overlay::Moves { numbers, at, .. }, code) => {
                let last = numbers.len().saturating_sub(1);
                match code {
                    KeyCode::Up => *at = at.saturating_sub(1),
                    KeyCode::Down => *at = (*at + 1).min(last),
                    KeyCode::PageUp => *at = at.saturating_sub(10),
                    KeyCode::PageDown => *at = (*at + 10).min(last),
                    KeyCode::Home => *at = 0,
                    KeyCode::End => *at = last,
                    KeyCode::Enter | KeyCode::Char(' ') => {
                        if let Some(&number) = numbers.get(*at) {
                            self.overlay = None;
                            return Wish::Work(Work::Play(number));
                        }
                    }
                    KeyCode::Char('m') => self.overlay = None,
                    _ => {}
                }
            }
            (Overlay::Why(from) | Overlay::Help(from), code) => match code {
                KeyCode::Up => *from = from.saturating_sub(1),
                KeyCode::Down => *from = from.saturating_add(1),
                KeyCode::PageUp => *from = from.saturating_sub(10),
                KeyCode::PageDown => *from = from.saturating_add(10),
                KeyCode::Home => *from = 0,
                _ => self.overlay = None,
            },
        }
        Wish::Stay
    }

    fn all(&self) -> Vec<usize> {
        (0..self.session.board().moves.len()).collect()
    }

    fn list(&mut self, numbers: Vec<usize>, alike: bool) {
        // It opens at a move of the component that the cursor is in.
        let board = self.session.board();
        let here = self.cursor.as_ref().map(|(component, _)| *component);
        let at = (numbers.iter())
            .position(|&number| Some(board.moves[number].component) == here)
            .unwrap_or(0);
        self.overlay = Some(Overlay::Moves { numbers, at, alike });
    }

    /// Undoes or redoes.
    fn turn(&mut self, turn: fn(&mut Session) -> bool, none: fn() -> Message) {
        if turn(&mut self.session) {
            self.paused = true;
            self.begin();
        } else {
            self.note = Some(none());
        }
    }

    /// Highlights a winning move, the next one each time.
    fn hint(&mut self) {
        self.hinted.clear();
        let advised = self.session.advised();
        let number = match advised.len() {
            0 => None,
            count => Some(advised[self.hints % count]),
        };
        self.hints += 1;
        self.note = Some(self.session.hint(number));
        let board = self.session.board();
        if let Some(mv) = number.map(|number| &board.moves[number]) {
            let path = mv.clicks.first().into_iter().flatten();
            self.hinted = path.map(|mark| (mv.component, mark.clone())).collect();
            self.choice = Choice::default();
            if let Some(mark) = mv.clicks.first().and_then(|path| path.first()) {
                self.cursor = Some((mv.component, mark.clone()));
            }
        }
        self.look();
    }

    /// To the nearest element in a direction.
    fn go(&mut self, across: i64, down: i64) {
        let Some(here) = &self.cursor else {
            return;
        };
        if let Some(there) = self.layout.nearest(here, (across, down), &self.enabled) {
            self.cursor = Some(there);
            self.foresee();
        }
    }

    /// To the next component that has an element.
    fn next(&mut self, forward: bool) {
        let mut places: Vec<usize> = self.enabled.iter().map(|at| at.0).collect();
        places.sort_unstable();
        places.dedup();
        let here = self.cursor.as_ref().map_or(0, |at| at.0);
        let next = if forward {
            let later = places.iter().find(|&&place| place > here);
            later.or(places.first())
        } else {
            let earlier = places.iter().rev().find(|&&place| place < here);
            earlier.or(places.last())
        };
        let Some(&next) = next else {
            return;
        };
        let those = self.enabled.iter().filter(|at| at.0 == next);
        let scene = &self.session.board().places[next].scene;
        self.cursor = those.min_by_key(|at| first(scene, &at.1)).cloned();
        self.foresee();
    }
}

/// In which order elements are come to first: the top of a heap or a board, the left of what lies in a row.
fn first<'m>(scene: &Scene, mark: &'m Mark) -> (std::cmp::Reverse<Option<&'m Mark>>, &'m Mark) {
    let from_the_top = matches!(
        scene,
        Scene::Heap(_) | Scene::Heaps(_) | Scene::Piece { .. } | Scene::Board { .. }
    );
    (std::cmp::Reverse(from_the_top.then_some(mark)), mark)
}
