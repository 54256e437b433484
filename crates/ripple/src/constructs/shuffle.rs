//! Shuffles: elements in the order of an index function, which is evaluated at compile time.

use terrace_dialects_llvm::types::address_space;
use terrace_ir::constraints::FUNCTION;
use terrace_ir::def::{TypeConstraint, op_error};
use terrace_ir::{CheckResult, Context, OpRef, Type, TypeData, Value, ValueRef, op_match};
use terrace_macros::op;
use terrace_target::Quirk;

use super::Construct;
use crate::analysis::{FunctionAnalysis, InferShape};
use crate::diagnostics::Tag;
use crate::dialect::ELEMENT;
use crate::functions::name_of;
use crate::intrinsics::{Fault, Intrinsic, IntrinsicCall, Lifted, number};
use crate::shape::Shape;
use crate::vectorize::{Emitter, Lanes, Render, Rendered};

fn is_function(cx: &Context, ty: Type) -> bool {
    (FUNCTION.pred)(cx, ty) || address_space(cx, ty).is_some()
}

/// Index functions of shuffles: functions, or their addresses in the dialect llvm.
pub static INDEX_FUNCTION: TypeConstraint =
    TypeConstraint::new("function type or LLVM pointer type", is_function);

/// Elements in another order: result element `k` of `n` is element `function(k, n)`.
#[op("ripple.shuffle", traits(AllTypesMatch(&["value", "result"])), verify = verify_shuffle,
     format = "`[` $value attr-dict `:` type($value) `,` $function `:` type($function) `]` `->` type($result)")]
pub struct ShuffleOp {
    value: Operand<ELEMENT>,
    function: Operand<INDEX_FUNCTION>,
    result: Res<ELEMENT>,
}

/// Elements in another order, by the name that the original's proposal has for it.
#[op("ripple.ishuffle", traits(AllTypesMatch(&["value", "result"])), verify = verify_shuffle,
     format = "`[` $value attr-dict `:` type($value) `,` $function `:` type($function) `]` `->` type($result)")]
pub struct IShuffleOp {
    value: Operand<ELEMENT>,
    function: Operand<INDEX_FUNCTION>,
    result: Res<ELEMENT>,
}

/// Elements of two values: result element `k` of `n` is element `function(k, n)` of both, one after the other.
#[op("ripple.shuffle.pair", traits(AllTypesMatch(&["first", "second", "result"])), verify = verify_shuffle,
     format = "`[` $first attr-dict `:` type($first) `,` $second `:` type($second) `,` $function `:` type($function) `]` `->` type($result)")]
pub struct ShufflePairOp {
    first: Operand<ELEMENT>,
    second: Operand<ELEMENT>,
    function: Operand<INDEX_FUNCTION>,
    result: Res<ELEMENT>,
}

fn verify_shuffle(op: OpRef<'_>) -> CheckResult {
    let Some(function) = op.operands().next_back() else { return Ok(()) };
    let cx = op.cx();
    let is_index_function = match function.ty().data(cx) {
        TypeData::Function { inputs, results } => {
            inputs.len() == 2
                && results.len() == 1
                && inputs.iter().chain(results.iter()).all(|&ty| ty == inputs[0] && ty.is_int_or_index(cx))
        }
        _ => address_space(cx, function.ty()).is_some(),
    };
    match is_index_function {
        true => Ok(()),
        false => Err(op_error(
            op,
            "expects an index function: two integers of one type, and a result of that type",
        )),
    }
}

/// The operands of a shuffle of the elements of one value, or of two.
#[derive(Clone, Copy)]
pub(crate) struct Shuffle<'a> {
    pub(crate) first: ValueRef<'a>,
    /// The second one of a pair.
    pub(crate) second: Option<ValueRef<'a>>,
    /// The index function.
    pub(crate) function: ValueRef<'a>,
}

impl<'a> Shuffle<'a> {
    /// Returns the operands of an op, or `None` if it is no shuffle.
    pub(crate) fn of(op: OpRef<'a>) -> Option<Self> {
        op_match!(op, {
            ShuffleOp(view) => Some(Self { first: view.value(), second: None, function: view.function() }),
            IShuffleOp(view) => Some(Self { first: view.value(), second: None, function: view.function() }),
            ShufflePairOp(view) => {
                Some(Self { first: view.first(), second: Some(view.second()), function: view.function() })
            }
            _ => None,
        })
    }
}

/// The construct.
pub(crate) struct ShuffleConstruct;

impl Construct for ShuffleConstruct {
    const INTRINSICS: &'static [Intrinsic] = &[("shuffle", lift), ("ishuffle", lift), ("fshuffle", lift)];
}

impl InferShape for ShuffleConstruct {
    fn infer_shape<'a>(&self, op: OpRef<'a>, analysis: &mut FunctionAnalysis<'a, '_>) -> Option<Shape> {
        let shuffle = Shuffle::of(op)?;
        let first = analysis.of(shuffle.first);
        let second = shuffle.second.map_or(first, |second| analysis.of(second));
        let shape = analysis.join(op, [first, second]);
        if analysis.reports {
            evaluate(op, &shuffle, shape, analysis);
        }
        Some(shape)
    }
}

