//! Ops of a block's or subgroup's threads together: reductions, shuffles, broadcasts; and printing.

use terrace_dialects_builtin::infer::first_operand;
use terrace_dialects_vector::types::as_vector;
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{I32Attr, StrAttr, UnitAttr};
use terrace_ir::constraints::{ANY_TYPE, I1, I32};
use terrace_ir::def::{CustomArg, CustomDirective, op_error, plain_error};
use terrace_ir::effects::{ConditionallySpeculatable, EffectOn, Speculatability, writes};
use terrace_ir::enum_attr::{EnumValue, enum_param_attr};
use terrace_ir::fold::Change;
use terrace_ir::int_range::InferIntRange;
use terrace_ir::{Attr, CheckResult, Context, Folded, OpKind, OpRef, Type, infer_int_range, int_attr_kinds};
use terrace_macros::op;

use super::attrs::*;
use super::kernel::YieldOp;
use super::launch::LaunchOp;
use super::types::{INT_INDEX_OR_FLOAT, INT_OR_FLOAT, INT_OR_FLOAT_OR_1D_VECTOR};

/// Reduces a value over the threads of a block.
#[op("gpu.all_reduce", traits(SameOperandsAndResultType, InferTypes, IsolatedFromAbove), infer = first_operand, customs(&ALL_REDUCE_OPERATION),
     fold = fold_all_reduce, verify_regions = verify_all_reduce,
     format = "custom<AllReduceOperation>($op) $value (`uniform` $uniform^)? $body attr-dict `:` \
               functional-type(operands, results)")]
pub struct AllReduceOp {
    value: Operand<INT_OR_FLOAT>,
    op: OptProp<AllReduceOperationAttr>,
    uniform: OptProp<UnitAttr>,
    result: Res<INT_OR_FLOAT>,
    body: Region,
}

/// Reduces a value over the threads of a subgroup, or of parts of it.
#[op("gpu.subgroup_reduce", traits(SameOperandsAndResultType, InferTypes), infer = first_operand, customs(&ALL_REDUCE_OPERATION),
     fold = fold_subgroup_reduce, verify = verify_subgroup_reduce,
     format = "custom<AllReduceOperation>($op) $value (`uniform` $uniform^)? (`cluster` `(` `size` `=` $cluster_size^ (`,` \
               `stride` `=` $cluster_stride^)? `)`)? attr-dict `:` functional-type(operands, results)")]
pub struct SubgroupReduceOp {
    value: Operand<INT_OR_FLOAT_OR_1D_VECTOR>,
    op: Prop<AllReduceOperationAttr>,
    uniform: OptProp<UnitAttr>,
    cluster_size: OptProp<I32Attr>,
    cluster_stride: DefaultProp<I32Attr, one>,
    result: Res<INT_OR_FLOAT_OR_1D_VECTOR>,
}

fn one(cx: &Context) -> Attr {
    cx.int_attr(Type::I32, 1)
}

/// The keyword of the operation; nothing where a region is the operation.
static ALL_REDUCE_OPERATION: CustomDirective =
    CustomDirective { name: "AllReduceOperation", parse: parse_operation, print: print_operation };

fn slot(args: &[CustomArg]) -> Option<usize> {
    args.iter().find_map(|arg| if let CustomArg::Prop(slot) = arg { Some(*slot as usize) } else { None })
}

fn parse_operation(p: &mut dyn OpParser, state: &mut ParseState, args: &[CustomArg]) -> PResult<bool> {
    let (Some(slot), Some(word)) = (slot(args), p.optional_keyword()) else { return Ok(true) };
    let Some(operation) = AllReduceOperation::from_keyword(&word) else {
        let loc = p.loc();
        return Err(p.error(loc, "invalid op kind".to_string()));
    };
    state.props[slot] = enum_param_attr(p.cx(), operation, &ALL_REDUCE_OP);
    Ok(true)
}

fn print_operation(p: &mut dyn OpPrinter, op: OpRef<'_>, args: &[CustomArg]) {
    if let Some(operation) = slot(args).and_then(|slot| op.prop(slot)) {
        p.attr_stripped(operation);
    }
}

