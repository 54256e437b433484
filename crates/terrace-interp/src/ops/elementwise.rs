//! Functions of numbers, for each element of vectors and tensors where they are given those.

use std::rc::Rc;

use smallvec::SmallVec;
use terrace_ir::OpRef;
use terrace_support::apfloat::{ApFloat, FloatKind};
use terrace_support::apint::ApInt;

use crate::fault::{Fault, Outcome};
use crate::layout::{Element, Scalar};
use crate::lower::{Lowered, Lowering, Place};
use crate::object::Array;

/// The number that the elements of the first operand are, and whether the operand is one itself.
pub fn operand_scalar(lw: &Lowering<'_>, op: OpRef<'_>) -> Lowered<(Scalar, bool)> {
    let ty = op.operands().next().ok_or("an operand is expected")?.ty();
    let element = lw.element(ty.element_type_or_self(lw.cx))?;
    Ok((element.scalar, !ty.is_shaped(lw.cx)))
}

/// Appends a function of the slots of one element of each operand, that writes the slots of one element of each result.
pub fn elementwise(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    run: impl Fn(&[u64], &mut [u64]) -> Outcome + 'static,
) -> Lowered {
    let args = lw.places(op.operands())?;
    let results = lw.places(op.results())?;
    let element = |lw: &Lowering<'_>, value: terrace_ir::ValueRef<'_>| {
        lw.element(value.ty().element_type_or_self(lw.cx))
    };
    let outs: Vec<Element> = op.results().map(|value| element(lw, value)).collect::<Lowered<_>>()?;
    let total: u32 = outs.iter().map(|element| element.slots()).sum();
    if results.iter().all(|place| matches!(place, Place::Slots(..))) {
        return lw.native(op, false, move |env| {
            let mut inputs = SmallVec::<[u64; 8]>::new();
            for place in &args {
                let &Place::Slots(first, n) = place else { return Err(Fault::new("a scalar is expected")) };
                inputs.extend_from_slice(&env.slots[first as usize..(first + n) as usize]);
            }
            let mut out = SmallVec::<[u64; 8]>::from_elem(0, total as usize);
            run(&inputs, &mut out)?;
            let mut rest = &out[..];
            for place in &results {
                let &Place::Slots(first, n) = place else { continue };
                let (part, after) = rest.split_at(n as usize);
                env.slots[first as usize..(first + n) as usize].copy_from_slice(part);
                rest = after;
            }
            Ok(())
        });
    }
    lw.native(op, false, move |env| {
        let mut shape = None;
        for place in &args {
            if let &Place::Object(reg) = place
                && let Some(array) = &env.objects[reg as usize]
            {
                match &shape {
                    None => shape = Some(array.shape.clone()),
                    Some(shape) if *shape != array.shape => {
                        return Err(Fault::new("the operands of an elementwise op have different sizes"));
                    }
                    _ => {}
                }
            }
        }
        let shape = shape.unwrap_or_default();
        let n = shape.iter().product::<u64>() as usize;
        let mut bytes: Vec<Vec<u8>> = outs.iter().map(|element| vec![0; n * element.bytes()]).collect();
        let mut inputs = Vec::new();
        let mut out = vec![0; total as usize];
        for i in 0..n {
            inputs.clear();
            for place in &args {
                match *place {
                    Place::Slots(first, count) => {
                        inputs.extend_from_slice(&env.slots[first as usize..(first + count) as usize]);
                    }
                    Place::Object(reg) => {
                        let Some(array) = &env.objects[reg as usize] else { continue };
                        array.check_written(i)?;
                        let (at, size) = (inputs.len(), array.element.bytes());
                        inputs.resize(at + array.element.slots() as usize, 0);
                        array.element.read(&array.bytes[i * size..(i + 1) * size], &mut inputs[at..]);
                    }
                }
            }
            run(&inputs, &mut out)?;
            let mut rest = &out[..];
            for (element, bytes) in outs.iter().zip(&mut bytes) {
                let (part, after) = rest.split_at(element.slots() as usize);
                let size = element.bytes();
                element.write(part, &mut bytes[i * size..(i + 1) * size]);
                rest = after;
            }
        }
        for ((place, &element), bytes) in results.iter().zip(&outs).zip(bytes) {
            if let &Place::Object(reg) = place {
                env.objects[reg as usize] = Some(Rc::new(Array::new(element, shape.clone(), bytes)));
            }
        }
        Ok(())
    })
}

/// An integer that slots hold.
pub fn integer(width: u32, slots: &[u64]) -> ApInt {
    ApInt::from_words(width, slots)
}

/// Writes an integer to slots.
pub fn set_integer(value: &ApInt, slots: &mut [u64]) {
    slots.iter_mut().zip(value.words()).for_each(|(slot, &word)| *slot = word);
}

/// A float that slots hold.
pub fn float(kind: FloatKind, slots: &[u64]) -> ApFloat {
    let high = slots.get(1).copied().unwrap_or(0);
    ApFloat::from_bits(kind, u128::from(slots[0]) | u128::from(high) << 64)
}

/// Writes a float to slots.
pub fn set_float(value: ApFloat, slots: &mut [u64]) {
    let bits = value.bits();
    slots.iter_mut().enumerate().for_each(|(i, slot)| *slot = (bits >> (64 * i.min(1))) as u64);
}
