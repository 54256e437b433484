//! `convert-shape-to-std`: shapes as tensors of extents, and computations on them as arithmetic, loops and branches.

use terrace_conversion::{
    Adaptor, Conversion, ConversionPass, ConversionPatterns, ConversionRewriter, ConversionTarget,
};
use terrace_dialects_builtin::builtin;
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_core::arith::CmpIPredicate;
use terrace_dialects_core::{arith, func};
use terrace_dialects_mem::tensor;
use terrace_dialects_shape::shape::*;
use terrace_ir::build::OperationState;
use terrace_ir::elements::int_values;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{
    Context, DYNAMIC, Loc, Op, OpFoldResult, OpKind, RankedTensorType, Rewriter, Type, TypeData, Value,
};
use terrace_pass::PassDef;
use terrace_pass::pass::EMPTY_PASS;

use terrace_passes_shared::arithmetic::Arith;
use terrace_passes_shared::build::{for_loop, if_else, make_inferred};

/// The pass.
pub static CONVERT_SHAPE_TO_STD: PassDef = PassDef {
    name: "convert-shape-to-std",
    class: "ConvertShapeToStandardPass",
    doc: "Convert operations from the shape dialect into the standard dialect",
    anchor: Some(ModuleOp::DEF.name),
    make: |options| ConversionPass::plain(options, conversion),
    ..EMPTY_PASS
};

fn conversion(cx: &Context) -> Conversion {
    let target = ConversionTarget::new()
        .legal_dialects(&["arith", "scf", "tensor"])
        .legal::<CstrRequireOp>(cx)
        .legal::<func::FuncOp>(cx)
        .legal::<builtin::ModuleOp>(cx);
    let mut patterns = ConversionPatterns::new();
    patterns
        .add::<CstrBroadcastableOp>(cx, "CstrBroadcastableToRequire", |rw, op| {
            let require = require::<IsBroadcastableOp>(rw, op.into(), "required broadcastable shapes");
            rw.replace_op_with(op, require);
            Some(())
        })
        .add::<CstrEqOp>(cx, "CstrEqToRequire", |rw, op| {
            let require = require::<ShapeEqOp>(rw, op.into(), "required equal shapes");
            rw.replace_op_with(op, require);
            Some(())
        })
        .add_with_adaptor::<AnyOp>(cx, "AnyOpConversion", |rw, op, adaptor| {
            rw.replace_op(op, &[*adaptor.flat().first()?]);
            Some(())
        })
        .add_with_adaptor::<AddOp>(cx, "BinaryOpConversion<AddOp, arith::AddIOp>", |rw, op, adaptor| {
            convert_binary::<arith::AddIOp>(rw, op.into(), adaptor)
        })
        .add_with_adaptor::<MulOp>(cx, "BinaryOpConversion<MulOp, arith::MulIOp>", |rw, op, adaptor| {
            convert_binary::<arith::MulIOp>(rw, op.into(), adaptor)
        })
        .add_with_adaptor::<BroadcastOp>(cx, "BroadcastOpConverter", convert_broadcast)
        .add::<ConstShapeOp>(cx, "ConstShapeOpConverter", convert_const_shape)
        .add::<ConstSizeOp>(cx, "ConstSizeOpConversion", |rw, op| {
            let (loc, value) = (rw.body().loc(op), ConstSizeOp::view_of(rw.op(op)).value());
            let value = Arith::new(rw, loc).index(value);
            rw.replace_op(op, &[value]);
            Some(())
        })
        .add::<DimOp>(cx, "DimOpConverter", convert_dim)
        .add_with_adaptor::<IsBroadcastableOp>(cx, "IsBroadcastableOpConverter", convert_is_broadcastable)
        .add_with_adaptor::<GetExtentOp>(cx, "GetExtentOpConverter", convert_get_extent)
        .add_with_adaptor::<RankOp>(cx, "RankOpConverter", convert_rank)
        .add_with_adaptor::<ReduceOp>(cx, "ReduceOpConverter", convert_reduce)
        .add_with_adaptor::<ShapeEqOp>(cx, "ShapeEqOpConverter", convert_shape_eq)
        .add_with_adaptor::<ShapeOfOp>(cx, "ShapeOfOpConversion", convert_shape_of)
        .add_with_adaptor::<SplitAtOp>(cx, "SplitAtOpConversion", convert_split_at)
        .add_with_adaptor::<ToExtentTensorOp>(cx, "ToExtentTensorOpConversion", |rw, op, adaptor| {
            let [input] = adaptor.flat()[..] else { return None };
            if rw.body().value_type(input).shape(rw.cx()).is_none() {
                return rw.notify_match_failure(op, "input needs to be a tensor");
            }
            rw.replace(op, tensor::CastOp::of(input));
            Some(())
        });
    Conversion { target, patterns }
}