/// Whether a reduction is defined for a type.
fn is_defined(cx: &Context, operation: AllReduceOperation, ty: Type) -> bool {
    use AllReduceOperation::*;
    match operation {
        MinNumF | MaxNumF | MinimumF | MaximumF => ty.is_float(cx),
        MinSI | MinUI | MaxSI | MaxUI | And | Or | Xor => ty.is_integer(cx),
        Add | Mul => true,
    }
}

fn verify_operation(op: OpRef<'_>, operation: AllReduceOperation, element: Type) -> CheckResult {
    if is_defined(op.cx(), operation, element) {
        return Ok(());
    }
    let (word, ty) = (operation.keyword(), op.cx().type_text(op.single_result().ty()));
    Err(plain_error(op, format!("`{word}` reduction operation is not compatible with type '{ty}'")))
}

fn verify_all_reduce(op: OpRef<'_>) -> CheckResult {
    let view = AllReduceOp::view_of(op);
    let (ty, operation) = (view.result().ty(), view.op());
    if view.body().is_empty() != operation.is_some() {
        return Err(plain_error(op, "expected either an op attribute or a non-empty body"));
    }
    if let Some(operation) = operation {
        return verify_operation(op, operation, ty);
    }
    let args = view.body().entry().map(|entry| entry.args().map(|arg| arg.ty()).collect::<Vec<_>>());
    match args.as_deref() {
        Some([a, b]) if *a == ty && *b == ty => {}
        Some([_, _]) => return Err(plain_error(op, "incorrect region argument type")),
        _ => return Err(plain_error(op, "expected two region arguments")),
    }
    let mut yields = 0;
    let ends = view.body().blocks().filter_map(|block| block.last());
    for end in ends.filter(|end| end.isa::<YieldOp>()) {
        let types: Vec<Type> = YieldOp::view_of(end).values().map(|value| value.ty()).collect();
        match types[..] {
            [yielded] if yielded == ty => {}
            [_] => return Err(plain_error(op, "incorrect gpu.yield type")),
            _ => return Err(plain_error(op, "expected one gpu.yield operand")),
        }
        yields += 1;
    }
    if yields == 0 { Err(plain_error(op, "expected gpu.yield op in region")) } else { Ok(()) }
}

fn verify_subgroup_reduce(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), SubgroupReduceOp::view_of(op));
    let mut element = view.result().ty();
    if let Some(vector) = as_vector(cx, element) {
        if vector.scalable.contains(&true) {
            return Err(op_error(op, "is not compatible with scalable vector types"));
        }
        element = vector.element;
    }
    verify_operation(op, view.op(), element)?;
    let is_power = |n: i64| u32::try_from(n).is_ok_and(u32::is_power_of_two);
    let (size, stride) = (view.cluster_size(), view.cluster_stride());
    if let Some(size) = size.filter(|&size| !is_power(size)) {
        return Err(op_error(op, format!("cluster size {} is not a power of two", size as u32)));
    }
    if stride != 1 && size.is_none() {
        return Err(op_error(op, "cluster stride can only be specified if cluster size is specified"));
    }
    if !is_power(stride) {
        return Err(op_error(op, format!("cluster stride {} is not a power of two", stride as u32)));
    }
    Ok(())
}

/// Whether all threads come to the op: it is in the entry block of a launch.
fn is_uniform(op: OpRef<'_>) -> bool {
    let launch = op.parent_op().filter(|parent| parent.isa::<LaunchOp>());
    launch.and_then(|launch| launch.single_region().entry()).is_some_and(|entry| op.block() == Some(entry))
}

fn set_uniform(op: OpRef<'_>, prop: usize) -> Folded {
    if op.attr("uniform").is_some() || !is_uniform(op) {
        return Folded::Unchanged;
    }
    Folded::Changed(vec![Change::Prop(prop, Attr::UNIT)])
}

fn fold_all_reduce(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    set_uniform(op, 1)
}

fn fold_subgroup_reduce(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let view = SubgroupReduceOp::view_of(op);
    if view.cluster_size() == Some(1) { Some(view.value()).into() } else { set_uniform(op, 1) }
}

