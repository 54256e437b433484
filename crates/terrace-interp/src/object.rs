//! Values that do not fit into slots: vectors and tensors.

use std::rc::Rc;

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
}

impl Array {
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
