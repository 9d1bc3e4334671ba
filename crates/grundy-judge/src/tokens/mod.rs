//! Stand-in until the fast paths are merged.
use crate::scan::short;
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Path {
    Portable,
}
impl Path {
    pub(crate) fn best() -> Path {
        Path::Portable
    }
}
pub(crate) struct Taken {
    pub(crate) numbers: usize,
    pub(crate) next: usize,
}
pub(crate) fn take(_: Path, bytes: &[u8], at: usize, out: &mut [u64]) -> Taken {
    let (mut numbers, mut next) = (0, at);
    while numbers < out.len() {
        let Some(found) = short(bytes, next) else {
            break;
        };
        out[numbers] = found.value;
        numbers += 1;
        next = found.next;
    }
    Taken { numbers, next }
}
