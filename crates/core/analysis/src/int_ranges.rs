//! Integer range analysis.

use terrace_ir::elements::int_elements;
use terrace_ir::int_range::{InferIntRange, Range, full_range, storage_width};
use terrace_ir::interfaces::LoopLike;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Attr, AttrData, Context, OpFoldResultRef, OpRef, Type, Value, ValueRef};
use terrace_support::apint::ApInt;

use crate::lattice::{ForwardLattice, Lattice};
use crate::sparse_forward::SparseForwardAnalysis;

/// The integer range lattice. Values that are neither integers nor shaped values of integers have a range of width
/// zero.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct IntegerRange {
    /// The range; `None` if nothing has reached the value yet.
    pub range: Option<Range>,
    /// Its constant value, for deciding control flow.
    constant: Option<Attr>,
    /// The number of times the range of an op's result grew.
    growth: u32,
}

/// The number of times a range may grow before it is widened to all values: through recursive calls, it could
/// grow by one at a time.
const MAX_GROWTH: u32 = 64;

/// The analysis: ops implement [`InferIntRange`]; induction variables are bounded by the bounds of their
/// loops.
pub struct IntegerRanges;

impl IntegerRange {
    fn of(value: ValueRef<'_>, range: Range) -> Self {
        let constant = match range.constant_value() {
            Some(number) if value.ty().is_int_or_index(value.cx()) => {
                integer_constant(value.cx(), value.ty(), number)
            }
            _ => None,
        };
        Self { range: Some(range), constant, growth: 0 }
    }
}

/// The constant of an integer type, or of a shaped type with equal integers.
pub fn integer_constant(cx: &Context, ty: Type, value: &ApInt) -> Option<Attr> {
    if ty.is_shaped(cx) {
        return ty.has_static_shape(cx).then(|| int_elements(cx, ty, std::slice::from_ref(value)))?;
    }
    Some(cx.attr(AttrData::Integer { ty, value: value.clone() }))
}

impl Lattice for IntegerRange {
    fn join(&mut self, other: &Self) -> bool {
        let Some(range) = &other.range else { return false };
        let joined = match &self.range {
            None => other.clone(),
            Some(own) if own == range => return false,
            Some(own) => {
                let union = own.union(range);
                if union == *own {
                    return false;
                }
                let constant = if self.constant == other.constant { self.constant } else { None };
                Self { range: Some(union), constant, growth: self.growth }
            }
        };
        *self = joined;
        true
    }
}

impl ForwardLattice for IntegerRange {
    fn is_uninitialized(&self) -> bool {
        self.range.is_none()
    }

    fn constant(&self) -> Option<Attr> {
        self.constant
    }
}

impl SparseForwardAnalysis for IntegerRanges {
    type Lattice = IntegerRange;

    fn entry_state(&self, value: ValueRef<'_>) -> IntegerRange {
        IntegerRange::of(value, full_range(value))
    }

    fn waits_for_operands(&self) -> bool {
        false
    }

    fn transfer(
        &self,
        op: OpRef<'_>,
        operands: &[IntegerRange],
        _known: &dyn Fn(ValueRef<'_>) -> IntegerRange,
    ) -> Option<Vec<IntegerRange>> {
        let infers = op.interface::<dyn InferIntRange>()?;
        let mut results = vec![IntegerRange::default(); op.num_results()];
        let ranges: Vec<Option<Range>> = operands.iter().map(|known| known.range.clone()).collect();
        infers.infer(op, &ranges, &mut |value: Value, range| {
            if let Some(result) = op.results().find(|result| result.id() == value) {
                results[result.index() as usize] = IntegerRange::of(result, range);
            }
        });
        // What no op says anything of, though all is known: a constant of floats, say.
        if ranges.iter().all(Option::is_some) {
            for (result, found) in
                op.results().zip(&mut results).filter(|(_, found)| found.is_uninitialized())
            {
                if storage_width(op.cx(), result.ty()) == 0 {
                    *found = self.entry_state(result);
                }
            }
        }
        Some(results)
    }

    /// Widens to the maximal range a result that grows from one iteration to the next, so that the analysis terminates.
    fn join_computed(&self, value: ValueRef<'_>, element: &mut IntegerRange, new: &IntegerRange) -> bool {
        let known = !element.is_uninitialized();
        let changed = element.join(new);
        if changed && known {
            element.growth += 1;
            let leaves = || value.uses().any(|(user, _)| user.has_trait(TraitSet::Terminator));
            if element.growth > MAX_GROWTH || leaves() {
                element.join(&self.entry_state(value));
            }
        }
        changed
    }

    fn implicit_argument(
        &self,
        op: OpRef<'_>,
        arg: ValueRef<'_>,
        known: &dyn Fn(ValueRef<'_>) -> IntegerRange,
    ) -> IntegerRange {
        if let Some(infers) = op.interface::<dyn InferIntRange>() {
            let ranges: Vec<Option<Range>> = op.operands().map(|value| known(value).range).collect();
            let mut found = IntegerRange::default();
            infers.infer(op, &ranges, &mut |value, range| {
                if value == arg.id() {
                    found = IntegerRange::of(arg, range);
                }
            });
            return found;
        }
        let Some(looped) = op.interface::<dyn LoopLike>() else { return self.entry_state(arg) };
        let Some(at) = looped.induction_vars(op).iter().position(|iv| *iv == arg) else {
            return self.entry_state(arg);
        };
        let width = storage_width(arg.cx(), arg.ty());
        if width == 0 {
            return self.entry_state(arg);
        }
        let bound = |bound: Option<&OpFoldResultRef<'_>>, upper: bool| {
            let found = match bound {
                Some(OpFoldResultRef::Static(value)) => Some(ApInt::from_i64(width, *value)),
                Some(OpFoldResultRef::Value(value)) => {
                    let range = known(*value).range.filter(|range| range.width() == width);
                    range.map(|range| if upper { range.smax().clone() } else { range.smin().clone() })
                }
                None => None,
            };
            found.unwrap_or_else(|| if upper { ApInt::signed_max(width) } else { ApInt::signed_min(width) })
        };
        let (mut min, mut max) =
            (bound(looped.lower_bounds(op).get(at), false), bound(looped.upper_bounds(op).get(at), true));
        if bound(looped.steps(op).get(at), true).is_negative() {
            std::mem::swap(&mut min, &mut max);
        } else {
            max = max.sub(&ApInt::new(width, 1));
        }
        if max.sge(&min) { IntegerRange::of(arg, Range::signed(min, max)) } else { IntegerRange::default() }
    }
}
