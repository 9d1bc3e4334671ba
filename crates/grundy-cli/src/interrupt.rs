//! Ctrl-C: the first asks the engine at work to stop, the second ends the program at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use grundy::Lang;

use crate::failure::Exit;
use crate::watch;

/// Ends the program, whatever it is doing.
pub(crate) fn end_at_once(exit: Exit) -> ! {
    std::process::exit(i32::from(exit.code()))
}

/// What Ctrl-C tells a running question.
#[derive(Clone)]
pub(crate) struct Interrupt {
    stop: Arc<AtomicBool>,
    working: Arc<AtomicBool>,
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
        // Where no handler can be set, Ctrl-C ends the program as it always does.
        let _ = ctrlc::set_handler(move || {
            let first = watch::pressed();
            heard.stop.store(true, Ordering::SeqCst);
            if !first || !heard.working.load(Ordering::SeqCst) {
                end_at_once(Exit::Interrupted);
            }
        });
        interrupt
    }

    /// What somebody else tells by a flag.
    pub(crate) fn of(stop: Arc<AtomicBool>) -> Interrupt {
        Interrupt {
            stop,
            working: Arc::default(),
        }
    }

    /// The flag for a budget.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Whether Ctrl-C was pressed.
    pub(crate) fn was_pressed(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Says whether an engine is at work; while none is (input is awaited), the first Ctrl-C ends the program.
    pub(crate) fn working(&self, working: bool) {
        self.working.store(working, Ordering::SeqCst);
    }
}
