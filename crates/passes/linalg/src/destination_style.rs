//! Ops that make tensors, as ops that write into them.

use terrace_affine::AffineMap;
use terrace_dialects_linalg::builders::{Loops, make_fill, make_generic, make_named, tensor_types};
use terrace_dialects_linalg::named_elementwise::CopyOp;
use terrace_dialects_linalg::region_ops::{IndexOp, YieldOp};
use terrace_dialects_mem::bufferization::create_alloc_tensor;
use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::index_values::{index_constant, known_index, known_indices, split};
use terrace_dialects_mem::make_slices::insert_slice;
use terrace_dialects_mem::memref::causes::COPIED_PAD;
use terrace_dialects_mem::tensor::{self, EmptyOp, FromElementsOp, GenerateOp, InsertOp, PadOp};
use terrace_ir::rewriter::{InsertPoint, IrMapping};
use terrace_ir::tiling::{ReifyShapes, Tile};
use terrace_ir::{Block, Loc, Op, OpFoldResult, OpKind, Rewriter, TraitSet, Type, Value, op_match};

/// Replaces `tensor.from_elements`, `tensor.generate` or `tensor.pad` by ops that write into a `tensor.empty`; returns the
/// op that makes the result. `None` for other ops.
pub fn rewrite_in_destination_style(rw: &mut Rewriter<'_>, op: Op) -> Option<Op> {
    rw.set_insertion_point_before(op);
    let view = rw.op(op);
    op_match!(view, {
        FromElementsOp(_) => from_elements(rw, FromElementsOp::assume(op)),
        GenerateOp(_) => generate(rw, GenerateOp::assume(op)),
        PadOp(_) => pad(rw, PadOp::assume(op)),
        _ => None,
    })
}

/// The op that defines a value.
fn maker(rw: &Rewriter<'_>, value: Value) -> Option<Op> {
    rw.value(value).defining_op().map(|op| op.id())
}

fn from_elements(rw: &mut Rewriter<'_>, op: FromElementsOp) -> Option<Op> {
    let view = op.view(rw);
    let (ty, loc) = (view.result().ty(), view.0.loc());
    let elements: Vec<Value> = view.elements().map(|value| value.id()).collect();
    let shape = ty.shape(rw.cx())?.to_vec();
    let mut tensor = rw.build_value(EmptyOp::of(&[]).result(ty).loc(loc));
    let most = shape.iter().copied().fold(0, Ord::max);
    let numbers: Vec<Value> = (0..most).map(|number| index_constant(rw, number, loc)).collect();
    let mut place = vec![0_usize; shape.len()];
    for element in elements {
        let indices: Vec<Value> = place.iter().map(|&at| numbers[at]).collect();
        tensor = rw.build_value(InsertOp::of(element, tensor, &indices).result(ty).loc(loc));
        // The last index runs fastest.
        for (at, &extent) in place.iter_mut().zip(&shape).rev() {
            *at += 1;
            if (*at as i64) < extent {
                break;
            }
            *at = 0;
        }
    }
    rw.replace_op(op, &[tensor]);
    maker(rw, tensor)
}

