//! The instruction sets that kernels of sequences have code of their own for.

use std::sync::OnceLock;

/// Instructions by which a kernel works. They must be there: a path comes from [`Path::all`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Path {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Path {
    /// All this machine has, the best last.
    pub(super) fn all() -> Vec<Path> {
        #[allow(unused_mut, reason = "other machines have one path only")]
        let mut paths = vec![Path::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            if has!("avx2") && has!("popcnt") {
                paths.push(Path::Avx2);
            }
            if has!("avx512f") && has!("avx512bw") && has!("avx512vl") && has!("avx512dq") {
                paths.push(Path::Avx512);
            }
        }
        paths
    }
}

impl Default for Path {
    /// The best this machine has.
    fn default() -> Path {
        static BEST: OnceLock<Path> = OnceLock::new();
        *BEST.get_or_init(|| Path::all().pop().unwrap_or(Path::Portable))
    }
}
