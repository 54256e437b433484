//! Bytes as text in base 64.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Returns the text of bytes, with padding.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |at: usize| group.get(at).copied().map_or(0, u32::from);
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let value = bits >> (18 - 6 * digit) & 63;
            out.push(if digit > group.len() { '=' } else { char::from(DIGITS[value as usize]) });
        }
    }
    out
}

/// Returns the bytes of a text; `None` if it is no text in base 64 with padding.
pub(crate) fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let last = text.len() / 4;
    for (number, group) in text.chunks(4).enumerate() {
        let padding = group.iter().rev().take_while(|&&digit| digit == b'=').count();
        if padding > 2 || (padding > 0 && number + 1 < last) {
            return None;
        }
        let mut bits = 0u32;
        for digit in &group[..4 - padding] {
            let value = DIGITS.iter().position(|known| known == digit)?;
            bits = bits << 6 | value as u32;
        }
        bits <<= 6 * padding;
        out.extend_from_slice(&bits.to_be_bytes()[1..4 - padding]);
    }
    Some(out)
}
