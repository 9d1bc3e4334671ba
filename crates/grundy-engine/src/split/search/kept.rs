//! A search written down, to go on with later: every entry of its table, which is all that it knows.
//!
//! The form is binary: the line `grundy couples 1`, the name of the game and of the board in a line, how many digits numbers have and how many entries
//! follow (u32 and u64, little endian), an entry in 17 bytes (its kind, the number, what is found), and the SHA-256 of all before it. What is read
//! back is believed: it should come from where it was written.

use std::fmt;
use std::io::{self, Read, Write};

use grundy_base::message;
use grundy_base::text::{Lang, Message};
use sha2::{Digest, Sha256};

use super::Search;
use crate::split::table::{Entry, Table};
use crate::split::{Keys, Splits};

const FIRST: &[u8] = b"grundy couples 1\n";

/// Writes and hashes.
struct Hashed<'w> {
    to: &'w mut dyn Write,
    hash: Sha256,
}

impl Hashed<'_> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.to.write_all(bytes)
    }
}

/// What is wrong with a file that is read as a table: what an error of [`Search::load`] of the kind
/// [`InvalidData`](io::ErrorKind::InvalidData) holds.
#[derive(Clone, Debug)]
pub struct NoTable(pub Message);

impl fmt::Display for NoTable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0.render(Lang::En))
    }
}

impl std::error::Error for NoTable {}

fn wrong(what: Message) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, NoTable(what))
}

/// An entry that none is written like.
fn no_entry() -> io::Error {
    wrong(message!(
        "it has an entry that no table can have",
        "含有不可能出现的条目"
    ))
}

/// Reads so many bytes.
fn read_all(from: &mut dyn Read, bytes: &mut [u8]) -> io::Result<()> {
    from.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => wrong(message!("it is incomplete", "文件不完整")),
        _ => error,
    })
}

impl<S: Splits> Search<S> {
    /// Whether what it knows can be written down: its numbers mean the same in another search.
    pub fn lasts(&self) -> bool {
        self.keys.lasts()
    }

    /// Writes all entries.
    ///
    /// # Errors
    /// Of the writer.
    pub fn save(&self, name: &str, to: &mut dyn Write) -> io::Result<()> {
        save(&self.table, self.keys.bits(), name, to)
    }

    /// Reads what was [saved](Search::save) under the same name, as far as the table may grow. Nothing is kept of a file that is not whole.
    ///
    /// # Errors
    /// Of the reader; or what is wrong with the file, of the kind [`InvalidData`](io::ErrorKind::InvalidData).
    pub fn load(&mut self, name: &str, from: &mut dyn Read) -> io::Result<()> {
        let most = self.most_bytes;
        let is_part = |number| self.keys.part(number).is_some();
        self.table = load(name, from, (self.keys.bits(), &is_part), most)?.into();
        Ok(())
    }
}

/// Writes a table whose numbers have so many digits.
fn save(table: &Table, bits: u32, name: &str, to: &mut dyn Write) -> io::Result<()> {
    let mut out = Hashed {
        to,
        hash: Sha256::new(),
    };
    let mut count = 0u64;
    table.entries(|_, _| count += 1);
    out.put(FIRST)?;
    out.put(name.replace('\n', " ").as_bytes())?;
    out.put(b"\n")?;
    out.put(&bits.to_le_bytes())?;
    out.put(&count.to_le_bytes())?;
    let mut failed = Ok(());
    table.entries(|number, entry| {
        let (kind, found) = match entry {
            Entry::Exact(value) => (0u8, u64::from(value)),
            Entry::Not(not) => (1, not),
            // Efforts are less than 2^29 where they are kept at all, or as good as never.
            Entry::Effort(n, (not, is)) => {
                let half = |effort: u32| u64::from(effort.min((1 << 29) - 1));
                (2, u64::from(n) | half(not) << 6 | half(is) << 35)
            }
        };
        let mut line = [0; 17];
        line[0] = kind;
        line[1..9].copy_from_slice(&number.to_le_bytes());
        line[9..].copy_from_slice(&found.to_le_bytes());
        if failed.is_ok() {
            failed = out.put(&line);
        }
    });
    failed?;
    let Hashed { to, hash } = out;
    to.write_all(&hash.finalize())
}

/// Reads a table whose numbers have so many digits and are those of parts.
fn load(
    name: &str,
    from: &mut dyn Read,
    (bits, is_part): (u32, &dyn Fn(u64) -> bool),
    most: u64,
) -> io::Result<Table> {
    let mut hash = Sha256::new();
    let mut take = |bytes: &mut [u8]| {
        read_all(from, bytes)?;
        hash.update(&*bytes);
        io::Result::Ok(())
    };
    let mut first = [0; FIRST.len()];
    take(&mut first)?;
    if first != FIRST {
        return Err(wrong(message!(
            "it is not a table of a search",
            "不是搜索的表"
        )));
    }
    let mut read = Vec::new();
    loop {
        let mut byte = [0];
        take(&mut byte)?;
        match byte {
            [b'\n'] => break,
            _ if read.len() > 1 << 16 => return Err(no_entry()),
            [byte] => read.push(byte),
        }
    }
    if read != name.replace('\n', " ").as_bytes() {
        let read = String::from_utf8_lossy(&read);
        return Err(wrong(message!(
            "it is a table of {read}, not of {name}",
            "它是 {read} 的表，不是 {name} 的",
            read = read.into_owned(),
            name = name.to_owned()
        )));
    }
    let (mut digits, mut count) = ([0; 4], [0; 8]);
    take(&mut digits)?;
    take(&mut count)?;
    if u32::from_le_bytes(digits) != bits {
        return Err(no_entry());
    }
    let mut table = Table::new(bits);
    for _ in 0..u64::from_le_bytes(count) {
        let mut line = [0; 17];
        take(&mut line)?;
        let word = |at: usize| {
            line[at..at + 8]
                .iter()
                .rev()
                .fold(0u64, |word, &byte| word << 8 | u64::from(byte))
        };
        let (number, found) = (word(1), word(9));
        if number.checked_shr(bits).unwrap_or(0) != 0 || !is_part(number) {
            return Err(no_entry());
        }
        let low = (1 << 29) - 1;
        let entry = match line[0] {
            0 => Entry::Exact(u32::try_from(found).map_err(|_| no_entry())?),
            1 => Entry::Not(found),
            2 if found & 63 < u64::from(crate::split::table::MOST) => Entry::Effort(
                (found & 63) as u32,
                ((found >> 6 & low) as u32, (found >> 35) as u32),
            ),
            _ => return Err(no_entry()),
        };
        table.enter(number, entry);
        if table.is_full() && 3 * table.bytes() <= most {
            table = table.grown();
        }
    }
    let mut sum = [0; 32];
    read_all(from, &mut sum)?;
    if sum != *hash.finalize() {
        return Err(wrong(message!("its checksum is wrong", "校验和不符")));
    }
    Ok(table)
}