/// Creates a witness from the predicate `K` on the operands of an op, before the op.
pub(super) fn require<K: OpKind>(rw: &mut Rewriter<'_>, op: Op, message: &str) -> Op {
    let (loc, message) = (rw.body().loc(op), rw.cx().string_attr(message));
    let (operands, witness) = (rw.body().operands(op).collect::<Vec<_>>(), rw.op(op).single_result().ty());
    rw.set_insertion_point_before(op);
    let holds = OperationState::positional::<K>(&operands, &[]).with_results(&[Type::I1]).with_loc(loc);
    let holds = rw.build_value(holds);
    rw.build(CstrRequireOp::of(holds).msg_attr(message).result(witness).loc(loc)).into()
}

fn extents(cx: &Context, size: i64) -> Type {
    RankedTensorType::get(cx, &[size], Type::INDEX)
}

/// The number of extents, or any other size of a tensor.
fn dim(rw: &mut Rewriter<'_>, source: Value, at: Value, loc: Loc) -> Value {
    rw.build_value(tensor::DimOp::of(source, at).result(Type::INDEX).loc(loc))
}

fn extract(rw: &mut Rewriter<'_>, shape: Value, at: Value, loc: Loc) -> Value {
    rw.build_value(tensor::ExtractOp::of(shape, &[at]).result(Type::INDEX).loc(loc))
}

/// Only what cannot fail is lowered.
fn has_error_type(rw: &ConversionRewriter<'_>, op: Op, is: fn(&Context, Type) -> bool) -> bool {
    is(rw.cx(), rw.op(op).single_result().ty())
}

fn convert_binary<K: OpKind>(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    if has_error_type(rw, op, is_size) {
        return None;
    }
    rw.replace(op, OperationState::positional::<K>(&adaptor.flat(), &[]));
    Some(())
}

/// Shapes whose ranks differ, aligned at their ends.
struct Aligned {
    shapes: Vec<Value>,
    /// By how much each rank is less than the greatest.
    missing: Vec<Value>,
    max_rank: Value,
}

fn align(rw: &mut Rewriter<'_>, shapes: Vec<Value>, zero: Value, loc: Loc) -> Option<Aligned> {
    let ranks: Vec<Value> = shapes.iter().map(|&shape| dim(rw, shape, zero, loc)).collect();
    let mut make = Arith::new(rw, loc);
    let max_rank = ranks.iter().copied().reduce(|max, rank| make.binary::<arith::MaxUIOp>(rank, max))?;
    let missing = ranks.iter().map(|&rank| make.sub(max_rank, rank)).collect();
    Some(Aligned { shapes, missing, max_rank })
}

impl Aligned {
    /// The extent of the broadcast shape at a place: the last that is not one.
    fn broadcast_dim(&self, rw: &mut Rewriter<'_>, at: Value, loc: Loc) -> Option<Value> {
        let one = Arith::new(rw, loc).index(1);
        let mut result = one;
        for (&shape, &missing) in self.shapes.iter().zip(&self.missing) {
            let outside = Arith::new(rw, loc).compare(CmpIPredicate::Ult, at, missing);
            let so_far = result;
            let chosen = if_else(
                rw,
                outside,
                loc,
                |_| Some(vec![so_far]),
                |rw| {
                    let own = Arith::new(rw, loc).sub(at, missing);
                    let extent = extract(rw, shape, own, loc);
                    let mut make = Arith::new(rw, loc);
                    let is_one = make.compare(CmpIPredicate::Eq, extent, one);
                    Some(vec![make.select(is_one, so_far, extent)])
                },
            )?;
            result = rw.body().single_result(chosen);
        }
        Some(result)
    }
}

