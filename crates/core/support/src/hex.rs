//! Bytes as hexadecimal digits, in loops that compilers make wide.

/// The number of bytes processed at once.
const STEP: usize = 32;

/// The digits that a text begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DigitRun {
    /// The number of digits.
    pub len: usize,
    /// Whether none of them is a lower-case letter.
    pub is_upper: bool,
}

/// The longest run of digits from the first character on.
pub fn digit_run(text: &[u8]) -> DigitRun {
    let (chunks, _) = text.as_chunks::<{ 2 * STEP }>();
    let mut lower = 0u8;
    // Letters of lower case have the bits 0x60, in which no other digit has both.
    let case = |c: u8| c & c.wrapping_add(c) & 0x40;
    let full = chunks.iter().take_while(|chunk| {
        let (wrong, found) =
            chunk.iter().fold((0, 0), |(wrong, found), &c| (wrong | distance(c), found | case(c)));
        if wrong == 0 {
            lower |= found;
        }
        wrong == 0
    });
    let start = full.count() * 2 * STEP;
    let rest = text[start..].iter().take_while(|c| c.is_ascii_hexdigit()).inspect(|&&c| lower |= case(c));
    let len = start + rest.count();
    DigitRun { len, is_upper: lower == 0 }
}

/// Zero if the character is a digit.
#[inline]
fn distance(c: u8) -> u8 {
    let (digit, letter) = (c.wrapping_sub(b'0'), (c | 0x20).wrapping_sub(b'a'));
    digit.saturating_sub(9).min(letter.saturating_sub(5))
}

/// Decodes pairs of digits; `None` if a character is not a digit or the length is odd.
pub fn decode(digits: &[u8]) -> Option<Vec<u8>> {
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    let mut out = Vec::with_capacity(digits.len() / 2);
    let (chunks, rest) = digits.as_chunks::<{ 2 * STEP }>();
    for chunk in chunks {
        if chunk.iter().fold(0, |wrong, &c| wrong | distance(c)) != 0 {
            return None;
        }
        let mut bytes = [0u8; STEP];
        for (four, eight) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(chunk.as_chunks::<8>().0) {
            const ONES: u64 = 0x0101_0101_0101_0101;
            let word = u64::from_le_bytes(*eight);
            // Letters of either case have the bit 0x40, and end in 1 to 6.
            let nibbles = (word & (15 * ONES)) + ((word >> 6) & ONES) * 9;
            let pairs = (nibbles << 4 | nibbles >> 8) & 0x00ff_00ff_00ff_00ff;
            let pairs = (pairs | pairs >> 8) & 0x0000_ffff_0000_ffff;
            *four = ((pairs | pairs >> 16) as u32).to_le_bytes();
        }
        out.extend_from_slice(&bytes);
    }
    let value = |c: u8| (c as char).to_digit(16);
    for pair in rest.as_chunks::<2>().0 {
        out.push((value(pair[0])? << 4 | value(pair[1])?) as u8);
    }
    Some(out)
}

/// Appends two upper-case digits for each byte.
#[allow(unsafe_code)]
pub fn push_upper(out: &mut String, bytes: &[u8]) {
    // SAFETY: the bytes appended below are ASCII.
    let text = unsafe { out.as_mut_vec() };
    text.reserve(bytes.len() * 2);
    // The two digits of a byte, the first in the low half.
    let pair = |byte: u8| {
        let nibbles = u16::from(byte >> 4) | u16::from(byte & 15) << 8;
        let letters = (nibbles + 0x7676) >> 7 & 0x0101;
        (nibbles + 0x3030 + letters * 7).to_le_bytes()
    };
    let (chunks, rest) = bytes.as_chunks::<STEP>();
    for chunk in chunks {
        let mut digits = [0u8; 2 * STEP];
        for (two, &byte) in digits.as_chunks_mut::<2>().0.iter_mut().zip(chunk) {
            *two = pair(byte);
        }
        text.extend_from_slice(&digits);
    }
    for &byte in rest {
        text.extend_from_slice(&pair(byte));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back_whatever_the_length() {
        let all: Vec<u8> = (0..=255).chain((0..77).map(|i| i * 3)).collect();
        for len in [0, 1, 31, 32, 33, 255, all.len()] {
            let mut text = String::new();
            push_upper(&mut text, &all[..len]);
            let expected: String = all[..len].iter().map(|byte| format!("{byte:02X}")).collect();
            assert_eq!(text, expected);
            assert_eq!(decode(text.as_bytes()).as_deref(), Some(&all[..len]));
            assert_eq!(decode(text.to_lowercase().as_bytes()).as_deref(), Some(&all[..len]));
        }
    }

    #[test]
    fn runs_end_at_the_first_other_character_and_know_their_case() {
        let digits: Vec<u8> = b"0123456789ABCDEF".iter().copied().cycle().take(300).collect();
        for len in [0, 1, 63, 64, 65, 128, 299] {
            for end in 0..=255u8 {
                let mut text = digits.clone();
                text[len] = end;
                let run = digit_run(&text);
                let len = if end.is_ascii_hexdigit() { text.len() } else { len };
                let is_upper = !(b'a'..=b'f').contains(&end);
                assert_eq!(run, DigitRun { len, is_upper }, "{end} at {len}");
            }
        }
        // A letter after the end is no digit of the run.
        assert_eq!(digit_run(b"12 ab"), DigitRun { len: 2, is_upper: true });
        assert_eq!(digit_run(b""), DigitRun { len: 0, is_upper: true });
    }

    #[test]
    fn what_is_no_digit_is_found_anywhere() {
        assert_eq!(decode(b"0"), None);
        for wrong in 0..=255u8 {
            for at in [0, 1, 40, 64, 65] {
                let mut digits = [b'7'; 66];
                digits[at] = wrong;
                assert_eq!(decode(&digits).is_some(), wrong.is_ascii_hexdigit(), "{wrong} at {at}");
            }
        }
    }
}
