//! Reductions that gather conditions: each element adds a bit of its own to a word, if its condition holds.

use terrace_dialects_llvm::ops::{BitcastOp, ConstantOp, SExtOp, SelectOp, ShlOp, TruncOp, XOrOp, ZExtOp};
use terrace_ir::data_layout::LayoutProperty;
use terrace_ir::elements::int_values;
use terrace_ir::{Type, Value, ValueRef, op_match};

use crate::dialect::Reduction;
use crate::evaluate::is_everywhere;
use crate::shape::Shape;
use crate::vectorize::Emitter;
use crate::vectors::lanes_of;

/// The largest depth to which conditions are looked for.
const MAX_DEPTH: u32 = 8;

/// The words that have the bits of a value's elements, if each has one bit, in the order of the elements: those are the conditions
/// themselves, of which targets make words in an instruction or two.
pub(super) fn gathered_conditions(
    emit: &mut Emitter<'_, '_>,
    value: Value,
    kind: Reduction,
    ty: Type,
    (from, shape): (Shape, Shape),
) -> Option<Value> {
    let gathers = matches!(kind, Reduction::Or | Reduction::Add | Reduction::Xor);
    let width = emit.width(ty);
    let (count, words) = (from.elements(), shape.elements());
    let bits = count / words.max(1);
    let are_neighbors = || {
        (0..count).all(|at| {
            let mut to = from.coordinates(at);
            for dim in from.without(shape).dims() {
                to[dim] = 0;
            }
            shape.flat(&to) == at / bits
        })
    };
    let order = emit.layout.property(emit.cx(), LayoutProperty::Endianness);
    let is_reversed = order.is_some_and(|order| order.as_str(emit.cx()) == Some("big"));
    if !gathers || is_reversed || !(4..=width as usize).contains(&bits) || !are_neighbors() {
        return None;
    }
    if words > 1 && ![8, 16, 32, 64].contains(&bits) {
        return None;
    }
    let found = Bits::of(emit.rw.value(value), MAX_DEPTH)?;
    let base = *found.places.first()?;
    let is_in_order = found.places.iter().enumerate().all(|(at, &place)| place == base + (at % bits) as u32);
    if !is_in_order || base as usize + bits > width as usize {
        return None;
    }
    let conditions = found.conditions(emit)?;
    let small = emit.integer_type(bits as u32);
    let whole = emit.shaped(small, shape);
    let gathered = emit.unary::<BitcastOp>(conditions, whole);
    let wide = emit.shaped(ty, shape);
    let word = if whole == wide { gathered } else { emit.unary::<ZExtOp>(gathered, wide) };
    if base == 0 {
        return Some(word);
    }
    let places = emit.integer(i64::from(base), ty);
    let places = if shape.is_scalar() { places } else { emit.splat(places, words) };
    Some(emit.binary::<ShlOp>(word, places))
}

/// A value of which each element has one bit if its conditions hold, and none else.
struct Bits {
    /// The conditions, from the innermost one outwards, and whether each must not hold.
    conditions: Vec<(Value, bool)>,
    /// The place of each element's bit.
    places: Vec<u32>,
}

impl Bits {
    fn of(value: ValueRef<'_>, depth: u32) -> Option<Self> {
        let depth = depth.checked_sub(1)?;
        let lanes = lanes_of(value)?;
        let cx = value.cx();
        let width = value.ty().element_type(cx)?.bit_width(cx).filter(|width| *width <= 64)?;
        let op = value.defining_op()?;
        op_match!(op, {
            ZExtOp(view) => {
                let is_condition = view.arg().ty().element_type(cx).and_then(|ty| ty.bit_width(cx)) == Some(1);
                match is_condition {
                    true => Some(Self { conditions: vec![(view.arg().id(), false)], places: vec![0; lanes] }),
                    false => Self::of(view.arg(), depth),
                }
            }
            SExtOp(view) => {
                let sign = view.arg().ty().element_type(cx)?.bit_width(cx)? - 1;
                Self::of(view.arg(), depth).filter(|bits| bits.places.iter().all(|&place| place < sign))
            }
            TruncOp(view) => {
                Self::of(view.arg(), depth).filter(|bits| bits.places.iter().all(|&place| place < width))
            }
            ShlOp(view) => {
                let by = numbers(view.rhs(), lanes)?;
                let bits = Self::of(view.lhs(), depth)?;
                let places = bits.places.iter().zip(&by).map(|(&place, &by)| {
                    let moved = u64::from(place).checked_add(by)?;
                    u32::try_from(moved).ok().filter(|&moved| moved < width)
                });
                Some(Self { places: places.collect::<Option<_>>()?, conditions: bits.conditions })
            }
            SelectOp(view) => {
                let (chosen, is_not) = match () {
                    () if is_everywhere(view.false_value(), 0) => (view.true_value(), false),
                    () if is_everywhere(view.true_value(), 0) => (view.false_value(), true),
                    () => return None,
                };
                // One condition for all elements is none of theirs.
                lanes_of(view.condition())?;
                let condition = (view.condition().id(), is_not);
                if let Some(numbers) = numbers(chosen, lanes) {
                    let place = |number: &u64| number.is_power_of_two().then(|| number.trailing_zeros());
                    let places = numbers.iter().map(place).collect::<Option<_>>()?;
                    return Some(Self { conditions: vec![condition], places });
                }
                let mut bits = Self::of(chosen, depth)?;
                bits.conditions.push(condition);
                Some(bits)
            }
            _ => None,
        })
    }

    /// The elements' conditions, as a vector.
    fn conditions(&self, emit: &mut Emitter<'_, '_>) -> Option<Value> {
        let mut all = None;
        for &(condition, is_not) in &self.conditions {
            let mut condition = condition;
            if is_not {
                let count = emit.count(condition);
                let bit = emit.bool_type();
                let ones = emit.integers(&vec![-1; count], bit);
                condition = emit.binary::<XOrOp>(condition, ones);
            }
            all = Some(match all {
                // An inner condition may be anything where an outer one does not hold.
                Some(inner) => {
                    let none = emit.zero(emit.type_of(inner));
                    emit.select(condition, inner, none)
                }
                None => condition,
            });
        }
        all
    }
}

/// The numbers of a constant vector, as bits of its type.
fn numbers(value: ValueRef<'_>, lanes: usize) -> Option<Vec<u64>> {
    let op = value.defining_op()?;
    let numbers = int_values(op.cx(), op.cast::<ConstantOp>()?.value_attr())?;
    let numbers: Vec<u64> = numbers.iter().map(|number| number.low_u128() as u64).collect();
    match numbers.len() {
        1 => Some(vec![numbers[0]; lanes]),
        count => (count == lanes).then_some(numbers),
    }
}
