//! The values of a sequence in a window of heaps, as dots: on a scale that is even, or that gives each power of two the same
//! room; with the proved period marked.
//!
//! However many heaps the window has, the picture has only as many places as it has room for: heaps that share a column share
//! their dots, and looking closer is asking for a smaller window.

use std::fmt::Write;
use std::ops::Range;

use grundy::Lang;
use grundy_service::chart::Response;

use crate::picture::scatter::ticks;
use crate::picture::svg::{begin, centred, escaped};
use crate::words;

/// Sides of a dot where dots are many.
const DOT: usize = 2;
/// Most heaps that each have a dot of their own.
const APART: usize = 800;
const LEFT: usize = 64;
const RIGHT: usize = 20;
const TOP: usize = 40;
const BELOW: usize = 44;
/// Least sides of a picture.
pub(crate) const LEAST: [usize; 2] = [240, 160];
/// Largest sides.
pub(crate) const MOST: [usize; 2] = [4096, 2160];
/// Width and height where they are not said.
pub(crate) const WIDTH: usize = 960;
pub(crate) const HEIGHT: usize = 480;

const DOTS: &str = "#3b528b";
const INK: &str = "#3c3c3c";
const PALE: &str = "#adb5bd";
const MARK: &str = "#e8590c";

/// What is drawn.
#[derive(Debug)]
pub(crate) struct Chart<'a> {
    /// What the game is called.
    pub(crate) name: &'a str,
    /// The window.
    pub(crate) heaps: Range<u64>,
    /// The values in the window.
    pub(crate) values: &'a [u32],
    /// The proved period, if one is known: pre-period and period.
    pub(crate) period: Option<(u64, u64)>,
    /// Whether the scale gives each power of two the same room.
    pub(crate) is_log: bool,
    /// Width and height.
    pub(crate) size: [usize; 2],
}

impl<'a> Chart<'a> {
    /// What the service tells of a window.
    pub(crate) fn of(shown: &'a Response, is_log: bool, size: [usize; 2]) -> Chart<'a> {
        let first = shown.window.first;
        Chart {
            name: &shown.name,
            heaps: first..first.saturating_add(shown.window.count as u64),
            values: &shown.values,
            period: shown.period,
            is_log,
            size,
        }
    }
}

impl Chart<'_> {
    fn count(&self) -> u64 {
        self.heaps.end - self.heaps.start
    }

    fn largest(&self) -> u32 {
        self.values.iter().copied().max().unwrap_or(0)
    }

    fn field(&self) -> [usize; 2] {
        let [width, height] = self.size;
        [width - LEFT - RIGHT, height - TOP - BELOW]
    }

    /// How high a value stands, from 0 to 1.
    fn height(&self, value: u32) -> f64 {
        let largest = f64::from(self.largest().max(1));
        let value = f64::from(value);
        match self.is_log {
            true => value.ln_1p() / largest.ln_1p(),
            false => value / largest,
        }
    }

    /// Where a heap stands across the field; the middle of its share.
    fn across(&self, heap: u64) -> f64 {
        let place = (heap - self.heaps.start) as f64 + 0.5;
        place * self.field()[0] as f64 / self.count().max(1) as f64
    }

    /// The picture.
    pub(crate) fn svg(&self, lang: Lang) -> String {
        let [width, height] = self.size;
        let [wide, high] = self.field();
        let last = self.heaps.end.saturating_sub(1);
        let title = words::values_against_heaps(self.name, self.heaps.start, last).render(lang);
        let mut out = begin(width, height, &title);
        let _ = writeln!(
            out,
            "<text x=\"{LEFT}\" y=\"24\" font-size=\"14\" font-weight=\"bold\" fill=\"{INK}\">{}</text>",
            escaped(&title)
        );
        self.mark_period(&mut out, lang);
        self.axes(&mut out, lang);
        self.dots(&mut out, wide, high);
        out.push_str("</svg>\n");
        out
    }

    /// Discs where heaps have room for them, else small squares that share places.
    fn dots(&self, out: &mut String, wide: usize, high: usize) {
        let count = usize::try_from(self.count()).unwrap_or(usize::MAX).max(1);
        if count <= APART {
            let radius = (0.45 * wide as f64 / count as f64).clamp(2.2, 5.0);
            let _ = writeln!(out, "<g fill=\"{DOTS}\">");
            for (heap, &value) in self.heaps.clone().zip(self.values) {
                let x = LEFT as f64 + self.across(heap);
                let y = (TOP + high) as f64 - self.height(value) * (high - 1) as f64;
                let _ = writeln!(
                    out,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"><title>G({heap}) = {value}</title></circle>"
                );
            }
            out.push_str("</g>\n");
            return;
        }
        let side = DOT;
        let (columns, rows) = (wide / side, high / side);
        let largest = self.largest() as usize;
        // Where values are few, what each is worth is reckoned once.
        let row = |value: u32| (self.height(value) * (rows - 1) as f64).round() as usize;
        let known: Vec<usize> = match largest < 1 << 20 {
            true => (0..=largest as u32).map(row).collect(),
            false => Vec::new(),
        };
        let mut set = vec![false; columns * rows];
        for (place, &value) in self.values.iter().enumerate() {
            let column = place * columns / count;
            let row = known
                .get(value as usize)
                .copied()
                .unwrap_or_else(|| row(value));
            set[row * columns + column] = true;
        }
        let _ = write!(out, "<path fill=\"{DOTS}\" d=\"");
        for (row, line) in set.chunks_exact(columns).enumerate() {
            let y = TOP + high - (row + 1) * side;
            let mut column = 0;
            while column < columns {
                let length = line[column..].iter().take_while(|&&set| set).count();
                if length > 0 {
                    let _ = write!(
                        out,
                        "M{} {y}h{}v{side}h-{}z",
                        LEFT + column * side,
                        length * side,
                        length * side
                    );
                }
                column += length.max(1);
            }
        }
        out.push_str("\"/>\n");
    }

