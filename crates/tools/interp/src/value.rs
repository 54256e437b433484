//! Arguments and results of programs.

use std::rc::Rc;

use terrace_dialects_mem::layout::memref;
use terrace_ir::types::DYNAMIC;
use terrace_ir::{Context, Diag, Loc, Type, TypeData};

use crate::fault::Fault;
use crate::heap::Lifetime;
use crate::layout::{Element, Repr, repr};
use crate::machine::Machine;
use crate::memref::{Descriptor, row_major};
use crate::object::{Array, Object, UNWRITTEN, VALUE};

/// A value outside of the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number, or a complex one, as slots hold it.
    Number(Element, Vec<u64>),
    /// A tensor, a vector, or the contents of a buffer.
    Array(Array),
    /// A value that means nothing out there, as a function.
    Opaque,
}

/// The results of a program.
#[derive(Debug)]
pub struct Given {
    /// Its results.
    pub results: Vec<Value>,
    /// The final contents of the buffers among the arguments, each with the index of the argument.
    pub buffers: Vec<(usize, Array)>,
}

/// The extents that a type fixes, negative where it does not, and its elements, if its values are arrays or buffers.
pub fn array_type(cx: &Context, ty: Type, index_bits: u32) -> Option<(Vec<i64>, Element)> {
    let shape = ty.shape(cx)?;
    Some((shape.to_vec(), Element::of(cx, ty.element_type(cx)?, index_bits)?))
}

/// Whether an array is one of a type's values: its extents and its elements fit.
pub fn fits(cx: &Context, ty: Type, index_bits: u32, array: &Array) -> bool {
    misfit(cx, ty, index_bits, array).is_none()
}

/// Returns why an array is no value of a type, or `None` if it is one.
pub fn misfit(cx: &Context, ty: Type, index_bits: u32, array: &Array) -> Option<String> {
    let text = cx.type_text(ty);
    let Some((shape, element)) = array_type(cx, ty, index_bits) else {
        return Some(format!("{text} has no elements"));
    };
    if shape.len() != array.shape.len() {
        return Some(format!("{text} has {} dimensions, not {}", shape.len(), array.shape.len()));
    }
    let mut extents = shape.iter().zip(&array.shape).enumerate();
    if let Some((i, (fixed, given))) =
        extents.find(|(_, (fixed, given))| **fixed >= 0 && **fixed as u64 != **given)
    {
        return Some(format!("dimension {i} of {text} is {fixed}, not {given}"));
    }
    (element != array.element).then(|| format!("its elements are not those of {text}"))
}

