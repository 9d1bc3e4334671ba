use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use proptest::prelude::*;

use super::plane::Drawing;
use super::*;

/// What every line on a land leaves.
fn options(land: &Land) -> BTreeSet<Vec<Land>> {
    let mut options = BTreeSet::new();
    let told: ControlFlow<()> = lines(land, |_, lands| {
        options.insert(lands.to_vec());
        ControlFlow::Continue(())
    });
    assert!(told.is_continue());
    options
}

/// What every line leaves of a sum of lands.
fn after(lands: &[Land]) -> BTreeSet<Vec<Land>> {
    let mut after = BTreeSet::new();
    for (place, land) in lands.iter().enumerate() {
        for option in options(land) {
            let mut sum = lands.to_vec();
            sum.remove(place);
            sum.extend(option);
            sum.sort();
            after.insert(sum);
        }
    }
    after
}

fn read(text: &str) -> Vec<Land> {
    match text {
        // Nothing is left to be drawn.
        "" => Vec::new(),
        _ => Land::read(text).unwrap_or_else(|wrong| panic!("{text}: {wrong:?}")),
    }
}

fn spots(count: usize) -> Land {
    Land::spots(count).expect("few enough")
}

fn mex(values: &BTreeSet<u32>) -> u32 {
    (0..).find(|value| !values.contains(value)).expect("finite")
}

/// The value of a land by the definition.
fn value(land: &Land, known: &mut HashMap<Land, u32>) -> u32 {
    if let Some(&known) = known.get(land) {
        return known;
    }
    let sum = |lands: Vec<Land>| lands.iter().fold(0, |sum, land| sum ^ value(land, known));
    let values = options(land).into_iter().map(sum).collect();
    let value = mex(&values);
    known.insert(land.clone(), value);
    value
}

/// Values of drawings, by their shapes; each is compared with the lands that it is.
struct Plane {
    values: HashMap<String, u32>,
    lands: HashMap<Land, u32>,
}

impl Plane {
    fn value(&mut self, drawing: &Drawing) -> u32 {
        let shape = drawing.shape();
        if let Some(&known) = self.values.get(&shape) {
            return known;
        }
        let next = drawing.options();
        let told: BTreeSet<Vec<Land>> = next.iter().map(|next| read(&next.text())).collect();
        let lands = read(&drawing.text());
        assert_eq!(told, after(&lands), "{}", drawing.text());
        let values = next.iter().map(|next| self.value(next)).collect();
        let value = mex(&values);
        let sum = (lands.iter()).fold(0, |sum, land| sum ^ self::value(land, &mut self.lands));
        assert_eq!(sum, value, "{}", drawing.text());
        self.values.insert(shape, value);
        value
    }
}

#[test]
fn lands_are_drawings() {
    let mut plane = Plane {
        values: HashMap::new(),
        lands: HashMap::new(),
    };
    let of = |count| Drawing::spots(count);
    assert_eq!(plane.value(&of(1)), 0);
    assert_eq!(plane.value(&of(2)), 0);
    eprintln!("{} shapes, {} lands", plane.values.len(), plane.lands.len());
    assert_eq!(plane.value(&of(3)), 1);
    eprintln!("{} shapes, {} lands", plane.values.len(), plane.lands.len());
}
