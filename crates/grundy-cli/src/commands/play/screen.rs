//! The terminal itself: events in, frames out, work on a thread of its own; whatever happens, the terminal is put back.

use std::io;
use std::panic;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind,
};
use ratatui::crossterm::execute;

use super::app::{App, Wish, Work};
use super::session::Session;
use super::view;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::interrupt::{self, Interrupt};

/// How long an event is awaited before work and Ctrl-C are looked after.
const TICK: Duration = Duration::from_millis(40);
/// How long a machine that plays itself waits.
const PACE: Duration = Duration::from_millis(900);
/// How long the machine's answer is held back, so that one's own move is seen.
const BREATH: Duration = Duration::from_millis(350);

/// Plays on the screen.
pub(super) fn run(
    session: Session,
    context: &Context,
    interrupt: &Interrupt,
) -> Result<Exit, Failure> {
    let mut app = App::new(session, context.lang, context.colours());
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        // Nothing better can be done in a panic.
        let _ = execute!(io::stdout(), DisableMouseCapture);
        before(info);
    }));
    let mut terminal = ratatui::try_init().map_err(Failure::write)?;
    // A terminal without a mouse is played with keys.
    let _ = execute!(io::stdout(), EnableMouseCapture);
    interrupt::before_end(Some(put_back));
    let ended = play(&mut terminal, &mut app, interrupt);
    let _ = execute!(io::stdout(), DisableMouseCapture);
    let restored = ratatui::try_restore();
    interrupt::before_end(None);
    if interrupt.was_pressed() {
        // The terminal may have gone.
        return Err(Failure::Interrupted);
    }
    let exit = ended?;
    restored.map_err(Failure::write)?;
    match exit {
        Exit::Interrupted => Err(Failure::Interrupted),
        other => Ok(other),
    }
}

/// Puts the terminal back when the program ends at once.
fn put_back() {
    let _ = execute!(io::stdout(), DisableMouseCapture);
    let _ = ratatui::try_restore();
}

fn play(
    terminal: &mut ratatui::DefaultTerminal,
    app: &mut App,
    interrupt: &Interrupt,
) -> Result<Exit, Failure> {
    let mut working: Option<Receiver<Session>> = None;
    let mut since = Instant::now();
    let mut stale = true;
    loop {
        if stale {
            terminal
                .draw(|frame| view::draw(frame, app))
                .map_err(Failure::write)?;
            stale = false;
        }
        if interrupt.was_pressed() {
            return Ok(Exit::Interrupted);
        }
        match working.as_ref().map(Receiver::try_recv) {
            Some(Ok(session)) => {
                working = None;
                app.settle(session);
                since = Instant::now();
                stale = true;
                continue;
            }
            // A thread that ended without an answer has told why.
            Some(Err(TryRecvError::Disconnected)) => return Ok(Exit::Unknown),
            Some(Err(TryRecvError::Empty)) => {}
            None => {
                let pace = if app.is_watching() { PACE } else { BREATH };
                let due = since.elapsed() >= pace || app.session.played().next().is_none();
                let free = app.overlay.is_none() && !(app.is_watching() && app.paused);
                if app.session.awaits_machine() && due && free {
                    working = Some(begin(app, Work::Reply));
                    stale = true;
                    continue;
                }
            }
        }
        if !event::poll(TICK).map_err(Failure::write)? {
            continue;
        }
        let wish = match event::read().map_err(Failure::write)? {
            Event::Key(key) if key.kind != KeyEventKind::Release => app.key(key),
            Event::Mouse(mouse) => app.mouse(mouse),
            _ => Wish::Stay,
        };
        stale = true;
        match wish {
            Wish::Stay => {}
            Wish::Work(work) if working.is_none() => working = Some(begin(app, work)),
            Wish::Work(_) => {}
            Wish::Quit => return Ok(Exit::Answered),
            Wish::Interrupt => return Ok(Exit::Interrupted),
        }
    }
}

/// Begins work beside the screen.
fn begin(app: &mut App, work: Work) -> Receiver<Session> {
    let (done, working) = channel();
    let session = app.session.clone();
    app.busy = true;
    std::thread::spawn(move || {
        // Nobody may wait for it any more.
        let _ = done.send(work.done(session));
    });
    working
}
