//! Signals that whoever started the program wanted ignored, as `nohup` does with SIGHUP.

/// Whether the process ignores this signal. False where systems have no signals, and for numbers that are none.
pub fn is_ignored(signal: i32) -> bool {
    #[cfg(unix)]
    return asked(signal);
    #[cfg(not(unix))]
    {
        let _ = signal;
        false
    }
}

#[cfg(unix)]
#[allow(unsafe_code, reason = "there is no safe form of the question")]
fn asked(signal: i32) -> bool {
    let mut now = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: nothing is changed, since the new action is null; `now` has room for one, and all its bits may be zero.
    unsafe {
        let asked = libc::sigaction(signal, std::ptr::null(), now.as_mut_ptr());
        asked == 0 && now.assume_init().sa_sigaction == libc::SIG_IGN
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn ignored_signals_are_told_apart() {
        // Rust's start-up ignores SIGPIPE in every program; nothing ignores SIGUSR1, and no signal has the number -1.
        assert!(is_ignored(libc::SIGPIPE));
        assert!(!is_ignored(libc::SIGUSR1));
        assert!(!is_ignored(-1));
    }
}
