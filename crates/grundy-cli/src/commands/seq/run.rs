//! One run: values from the engine to the output, to the statistics and to the picture, with checkpoints on the way.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use grundy::Budget;
use grundy::budget::Exhausted;
use grundy::engine::sequence::{BLOCK, Limits, Rules, Sequence, Stop};
use grundy_files::Lock;

use super::checkpoint::{self, Checkpoint, Clock};
use super::encode::{Encoder, TooWide};
use super::options::{Asked, Begin, EXAMPLE, Keep, Target};
use super::output::Output;
use crate::context::Context;
use crate::dots::Dots;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::limits;
use crate::output::lock;
use crate::progress::Progress;
use crate::shown::stopped;
use crate::watch;
use crate::words;
use grundy_service::sequence::FEW;
use grundy_service::source::{Basis, Game, Source};
use grundy_service::statistics::Statistics;

/// Values between two looks at the clock.
const BATCH: usize = 64 * BLOCK;

/// A run.
pub(super) struct Run<'a> {
    asked: &'a Asked,
    /// On the checkpoint.
    _lock: Option<Lock>,
    /// What was computed since the last checkpoint is not given up for the sake of a moment.
    _hold: Option<watch::Hold>,
    sequence: Source,
    encoder: Encoder,
    output: Output,
    statistics: Option<Statistics>,
    dots: Option<Dots>,
    /// The values themselves, where they are few and wanted.
    values: Option<Vec<u32>>,
    clock: Option<(&'a Keep, Clock)>,
    begun: Instant,
    /// The length at the beginning.
    there: u64,
}

/// What is known at its end.
pub(super) struct Done {
    pub(super) basis: Basis,
    pub(super) statistics: Option<Statistics>,
    pub(super) dots: Option<Dots>,
    pub(super) values: Option<Vec<u32>>,
    pub(super) time: Duration,
    /// How many values were computed.
    pub(super) computed: u64,
    /// Why it ended before all were.
    pub(super) ended: Option<Failure>,
}

impl<'a> Run<'a> {
    /// Begins, or goes on from the checkpoint.
    pub(super) fn begin(asked: &'a Asked, interrupt: &Interrupt) -> Result<Run<'a>, Failure> {
        match (&asked.keep, &asked.game) {
            (Some(keep), Game::Code(rules)) if keep.begin == Begin::GoOn => {
                scout(asked)?;
                Run::go_on(asked, rules, keep)
            }
            (keep, game) => {
                let budget = Budget {
                    bytes: asked.memory,
                    time: None,
                    stop: Some(interrupt.flag()),
                    ..Budget::default()
                };
                // A checkpoint is one of values that were computed in their order.
                let of = |failure| Failure::of(failure, EXAMPLE);
                let proved = match keep {
                    None => Source::by_period(game, asked.from, asked.count, &budget),
                    Some(_) => Ok(None),
                };
                let mut source = match proved.map_err(of)? {
                    Some(proved) => {
                        fits(asked, asked.count - asked.from)?;
                        proved
                    }
                    None => {
                        scout(asked)?;
                        Source::new(game, asked.count, &budget).map_err(of)?
                    }
                };
                source.set_threads(asked.threads, asked.count);
                Run::anew(asked, source, keep.as_ref())
            }
        }
    }

    fn limits(asked: &Asked) -> Limits {
        let memory = usize::try_from(asked.memory).unwrap_or(usize::MAX);
        Limits { memory }
    }

    fn anew(
        asked: &'a Asked,
        sequence: Source,
        keep: Option<&'a Keep>,
    ) -> Result<Run<'a>, Failure> {
        let again = keep.is_some_and(|keep| keep.begin == Begin::Again);
        let lock = keep.map(|keep| lock(&keep.path)).transpose()?;
        match keep {
            Some(keep) if again => checkpoint::may_be_replaced(&keep.path)?,
            Some(keep) if keep.path.exists() => {
                return Err(Failure::Input(words::checkpoint_exists(&keep.path)));
            }
            _ => {}
        }
        let (wanted, there) = (asked.count - asked.from, sequence.len());
        let mut run = Run {
            asked,
            _hold: lock.is_some().then(watch::hold),
            _lock: lock,
            sequence,
            encoder: Encoder::new(asked.format, &asked.code, asked.from, 0, Vec::new()),
            output: Output::Nowhere,
            statistics: asked.counts().then(Statistics::default),
            dots: asked.plot.as_ref().map(|_| Dots::new(asked.from, wanted)),
            values: (asked.json && wanted <= FEW).then(Vec::new),
            clock: keep.map(|keep| (keep, Clock::new(keep.every, 0))),
            begun: Instant::now(),
            there,
        };
        // The output first, if it can be opened at all; it stays empty until the first checkpoint is there.
        let output = match &asked.target {
            Target::Nowhere => Output::Nowhere,
            Target::Stdout => Output::stdout(),
            Target::File(path) => Output::create(path, keep.is_some(), again)?,
        };
        run.save()?;
        run.output = output;
        if keep.is_some() {
            run.output.keep();
        }
        run.output.write_head(&run.encoder.head(wanted))?;
        Ok(run)
    }

