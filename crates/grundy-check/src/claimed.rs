//! The sequence that a claim describes: the stored values, going on by period and saltus.

use crate::certificate::Certificate;
use crate::verdict::Refusal;

/// Sequences are written out to so many values whatever is stored.
const SHORT: u64 = 1 << 24;

/// Beyond that, to so many times what is stored.
const TIMES: u64 = 24;

/// The values of heaps 0 to `length` - 1 by a certificate of one stretch.
pub(crate) fn extended(certificate: &Certificate, length: u64) -> Result<Vec<u32>, Refusal> {
    let claim = &certificate.claim;
    let mut values = certificate.stretches[0].values.clone();
    if length > SHORT.max(TIMES.saturating_mul(values.len() as u64)) {
        return Err(Refusal::Costly(length.into()));
    }
    // The stretch is no longer than memory, so that its parts are.
    let period = claim.period as usize;
    values.reserve((length as usize).saturating_sub(values.len()));
    while (values.len() as u64) < length {
        let heap = values.len();
        let value = u64::from(values[heap - period]).checked_add(claim.saltus);
        let value = value.and_then(|value| u32::try_from(value).ok());
        values.push(value.ok_or(Refusal::Wide(heap as u64))?);
    }
    Ok(values)
}
