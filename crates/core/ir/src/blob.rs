//! Bytes of constants: owned, a part of a file that is in memory, or digits of a text, decoded when they are asked for.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, Range};
use std::sync::{Arc, OnceLock};

use terrace_support::{file, hex};

/// An owner of bytes: a vector, a buffer of a source map, a mapped file.
pub type ByteOwner = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// Bytes of a constant, shared rather than copied.
#[derive(Clone)]
pub struct Blob(Owner);

#[derive(Clone)]
enum Owner {
    Bytes(Arc<Vec<u8>>),
    /// A range of bytes of another owner.
    Part(Arc<(ByteOwner, Range<usize>)>),
    Digits(Arc<Digits>),
}

/// Hexadecimal digits of a text, two for each byte.
struct Digits {
    text: ByteOwner,
    range: Range<usize>,
    is_upper: bool,
    decoded: OnceLock<Vec<u8>>,
}

impl Digits {
    fn text(&self) -> &[u8] {
        &(*self.text).as_ref()[self.range.clone()]
    }

    fn decode(&self, range: Range<usize>) -> Vec<u8> {
        hex::decode(&self.text()[2 * range.start..2 * range.end]).expect("pairs of hexadecimal digits")
    }
}

impl AsRef<[u8]> for Digits {
    fn as_ref(&self) -> &[u8] {
        self.decoded.get_or_init(|| self.decode(0..self.range.len() / 2))
    }
}

impl Blob {
    /// Returns a part of an owner's bytes, which keeps the owner alive. Panics if the range is out of bounds.
    pub fn part_of(owner: ByteOwner, range: Range<usize>) -> Self {
        assert!(range.start <= range.end && range.end <= (*owner).as_ref().len(), "a part within its owner");
        Self(Owner::Part(Arc::new((owner, range))))
    }

    /// Returns the bytes that hexadecimal digits of a text stand for, which are decoded at the first access and keep the text
    /// alive. `is_upper` promises that none of the digits is a lower-case letter. Panics if the range is out of bounds or has an
    /// odd length, and on access if a character in it is no digit.
    pub fn from_digits(text: ByteOwner, range: Range<usize>, is_upper: bool) -> Self {
        assert!(range.start <= range.end && range.end <= (*text).as_ref().len(), "a part within its owner");
        assert!(range.len().is_multiple_of(2), "two digits for each byte");
        Self(Owner::Digits(Arc::new(Digits { text, range, is_upper, decoded: OnceLock::new() })))
    }

    /// The number of bytes, for which none is decoded.
    #[inline]
    pub fn len(&self) -> usize {
        match &self.0 {
            Owner::Bytes(bytes) => bytes.len(),
            Owner::Part(part) => part.1.len(),
            Owner::Digits(digits) => digits.range.len() / 2,
        }
    }

    /// Returns whether there are no bytes.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The text of upper-case digits that the bytes are kept as; `None` if they are kept in another form.
    pub fn upper_digits(&self) -> Option<&[u8]> {
        match &self.0 {
            Owner::Digits(digits) if digits.is_upper => Some(digits.text()),
            _ => None,
        }
    }

    /// Passes the bytes to `f` in parts of `size`, the last one shorter. What is not decoded yet is not kept.
    ///
    /// # Errors
    ///
    /// The first one of `f`, which ends the iteration.
    pub fn try_for_each_part<E>(
        &self,
        size: usize,
        mut f: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        if let Owner::Digits(digits) = &self.0
            && digits.decoded.get().is_none()
        {
            let len = self.len();
            return (0..len).step_by(size).try_for_each(|start| {
                let end = len.min(start + size);
                f(&digits.decode(start..end))?;
                file::release(&digits.text()[2 * start..2 * end]);
                Ok(())
            });
        }
        self.chunks(size).try_for_each(f)
    }

    /// Returns a part of these bytes, which are shared. Panics if there is no such part.
    pub fn part(&self, range: Range<usize>) -> Self {
        assert!(range.start <= range.end && range.end <= self.len(), "a part within the bytes");
        let (owner, start): (ByteOwner, usize) = match &self.0 {
            Owner::Bytes(bytes) => (Arc::clone(bytes) as ByteOwner, 0),
            Owner::Part(part) => (Arc::clone(&part.0), part.1.start),
            Owner::Digits(digits) => (Arc::clone(digits) as ByteOwner, 0),
        };
        Self(Owner::Part(Arc::new((owner, start + range.start..start + range.end))))
    }
}

impl From<Vec<u8>> for Blob {
    fn from(mut bytes: Vec<u8>) -> Self {
        bytes.shrink_to_fit();
        Self(Owner::Bytes(Arc::new(bytes)))
    }
}

impl Deref for Blob {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match &self.0 {
            Owner::Bytes(bytes) => bytes,
            Owner::Part(part) => &(*part.0).as_ref()[part.1.clone()],
            Owner::Digits(digits) => (**digits).as_ref(),
        }
    }
}

impl AsRef<[u8]> for Blob {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl fmt::Debug for Blob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Blob").field(&&**self).finish()
    }
}

impl PartialEq for Blob {
    fn eq(&self, other: &Self) -> bool {
        if let (Owner::Digits(a), Owner::Digits(b)) = (&self.0, &other.0)
            && Arc::ptr_eq(a, b)
        {
            return true;
        }
        // Slices at one address are not looked at.
        self.len() == other.len() && (std::ptr::eq::<[u8]>(&**self, &**other) || **self == **other)
    }
}
impl Eq for Blob {}
impl Hash for Blob {
    // A sample suffices: equality decides, and hashing every byte of a large constant would cost as much as parsing it.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let bytes = &self[..];
        bytes.len().hash(state);
        if bytes.len() <= 1024 {
            state.write(bytes);
        } else {
            state.write(&bytes[..256]);
            state.write(&bytes[bytes.len() - 256..]);
            let step = bytes.len() / 32;
            for at in (256..bytes.len() - 8).step_by(step) {
                state.write(&bytes[at..at + 8]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_share_the_bytes_of_their_owner() {
        let whole = Blob::from(vec![1, 2, 3, 4]);
        let part = whole.part(1..4).part(1..2);
        assert_eq!(&*part, [3]);
        assert!(std::ptr::eq(&part[0], &whole[2]));
        assert_eq!(part, Blob::from(vec![3]));
    }

    #[test]
    fn digits_are_decoded_once_and_only_if_bytes_are_asked_for() {
        let is_decoded =
            |blob: &Blob| matches!(&blob.0, Owner::Digits(digits) if digits.decoded.get().is_some());
        let text: ByteOwner = Arc::new(b"\"0x0A0bFf00\"".to_vec());
        let blob = Blob::from_digits(Arc::clone(&text), 3..11, false);
        let mut parts = Vec::new();
        blob.try_for_each_part(3, |part| {
            parts.push(part.to_vec());
            Ok::<(), ()>(())
        })
        .unwrap();
        assert_eq!(parts, [vec![10, 11, 255], vec![0]]);
        assert_eq!((blob.len(), blob.is_empty(), blob.upper_digits()), (4, false, None));
        assert!(blob == blob.clone() && blob != Blob::from(vec![1]));
        assert!(!is_decoded(&blob));
        assert_eq!(&*blob.part(1..3), [11, 255]);
        assert!(is_decoded(&blob));
        assert!(std::ptr::eq(&blob[1], &blob.clone().part(1..2)[0]));
        assert_eq!(blob, Blob::from(vec![10, 11, 255, 0]));
        let upper = Blob::from_digits(text, 3..5, true);
        assert_eq!(upper.upper_digits(), Some(&b"0A"[..]));
    }
}
