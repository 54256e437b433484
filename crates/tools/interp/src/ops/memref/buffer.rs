//! Whole buffers as arrays, and back.

use terrace_dialects_mem::layout::memref as memref_of;
use terrace_ir::{TypeData, ValueRef};

use super::views::unranked;
use crate::fault::{Fault, Outcome};
use crate::layout::Element;
use crate::lower::{Lowered, Lowering, ValuePlace};
use crate::memref::Descriptor;
use crate::object::{Array, UNWRITTEN, VALUE, check_mark};
use crate::program::Env;

/// A buffer, ranked or not.
#[derive(Clone, Copy)]
pub(in crate::ops) struct Buffer {
    place: ValuePlace,
    element: Element,
}

impl Buffer {
    /// The buffer that a value is.
    pub(in crate::ops) fn of(lw: &mut Lowering<'_>, value: ValueRef<'_>) -> Lowered<Self> {
        let element = match value.ty().data(lw.cx) {
            TypeData::UnrankedMemRef { element, .. } => *element,
            _ => memref_of(lw.cx, value.ty()).ok_or("a buffer is expected")?.element,
        };
        Ok(Self { place: lw.place(value)?, element: lw.element(element)? })
    }

    /// Its handle, offset, sizes and strides.
    fn numbers(&self, env: &Env<'_>) -> Outcome<Vec<u64>> {
        match self.place {
            ValuePlace::Slots(first, n) => Ok(env.slots[first as usize..(first + n) as usize].to_vec()),
            ValuePlace::Object(reg) => unranked(env, reg),
        }
    }

    /// Its allocation.
    pub(in crate::ops) fn handle(&self, env: &Env<'_>) -> Outcome<u64> {
        Ok(self.numbers(env)?[0])
    }

    /// Its extents.
    pub(in crate::ops) fn sizes(&self, env: &Env<'_>) -> Outcome<Vec<u64>> {
        let numbers = self.numbers(env)?;
        Ok(Descriptor::of(&numbers, (numbers.len() - 2) / 2).sizes.to_vec())
    }

    /// Its elements; those that were not written are marked as that.
    pub(in crate::ops) fn read(&self, env: &mut Env<'_>) -> Outcome<Array> {
        let numbers = self.numbers(env)?;
        let source = Descriptor::of(&numbers, (numbers.len() - 2) / 2);
        let (size, handle) = (self.element.bytes(), source.handle);
        let count = crate::ops::tensor::count(source.sizes, size)?;
        let mut made = Array::marked(self.element, source.sizes.to_vec(), count, VALUE)?;
        let mut i = 0;
        source.each(|at| {
            match env.heap.read_if_written(handle, at.wrapping_mul(size as u64), size)? {
                Some(bytes) => made.bytes[i * size..(i + 1) * size].copy_from_slice(bytes),
                None => made.set_mark(i, UNWRITTEN),
            }
            i += 1;
            Ok(())
        })?;
        Ok(made)
    }

    /// Writes its elements; those without a value are then as if they had not been written.
    pub(in crate::ops) fn write(&self, env: &mut Env<'_>, array: &Array) -> Outcome {
        let numbers = self.numbers(env)?;
        let target = Descriptor::of(&numbers, (numbers.len() - 2) / 2);
        if target.sizes != array.shape {
            return Err(Fault::new(format!(
                "copy between buffers of different sizes: {:?} and {:?}",
                array.shape, target.sizes
            )));
        }
        let (size, handle) = (self.element.bytes(), target.handle);
        let mut i = 0;
        target.each(|at| {
            let at = at.wrapping_mul(size as u64);
            match check_mark(array.mark(i)) {
                Ok(()) => {
                    let bytes = &array.bytes[i * size..(i + 1) * size];
                    env.heap.write(handle, at, size)?.copy_from_slice(bytes);
                }
                Err(_) => env.heap.forget(handle, at, size)?,
            }
            i += 1;
            Ok(())
        })
    }
}