/// Reads a value of another lane.
#[op("gpu.shuffle", traits(Pure, AllTypesMatch(&["value", "shuffleResult"]), InferTypes),
     format = "$mode $value `,` $offset `,` $width attr-dict `:` type($value)")]
pub struct ShuffleOp {
    value: Operand<INT_OR_FLOAT_OR_1D_VECTOR>,
    offset: Operand<I32>,
    width: Operand<I32>,
    mode: Prop<ShuffleModeAttr>,
    shuffleResult: Res<INT_OR_FLOAT_OR_1D_VECTOR>,
    valid: Res<I1>,
}

int_attr_kinds! {
    /// The distance of a rotation.
    pub RotateOffsetAttr("32-bit signless integer attribute whose minimum value is 0", Type::I32, |value| value >= 0);
    /// The number of lanes of a rotation.
    pub RotateWidthAttr(
        "32-bit signless integer attribute whose value is a power of two > 0",
        Type::I32,
        |value| u32::try_from(value).is_ok_and(u32::is_power_of_two)
    );
}

/// Reads a value of the lane at a distance, in a circle.
#[op("gpu.rotate", traits(Pure, AllTypesMatch(&["value", "rotateResult"]), InferTypes), verify = verify_rotate,
     format = "$value `,` $offset `,` $width attr-dict `:` type($value)")]
pub struct RotateOp {
    value: Operand<INT_OR_FLOAT_OR_1D_VECTOR>,
    offset: Prop<RotateOffsetAttr>,
    width: Prop<RotateWidthAttr>,
    rotateResult: Res<INT_OR_FLOAT_OR_1D_VECTOR>,
    valid: Res<I1>,
}

fn verify_rotate(op: OpRef<'_>) -> CheckResult {
    let view = RotateOp::view_of(op);
    let (offset, width) = (view.offset(), view.width());
    if offset >= width {
        return Err(op_error(op, format!("offset must be in the range [0, {width})")));
    }
    Ok(())
}

/// Reads the value of one lane.
#[op("gpu.subgroup_broadcast",
     traits(NoMemoryEffect, AllTypesMatch(&["result", "src"]), ElementwiseMappable, InferTypes),
     interfaces(dyn InferIntRange, dyn ConditionallySpeculatable), verify = verify_broadcast, fold = fold_broadcast,
     format = "$src `,` $broadcast_type ($lane^)? attr-dict `:` type($result)")]
pub struct SubgroupBroadcastOp {
    src: Operand<ANY_TYPE>,
    lane: OptOperand<I32>,
    broadcast_type: Prop<BroadcastTypeAttr>,
    result: Res<ANY_TYPE>,
}

infer_int_range! {
    SubgroupBroadcastOp = |_, r| r.first().cloned();
}

impl ConditionallySpeculatable for SubgroupBroadcastOp {
    fn speculatability(&self, op: OpRef<'_>) -> Speculatability {
        // Control flow decides which lane is the first.
        match SubgroupBroadcastOp::view_of(op).broadcast_type() {
            BroadcastType::FirstActiveLane => Speculatability::No,
            BroadcastType::SpecificLane => Speculatability::Yes,
        }
    }
}

fn verify_broadcast(op: OpRef<'_>) -> CheckResult {
    let view = SubgroupBroadcastOp::view_of(op);
    match (view.broadcast_type(), view.lane()) {
        (BroadcastType::FirstActiveLane, Some(_)) => {
            Err(op_error(op, "lane can only be specified for `specific_lane` broadcast"))
        }
        (BroadcastType::SpecificLane, None) => {
            Err(op_error(op, "lane must be specified for `specific_lane` broadcast"))
        }
        _ => Ok(()),
    }
}

/// A broadcast of what all lanes have is that.
fn fold_broadcast(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let src = SubgroupBroadcastOp::view_of(op).src();
    Some(src).filter(|src| src.defined_by::<SubgroupBroadcastOp>().is_some()).into()
}

/// Prints from a kernel.
#[op(
    "gpu.printf",
    effects(writes(EffectOn::Anything)),
    format = "$format attr-dict (`,` $args^ `:` type($args))?"
)]
pub struct PrintfOp {
    format: Prop<StrAttr>,
    args: VarOperand<INT_INDEX_OR_FLOAT>,
}
