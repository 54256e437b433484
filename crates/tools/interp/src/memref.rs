//! Accesses through memrefs: in slots, a handle, an offset, sizes and strides.

use crate::fault::{Fault, Outcome};
use crate::heap::Heap;
use crate::inst::Reg;

/// The handle of the allocation and the byte in it that indices name.
///
/// The memref of `rank` dimensions is in the slots from `mem` on, its indices in those that `list` names.
///
/// # Errors
///
/// The first index that is outside of its dimension.
#[inline(always)]
pub fn address(
    slots: &[u64],
    lists: &[Reg],
    size: u8,
    rank: u8,
    mem: Reg,
    list: u32,
    heap: &Heap,
) -> Outcome<(u64, u64)> {
    let (mem, rank, list) = (mem as usize, rank as usize, list as usize);
    let mut at = slots[mem + 1];
    for i in 0..rank {
        let index = slots[lists[list + i] as usize];
        let extent = slots[mem + 2 + i];
        if index >= extent {
            return Err(outside(index, extent, i, slots[mem], heap));
        }
        at = at.wrapping_add(index.wrapping_mul(slots[mem + 2 + rank + i]));
    }
    Ok((slots[mem], at.wrapping_mul(u64::from(size))))
}

/// The fault of an index outside of a dimension.
#[cold]
pub fn outside(index: u64, extent: u64, dimension: usize, handle: u64, heap: &Heap) -> Fault {
    let fault =
        Fault::new(format!("index {} is outside of dimension {dimension} of size {extent}", index as i64));
    match heap.allocation(handle) {
        Ok(allocation) => fault.note(allocation.made, "allocated here"),
        Err(_) => fault,
    }
}

/// A memref in slots.
#[derive(Clone, Copy)]
pub struct Descriptor<'a> {
    /// The handle of the allocation.
    pub handle: u64,
    /// The element that all indices zero name.
    pub offset: u64,
    /// The extents.
    pub sizes: &'a [u64],
    /// The stride of each dimension, in elements.
    pub strides: &'a [u64],
}

impl<'a> Descriptor<'a> {
    /// The memref of `rank` dimensions in slots.
    pub fn of(slots: &'a [u64], rank: usize) -> Self {
        let (sizes, strides) = slots[2..2 + 2 * rank].split_at(rank);
        Self { handle: slots[0], offset: slots[1], sizes, strides }
    }

    /// The number of elements.
    pub fn len(&self) -> u64 {
        self.sizes.iter().fold(1u64, |n, &size| n.saturating_mul(size))
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Visits the elements in row-major order, each by its place in the allocation.
    ///
    /// # Errors
    ///
    /// The first error of `visit`.
    pub fn each(&self, mut visit: impl FnMut(u64) -> Outcome) -> Outcome {
        if self.is_empty() {
            return Ok(());
        }
        let mut index = vec![0; self.sizes.len()];
        let mut at = self.offset;
        loop {
            visit(at)?;
            let mut dimension = self.sizes.len();
            loop {
                let Some(next) = dimension.checked_sub(1) else { return Ok(()) };
                dimension = next;
                index[dimension] += 1;
                at = at.wrapping_add(self.strides[dimension]);
                if index[dimension] < self.sizes[dimension] {
                    break;
                }
                at = at.wrapping_sub(self.strides[dimension].wrapping_mul(self.sizes[dimension]));
                index[dimension] = 0;
            }
        }
    }
}

/// The strides of elements in row-major order.
pub fn row_major(sizes: &[u64]) -> Vec<u64> {
    let mut strides = vec![1; sizes.len()];
    for i in (1..sizes.len()).rev() {
        strides[i - 1] = sizes[i].wrapping_mul(strides[i]);
    }
    strides
}
