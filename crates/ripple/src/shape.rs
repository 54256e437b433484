//! Shapes of values.

use std::fmt;

/// The number of dimensions that a block can have.
pub const MAX_DIMS: usize = 10;

/// The number of elements in each dimension, dimension 0 first; 1 where there is only one.
///
/// Elements are numbered with dimension 0 varying fastest: the flat index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape([u32; MAX_DIMS]);

/// Two shapes differ in a dimension in which neither has one element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// The dimension.
    pub dim: usize,
    /// The sizes.
    pub sizes: [u32; 2],
}

impl Shape {
    /// The shape of a value that exists once.
    pub const SCALAR: Self = Self([1; MAX_DIMS]);

    /// The shape with these sizes; 0 stands for 1.
    pub fn new(sizes: [u32; MAX_DIMS]) -> Self {
        Self(sizes.map(|size| size.max(1)))
    }

    /// The shape with one dimension of more than one element.
    pub fn one_dim(dim: usize, size: u32) -> Self {
        Self::SCALAR.with(dim, size)
    }

    /// The shape with another size in a dimension.
    #[must_use]
    pub fn with(mut self, dim: usize, size: u32) -> Self {
        self.0[dim] = size.max(1);
        self
    }

    /// The number of elements in a dimension.
    pub fn size(self, dim: usize) -> u32 {
        self.0[dim]
    }

    /// Whether the value exists once.
    pub fn is_scalar(self) -> bool {
        self == Self::SCALAR
    }

    /// The number of elements.
    pub fn elements(self) -> usize {
        self.0.iter().map(|&size| size as usize).product()
    }

    /// The dimensions with more than one element, in ascending order.
    pub fn dims(self) -> impl DoubleEndedIterator<Item = usize> {
        (0..MAX_DIMS).filter(move |&dim| self.0[dim] > 1)
    }

    /// The shape to which both are broadcast.
    ///
    /// # Errors
    ///
    /// The first dimension in which the sizes differ and neither is 1.
    pub fn join(self, other: Self) -> Result<Self, Mismatch> {
        let mut joined = self;
        for dim in 0..MAX_DIMS {
            let (a, b) = (self.0[dim], other.0[dim]);
            match (a, b) {
                (1, size) => joined.0[dim] = size,
                (_, 1) => {}
                _ if a == b => {}
                _ => return Err(Mismatch { dim, sizes: [a, b] }),
            }
        }
        Ok(joined)
    }

    /// The dimensions that `other` has, with the sizes they have here.
    #[must_use]
    pub fn restricted_to(self, other: Self) -> Self {
        Self(std::array::from_fn(|dim| if other.0[dim] > 1 { self.0[dim] } else { 1 }))
    }

    /// The dimensions that `other` lacks, with the sizes they have here.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(std::array::from_fn(|dim| if other.0[dim] > 1 { 1 } else { self.0[dim] }))
    }

    /// Whether every dimension of this shape has the same size in `other`.
    pub fn is_within(self, other: Self) -> bool {
        (0..MAX_DIMS).all(|dim| self.0[dim] == 1 || self.0[dim] == other.0[dim])
    }

    /// The index in each dimension of the element with a flat index.
    pub fn coordinates(self, mut flat: usize) -> [usize; MAX_DIMS] {
        self.0.map(|size| {
            let at = flat % size as usize;
            flat /= size as usize;
            at
        })
    }

    /// The flat index of the element with these indices; those of dimensions with one element do not count.
    pub fn flat(self, coordinates: &[usize; MAX_DIMS]) -> usize {
        let mut stride = 1;
        let mut flat = 0;
        for (&size, &at) in self.0.iter().zip(coordinates) {
            if size > 1 {
                flat += stride * at;
                stride *= size as usize;
            }
        }
        flat
    }

    /// For each element of this shape, the flat index of the element of `part` that it is broadcast from.
    pub fn projection(self, part: Self) -> Vec<usize> {
        (0..self.elements()).map(|flat| part.flat(&self.coordinates(flat))).collect()
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_scalar() {
            return f.write_str("Scalar");
        }
        f.write_str("Tensor")?;
        let last = self.dims().next_back().unwrap_or(0);
        self.0[..=last].iter().try_for_each(|size| write!(f, "[{size}]"))
    }
}
