//! Functions of numbers, for each element of vectors and tensors where they are given those.

use std::rc::Rc;

use smallvec::SmallVec;
use terrace_dialects_core::arith::{FastMathFlags, FastMathFlagsAttr};
use terrace_ir::attr_kind::AttrKind;
use terrace_ir::{BinaryOpView, OpRef, ValueRef};
use terrace_support::apfloat::{ApFloat, FloatKind};
use terrace_support::apint::ApInt;

use crate::fault::{Fault, Outcome};
use crate::inst::Reg;
use crate::layout::{Element, Scalar};
use crate::lower::{Lowered, Lowering, ValuePlace};
use crate::object::{Array, VALUE, check_mark};

/// The number that the elements of the first operand are, and whether the operand is one itself.
///
/// # Errors
///
/// If there is no operand, or its elements are not supported.
pub fn operand_scalar(lw: &Lowering<'_>, op: OpRef<'_>) -> Lowered<(Scalar, bool)> {
    let ty = op.operands().next().ok_or("an operand is expected")?.ty();
    let element = lw.element(ty.element_type_or_self(lw.cx))?;
    Ok((element.scalar, !ty.is_shaped(lw.cx)))
}

/// The number that the elements of a value are.
///
/// # Errors
///
/// If they are not supported.
pub fn scalar_of(lw: &Lowering<'_>, value: ValueRef<'_>) -> Lowered<Scalar> {
    Ok(lw.element(value.ty().element_type_or_self(lw.cx))?.scalar)
}

/// The number that the elements of the first result are.
///
/// # Errors
///
/// If there is no result, or its elements are not supported.
pub fn result_scalar(lw: &Lowering<'_>, op: OpRef<'_>) -> Lowered<Scalar> {
    scalar_of(lw, op.results().next().ok_or("a result is expected")?)
}

/// The slots of the result and the operand of any op on one number.
///
/// # Errors
///
/// If either is not a scalar.
pub fn unary_slots(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered<(Reg, Reg)> {
    Ok((lw.slot(op.single_result())?, lw.slot(op.single_operand())?))
}

/// The slots of the result and the operands of any op on two numbers.
///
/// # Errors
///
/// If any is not a scalar.
pub fn binary_slots(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered<(Reg, Reg, Reg)> {
    let (lhs, rhs) = BinaryOpView(op).operands();
    Ok((lw.slot(op.single_result())?, lw.slot(lhs)?, lw.slot(rhs)?))
}

/// Appends a function of the slots of one element of each operand, that writes the slots of one element of each result.
///
/// # Errors
///
/// If the elements of an operand or a result are not supported.
pub fn elementwise(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    run: impl Fn(&[u64], &mut [u64]) -> Outcome + 'static,
) -> Lowered {
    boxed_elementwise(lw, op, Box::new(run))
}

/// A function of the slots of one element of each operand, that writes the slots of one element of each result.
type ElementFn = Box<dyn Fn(&[u64], &mut [u64]) -> Outcome>;

/// The mark to look at, from the slots and the marks of the operands.
type MarkFn = Box<dyn Fn(&[u64], &[u32]) -> Outcome<u32>>;

fn boxed_elementwise(lw: &mut Lowering<'_>, op: OpRef<'_>, run: ElementFn) -> Lowered {
    let run = match Promise::of(lw, op) {
        None => run,
        Some(promise) => Box::new(move |args: &[u64], out: &mut [u64]| {
            promise.check(&promise.operands, args)?;
            run(args, out)?;
            promise.check(&promise.results, out)
        }),
    };
    // The result is poison where an operand is.
    boxed_elementwise_marked(lw, op, Box::new(first_mark), run)
}

/// The mark of the first element that is no value, if there is one.
pub fn first_mark(_: &[u64], marks: &[u32]) -> Outcome<u32> {
    Ok(marks.iter().copied().find(|&mark| mark != VALUE).unwrap_or(VALUE))
}

/// The flags of a float op that make poison of some operands and results.
pub fn poison_flags(op: OpRef<'_>) -> FastMathFlags {
    let flags = op.inherent_attr("fastmath").and_then(|attr| FastMathFlagsAttr::value(op.cx(), attr));
    flags.unwrap_or_default() & (FastMathFlags::NNAN | FastMathFlags::NINF)
}

/// The fast-math flags of a float op, with the scalars of its operands and results; a violation makes the results
/// poison.
struct Promise {
    flags: FastMathFlags,
    operands: Vec<Scalar>,
    results: Vec<Scalar>,
}

impl Promise {
    fn of(lw: &Lowering<'_>, op: OpRef<'_>) -> Option<Self> {
        let flags = poison_flags(op);
        let scalar = |value: ValueRef<'_>| {
            lw.element(value.ty().element_type_or_self(lw.cx)).map(|element| {
                // A complex number has two.
                let parts = element.slots() / element.scalar.slots().max(1);
                std::iter::repeat_n(element.scalar, parts as usize)
            })
        };
        let of = |values: &mut dyn Iterator<Item = ValueRef<'_>>| -> Option<Vec<Scalar>> {
            Some(
                values
                    .map(|value| scalar(value).ok())
                    .collect::<Option<Vec<_>>>()?
                    .into_iter()
                    .flatten()
                    .collect(),
            )
        };
        if flags.is_empty() {
            return None;
        }
        Some(Self { flags, operands: of(&mut op.operands())?, results: of(&mut op.results())? })
    }

    fn check(&self, scalars: &[Scalar], mut slots: &[u64]) -> Outcome {
        for scalar in scalars {
            let (own, rest) = slots.split_at((scalar.slots() as usize).min(slots.len()));
            slots = rest;
            let Scalar::Float(kind) = *scalar else { continue };
            let value = float(kind, own);
            if self.flags.contains(FastMathFlags::NNAN) && value.is_nan() {
                return Err(Fault::Poison("a NaN in an op with nnan"));
            }
            if self.flags.contains(FastMathFlags::NINF) && value.is_inf() {
                return Err(Fault::Poison("an infinity in an op with ninf"));
            }
        }
        Ok(())
    }
}