    fn go_on(asked: &'a Asked, rules: &Rules, keep: &'a Keep) -> Result<Run<'a>, Failure> {
        let path = &keep.path;
        if !path.exists() {
            return Err(Failure::Input(words::checkpoint_missing(path)));
        }
        let lock = lock(path)?;
        let saved = Checkpoint::read(path)?;
        check_options(asked, rules, &saved, path)?;
        let damaged = || Failure::Input(words::checkpoint_damaged(path));
        let mut sequence =
            Sequence::restore(&saved.sequence, Run::limits(asked)).map_err(|_| damaged())?;
        sequence.set_threads(asked.threads);
        sequence.set_goal(asked.count);
        let printed = saved.length.saturating_sub(asked.from);
        let pending = match asked.target {
            Target::Nowhere => 0,
            _ => Encoder::pending_length(asked.format, printed),
        };
        let wanted = asked.options().picture.unwrap_or(0);
        if sequence.len() != saved.length
            || sequence.rules() != rules
            || saved.pending.len() != pending
            || (saved.statistics.as_ref()).is_some_and(|statistics| !statistics.is_of(printed))
            || (saved.dots.as_ref()).is_some_and(|dots| !dots.is_of(asked.from, wanted))
        {
            return Err(damaged());
        }
        if saved.length > asked.count {
            let message = words::checkpoint_beyond(path, saved.length);
            return Err(Failure::Input(message));
        }
        let encoder = Encoder::new(
            asked.format,
            &asked.code,
            asked.from,
            printed,
            saved.pending,
        );
        let output = match &asked.target {
            Target::Nowhere => Output::Nowhere,
            Target::Stdout => return Err(Failure::Input(words::checkpoint_needs_file())),
            Target::File(file) => Output::go_on(file, &saved.written)?,
        };
        let head = match output {
            Output::Nowhere => Vec::new(),
            _ => encoder.head(asked.count - asked.from),
        };
        let mut run = Run {
            asked,
            _hold: Some(watch::hold()),
            _lock: Some(lock),
            there: sequence.len(),
            clock: Some((keep, Clock::new(keep.every, sequence.len()))),
            sequence: Source::Sequence(Box::new(sequence)),
            encoder,
            output,
            statistics: saved.statistics,
            dots: saved.dots,
            values: None,
            begun: Instant::now(),
        };
        // The number of values may be another one now; whichever head is there when the run ends must be known.
        if run.output.may_begin(&head) {
            run.save()?;
        }
        run.output.write_head(&head)?;
        Ok(run)
    }

    /// Computes what is left.
    pub(super) fn finish(
        mut self,
        interrupt: &Interrupt,
        context: &Context,
    ) -> Result<Done, Failure> {
        let count = self.asked.count;
        // A bar among values on the same terminal would be read by nobody.
        let is_hidden = matches!(self.asked.target, Target::Stdout) && context.is_shown();
        let progress = Progress::of_values(self.there, count, !is_hidden, context);
        let counter = progress.counter();
        let (mut values, mut bytes) = (Vec::with_capacity(BATCH), Vec::new());
        while self.sequence.len() < count {
            if interrupt.was_pressed() {
                drop(progress);
                let ended = self.interrupted()?;
                return Ok(self.known(Some(ended)));
            }
            // The state at the end goes a block too far: the last checkpoint is written before that block.
            let is_last = count - self.sequence.len() < BLOCK as u64;
            if let Some((_, clock)) = &self.clock
                && (is_last || clock.is_due(self.sequence.len()))
            {
                self.save()?;
            }
            let first = self.sequence.len();
            values.clear();
            let stop = self.batch(&mut values, interrupt);
            let wanted = usize::try_from(count - first).unwrap_or(usize::MAX);
            values.truncate(wanted);
            let skipped = self.asked.from.saturating_sub(first);
            let skipped = usize::try_from(skipped).unwrap_or(usize::MAX);
            let wanted = values.get(skipped..).unwrap_or_default();
            self.take(first + skipped as u64, wanted, &mut bytes)?;
            counter.store(self.sequence.len(), Ordering::Relaxed);
            if let Err(stop) = stop {
                drop(progress);
                let why = stopped(self.sequence.len(), stop);
                self.save()?;
                return Ok(self.known(Some(Failure::unknown(why))));
            }
        }
        drop(progress);
        self.done()
    }

    /// Adds the next values: many, but never more than one block beyond the last checkpoint at the end.
    fn batch(&mut self, values: &mut Vec<u32>, interrupt: &Interrupt) -> Result<(), Stop> {
        let count = self.asked.count;
        loop {
            self.sequence.next_block(values)?;
            let left = count.saturating_sub(self.sequence.len());
            if left < BLOCK as u64 || values.len() >= BATCH || interrupt.was_pressed() {
                return Ok(());
            }
        }
    }

    /// Passes values on.
    fn take(&mut self, first: u64, values: &[u32], bytes: &mut Vec<u8>) -> Result<(), Failure> {
        if values.is_empty() {
            return Ok(());
        }
        if let Some(statistics) = &mut self.statistics {
            statistics.count(first, values);
        }
        if let Some(dots) = &mut self.dots {
            dots.add(first, values);
        }
        if let Some(kept) = &mut self.values {
            kept.extend_from_slice(values);
        }
        if matches!(self.output, Output::Nowhere) {
            return Ok(());
        }
        bytes.clear();
        let format = self.asked.format;
        self.encoder
            .push(values, bytes)
            .map_err(|TooWide { place, value }| {
                let heap = first + place as u64;
                let message = words::too_wide(heap, value, format.name(), format.most());
                Failure::Input(message)
            })?;
        self.output.write(bytes)
    }

    /// Writes a checkpoint, if they are wanted.
    fn save(&mut self) -> Result<(), Failure> {
        let Some((keep, _)) = &self.clock else {
            return Ok(());
        };
        let written = self.output.settle()?;
        let checkpoint = Checkpoint {
            options: self.asked.options(),
            length: self.sequence.len(),
            written,
            pending: self.encoder.pending().to_vec(),
            statistics: self.statistics.clone(),
            dots: self.dots.clone(),
            sequence: self.sequence.save(),
        };
        checkpoint.write(&keep.path)?;
        let length = self.sequence.len();
        if let Some((_, clock)) = &mut self.clock {
            clock.begin(length);
        }
        Ok(())
    }

    /// Ctrl-C: a last checkpoint, and how to go on.
    fn interrupted(&mut self) -> Result<Failure, Failure> {
        self.save()?;
        let length = self.sequence.len();
        Ok(Failure::InterruptedAt(match &self.clock {
            Some((keep, _)) => words::interrupted_with(length, &keep.path),
            None => words::interrupted_at(length),
        }))
    }

    /// Completes the output.
    fn done(mut self) -> Result<Done, Failure> {
        if self.sequence.len() == self.asked.count {
            self.save()?;
        }
        let mut bytes = Vec::new();
        if !matches!(self.output, Output::Nowhere) {
            self.encoder.end(&mut bytes);
        }
        self.output.write(&bytes)?;
        std::mem::replace(&mut self.output, Output::Nowhere).finish()?;
        Ok(self.known(None))
    }

    /// What is known, and why that is not all.
    fn known(self, ended: Option<Failure>) -> Done {
        let length = self.sequence.len().min(self.asked.count);
        Done {
            basis: self.sequence.basis(),
            statistics: self.statistics,
            dots: self.dots,
            values: self.values,
            time: self.begun.elapsed(),
            computed: length - self.there,
            ended,
        }
    }
}

