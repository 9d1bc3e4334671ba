//! The command `chart` with its flags.

use grundy::Text;

use super::flags::{LET, MEMORY, NO_TIME, OUTPUT, POSITIONS, RULE};
use super::{Entry, Positional};

pub(super) const CHART: Entry = Entry {
    name: "chart",
    about: Text {
        en: "A picture of the values of heaps, with the period marked",
        zh: "绘制各堆 SG 值的图，并标出周期",
    },
    usage: "grundy chart [--log] [--width N] [--height N] [-o FILE] [--rule RULE | GAME] RANGE",
    example: "grundy chart kayles 0..200 -o kayles.svg",
    notes: Text {
        en: "The picture is an SVG; where there are more heaps than columns, neighbouring heaps share a column.\nA period is marked only where it is proved.",
        zh: "图为 SVG；堆数多于画面的列数时，相邻的堆共用一列。\n只标出已证明的周期。",
    },
    places: &[
        Positional {
            name: "GAME",
            count: (0, 1),
            choices: &[],
            help: Text {
                en: "A game on one heap with its parameters, without positions: kayles, 0.106, take:1,3,4",
                zh: "单堆游戏及其参数，不含局面：kayles、0.106、take:1,3,4",
            },
        },
        Positional {
            name: "RANGE",
            count: (0, 1),
            choices: &[],
            help: Text::new("The heaps: 0..200", "堆的范围：0..200"),
        },
    ],
    flags: &[
        &RULE, &LET, &LOG, &WIDTH, &HEIGHT, &OUTPUT, &POSITIONS, &MEMORY, &NO_TIME,
    ],
};

flags! {
    LOG = "log" Nothing "Logarithmic scale" "采用对数刻度";
    WIDTH = "width" Value("N")
        "Width in pixels, 240 to 4096 (default: 960)"
        "宽度（像素），240 至 4096（默认 960）";
    HEIGHT = "height" Value("N")
        "Height in pixels, 160 to 2160 (default: 480)"
        "高度（像素），160 至 2160（默认 480）";
}
