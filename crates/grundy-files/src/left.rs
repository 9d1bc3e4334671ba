//! What killed runs were writing.
//!
//! A file that is not complete is called by its own name, the number of the process that writes it, and `.part`. After
//! `kill -9` it stays, and nobody goes on with it: it goes when the same file is written again. A process whose number is
//! unknown here may be alive on another machine, or in another container, which has the same folder: its file is locked.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::beside;

/// What a file is called while this process writes it.
pub fn unfinished(path: &Path) -> PathBuf {
    beside(path, &format!(".{}.part", std::process::id()))
}

/// Removes what processes that are no more were writing for a file. Where a system does not tell of them, all stays.
pub fn remove_left_over(path: &Path) {
    if cfg!(target_os = "linux") {
        remove_left(path, |process, part| {
            let is_gone = !Path::new("/proc").join(process).exists();
            is_gone && Path::new("/proc/self").exists() && is_free(part)
        });
    }
}

/// Whether no process has locked a file. Where there are no locks nobody knows.
fn is_free(part: &Path) -> bool {
    File::open(part).is_ok_and(|file| file.try_lock().is_ok())
}

/// Removes what was written for a file, as far as it is left, by the number of the process and the name. Nothing depends on
/// whether that can be done.
pub(crate) fn remove_left(path: &Path, is_left: impl Fn(&str, &Path) -> bool) {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let (Some(name), Ok(there)) = (
        path.file_name().and_then(|name| name.to_str()),
        fs::read_dir(folder.unwrap_or(Path::new("."))),
    ) else {
        return;
    };
    for entry in there.flatten() {
        let other = entry.file_name();
        let rest = other.to_str().and_then(|other| other.strip_prefix(name));
        let process = rest
            .and_then(|rest| rest.strip_prefix('.'))
            .and_then(|rest| rest.strip_suffix(".part"));
        if let Some(process) = process
            && !process.is_empty()
            && process.bytes().all(|digit| digit.is_ascii_digit())
            && is_left(process, &entry.path())
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn only_what_nobody_writes_goes() {
        let folder = std::env::temp_dir().join(format!("grundy-left-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("answers");
        // No process has such a number.
        let (gone, elsewhere) = ("answers.4194305.part", "answers.4194306.part");
        let alive = [
            elsewhere,
            "answers.1.part",
            "answers.part",
            "answers.1x.part",
            "others.4194305.part",
        ];
        for name in alive.iter().chain(&[gone]) {
            fs::write(folder.join(name), b"half").expect("a file");
        }
        let held = File::open(folder.join(elsewhere)).expect("a file");
        held.lock().expect("a lock");
        let file = crate::Partial::create(&path).expect("a file");
        assert!(!folder.join(gone).exists());
        for name in alive {
            assert!(folder.join(name).exists(), "{name}");
        }
        // Nor does what another thread or machine is writing just now.
        assert!(!is_free(&unfinished(&path)));
        remove_left_over(&path);
        file.finish().expect("a file");
        drop(held);
        remove_left_over(&path);
        assert!(!folder.join(elsewhere).exists());
        fs::remove_dir_all(&folder).expect("an end");
    }
}
