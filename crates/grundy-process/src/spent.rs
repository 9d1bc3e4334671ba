//! What other processes have worked, whatever else the machine did meanwhile.

use std::time::Duration;

/// The processor time of the processes of a group, and of those that they have waited for; none on systems that do not tell it of others.
///
/// A process that has ended counts until whoever started it has waited for it.
pub fn spent(group: u32) -> Option<Duration> {
    #[cfg(target_os = "linux")]
    return of_group(group);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = group;
        None
    }
}

#[cfg(target_os = "linux")]
fn of_group(group: u32) -> Option<Duration> {
    let mut ticks = None;
    for entry in std::fs::read_dir("/proc").ok()?.flatten() {
        let name = entry.file_name();
        let is_process = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit());
        if !name.to_str().is_some_and(is_process) {
            continue;
        }
        // One may have ended since it was listed.
        let Ok(text) = std::fs::read(entry.path().join("stat")) else {
            continue;
        };
        if let Some((_, more)) = of_process(&text).filter(|(of, _)| *of == group) {
            ticks = Some(ticks.unwrap_or(0u64).saturating_add(more));
        }
    }
    let a_second = rustix::param::clock_ticks_per_second().max(1);
    let (whole, rest) = (ticks? / a_second, ticks? % a_second);
    Some(Duration::from_secs(whole) + Duration::from_nanos(rest * 1_000_000_000 / a_second))
}

/// The group of a process and its ticks, those of the children it waited for among them.
#[cfg(target_os = "linux")]
fn of_process(text: &[u8]) -> Option<(u32, u64)> {
    // The name in brackets may hold anything.
    let end = text.iter().rposition(|&byte| byte == b')')?;
    let rest = std::str::from_utf8(&text[end + 1..]).ok()?;
    let words: Vec<&str> = rest.split_ascii_whitespace().collect();
    let ticks = words.get(11..15)?.iter();
    let ticks: Option<Vec<u64>> = ticks.map(|word| word.parse().ok()).collect();
    Some((words.get(2)?.parse().ok()?, ticks?.iter().sum()))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::os::unix::process::CommandExt;
    use std::process::Command;
    use std::time::Instant;

    #[test]
    fn what_a_group_works_is_told_and_its_sleep_is_not() {
        let start = |command: &str| {
            let mut shell = Command::new("sh");
            shell.args(["-c", command]).process_group(0).spawn()
        };
        // The work is a grandchild's.
        let mut busy = start("(while :; do :; done) & wait").expect("a shell");
        let mut idle = start("sleep 100").expect("a shell");
        let begun = Instant::now();
        while spent(busy.id()).is_some_and(|time| time < Duration::from_millis(50)) {
            assert!(begun.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(5));
        }
        let slept = spent(idle.id()).expect("a time");
        assert!(slept < Duration::from_millis(50), "{slept:?}");
        for child in [&mut busy, &mut idle] {
            let group = i32::try_from(child.id()).ok();
            let group = group.and_then(rustix::process::Pid::from_raw);
            let group = group.expect("a group");
            rustix::process::kill_process_group(group, rustix::process::Signal::KILL)
                .expect("an end");
            // Until then it still counts.
            assert!(spent(child.id()).is_some());
            child.wait().expect("an end");
        }
        assert_eq!(
            of_process(b"1 (a) b) S 1 7 7 0 -1 0 0 0 0 0 3 4 5 6 20"),
            Some((7, 18))
        );
        assert_eq!(of_process(b"1 (a"), None);
    }
}
