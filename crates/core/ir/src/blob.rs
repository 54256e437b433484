//! Bytes of constants: owned, or a part of a file that is in memory.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, Range};
use std::sync::Arc;

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
}

impl Blob {
    /// Returns a part of an owner's bytes, which keeps the owner alive. Panics if the range is out of bounds.
    pub fn part_of(owner: ByteOwner, range: Range<usize>) -> Self {
        assert!(range.start <= range.end && range.end <= (*owner).as_ref().len(), "a part within its owner");
        Self(Owner::Part(Arc::new((owner, range))))
    }

    /// Returns a part of these bytes, which are shared. Panics if there is no such part.
    pub fn part(&self, range: Range<usize>) -> Self {
        assert!(range.start <= range.end && range.end <= self.len(), "a part within the bytes");
        let (owner, start): (ByteOwner, usize) = match &self.0 {
            Owner::Bytes(bytes) => (Arc::clone(bytes) as ByteOwner, 0),
            Owner::Part(part) => (Arc::clone(&part.0), part.1.start),
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
        // Slices at one address are not looked at.
        std::ptr::eq::<[u8]>(&**self, &**other) || **self == **other
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
}
