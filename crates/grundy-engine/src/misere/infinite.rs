//! Infinite quotients (draft).
#![allow(missing_docs, unused)]

mod frame;
mod law;
mod search;
mod shape;
mod verify;

use super::*;
use super::monoid::NONE;
use frame::*;
use law::*;
use search::*;
use shape::*;
use verify::*;

/// A sum that a frame calls wrongly: letters with exponents, and whether it is P.
struct Word { letters: Vec<(u32, u32)>, is_p: bool }

fn word_of(frame: &Frame, wrong: &Wrong) -> Option<Word> {
    let mut counts: std::collections::BTreeMap<u32, u32> = Default::default();
    let first = |sort: u32| frame.sorts[sort as usize].first;
    let (vector, is_p) = match wrong {
        Wrong::P(sort, f, vector) => {
            *counts.entry(first(*sort)).or_default() += 1;
            for g in frame.finite.word(*f) { *counts.entry(first(frame.generators[g as usize])).or_default() += 1; }
            (vector, false)
        }
        Wrong::N(sorts, vector) => {
            for &sort in sorts { *counts.entry(first(sort)).or_default() += 1; }
            (vector, true)
        }
        _ => return None,
    };
    for (free, &n) in vector.iter().enumerate() {
        if n > 0 {
            let sort = frame.sorts.iter().find(|s| s.place == Place::Free(free))?;
            *counts.entry(sort.first).or_default() += n as u32;
        }
    }
    Some(Word { letters: counts.into_iter().rev().collect(), is_p })
}

fn choices(frame: &Frame, word: &Word, threshold: u32) -> Vec<Vec<Freed>> {
    let finite: Vec<(u32, u32, u32)> = word.letters.iter().filter_map(|&(l, e)| {
        let sort = frame.sorts_of[l as usize];
        match frame.sorts[sort as usize].place { Place::Finite(v) => Some((sort, v, e)), _ => None }
    }).collect();
    let tried = finite.len().min(8);
    let mut all: Vec<(u32, Vec<Freed>)> = vec![];
    for alone in [false, true] {
        for set in 1u32..1 << tried {
            let mut free: Vec<(Vec<u32>, u32)> = vec![];
            for (place, &(sort, v, e)) in finite.iter().enumerate().take(tried) {
                if set >> place & 1 == 0 { continue; }
                if let Some(k) = free.iter_mut().find(|f| f.0.contains(&sort)) { k.1 += e; continue; }
                let same = (0u32..).zip(&frame.sorts).filter(|(o, s)| if alone { *o == sort } else { s.place == Place::Finite(v) }).map(|(o, _)| o).collect();
                free.push((same, e.saturating_sub(1).max(2)));
            }
            let free: Vec<Freed> = free.into_iter().map(|(sorts, i)| Freed { sorts, powers: (i < threshold).then_some((i, 2)) }).collect();
            let free = if frame.exponents + free.iter().filter(|f: &&Freed| f.powers.is_none()).count() > 2 { free.into_iter().map(|f| Freed { powers: f.powers.or(Some((threshold, 2))), ..f }).collect() } else { free };
            if !all.iter().any(|(_, o)| *o == free) { all.push((2 * set.count_ones() + u32::from(alone), free)); }
        }
    }
    all.sort_by_key(|(c, _)| *c);
    all.into_iter().map(|(_, f)| f).collect()
}


pub fn explore<L: Letters + Clone>(builder: &Builder<L>, loud: bool, bound: u32, threshold: u32, most: usize) -> bool {
    let mut bound = bound;
    let mut letters = builder.letters().clone();
    let start = Frame::start(builder.quotient(), &mut letters).expect("a frame");
    let new = *start.sorts_of.last().unwrap();
    let mut frame = start.freed(&[Freed { sorts: vec![new], powers: None }], &mut letters, 20000).expect("free");
    for round in 0..100 {
        let t = std::time::Instant::now();
        let Some(mut pic) = picture(&frame, bound) else { if loud { println!("  {round}: no picture F={}", frame.finite.order()); } return false };
        let Some(red) = frame.reduced(&mut pic, &mut letters) else { println!("  no reduction"); return false };
        frame = red;
        let names: Vec<u32> = (0..frame.exponents).map(|i| frame.sorts.iter().find(|s| s.place == Place::Free(i)).unwrap().first).collect();
        let t1 = t.elapsed();
        let law = fitted(&pic);
        let t2 = t.elapsed();
        let Some(law) = law else { if loud { println!("  {round}: {names:?} no law F={} {t1:?} {t2:?}", frame.finite.order()); } bound = bound * 3 / 2; if bound > 100 { return false; } continue };
        let v = verified(&frame, &law);
        if loud || v.is_ok() { println!("   {round}: {names:?}: F={} forms {:?} clip {} period {} rows {} => {:?} {:?} {:?} {:?}", frame.finite.order(), law.shape.forms.iter().map(|f|(f.plus.1,f.minus.1)).collect::<Vec<_>>(), law.shape.clip, law.shape.period, law.sets.len(), v, t1, t2-t1, t.elapsed()-t2); }
        let wrong = match v { Ok(_) => return true, Err(w) => w };
        let Some(word) = word_of(&frame, &wrong) else { println!("unknown state"); return false };
        if loud { println!("      {:?} is {}", word.letters, if word.is_p {"P"} else {"N"}); }
        let right = |candidate: &Frame| {
            let (f, v) = candidate.element(&word.letters);
            let mut s = [1i64; MOST];
            for i in 0..candidate.exponents { s[i] = 2 * v.iter().max().unwrap() + 10; }
            Search::new(candidate, s).is_p(f, v) == Some(word.is_p)
        };
        if right(&frame) { bound = bound * 3 / 2; if loud { println!("    law is wrong"); } if bound > 100 { return false; } continue; }
        let mut next = None;
        let mut tried = 0;
        for choice in choices(&frame, &word, threshold) {
            let Some(candidate) = frame.freed(&choice, &mut letters, most) else { continue };
            tried += 1;
            if right(&candidate) { if loud { println!("      freed {:?}", choice.iter().map(|f| (frame.sorts[f.sorts[0] as usize].first, f.sorts.len(), f.powers)).collect::<Vec<_>>()); } next = Some(candidate); break; }
        }
        let Some(n) = next else { if loud { println!("   no choice of {tried}"); } return false };
        frame = n;
    }
    false
}
