//! Strided views of elements: slices, transpositions and broadcasts of buffers and of arrays.

use crate::fault::{Fault, Outcome};
use crate::memref::row_major;

/// Elements by where the first one is and how far apart they are along each dimension; numbers wrap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The first element.
    pub offset: u64,
    /// The extents.
    pub sizes: Vec<u64>,
    /// The stride of each dimension, in elements.
    pub strides: Vec<u64>,
}

impl View {
    /// All elements of an array in row-major order.
    pub fn whole(sizes: &[u64]) -> Self {
        Self { offset: 0, sizes: sizes.to_vec(), strides: row_major(sizes) }
    }

    /// A part of this: its offset, size and step along each dimension; the dimensions after those are whole.
    ///
    /// # Errors
    ///
    /// The first dimension along which the part is not inside.
    pub fn slice(&self, what: &str, offsets: &[u64], sizes: &[u64], steps: &[u64]) -> Outcome<Self> {
        let mut part = self.clone();
        for i in 0..sizes.len().min(self.sizes.len()) {
            let extent = i128::from(self.sizes[i]);
            let (at, size, step) = (offsets[i] as i64, sizes[i] as i64, steps[i] as i64);
            let last = i128::from(at) + (i128::from(size) - 1) * i128::from(step);
            let inside = |at: i128| (0..extent).contains(&at);
            if size < 0 || size > 0 && !(inside(i128::from(at)) && inside(last)) {
                return Err(Fault::new(format!(
                    "{what} outside of dimension {i} of size {extent}: offset {at}, size {size}, stride {step}"
                )));
            }
            part.offset = part.offset.wrapping_add(offsets[i].wrapping_mul(self.strides[i]));
            part.sizes[i] = sizes[i];
            part.strides[i] = steps[i].wrapping_mul(self.strides[i]);
        }
        Ok(part)
    }

    /// The part at these indices of the first dimensions.
    ///
    /// # Errors
    ///
    /// The first index that is outside of its dimension.
    pub fn at(&self, indices: &[u64]) -> Outcome<Self> {
        let mut part = self.clone();
        for (i, (&index, &extent)) in indices.iter().zip(&self.sizes).enumerate() {
            if index >= extent {
                let index = index as i64;
                return Err(Fault::new(format!(
                    "index {index} is outside of dimension {i} of size {extent}"
                )));
            }
            part.offset = part.offset.wrapping_add(index.wrapping_mul(self.strides[i]));
        }
        part.sizes.drain(..indices.len().min(self.sizes.len()));
        part.strides.drain(..indices.len().min(self.strides.len()));
        Ok(part)
    }

    /// Returns a view of some dimensions in some order; the others must have one element, or are fixed at their first.
    pub fn dims(&self, order: impl IntoIterator<Item = usize>) -> Self {
        let (sizes, strides) = order.into_iter().map(|i| (self.sizes[i], self.strides[i])).unzip();
        Self { offset: self.offset, sizes, strides }
    }

    /// Returns the view without the dropped dimensions.
    pub fn without(&self, dropped: &[bool]) -> Self {
        self.dims((0..self.sizes.len()).filter(|&i| !dropped.get(i).copied().unwrap_or(false)))
    }

    /// Repeated to a shape whose last dimensions are those of this, or where this has one element.
    pub fn broadcast(&self, shape: &[u64]) -> Self {
        let mut strides = vec![0; shape.len()];
        let skip = shape.len() - self.sizes.len().min(shape.len());
        for (i, (&size, &stride)) in self.sizes.iter().zip(&self.strides).enumerate() {
            if size == shape[skip + i] {
                strides[skip + i] = stride;
            }
        }
        Self { offset: self.offset, sizes: shape.to_vec(), strides }
    }

    /// The number of elements.
    pub fn len(&self) -> u64 {
        self.sizes.iter().fold(1u64, |n, &size| n.saturating_mul(size))
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The elements in row-major order of this view.
    pub fn places(&self) -> Places<'_> {
        let left = if self.is_empty() { 0 } else { self.len() };
        Places { view: self, index: vec![0; self.sizes.len()], at: self.offset, left }
    }
}

/// The elements of a view, in row-major order.
pub struct Places<'a> {
    view: &'a View,
    index: Vec<u64>,
    at: u64,
    left: u64,
}

impl Iterator for Places<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        self.left = self.left.checked_sub(1)?;
        let here = self.at as usize;
        for dimension in (0..self.index.len()).rev() {
            let stride = self.view.strides[dimension];
            self.index[dimension] += 1;
            self.at = self.at.wrapping_add(stride);
            if self.index[dimension] < self.view.sizes[dimension] {
                break;
            }
            self.at = self.at.wrapping_sub(stride.wrapping_mul(self.view.sizes[dimension]));
            self.index[dimension] = 0;
        }
        Some(here)
    }
}
