//! Values that do not fit into slots: vectors and tensors.

use std::rc::Rc;

use terrace_ir::Blob;

use crate::budget::{self, Held};
use crate::fault::{Fault, Outcome};
use crate::layout::Element;

/// An object register: nothing, or a value that may be shared.
pub type Object = Option<Rc<Array>>;

/// The elements of a vector or tensor in row-major order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Array {
    /// The element type.
    pub element: Element,
    /// The extents.
    pub shape: Vec<u64>,
    /// The elements as they are in memory, one after the other.
    pub bytes: Vec<u8>,
    /// The state of each element, unless all are values: [`VALUE`], [`UNWRITTEN`], or one more than the origin of its
    /// poison.
    pub marks: Option<Vec<u32>>,
    held: Held,
}

/// The mark of an element that has a value.
pub const VALUE: u32 = 0;
/// The mark of an element that was not written yet.
pub const UNWRITTEN: u32 = 1;

/// Checks the mark of an element that is read.
///
/// # Errors
///
/// If it has no value: it was not written, or is poison.
pub fn check_mark(mark: u32) -> Outcome {
    match mark {
        VALUE => Ok(()),
        UNWRITTEN => Err(Fault::new("read of a tensor element that was not written")),
        _ => Err(Fault::Origin(mark - 1)),
    }
}

/// The mark for an origin of poison, which is 0 for a value that is not poison.
pub fn poison_mark(origin: u32) -> u32 {
    if origin == 0 { VALUE } else { origin + 1 }
}

impl Array {
    /// An array of these elements.
    pub fn new(element: Element, shape: Vec<u64>, bytes: Vec<u8>) -> Self {
        let held = Held::new(bytes.len() as u64);
        Self { element, shape, bytes, marks: None, held }
    }

    /// An array of `count` elements that have this mark.
    ///
    /// # Errors
    ///
    /// If the run may not hold as many bytes.
    pub fn marked(element: Element, shape: Vec<u64>, count: usize, mark: u32) -> Outcome<Self> {
        let size = count as u64 * element.bytes() as u64;
        let marks_size = if mark == VALUE { 0 } else { count as u64 * 4 };
        budget::check(size.saturating_add(marks_size))?;
        let marks = (mark != VALUE).then(|| vec![mark; count]);
        let held = Held::new(size + marks_size);
        Ok(Self { element, shape, bytes: vec![0; size as usize], marks, held })
    }

    /// An array of `count` elements that were not written yet.
    ///
    /// # Errors
    ///
    /// If the run may not hold as many bytes.
    pub fn unwritten(element: Element, shape: Vec<u64>, count: usize) -> Outcome<Self> {
        Self::marked(element, shape, count, UNWRITTEN)
    }

    /// The mark of an element.
    #[inline]
    pub fn mark(&self, index: usize) -> u32 {
        self.marks.as_ref().and_then(|marks| marks.get(index).copied()).unwrap_or(VALUE)
    }

    /// Marks an element.
    #[inline]
    pub fn set_mark(&mut self, index: usize, mark: u32) {
        if mark != VALUE && self.marks.is_none() {
            self.marks = Some(vec![VALUE; self.len()]);
            self.held.grow(4 * self.len() as u64);
        }
        if let Some(marks) = &mut self.marks {
            marks[index] = mark;
        }
    }

    /// Reports an element that has no value.
    ///
    /// # Errors
    ///
    /// If it was not written, or is poison.
    pub fn check_written(&self, index: usize) -> Outcome {
        check_mark(self.mark(index))
    }

    /// Notes that an element was written.
    pub fn mark_written(&mut self, index: usize) {
        self.set_mark(index, VALUE);
    }

    /// Copies an element from another array of such elements, together with its mark.
    pub fn copy_element(&mut self, index: usize, from: &Array, source: usize) {
        let size = self.element.bytes();
        self.bytes[index * size..(index + 1) * size]
            .copy_from_slice(&from.bytes[source * size..(source + 1) * size]);
        if self.marks.is_some() || from.marks.is_some() {
            self.set_mark(index, from.mark(source));
        }
    }

    /// Reads an element that must have a value into slots.
    ///
    /// # Errors
    ///
    /// If it was not written, or is poison.
    pub fn read(&self, index: usize, slots: &mut [u64]) -> Outcome {
        self.check_written(index)?;
        let size = self.element.bytes();
        self.element.read(&self.bytes[index * size..(index + 1) * size], slots);
        Ok(())
    }

    /// Writes an element from slots.
    pub fn write(&mut self, index: usize, slots: &[u64]) {
        let (element, size) = (self.element, self.element.bytes());
        element.write(slots, &mut self.bytes[index * size..(index + 1) * size]);
        self.set_mark(index, VALUE);
    }

    /// The slots of an element.
    pub fn get(&self, index: usize) -> Vec<u64> {
        let size = self.element.bytes();
        let mut slots = vec![0; self.element.slots() as usize];
        if let Some(bytes) = self.bytes.get(index * size..(index + 1) * size) {
            self.element.read(bytes, &mut slots);
        }
        slots
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.bytes.len() / self.element.bytes()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}

/// The elements of a constant, which are written out where they are used.
#[derive(Clone, Debug)]
pub struct Constant {
    element: Element,
    shape: Vec<u64>,
    count: u64,
    /// The elements, or the one that all are.
    bytes: Blob,
}

impl Constant {
    /// Creates a constant of these elements, or of one element for the whole shape. `None` if their number is neither
    /// one nor that of the shape.
    pub fn new(element: Element, shape: Vec<u64>, bytes: Blob, splat: bool) -> Option<Self> {
        let count = shape.iter().try_fold(1u64, |n, &extent| n.checked_mul(extent))?;
        let size = (count.checked_mul(element.bytes() as u64)?, element.bytes());
        let fits = if splat { bytes.len() == size.1 } else { bytes.len() as u64 == size.0 };
        fits.then_some(Self { element, shape, count, bytes })
    }

    /// The extents of the dimensions, outermost first.
    pub fn shape(&self) -> &[u64] {
        &self.shape
    }

    /// The number of elements.
    pub fn len(&self) -> u64 {
        self.count
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The bytes of all elements.
    ///
    /// # Errors
    ///
    /// If the run may not hold as many bytes.
    pub fn bytes(&self) -> Outcome<Vec<u8>> {
        let size = self.count * self.element.bytes() as u64;
        budget::check(size)?;
        match self.bytes.len() as u64 == size {
            true => Ok(self.bytes.to_vec()),
            false => Ok(self.bytes.repeat(self.count as usize)),
        }
    }

    /// The elements as an array.
    ///
    /// # Errors
    ///
    /// If the run may not hold as many bytes.
    pub fn array(&self) -> Outcome<Array> {
        Ok(Array::new(self.element, self.shape.clone(), self.bytes()?))
    }

    /// The slots of an element.
    pub fn get(&self, index: usize) -> Vec<u64> {
        let size = self.element.bytes();
        let at = if self.bytes.len() == size { 0 } else { index * size };
        let mut slots = vec![0; self.element.slots() as usize];
        if let Some(bytes) = self.bytes.get(at..at + size) {
            self.element.read(bytes, &mut slots);
        }
        slots
    }
}
