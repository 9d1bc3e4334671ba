//! The colours of cells: a scale that grows brighter with the value, and a colour of its own for each outcome.

use grundy::Outcome;

use grundy_service::range::Cell;

/// Red, green, blue.
pub(crate) type Rgb = [u8; 3];

/// Colours of the scale.
pub(crate) const STEPS: usize = 240;

/// The place of a P-position's colour in the palette.
pub(crate) const P: u8 = 240;
/// That of an N-position's.
pub(crate) const N: u8 = 241;
/// That of a draw's.
pub(crate) const D: u8 = 242;
/// That of a cell that is not known.
pub(crate) const UNKNOWN: u8 = 243;
/// White.
pub(crate) const PAPER: u8 = 244;
/// Black.
pub(crate) const INK: u8 = 245;

/// From dark blue over green to yellow: even steps to the eye, readable without colour vision too (viridis, by van der
/// Walt and Smith, 2015, in the public domain).
const ANCHORS: [Rgb; 9] = [
    [68, 1, 84],
    [71, 45, 123],
    [59, 82, 139],
    [44, 114, 142],
    [33, 145, 140],
    [40, 174, 128],
    [94, 201, 98],
    [173, 220, 48],
    [253, 231, 37],
];

/// All colours, by place.
pub(crate) fn palette() -> Vec<Rgb> {
    let mut palette: Vec<Rgb> = (0..STEPS).map(step).collect();
    palette.extend([
        [228, 26, 60],
        [206, 212, 218],
        [100, 143, 255],
        [120, 120, 120],
        [255, 255, 255],
        [0, 0, 0],
    ]);
    palette
}

fn step(place: usize) -> Rgb {
    let spans = ANCHORS.len() - 1;
    let scaled = place * spans;
    let (span, part) = (scaled / (STEPS - 1), scaled % (STEPS - 1));
    let (from, to) = (ANCHORS[span], ANCHORS[(span + 1).min(spans)]);
    std::array::from_fn(|channel| {
        let (from, to) = (usize::from(from[channel]), usize::from(to[channel]));
        let mixed = (from * (STEPS - 1 - part) + to * part) / (STEPS - 1);
        u8::try_from(mixed).unwrap_or(u8::MAX)
    })
}

/// The place of a cell's colour; `largest` is the largest value of the table.
pub(crate) fn of(cell: Cell, outcomes: bool, largest: u128) -> u8 {
    match (cell.outcome, cell.value) {
        (Some(Outcome::P), _) => P,
        (Some(Outcome::D), _) => D,
        (None, _) => UNKNOWN,
        (Some(Outcome::N), Some(value)) if !outcomes => scale(value, largest),
        (Some(Outcome::N), _) => N,
    }
}

/// The place of a value from 1 to the largest.
pub(crate) fn scale(value: u128, largest: u128) -> u8 {
    let span = largest.saturating_sub(1).max(1);
    let value = value.saturating_sub(1).min(span);
    // Values beyond 2^120 lose their last digits, which no picture shows.
    let (value, span) = if span >> 120 == 0 {
        (value, span)
    } else {
        (value >> 8, span >> 8)
    };
    let place = value * (STEPS as u128 - 1) / span;
    u8::try_from(place).unwrap_or(0)
}

/// Whether dark text can be read on a colour.
pub(crate) fn is_light([red, green, blue]: Rgb) -> bool {
    u32::from(red) * 299 + u32::from(green) * 587 + u32::from(blue) * 114 > 140_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_reaches_both_ends() {
        assert_eq!(palette().len(), 246);
        assert_eq!(palette()[0], ANCHORS[0]);
        assert_eq!(palette()[STEPS - 1], ANCHORS[8]);
        for largest in [1, 2, 7, 1000, u128::from(u64::MAX), u128::MAX] {
            assert_eq!(scale(1, largest), 0);
            let last = usize::from(scale(largest, largest));
            assert_eq!(last, if largest == 1 { 0 } else { STEPS - 1 });
        }
    }
}
