//! What travels between workers: words for one worker, in one piece.
//!
//! The sender fills a batch for each worker and says on it for whom it is, so that the dataflow only has to carry whole
//! batches and never looks into them.

use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};
use timely::progress::Stamp;

/// Words in a full batch: 8 KiB, the size at which neither latency nor the cost of a message counts for much.
pub(crate) const WORDS: usize = 2048;

/// What a batch is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Words of the algorithm.
    #[default]
    Data,
    /// The sender has ended its phase.
    End,
    /// The sender has worked through so many batches of the receiver.
    Receipt,
}

/// Words for one worker.
#[derive(Clone, Debug, Default)]
pub(crate) struct Batch {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) kind: Kind,
    pub(crate) stage: u32,
    pub(crate) phase: u32,
    pub(crate) words: Vec<u32>,
}

impl Accountable for Batch {
    fn record_count(&self) -> i64 {
        1
    }
}

const HEADER: usize = 6;

impl ContainerBytes for Batch {
    fn from_bytes(bytes: Bytes) -> Batch {
        let mut words = bytes.chunks_exact(4).map(|word| {
            let mut four = [0; 4];
            four.copy_from_slice(word);
            u32::from_le_bytes(four)
        });
        let mut header = [0; HEADER];
        for (place, word) in header.iter_mut().zip(&mut words) {
            *place = word;
        }
        let [from, to, kind, stage, phase, length] = header;
        Batch {
            from,
            to,
            kind: match kind {
                0 => Kind::Data,
                1 => Kind::End,
                _ => Kind::Receipt,
            },
            stage,
            phase,
            words: words.take(length as usize).collect(),
        }
    }

    fn length_in_bytes(&self) -> usize {
        // A multiple of 8, as timely wants it.
        (4 * (HEADER + self.words.len()) + 7) & !7
    }

    fn into_bytes<W: std::io::Write>(&self, writer: &mut W) {
        let header = [
            self.from,
            self.to,
            self.kind as u32,
            self.stage,
            self.phase,
            self.words.len() as u32,
        ];
        let odd = (HEADER + self.words.len()) % 2;
        let words = header.iter().chain(&self.words).chain([0].iter().take(odd));
        let mut bytes = Vec::with_capacity(self.length_in_bytes());
        bytes.extend(words.flat_map(|word| word.to_le_bytes()));
        // The writer is memory, or the room timely has asked `length_in_bytes` for.
        let _ = writer.write_all(&bytes);
    }
}

/// Carries each batch to the worker it is for.
pub(crate) struct ToItsWorker;

impl Distributor<Batch> for ToItsWorker {
    fn partition<T: Clone, P: Push<Message<T, Batch>>>(
        &mut self,
        batch: &mut Batch,
        stamp: &Stamp<T>,
        pushers: &mut [P],
    ) {
        if let Some(pusher) = pushers.get_mut(batch.to as usize) {
            let batch = std::mem::take(batch);
            pusher.push(&mut Some(Message::new(stamp.clone(), batch)));
            // Without this, timely keeps the message back until the end of the step.
            pusher.push(&mut None);
        }
    }

    fn flush<T: Clone, P: Push<Message<T, Batch>>>(&mut self, _: &Stamp<T>, _: &mut [P]) {}
}
