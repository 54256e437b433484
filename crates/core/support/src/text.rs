//! Text that is known to be ASCII, checked and copied at once.

/// Appends the longest part of `bytes`, from the first on, whose bytes are ASCII and satisfy `plain`. Returns its
/// length.
#[inline]
#[allow(unsafe_code)]
pub fn push_while(out: &mut String, bytes: &[u8], plain: impl Fn(u8) -> bool) -> usize {
    let end = bytes.iter().position(|&byte| !byte.is_ascii() || !plain(byte)).unwrap_or(bytes.len());
    // SAFETY: every byte before `end` is ASCII.
    out.push_str(unsafe { std::str::from_utf8_unchecked(&bytes[..end]) });
    end
}

#[cfg(test)]
mod tests {
    use super::push_while;

    #[test]
    fn stops_at_what_is_not_plain_or_not_ascii() {
        let mut out = "x".to_string();
        assert_eq!(push_while(&mut out, b"ab\xc3\xa9", |_| true), 2);
        assert_eq!(push_while(&mut out, b"c,d", |byte| byte != b','), 1);
        assert_eq!(push_while(&mut out, b"", |_| true), 0);
        assert_eq!(out, "xabc");
    }
}