impl Machine<'_> {
    /// Runs the program's first function on values, which must fit the types of its arguments: buffers are made for
    /// those that are memrefs, and belong to the caller. A buffer that the program returns belongs to it no more.
    ///
    /// # Errors
    ///
    /// If an argument does not fit, or the program has undefined behavior or an error at run time.
    pub fn call(&mut self, cx: &Context, args: &[Value]) -> Result<Given, Box<Diag>> {
        let entry = &self.program().functions[0];
        let loc = entry.loc.unwrap_or(Loc::UNKNOWN);
        let bits = self.program().index_bits;
        let (inputs, outputs) = (entry.inputs.clone(), entry.outputs.clone());
        if inputs.len() != args.len() {
            let message =
                format!("the function takes {} arguments, but {} were given", inputs.len(), args.len());
            return Err(Diag::error(loc, message));
        }
        self.make_globals()?;
        let (mut slots, mut objects, mut buffers) = (Vec::new(), Vec::new(), Vec::new());
        for (i, (&ty, arg)) in inputs.iter().zip(args).enumerate() {
            let refused = || {
                let text = cx.type_text(ty);
                Diag::error(loc, format!("argument {i} is no value of type {text}"))
            };
            match (repr(cx, ty, bits), arg) {
                (Some(Repr::Slots(n)), Value::Number(_, own)) if n as usize == own.len() => {
                    slots.extend_from_slice(own);
                }
                (Some(Repr::Slots(_)), Value::Array(array)) if fits(cx, ty, bits, array) => {
                    let handle = self.heap.allocate_filled(array.bytes.clone(), Lifetime::Static, loc);
                    let handle = handle.map_err(|fault| fault.into_diag(loc))?;
                    let strides = row_major(&array.shape);
                    if !has_layout(cx, ty, &strides) {
                        return Err(Diag::error(loc, not_row_major(cx, i, ty)));
                    }
                    slots.extend([handle, 0]);
                    slots.extend(&array.shape);
                    slots.extend(strides);
                    buffers.push((i, handle, array.element, array.shape.clone()));
                }
                (Some(Repr::Object), Value::Array(array)) if fits(cx, ty, bits, array) => {
                    objects.push(Some(Rc::new(array.clone())));
                }
                _ => return Err(refused()),
            }
        }
        let (slots, objects) = self.run(&slots, &objects)?;
        let results = self.results(cx, &outputs, &slots, &objects).map_err(|fault| fault.into_diag(loc))?;
        let buffers = buffers.into_iter().map(|(i, handle, element, shape)| {
            let strides = row_major(&shape);
            let buffer = Descriptor { handle, offset: 0, sizes: &shape, strides: &strides };
            self.contents(&buffer, element).map(|array| (i, array))
        });
        let buffers = buffers.collect::<Result<_, _>>().map_err(|fault| fault.into_diag(loc))?;
        Ok(Given { results, buffers })
    }

    /// The results that slots and objects hold.
    fn results(
        &mut self,
        cx: &Context,
        types: &[Type],
        slots: &[u64],
        objects: &[Object],
    ) -> Result<Vec<Value>, Fault> {
        let bits = self.program().index_bits;
        let (mut slots, mut objects) = (slots, objects.iter());
        let (mut results, mut returned) = (Vec::new(), Vec::new());
        for &ty in types {
            let value = match repr(cx, ty, bits) {
                Some(Repr::Slots(n)) => {
                    let (own, rest) = slots.split_at((n as usize).min(slots.len()));
                    slots = rest;
                    match (array_type(cx, ty, bits), Element::of(cx, ty, bits)) {
                        (_, Some(element)) => Value::Number(element, own.to_vec()),
                        (Some((shape, element)), None) => {
                            let buffer = Descriptor::of(own, shape.len());
                            returned.push(buffer.handle);
                            Value::Array(self.contents(&buffer, element)?)
                        }
                        (None, None) => Value::Opaque,
                    }
                }
                _ => match objects.next() {
                    Some(Some(array)) if !matches!(ty.data(cx), TypeData::UnrankedMemRef { .. }) => {
                        Value::Array(Array::clone(array))
                    }
                    _ => Value::Opaque,
                },
            };
            results.push(value);
        }
        // Two results may be one buffer.
        returned.sort_unstable();
        returned.dedup();
        returned.into_iter().for_each(|handle| self.heap.give_away(handle));
        Ok(results)
    }

    /// Returns the contents of a buffer.
    fn contents(&self, buffer: &Descriptor<'_>, element: Element) -> Result<Array, Fault> {
        let (size, mut bytes, mut written) = (element.bytes(), Vec::new(), Vec::new());
        let allocation = self.heap.allocation(buffer.handle)?;
        if let Some(freed) = allocation.freed {
            let fault = Fault::new("the program returns a memref of memory that it has freed");
            return Err(fault.note(freed, "freed here").note(allocation.made, "allocated here"));
        }
        buffer.each(|at| {
            let at = at.wrapping_mul(size as u64);
            written.push(self.heap.is_written(buffer.handle, at, size));
            let end = (at as usize).checked_add(size);
            let found = end.and_then(|end| allocation.contents().get(at as usize..end));
            bytes.extend_from_slice(
                found.ok_or_else(|| Fault::new("the program returns a memref that leaves its allocation"))?,
            );
            Ok(())
        })?;
        let mut array = Array::new(element, buffer.sizes.to_vec(), bytes);
        if written.contains(&false) {
            let mark = |written| if written { VALUE } else { UNWRITTEN };
            array.marks = Some(written.into_iter().map(mark).collect());
        }
        Ok(array)
    }
}

/// Returns the error for an argument whose layout is not row-major.
pub fn not_row_major(cx: &Context, index: usize, ty: Type) -> String {
    format!("argument {index} cannot be given: {} is not in row-major order", cx.type_text(ty))
}

/// Whether buffers of a type may have no offset and these strides.
pub fn has_layout(cx: &Context, ty: Type, strides: &[u64]) -> bool {
    let Some((fixed, offset)) = memref(cx, ty).and_then(|memref| memref.strides_and_offset(cx)) else {
        return false;
    };
    let is = |fixed: i64, value: u64| fixed == DYNAMIC || fixed as u64 == value;
    is(offset, 0) && fixed.iter().zip(strides).all(|(&fixed, &stride)| is(fixed, stride))
}