/// Says before anything is begun that more values would be computed than positions are allowed.
fn fits(asked: &Asked, values: u64) -> Result<(), Failure> {
    match asked.positions.filter(|&most| values > most) {
        None => Ok(()),
        Some(most) => {
            let why = words::over_budget(Exhausted::Positions(most), "--positions");
            Err(Failure::unknown(why))
        }
    }
}

/// Says before anything is begun that memory will not suffice, where that can be known.
fn scout(asked: &Asked) -> Result<(), Failure> {
    fits(asked, asked.count)?;
    match asked.game.needs_more(asked.count, asked.memory) {
        None => Ok(()),
        Some(needed) => {
            // The engine has half of what the whole command is allowed.
            let needed = limits::shown_size(needed.saturating_mul(2));
            let allowed = asked.allowed.as_str();
            let why = words::too_little_memory(asked.count, &needed, allowed);
            Err(Failure::unknown(why))
        }
    }
}

/// Whether a checkpoint is one of what is asked for.
fn check_options(
    asked: &Asked,
    rules: &Rules,
    saved: &Checkpoint,
    path: &Path,
) -> Result<(), Failure> {
    let (now, then) = (asked.options(), &saved.options);
    if then.code.parse().ok().as_ref() != Some(rules) {
        let message = words::checkpoint_of_other(path, &then.code);
        return Err(Failure::Input(message));
    }
    let has_all = now.has_statistics == saved.statistics.is_some()
        && now.picture.is_some() == saved.dots.is_some();
    if now.go_with(then) && has_all {
        return Ok(());
    }
    let message = words::checkpoint_of_other_flags(path, then.flags());
    Err(Failure::Input(message))
}
