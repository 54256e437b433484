//! Values that do not fit into slots: vectors and tensors.

use std::rc::Rc;

use crate::fault::{Fault, Outcome};
use crate::layout::Element;

/// An object register: nothing, or a value that may be shared.
pub type Object = Option<Rc<Array>>;

/// The elements of a vector or tensor in row-major order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Array {
    /// What the elements are.
    pub element: Element,
    /// The extents.
    pub shape: Vec<u64>,
    /// The elements as they are in memory, one after the other.
    pub bytes: Vec<u8>,
    /// Whether each element was written; none when all were.
    pub written: Option<Vec<bool>>,
}

impl Array {
    /// An array of these elements.
    pub fn new(element: Element, shape: Vec<u64>, bytes: Vec<u8>) -> Self {
        Self { element, shape, bytes, written: None }
    }

    /// An array of `count` elements that were not written yet.
    pub fn unwritten(element: Element, shape: Vec<u64>, count: usize) -> Self {
        Self { element, shape, bytes: vec![0; count * element.bytes()], written: Some(vec![false; count]) }
    }

    /// Reports an element that is read before it was written.
    pub fn check_written(&self, index: usize) -> Outcome {
        match &self.written {
            Some(written) if written.get(index) == Some(&false) => {
                Err(Fault::new("read of a tensor element that was not written"))
            }
            _ => Ok(()),
        }
    }

    /// Notes that an element was written.
    pub fn mark_written(&mut self, index: usize) {
        if let Some(written) = &mut self.written {
            written[index] = true;
        }
    }

    /// Copies an element from another array of such elements, together with whether it was written.
    pub fn copy_element(&mut self, index: usize, from: &Array, source: usize) {
        let size = self.element.bytes();
        self.bytes[index * size..(index + 1) * size]
            .copy_from_slice(&from.bytes[source * size..(source + 1) * size]);
        let is_written = from.written.as_ref().is_none_or(|written| written[source]);
        if !is_written && self.written.is_none() {
            self.written = Some(vec![true; self.len()]);
        }
        if let Some(written) = &mut self.written {
            written[index] = is_written;
        }
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

    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.bytes.len() / self.element.bytes()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}