    fn axes(&self, out: &mut String, lang: Lang) {
        let [wide, high] = self.field();
        let bottom = TOP + high;
        let _ = writeln!(
            out,
            "<path d=\"M{} {TOP}V{bottom}H{}\" fill=\"none\" stroke=\"{INK}\"/>",
            LEFT - 2,
            LEFT + wide
        );
        for heap in ticks(self.heaps.start, self.heaps.end.saturating_sub(1)) {
            let x = LEFT + self.across(heap) as usize;
            let _ = writeln!(out, "<path d=\"M{x} {bottom}v5\" stroke=\"{INK}\"/>");
            centred(out, x, bottom + 15, INK, &heap.to_string());
        }
        let mut above = usize::MAX;
        for value in self.value_ticks() {
            let y = bottom - (self.height(value) * (high - 1) as f64).round() as usize;
            if y + 16 > above {
                continue;
            }
            above = y;
            let _ = writeln!(
                out,
                "<path d=\"M{} {y}h-4\" stroke=\"{INK}\"/>\n<text x=\"{}\" y=\"{y}\" dy=\"0.35em\" text-anchor=\"end\" fill=\"{INK}\">{value}</text>",
                LEFT - 2,
                LEFT - 9
            );
        }
        let axis = words::heap_axis().render(lang);
        centred(out, LEFT + wide / 2, bottom + 34, INK, &axis);
    }

    fn value_ticks(&self) -> Vec<u32> {
        let largest = self.largest();
        if self.is_log {
            let powers = (0..32).map(|power| 1u32 << power);
            let powers = powers.take_while(|&power| power <= largest);
            return [0].into_iter().chain(powers).collect();
        }
        let even = ticks(0, largest.into());
        even.filter_map(|tick| u32::try_from(tick).ok()).collect()
    }

    /// The end of the pre-period, and where periods begin as far as they are apart.
    fn mark_period(&self, out: &mut String, lang: Lang) {
        let Some((preperiod, period)) = self.period else {
            return;
        };
        let [wide, high] = self.field();
        let bottom = TOP + high;
        let each = period as f64 * wide as f64 / self.count().max(1) as f64;
        let mut begin = preperiod;
        if begin < self.heaps.start {
            begin += (self.heaps.start - begin).div_ceil(period) * period;
        }
        let mut drawn = 0;
        while begin < self.heaps.end && drawn < 200 {
            let x = LEFT as f64 + self.across(begin) - 0.5 * wide as f64 / self.count() as f64;
            let stroke = if begin == preperiod { MARK } else { PALE };
            let _ = writeln!(
                out,
                "<path d=\"M{x:.1} {TOP}V{bottom}\" stroke=\"{stroke}\" stroke-dasharray=\"4 3\"/>"
            );
            drawn += 1;
            if each < 8.0 {
                break;
            }
            begin += period;
        }
        let message = words::chart_period(preperiod, period).render(lang);
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"24\" text-anchor=\"end\" fill=\"{MARK}\">{}</text>",
            LEFT + wide,
            escaped(&message)
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_drawn_inside() {
        for count in [801u64, 1000, 100_000] {
            for is_log in [false, true] {
                let values: Vec<u32> = (0..count as u32).map(|n| n.wrapping_mul(n) % 613).collect();
                let chart = Chart {
                    name: "0.77",
                    heaps: 10..10 + count,
                    values: &values,
                    period: Some((71, 12)),
                    is_log,
                    size: [640, 320],
                };
                let picture = chart.svg(Lang::En);
                let path = picture.split(" d=\"").last().expect("dots");
                for start in path.split('M').skip(1) {
                    let numbers = start.split(|letter: char| !letter.is_ascii_digit());
                    let numbers: Vec<usize> =
                        numbers.filter_map(|text| text.parse().ok()).collect();
                    assert!(
                        numbers[0] + numbers[2] <= 640 && numbers[1] >= TOP,
                        "{start}"
                    );
                    assert!(numbers[1] + numbers[3] <= 320 - BELOW, "{start}");
                }
                assert!(path.contains('h'), "{count}");
            }
        }
    }

    #[test]
    fn each_of_few_heaps_has_a_disc() {
        for count in [0u64, 1, 2, 70, 800] {
            let values: Vec<u32> = (0..count as u32).collect();
            let chart = Chart {
                name: "nim",
                heaps: 3..3 + count,
                values: &values,
                period: None,
                is_log: true,
                size: LEAST,
            };
            let picture = chart.svg(Lang::Zh);
            assert_eq!(picture.matches("<circle").count() as u64, count);
            assert!(
                !picture.contains("NaN") && !picture.contains("inf"),
                "{count}"
            );
        }
    }
}
