//! How long a process was at work, whatever else the machine does meanwhile.

use std::time::Duration;

/// The processor time of all threads of the process since it began; none on systems that do not tell.
pub fn worked() -> Option<Duration> {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        let (seconds, rest) = (u64::try_from(time.tv_sec), u32::try_from(time.tv_nsec));
        Some(Duration::new(seconds.ok()?, rest.ok()?))
    }
    #[cfg(not(unix))]
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn work_counts_and_waiting_does_not() {
        let Some(before) = worked() else { return };
        std::thread::sleep(Duration::from_millis(20));
        let begun = Instant::now();
        let mut sum = 0u64;
        while worked().is_some_and(|now| now < before + Duration::from_millis(5)) {
            sum = std::hint::black_box(sum + 1);
            assert!(begun.elapsed() < Duration::from_secs(60));
        }
    }
}
