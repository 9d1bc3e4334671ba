//! Decimal text.
use crate::number::Natural;
/// Reads decimal digits.
///
/// # Errors
/// Where the text is not all digits.
pub fn parse(text: &str) -> Result<Natural, ()> {
    if text.is_empty() || !text.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(());
    }
    Natural::from_str_radix(text, 10).map_err(|_| ())
}