/// Appends an elementwise operation whose mark for an element is computed by `mark` from the slots and the marks of the
/// operands, or is a fault.
///
/// # Errors
///
/// If the elements of an operand or a result are not supported.
pub fn elementwise_marked(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    mark: impl Fn(&[u64], &[u32]) -> Outcome<u32> + 'static,
    run: impl Fn(&[u64], &mut [u64]) -> Outcome + 'static,
) -> Lowered {
    boxed_elementwise_marked(lw, op, Box::new(mark), Box::new(run))
}

fn boxed_elementwise_marked(lw: &mut Lowering<'_>, op: OpRef<'_>, mark: MarkFn, run: ElementFn) -> Lowered {
    let args = lw.places(op.operands())?;
    let results = lw.places(op.results())?;
    let element = |lw: &Lowering<'_>, value: ValueRef<'_>| lw.element(value.ty().element_type_or_self(lw.cx));
    let outs: Vec<Element> = op.results().map(|value| element(lw, value)).collect::<Lowered<_>>()?;
    // Other types with slots, such as buffers, are not elements.
    for (place, value) in args.iter().chain(&results).zip(op.operands().chain(op.results())) {
        if let &ValuePlace::Slots(_, count) = place
            && element(lw, value).is_ok_and(|element| element.slots() != count)
        {
            let (name, ty) = (op.name_text(), lw.cx.type_text(value.ty()));
            return Err(format!("'{name}' of {ty} is not supported by the interpreter"));
        }
    }
    let total: u32 = outs.iter().map(|element| element.slots()).sum();
    if results.iter().all(|place| matches!(place, ValuePlace::Slots(..))) {
        return lw.native(op, false, move |env| {
            let mut inputs = SmallVec::<[u64; 8]>::new();
            for place in &args {
                let &ValuePlace::Slots(first, n) = place else {
                    return Err(Fault::new("a scalar is expected"));
                };
                inputs.extend_from_slice(&env.slots[first as usize..(first + n) as usize]);
            }
            let mut out = SmallVec::<[u64; 8]>::from_elem(0, total as usize);
            run(&inputs, &mut out)?;
            let mut rest = &out[..];
            for place in &results {
                let &ValuePlace::Slots(first, n) = place else { continue };
                let (part, after) = rest.split_at(n as usize);
                env.slots[first as usize..(first + n) as usize].copy_from_slice(part);
                rest = after;
            }
            Ok(())
        });
    }
    let loc = lw.loc();
    lw.native(op, false, move |env| {
        let mut shape = None;
        let mut arrays = SmallVec::<[Option<Rc<Array>>; 4]>::new();
        for place in &args {
            let array = match *place {
                ValuePlace::Object(reg) => env.objects[reg as usize].clone(),
                ValuePlace::Slots(..) => None,
            };
            if let Some(array) = &array {
                match &shape {
                    None => shape = Some(array.shape.clone()),
                    Some(shape) if *shape != array.shape => {
                        return Err(Fault::new("the operands of an elementwise op have different sizes"));
                    }
                    _ => {}
                }
            }
            arrays.push(array);
        }
        let shape = shape.unwrap_or_default();
        let n = shape.iter().product::<u64>() as usize;
        let marked = arrays.iter().flatten().any(|array| array.marks.is_some());
        let mut made: SmallVec<[Array; 2]> = outs
            .iter()
            .map(|&element| Array::marked(element, shape.clone(), n, VALUE))
            .collect::<Outcome<_>>()?;
        let mut inputs = Vec::new();
        let mut marks = Vec::new();
        let mut out = vec![0; total as usize];
        for i in 0..n {
            inputs.clear();
            for (place, array) in args.iter().zip(&arrays) {
                match (place, array) {
                    (&ValuePlace::Slots(first, count), _) => {
                        inputs.extend_from_slice(&env.slots[first as usize..(first + count) as usize]);
                    }
                    (_, Some(array)) => {
                        let (at, size) = (inputs.len(), array.element.bytes());
                        inputs.resize(at + array.element.slots() as usize, 0);
                        array.element.read(&array.bytes[i * size..(i + 1) * size], &mut inputs[at..]);
                    }
                    _ => return Err(Fault::new("use of a tensor that is not there")),
                }
            }
            let mut found = VALUE;
            if marked {
                marks.clear();
                marks.extend(arrays.iter().map(|array| array.as_ref().map_or(VALUE, |array| array.mark(i))));
                found = mark(&inputs, &marks)?;
            }
            if found == VALUE {
                match run(&inputs, &mut out) {
                    Ok(()) => {}
                    Err(Fault::Poison(why)) => found = env.new_mark(loc, why),
                    Err(fault) => return Err(fault),
                }
            }
            match check_mark(found) {
                Err(fault @ Fault::Undefined(_)) => return Err(fault),
                Err(_) => made.iter_mut().for_each(|array| array.set_mark(i, found)),
                Ok(()) => {
                    let mut rest = &out[..];
                    for array in &mut made {
                        let (part, after) = rest.split_at(array.element.slots() as usize);
                        let size = array.element.bytes();
                        array.element.write(part, &mut array.bytes[i * size..(i + 1) * size]);
                        rest = after;
                    }
                }
            }
        }
        for (place, array) in results.iter().zip(made) {
            if let &ValuePlace::Object(reg) = place {
                env.objects[reg as usize] = Some(Rc::new(array));
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