/// Creates a `tensor.generate` of extents.
fn generate(
    rw: &mut Rewriter<'_>,
    size: Value,
    loc: Loc,
    make: impl FnOnce(&mut Rewriter<'_>, Value) -> Option<Value>,
) -> Option<Value> {
    let point = rw.insertion_point()?;
    let ty = extents(rw.cx(), DYNAMIC);
    let region = rw.new_region();
    let block = rw.create_block(region, &[(Type::INDEX, loc)]);
    rw.set_insertion_point_to_end(block);
    let at = rw.body().arg(block, 0);
    let value = make(rw, at)?;
    rw.build(tensor::YieldOp::of(value).loc(loc));
    rw.set_insertion_point(point);
    Some(rw.build_value(tensor::GenerateOp::of(&[size]).loc(loc).result(ty).body(region)))
}

fn convert_broadcast(rw: &mut ConversionRewriter<'_>, op: BroadcastOp, adaptor: &Adaptor) -> Option<()> {
    if has_error_type(rw, op.into(), is_shape) {
        return None;
    }
    let (loc, ty) = (rw.body().loc(op), rw.op(op).single_result().ty());
    let zero = Arith::new(rw, loc).index(0);
    let aligned = align(rw, adaptor.flat(), zero, loc)?;
    let mut value = generate(rw, aligned.max_rank, loc, |rw, at| aligned.broadcast_dim(rw, at, loc))?;
    if rw.body().value_type(value) != ty {
        value = rw.build_value(tensor::CastOp::of(value).dest(ty).loc(loc));
    }
    rw.replace_op(op, &[value]);
    Some(())
}

fn operands_are_tensors(rw: &ConversionRewriter<'_>, op: Op) -> bool {
    let cx = rw.cx();
    !rw.op(op).operand_types().iter().any(|&ty| is_shape(cx, ty))
}

fn convert_is_broadcastable(
    rw: &mut ConversionRewriter<'_>,
    op: IsBroadcastableOp,
    adaptor: &Adaptor,
) -> Option<()> {
    if !operands_are_tensors(rw, op.into()) {
        return None;
    }
    let loc = rw.body().loc(op);
    let mut make = Arith::new(rw, loc);
    let (zero, one) = (make.index(0), make.index(1));
    let aligned = align(rw, adaptor.flat(), zero, loc)?;
    let yes = rw.cx().bool_attr(true);
    let yes = Arith::new(rw, loc).constant(yes, Type::I1);
    let looped = for_loop(rw, [zero, aligned.max_rank, one], &[yes], loc, |rw, at, carried| {
        let wanted = aligned.broadcast_dim(rw, at, loc)?;
        let mut result = carried[0];
        for (&shape, &missing) in aligned.shapes.iter().zip(&aligned.missing) {
            let outside = Arith::new(rw, loc).compare(CmpIPredicate::Ult, at, missing);
            let so_far = result;
            let chosen = if_else(
                rw,
                outside,
                loc,
                |_| Some(vec![so_far]),
                |rw| {
                    let own = Arith::new(rw, loc).sub(at, missing);
                    let extent = extract(rw, shape, own, loc);
                    let mut make = Arith::new(rw, loc);
                    let is_one = make.compare(CmpIPredicate::Eq, extent, one);
                    let is_wanted = make.compare(CmpIPredicate::Eq, extent, wanted);
                    let fits = make.binary::<arith::OrIOp>(is_one, is_wanted);
                    Some(vec![make.binary::<arith::AndIOp>(so_far, fits)])
                },
            )?;
            result = rw.body().single_result(chosen);
        }
        Some(vec![result])
    })?;
    rw.replace_op_with(op, looped);
    Some(())
}

fn convert_const_shape(rw: &mut ConversionRewriter<'_>, op: ConstShapeOp) -> Option<()> {
    if has_error_type(rw, op.into(), is_shape) {
        return None;
    }
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let numbers = int_values(cx, op.view(rw).shape_attr())?;
    let ty = extents(cx, numbers.len() as i64);
    let mut make = Arith::new(rw, loc);
    let numbers = numbers.iter().map(|number| number.to_i64()).collect::<Option<Vec<i64>>>()?;
    let values: Vec<Value> = numbers.into_iter().map(|number| make.index(number)).collect();
    let made = rw.build_value(tensor::FromElementsOp::of(&values).result(ty).loc(loc));
    let cast = rw.build_value(tensor::CastOp::of(made).dest(ty).loc(loc));
    rw.replace_op(op, &[cast]);
    Some(())
}

fn convert_dim(rw: &mut ConversionRewriter<'_>, op: DimOp) -> Option<()> {
    let view = op.view(rw);
    let (value, index, loc) = (view.value().id(), view.index().id(), view.0.loc());
    let shape = make_inferred::<ShapeOfOp>(rw, &[value], &[], loc)?;
    let shape = rw.body().single_result(shape);
    rw.replace(op, GetExtentOp::of(shape, index));
    Some(())
}

fn convert_get_extent(rw: &mut ConversionRewriter<'_>, op: GetExtentOp, adaptor: &Adaptor) -> Option<()> {
    if has_error_type(rw, op.into(), is_size) {
        return None;
    }
    let view = op.view(rw);
    let of = view.shape().defined_by::<ShapeOfOp>().map(|of| of.arg());
    let [shape, at] = adaptor.flat()[..] else { return None };
    match of.filter(|of| of.ty().is_shaped(rw.cx())).map(|of| of.id()) {
        Some(source) => {
            rw.replace(op, tensor::DimOp::of(source, at));
        }
        None => {
            rw.replace(op, tensor::ExtractOp::of(shape, &[at]));
        }
    }
    Some(())
}

fn convert_rank(rw: &mut ConversionRewriter<'_>, op: RankOp, adaptor: &Adaptor) -> Option<()> {
    if has_error_type(rw, op.into(), is_size) {
        return None;
    }
    let loc = rw.body().loc(op);
    let [shape] = adaptor.flat()[..] else { return None };
    let zero = Arith::new(rw, loc).index(0);
    rw.replace(op, tensor::DimOp::of(shape, zero));
    Some(())
}

fn convert_reduce(rw: &mut ConversionRewriter<'_>, op: ReduceOp, adaptor: &Adaptor) -> Option<()> {
    let view = op.view(rw);
    if is_shape(rw.cx(), view.shape().ty()) {
        return None;
    }
    let (loc, block) = (view.0.loc(), view.region().entry()?.id());
    let inits: Vec<Value> = view.init_vals().map(|v| v.id()).collect();
    let ops: Vec<Op> = rw.body().ops_of(block).collect();
    let (&end, ops) = ops.split_last()?;
    let mut make = Arith::new(rw, loc);
    let (zero, one) = (make.index(0), make.index(1));
    let [shape, ..] = adaptor.flat()[..] else { return None };
    let rank = dim(rw, shape, zero, loc);
    let looped = for_loop(rw, [zero, rank, one], &inits, loc, |rw, iv, carried| {
        let extent = extract(rw, shape, iv, loc);
        let values = [iv, extent].into_iter().chain(carried.iter().copied());
        let mut map = IrMapping::new();
        rw.body().args(block).zip(values).for_each(|(arg, value)| map.map(arg, value));
        for &op in ops {
            rw.clone_op(op, &mut map)?;
        }
        Some(rw.body().operands(end).map(|value| map.value(value)).collect())
    })?;
    rw.replace_op_with(op, looped);
    Some(())
}

fn convert_shape_eq(rw: &mut ConversionRewriter<'_>, op: ShapeEqOp, adaptor: &Adaptor) -> Option<()> {
    if !operands_are_tensors(rw, op.into()) {
        return None;
    }
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let (yes, no) = (cx.bool_attr(true), cx.bool_attr(false));
    let shapes = adaptor.flat();
    let [first, others @ ..] = &shapes[..] else { return None };
    if others.is_empty() {
        rw.replace(op, arith::ConstantOp::of().value_attr(yes));
        return Some(());
    }
    let zero = Arith::new(rw, loc).index(0);
    let rank = dim(rw, *first, zero, loc);
    let mut result = None;
    for &shape in others {
        let other = dim(rw, shape, zero, loc);
        let same_rank = Arith::new(rw, loc).compare(CmpIPredicate::Eq, rank, other);
        let same = if_else(
            rw,
            same_rank,
            loc,
            |rw| {
                let mut make = Arith::new(rw, loc);
                let (one, init) = (make.index(1), make.constant(yes, Type::I1));
                let looped = for_loop(rw, [zero, rank, one], &[init], loc, |rw, at, carried| {
                    let (a, b) = (extract(rw, *first, at, loc), extract(rw, shape, at, loc));
                    let mut make = Arith::new(rw, loc);
                    let equal = make.compare(CmpIPredicate::Eq, a, b);
                    Some(vec![make.binary::<arith::AndIOp>(carried[0], equal)])
                })?;
                Some(vec![rw.body().single_result(looped)])
            },
            |rw| Some(vec![Arith::new(rw, loc).constant(no, Type::I1)]),
        )?;
        let same = rw.body().single_result(same);
        result = Some(match result {
            Some(others) => Arith::new(rw, loc).binary::<arith::AndIOp>(others, same),
            None => same,
        });
    }
    rw.replace_op(op, &[result?]);
    Some(())
}

fn convert_shape_of(rw: &mut ConversionRewriter<'_>, op: ShapeOfOp, adaptor: &Adaptor) -> Option<()> {
    if has_error_type(rw, op.into(), is_shape) {
        return None;
    }
    let [source] = adaptor.flat()[..] else { return None };
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let ty = rw.body().value_type(source);
    if let TypeData::RankedTensor { shape, .. } = ty.data(cx) {
        let mut values = Vec::with_capacity(shape.len());
        for (i, &extent) in shape.iter().enumerate() {
            let number = if extent == DYNAMIC { i as i64 } else { extent };
            let number = Arith::new(rw, loc).index(number);
            values.push(if extent == DYNAMIC { dim(rw, source, number, loc) } else { number });
        }
        let ty = extents(cx, shape.len() as i64);
        let made = rw.build_value(tensor::FromElementsOp::of(&values).result(ty).loc(loc));
        rw.replace(op, tensor::CastOp::of(made));
        return Some(());
    }
    let rank = rw.build_value(tensor::RankOp::of(source).result(Type::INDEX).loc(loc));
    let made = generate(rw, rank, loc, |rw, at| Some(dim(rw, source, at, loc)))?;
    rw.replace_op(op, &[made]);
    Some(())
}

fn convert_split_at(rw: &mut ConversionRewriter<'_>, op: SplitAtOp, adaptor: &Adaptor) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let types = [view.operand(), view.head(), view.tail()].map(|value| value.ty());
    if types.iter().any(|&ty| is_shape(cx, ty)) {
        return None;
    }
    let loc = view.0.loc();
    let [shape, at] = adaptor.flat()[..] else { return None };
    let zero = Arith::new(rw, loc).index(0);
    let rank = dim(rw, shape, zero, loc);
    let mut make = Arith::new(rw, loc);
    // A negative place counts from the end.
    let from_end = make.add(at, rank);
    let negative = make.compare(CmpIPredicate::Slt, at, zero);
    let at = make.select(negative, from_end, at);
    let one = make.index(1);
    let head = slice(rw, shape, [zero, at, one], loc);
    let size = Arith::new(rw, loc).sub(rank, at);
    let tail = slice(rw, shape, [at, size, one], loc);
    rw.replace_op(op, &[head, tail]);
    Some(())
}

fn slice(rw: &mut Rewriter<'_>, source: Value, [offset, size, stride]: [Value; 3], loc: Loc) -> Value {
    let ty = extents(rw.cx(), DYNAMIC);
    rw.build_value(
        tensor::ExtractSliceOp::of(source)
            .loc(loc)
            .mixed_offsets(&[OpFoldResult::Value(offset)])
            .mixed_sizes(&[OpFoldResult::Value(size)])
            .mixed_strides(&[OpFoldResult::Value(stride)])
            .result(ty),
    )
}
