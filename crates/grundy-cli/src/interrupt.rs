//! Ctrl-C and its kin: the first asks the engine at work to stop, the second ends the program at once.
//!
//! SIGTERM, by which a system ends programs, and SIGHUP, which tells that the terminal has gone, do what Ctrl-C does. Only the exit
//! code tells them apart: 128 and the signal's number, so 130 after Ctrl-C, 143 and 129. What a parent wanted ignored, as `nohup`
//! does SIGHUP, stays ignored; Ctrl-C alone is always heard, since scripts that put a program into the background
//! have it ignored without anybody's wish.
//!
//! Before the program ends at once, files that are not complete are removed, and the terminal is put back.

use std::process::exit;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use grundy::Lang;

use crate::failure::Exit;
use crate::watch;

/// Ends the program, whatever it is doing: files that are not complete are removed, and the terminal is put back.
pub(crate) fn end_at_once(with: Exit) -> ! {
    grundy_files::remove_unfinished();
    let what = BEFORE_END.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(what) = *what {
        what();
    }
    exit(i32::from(match with {
        Exit::Interrupted => exit_code(),
        other => other.code(),
    }))
}

/// Has the writing of a file that grows beyond what the system allows fail as on a full disk, so that it is told and what was
/// begun is removed; else a signal would end the program at once. Programs that it starts are not concerned.
pub(crate) fn survive_full_files() {
    #[cfg(unix)]
    {
        use signal_hook::{consts::SIGXFSZ, flag};
        // Where nothing can be listened to, the signal does what it always does.
        let _ = flag::register(SIGXFSZ, Arc::default());
    }
}

/// What Ctrl-C tells a running question.
#[derive(Clone)]
pub(crate) struct Interrupt {
    stop: Arc<AtomicBool>,
    working: Arc<AtomicBool>,
}

/// The exit code that tells what the program was ended by.
static CODE: AtomicU8 = AtomicU8::new(0);

/// What puts the terminal back.
static BEFORE_END: Mutex<Option<fn()>> = Mutex::new(None);

/// The exit code of a program that was interrupted.
pub(crate) fn exit_code() -> u8 {
    match CODE.load(Ordering::SeqCst) {
        0 => Exit::Interrupted.code(),
        code => code,
    }
}

/// Has something done before the program ends at once, or nothing any more.
#[cfg_attr(not(feature = "tui"), allow(dead_code, reason = "for the screen"))]
pub(crate) fn before_end(what: Option<fn()>) {
    *BEFORE_END.lock().unwrap_or_else(PoisonError::into_inner) = what;
}

impl Interrupt {
    /// Listens from now on; what ends the program is said in this language.
    pub(crate) fn listen(lang: Lang) -> Interrupt {
        let interrupt = Interrupt {
            stop: Arc::new(AtomicBool::new(false)),
            working: Arc::new(AtomicBool::new(true)),
        };
        watch::begin(lang, &interrupt.stop);
        let heard = interrupt.clone();
        // Where nothing can be listened to, a signal ends the program as it always does.
        let _ = signals::each(move |code| heard.hear(code));
        interrupt
    }

    fn hear(&self, code: u8) {
        CODE.store(code, Ordering::SeqCst);
        let first = watch::pressed();
        self.stop.store(true, Ordering::SeqCst);
        if !first || !self.working.load(Ordering::SeqCst) {
            end_at_once(Exit::Interrupted);
        }
    }

    /// The flag for a budget.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Whether the command is asked to stop: by Ctrl-C, or by the [watch] since its time is over or it holds too many bytes.
    pub(crate) fn was_pressed(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Says whether an engine is at work; while none is (input is awaited), the first Ctrl-C ends the program.
    pub(crate) fn working(&self, working: bool) {
        self.working.store(working, Ordering::SeqCst);
    }
}

#[cfg(unix)]
mod signals {
    use std::io;

    use grundy_process::is_ignored;
    use rustix::io::Errno;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    /// Calls this, from a thread of its own, with the exit code for each signal that comes.
    pub(super) fn each(mut hear: impl FnMut(u8) + Send + 'static) -> io::Result<()> {
        let wanted = [SIGINT, SIGTERM, SIGHUP];
        let wanted = wanted.into_iter();
        let mut signals =
            Signals::new(wanted.filter(|&signal| signal == SIGINT || !is_ignored(signal)))?;
        let thread = std::thread::Builder::new().name("grundy-signals".to_owned());
        let listening = thread.spawn(move || {
            for signal in signals.forever() {
                hear(128 + signal as u8);
            }
        });
        listening.map(drop).map_err(|_| Errno::AGAIN.into())
    }
}

#[cfg(not(unix))]
mod signals {
    /// Calls this, from a thread of its own, when Ctrl-C is pressed or the window is closed.
    pub(super) fn each(mut hear: impl FnMut(u8) + Send + 'static) -> Result<(), ctrlc::Error> {
        ctrlc::set_handler(move || hear(130))
    }
}