/// A `linalg.generic` that computes each element of a tensor or buffer from its indices, as a block does.
fn generic_of(rw: &mut Rewriter<'_>, body: Block, tensor: Value, loc: Loc) -> Option<Op> {
    let (cx, ty) = (rw.cx(), rw.value(tensor).ty());
    let rank = ty.shape(cx)?.len();
    let point = rw.insertion_point()?;
    let region = rw.new_region();
    let block = rw.create_block(region, &[(ty.element_type(cx)?, loc)]);
    rw.set_insertion_point_to_start(block);
    let index = |rw: &mut Rewriter<'_>, dim: usize| {
        let dim = cx.int_attr(Type::I64, dim as i64);
        rw.build_value(IndexOp::of().dim_attr(dim).result(Type::INDEX).loc(loc))
    };
    let indices: Vec<Value> = (0..rank).map(|dim| index(rw, dim)).collect();
    rw.inline_block(body, InsertPoint::End(block), &indices);
    let end = rw.body().last_op(block)?;
    let (value, end_loc) = (tensor::YieldOp::view_of(rw.op(end)).value().id(), rw.body().loc(end));
    rw.set_insertion_point_before(end);
    rw.build(YieldOp::of(&[value]).loc(end_loc));
    rw.erase_op(end);
    rw.set_insertion_point(point);
    let maps = [AffineMap::identity(rank as u32)];
    let loops = Loops { inputs: &[], outputs: &[tensor], maps: &maps, parallel: &vec![true; rank] };
    let types = tensor_types(rw, &[tensor]);
    Some(make_generic(rw, &loops, &types, region, loc))
}

fn generate(rw: &mut Rewriter<'_>, op: GenerateOp) -> Option<Op> {
    let view = op.view(rw);
    let (ty, loc, body) = (view.result().ty(), view.0.loc(), view.body().entry()?.id());
    let sizes: Vec<Value> = view.dynamic_extents().map(|value| value.id()).collect();
    let empty = rw.build_value(EmptyOp::of(&sizes).result(ty).loc(loc));
    let made = generic_of(rw, body, empty, loc)?;
    rw.replace_op_with(op, made);
    Some(made)
}

/// Fills a tensor or buffer with the padding of a pad; returns the op that does so.
pub fn fill_with_padding(rw: &mut Rewriter<'_>, pad: Op, dest: Value, loc: Loc) -> Option<Op> {
    let view = PadOp::view_of(rw.op(pad));
    let block = view.region().entry()?;
    let (body, value) = (block.id(), tensor::YieldOp::view_of(block.last()?).value());
    let constant = value.defining_op().filter(|op| op.has_trait(TraitSet::ConstantLike)).map(|op| op.id());
    let around = match (value.defining_op(), value.owner_block()) {
        (Some(op), _) => op.parent_op(),
        (None, Some(block)) => block.region().and_then(|region| region.parent_op()),
        (None, None) => None,
    };
    let inside = around.is_some_and(|op| op.handle() == view.0.handle());
    let mut value = value.id();
    if let Some(constant) = constant {
        let copy = rw.clone_op(constant, &mut IrMapping::new())?;
        value = rw.body().results(copy).next()?;
    } else if inside {
        return generic_of(rw, body, dest, loc);
    }
    make_fill(rw, value, dest, loc)
}

fn pad(rw: &mut Rewriter<'_>, op: PadOp) -> Option<Op> {
    let view = op.view(rw);
    let (ty, loc, source, nofold) = (view.result().ty(), view.0.loc(), view.source().id(), view.nofold());
    let low = known_indices(&view.mixed_low());
    let high = known_indices(&view.mixed_high());
    let reified = PadOp::MODEL.reify_shapes(rw, op.into())?.into_iter().next()?;
    let sizes = split(&reified).0;
    let is_zero = |&index: &OpFoldResult| known_index(rw, index) == Some(0);
    if nofold && low.iter().chain(&high).all(is_zero) {
        let allocated = create_alloc_tensor(rw, &sizes, ty, loc, &COPIED_PAD);
        let copy = make_named(rw, CopyOp::DEF, &[source], &[allocated], &[], loc)?;
        rw.replace_op_with(op, copy);
        return Some(copy);
    }
    let empty = rw.build_value(EmptyOp::of(&sizes).result(ty).loc(loc));
    let filled = fill_with_padding(rw, op.into(), empty, loc)?;
    let filled = rw.body().single_result(filled);
    let sizes = extents(rw, source, loc);
    let made = insert_slice(rw, source, filled, &Tile { offsets: low, sizes }, loc);
    rw.replace_op(op, &[made]);
    maker(rw, made)
}