impl Render for ShuffleConstruct {
    fn render(&self, emit: &mut Emitter<'_, '_>, at: &Rendered<'_>) -> Option<Lanes> {
        let shuffle = Shuffle::of(emit.rw.op(at.op))?;
        let (first, second) = (shuffle.first.id(), shuffle.second.map(|second| second.id()));
        let shape = at.shape;
        let is_pair = second.is_some();
        let a = emit.lanes(first).in_shape(shape);
        let b = emit.lanes(second.unwrap_or(first)).in_shape(shape);
        let ty = a.ty;
        let Some(indices) = emit.shapes.shuffles.get(&at.op).cloned() else { return Some(a) };
        if shape.is_scalar() {
            return Some(if is_pair && indices.first() == Some(&1) { b } else { a });
        }
        let x = emit.vector_of(&a);
        let y = if is_pair { emit.vector_of(&b) } else { x };
        let indices: Vec<i32> = indices.iter().map(|&index| index as i32).collect();
        let y = if is_pair {
            y
        } else {
            let whole = emit.type_of(x);
            emit.poison(whole)
        };
        let value = match is_pair && is_splat(&b) {
            true => shifted(emit, [x, y], &indices),
            false => None,
        };
        let value = value.unwrap_or_else(|| emit.shuffle([x, y], &indices));
        Some(Lanes::opaque(value, ty, shape))
    }
}

/// A call has two values, whether it is a pair of them, and the index function.
fn lift(call: &IntrinsicCall<'_, '_>) -> Lifted {
    let &[first, second, is_pair, function] = call.args else { return Err(Fault::Operands) };
    match number(is_pair).ok_or(Fault::NotConstant)? & 1 {
        1 => call.op::<ShufflePairOp>(&[first, second, function]),
        _ => call.op::<ShuffleOp>(&[first, function]),
    }
}

/// Evaluates the index function of a shuffle for each element.
fn evaluate<'a>(op: OpRef<'a>, shuffle: &Shuffle<'a>, shape: Shape, analysis: &mut FunctionAnalysis<'a, '_>) {
    let count = shape.elements();
    let Some(function) = analysis.outer.evaluator.function(shuffle.function) else {
        analysis.report(
            Tag::ShuffleFn,
            op,
            "the index function of a shuffle is not a function that is known at compile time",
        );
        return;
    };
    let indices = match analysis.outer.evaluator.indices(function, count) {
        Ok(indices) => indices,
        Err(reason) => {
            analysis.report(
                Tag::ShuffleFn,
                op,
                format_args!(
                    "the index function '{}' {reason}; it must be computable from its arguments and constants",
                    name_of(function)
                ),
            );
            return;
        }
    };
    let limit = if shuffle.second.is_some() { 2 * count } else { count } as u64;
    if let Some((k, index)) = indices.iter().enumerate().find(|&(_, &index)| index >= limit) {
        let message = format!(
            "the index function '{}' returns {index} for element {k} of {count}, which is not below {limit}",
            name_of(function)
        );
        analysis.report(Tag::ShuffleRange, op, message);
        return;
    }
    analysis.shapes.shuffles.insert(op.id(), indices.iter().map(|&index| index as u32).collect());
}

/// Returns a register shifted by elements, with equal ones in their places, for AVX-512 ([`Quirk::ZerosShiftedIn`]): LLVM
/// makes `vexpandps` of it if it sees that these are zeros, which takes longer than `valignd`.
fn shifted(emit: &mut Emitter<'_, '_>, [x, equal]: [Value; 2], indices: &[i32]) -> Option<Value> {
    let count = indices.len() as i32;
    let bits = emit.width(emit.element(emit.type_of(x)));
    let bytes = indices.len() * bits as usize / 8;
    if !emit.target.has_quirk(Quirk::ZerosShiftedIn)
        || !(32..=64).contains(&bits)
        || ![32, 64].contains(&bytes)
    {
        return None;
    }
    let is_shift = |by: i32| {
        (0..count).zip(indices).all(|(at, &from)| match (0..count).contains(&(at + by)) {
            true => from == at + by,
            false => from >= count,
        })
    };
    let by = (1 - count..count).find(|&by| by != 0 && is_shift(by))?;
    let order: Vec<i32> = (0..count).map(|at| (at + by).rem_euclid(2 * count)).collect();
    let equal = emit.hidden(equal, "=v,0");
    Some(emit.shuffle([x, equal], &order))
}

/// Whether all elements are the same.
fn is_splat(lanes: &Lanes) -> bool {
    let numbers = lanes.numbers(lanes.shape);
    lanes.base_shape().is_scalar()
        && lanes.strides.is_empty()
        && numbers.iter().all(|number| *number == numbers[0])
}
