//! Integers of one, two or four bytes.

/// Bytes of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::commands) enum Width {
    One,
    Two,
    Four,
}

impl Width {
    /// How many there are.
    pub(in crate::commands) fn bytes(self) -> usize {
        match self {
            Width::One => 1,
            Width::Two => 2,
            Width::Four => 4,
        }
    }

    /// The largest value.
    pub(in crate::commands) fn most(self) -> u32 {
        u32::MAX >> (32 - 8 * self.bytes())
    }

    /// Adds values, none of which may be larger than [`Width::most`].
    pub(in crate::commands) fn push(self, values: &[u32], out: &mut Vec<u8>) {
        match self {
            Width::One => out.extend(values.iter().map(|&value| value as u8)),
            Width::Two => push_wide(values, out, |value| (value as u16).to_le_bytes()),
            Width::Four => push_wide(values, out, u32::to_le_bytes),
        }
    }
}

fn push_wide<const N: usize>(values: &[u32], out: &mut Vec<u8>, bytes: impl Fn(u32) -> [u8; N]) {
    let at = out.len();
    out.resize(at + N * values.len(), 0);
    for (place, &value) in out[at..].as_chunks_mut().0.iter_mut().zip(values) {
        *place = bytes(value);
    }
}
