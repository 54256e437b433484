//! `tosa-to-tensor`: concatenations, pads, reshapes and slices as ops of tensor.

use terrace_conversion::{
    Adaptor, Conversion, ConversionPass, ConversionPatterns, ConversionRewriter, ConversionTarget,
};
use terrace_dialects_core::arith::{AddIOp, DivSIOp};
use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::index_values::{index_constant, known_index, split, value_of};
use terrace_dialects_mem::reshape_patterns::groups_attr;
use terrace_dialects_mem::tensor;
use terrace_dialects_mem::tensor::{
    CastOp, CollapseShapeOp, DimOp, EmptyOp, ExpandShapeOp, ExtractOp, InsertSliceOp, YieldOp, with_shape,
};
use terrace_dialects_tosa::data_layout::{ConcatOp, PadOp, ReshapeOp, SliceOp};
use terrace_dialects_tosa::shapes::const_shape_values;
use terrace_ir::{Context, DYNAMIC, Loc, OpFoldResult, Rewriter, Type, Value};
use terrace_pass::PassDef;
use terrace_pass::pass::EMPTY_PASS;
use terrace_passes_shared::arithmetic::Arith;

/// The pass.
pub static TOSA_TO_TENSOR: PassDef = PassDef {
    name: "tosa-to-tensor",
    class: "TosaToTensorPass",
    doc: "Lower TOSA to the Tensor dialect",
    make: |options| ConversionPass::plain(options, conversion),
    ..EMPTY_PASS
};

fn conversion(cx: &Context) -> Conversion {
    let target = ConversionTarget::new()
        .illegal::<ConcatOp>(cx)
        .illegal::<ReshapeOp>(cx)
        .illegal::<SliceOp>(cx)
        .illegal::<PadOp>(cx)
        .legal_dialects(&["arith", "tensor"]);
    let mut patterns = ConversionPatterns::new();
    patterns
        .add_with_adaptor::<ConcatOp>(cx, "ConcatConverter", lower_concat)
        .add::<PadOp>(cx, "PadConverter", lower_pad)
        .add_with_adaptor::<ReshapeOp>(cx, "ReshapeConverter", lower_reshape)
        .add_with_adaptor::<SliceOp>(cx, "SliceConverter", lower_slice);
    Conversion { target, patterns }
}

/// The tensor with what another type knows of its shape.
fn cast(rw: &mut Rewriter<'_>, value: Value, ty: Type, loc: Loc) -> Value {
    rw.build_or_fold_value(CastOp::of(value).dest(ty).loc(loc))
}

fn product(shape: &[i64]) -> Option<i64> {
    shape.iter().try_fold(1_i64, |product, &extent| product.checked_mul(extent))
}

/// The shape that both collapse to without a change of the order of their elements; `None` if the numbers of these differ.
fn common_shape(from: &[i64], to: &[i64]) -> Option<Vec<i64>> {
    if from.is_empty() || to.is_empty() {
        return (product(from)? == 1 && product(to)? == 1).then(Vec::new);
    }
    let (mut common, mut from, mut to) = (Vec::new(), from.iter().copied(), to.iter().copied());
    while let (Some(mut one), Some(mut other)) = (from.next(), to.next()) {
        while one != other {
            match one < other {
                true => one = one.checked_mul(from.next()?)?,
                false => other = other.checked_mul(to.next()?)?,
            }
        }
        common.push(one);
    }
    // Where one of the shapes goes on, it is with ones.
    from.chain(to).all(|extent| extent == 1).then_some(common)
}

/// The dimensions of a shape that each dimension of a shape it collapses to is made of.
fn groups(expanded: &[i64], collapsed: &[i64]) -> Option<Vec<Vec<i64>>> {
    let (mut groups, mut next) = (Vec::new(), 0);
    for (at, &extent) in collapsed.iter().enumerate() {
        let start = next;
        let mut size = *expanded.get(next)?;
        next += 1;
        while size < extent {
            size = size.checked_mul(*expanded.get(next)?)?;
            next += 1;
        }
        // Ones belong to the dimension before, unless the next one is of extent one, too.
        while collapsed.get(at + 1) != Some(&1) && expanded.get(next) == Some(&1) {
            next += 1;
        }
        groups.push((start as i64..next as i64).collect());
    }
    let all = groups.is_empty() || next == expanded.len();
    all.then_some(groups)
}

/// The shape that a constant asks for, of which one extent may follow from the others: that is not known where the number of
/// elements is not.
fn target_shape(from: &[i64], constant: &[i64]) -> Option<Vec<i64>> {
    let known: Vec<i64> = constant.iter().copied().filter(|&extent| extent >= 0).collect();
    let is_static = !from.contains(&DYNAMIC);
    let missing = match is_static {
        true => product(from)?.checked_div(product(&known)?)?,
        false => DYNAMIC,
    };
    let extent = |&extent: &i64| if extent >= 0 { extent } else { missing };
    let mut shape: Vec<i64> = constant.iter().map(extent).collect();
    if let Some(first) = shape.first_mut().filter(|_| !is_static && known.len() == constant.len()) {
        *first = DYNAMIC;
    }
    Some(shape)
}

fn lower_reshape(rw: &mut ConversionRewriter<'_>, op: ReshapeOp, adaptor: &Adaptor) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, input, ty) = (view.0.loc(), rw.value(adaptor.of(rw, op).input1()), view.output().ty());
    let constant = const_shape_values(view.shape())?;
    let (mut input_ty, input) = (input.ty(), input.id());
    if constant.is_empty() {
        let rank = input_ty.shape(cx)?.len();
        input_ty = with_shape(cx, input_ty, &vec![1; rank]);
    }
    let from = input_ty.shape(cx)?;
    let to = target_shape(from, &constant)?;
    let is_dynamic = from.contains(&DYNAMIC) || to.contains(&DYNAMIC);
    let common = match is_dynamic {
        true if from.is_empty() || to.is_empty() => Vec::new(),
        true => vec![DYNAMIC],
        false => common_shape(from, &to)?,
    };
    let all = |rank: usize| vec![(0..rank as i64).collect::<Vec<i64>>()];
    let [before, after] = match common.contains(&DYNAMIC) {
        true => [all(from.len()), all(to.len())],
        false => [groups(from, &common)?, groups(&to, &common)?],
    };
    let known: Vec<i64> = to.iter().copied().filter(|&extent| extent != DYNAMIC).collect();
    let known = product(&known)?;
    if is_dynamic && known == 0 {
        return None;
    }
    let input = cast(rw, input, input_ty, loc);
    let collapsed = CollapseShapeOp::of(input).loc(loc).reassociation_attr(groups_attr(cx, &before));
    let collapsed = rw.build_or_fold_value(collapsed.result(with_shape(cx, input_ty, &common)));
    let result = match to == common {
        true => collapsed,
        false => expand(rw, collapsed, &after, (&to, known), loc),
    };
    let result = cast(rw, result, ty, loc);
    rw.replace_op(op, &[result]);
    Some(())
}

/// Expands to a shape, of which one extent follows from the others, whose product is `known`.
fn expand(
    rw: &mut Rewriter<'_>,
    source: Value,
    groups: &[Vec<i64>],
    (to, known): (&[i64], i64),
    loc: Loc,
) -> Value {
    let mut missing = |_: &i64| {
        let (zero, ty) = (index_constant(rw, 0, loc), Type::INDEX);
        let size = rw.build_or_fold_value(DimOp::of(source, zero).result(ty).loc(loc));
        let mut make = Arith::new(rw, loc);
        let known = make.index(known);
        OpFoldResult::Value(make.binary::<DivSIOp>(size, known))
    };
    let extent = |extent: &i64| match *extent {
        DYNAMIC => missing(extent),
        extent => OpFoldResult::Static(extent),
    };
    let sizes: Vec<OpFoldResult> = to.iter().map(extent).collect();
    let cx = rw.cx();
    let ty = with_shape(cx, rw.body().value_type(source), to);
    let expand = ExpandShapeOp::of(source).loc(loc).mixed_output_shape(&sizes);
    rw.build_or_fold_value(expand.reassociation_attr(groups_attr(cx, groups)).result(ty))
}

fn lower_slice(rw: &mut ConversionRewriter<'_>, op: SliceOp, adaptor: &Adaptor) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, input, ty) = (view.0.loc(), rw.value(adaptor.of(rw, op).input1()), view.output().ty());
    let shape = input.ty().shape(cx)?;
    let (starts, sizes) = (const_shape_values(view.start())?, const_shape_values(view.size())?);
    if starts.len() != shape.len() || sizes.len() != shape.len() || ty.shape(cx).is_none() {
        return None;
    }
    let constants = [view.start(), view.size()].map(|value| (value.defining_op(), value.uses().count()));
    let unused = constants.map(|(op, uses)| op.filter(|_| uses == 1).map(|op| op.id()));
    let (input, input_ty) = (input.id(), input.ty());
    let mut mixed = Vec::new();
    for (dim, (&start, &size)) in starts.iter().zip(&sizes).enumerate() {
        // The rest of a dimension.
        mixed.push(match size {
            -1 if shape[dim] != DYNAMIC => OpFoldResult::Static(shape[dim].checked_sub(start)?),
            -1 => {
                let number = index_constant(rw, dim as i64, loc);
                let extent = rw.build_value(DimOp::of(input, number).result(Type::INDEX).loc(loc));
                let mut make = Arith::new(rw, loc);
                let start = make.index(start);
                OpFoldResult::Value(make.sub(extent, start))
            }
            size => OpFoldResult::Static(size),
        });
    }
    let starts: Vec<OpFoldResult> = starts.into_iter().map(OpFoldResult::Static).collect();
    let strides = vec![OpFoldResult::Static(1); mixed.len()];
    let own = with_shape(cx, input_ty, &split(&mixed).1);
    let slice = tensor::ExtractSliceOp::of(input).loc(loc).mixed_offsets(&starts).mixed_sizes(&mixed);
    let slice = rw.build_value(slice.mixed_strides(&strides).result(own));
    let slice = cast(rw, slice, ty, loc);
    rw.replace_op(op, &[slice]);
    unused.into_iter().flatten().for_each(|constant| rw.erase_op(constant));
    Some(())
}

fn lower_pad(rw: &mut ConversionRewriter<'_>, op: PadOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, input, ty) = (view.0.loc(), view.input1(), view.output().ty());
    let (padding, rank) = (const_shape_values(view.padding())?, input.ty().shape(cx)?.len());
    if padding.len() != 2 * rank || ty.shape(cx).is_none() {
        return None;
    }
    let (input, value) = (input.id(), view.pad_const());
    let (element, rank_of_value) = (value.ty().element_type_or_self(cx), value.ty().shape(cx)?.len());
    let value = value.id();
    let zeros: Vec<Value> = (0..rank_of_value).map(|_| index_constant(rw, 0, loc)).collect();
    let value = rw.build_or_fold_value(ExtractOp::of(value, &zeros).result(element).loc(loc));
    let borders: Vec<OpFoldResult> =
        padding.iter().map(|&border| OpFoldResult::Value(index_constant(rw, border, loc))).collect();
    let side = |at: usize| borders.iter().copied().skip(at).step_by(2).collect::<Vec<_>>();
    let point = rw.insertion_point()?;
    let region = rw.new_region();
    let block = rw.create_block(region, &vec![(Type::INDEX, loc); rank]);
    rw.set_insertion_point_to_end(block);
    rw.build(YieldOp::of(value).loc(loc));
    rw.set_insertion_point(point);
    let pad = tensor::PadOp::of(input).loc(loc).mixed_low(&side(0)).mixed_high(&side(1));
    rw.replace(op, pad.result(ty).region(region));
    Some(())
}

fn lower_concat(rw: &mut ConversionRewriter<'_>, op: ConcatOp, adaptor: &Adaptor) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, ty, axis) = (view.0.loc(), view.output().ty(), usize::try_from(view.axis()).ok()?);
    let shape = ty.shape(cx)?;
    let inputs = adaptor.flat();
    if inputs
        .iter()
        .any(|&input| rw.body().value_type(input).shape(cx).map(<[i64]>::len) != Some(shape.len()))
    {
        return None;
    }
    let axis_value = index_constant(rw, axis as i64, loc);
    let (first, others) = inputs.split_first()?;
    let mut sizes = extents(rw, *first, loc);
    let mut offsets = vec![OpFoldResult::Static(0), *sizes.get(axis)?];
    for &input in others {
        let size = rw.build_or_fold_value(DimOp::of(input, axis_value).result(Type::INDEX).loc(loc));
        let offset = value_of(rw, *offsets.last()?, loc);
        let total = rw.build_or_fold_value(AddIOp::of(offset, size).result(Type::INDEX).loc(loc));
        let total = OpFoldResult::Value(total);
        offsets.push(known_index(rw, total).map_or(total, OpFoldResult::Static));
    }
    sizes[axis] = *offsets.last()?;
    let dynamic = shape.iter().zip(&sizes).filter(|(extent, _)| **extent == DYNAMIC);
    let dynamic: Vec<Value> = dynamic.map(|(_, &size)| value_of(rw, size, loc)).collect();
    let mut result = rw.build_value(EmptyOp::of(&dynamic).result(ty).loc(loc));
    for (&input, &offset) in inputs.iter().zip(&offsets) {
        let sizes = extents(rw, input, loc);
        let mut starts = vec![OpFoldResult::Static(0); sizes.len()];
        starts[axis] = offset;
        let insert = InsertSliceOp::of(input, result).loc(loc).mixed_offsets(&starts).mixed_sizes(&sizes);
        let strides = vec![OpFoldResult::Static(1); sizes.len()];
        result = rw.build_or_fold_value(insert.mixed_strides(&strides).result(ty));
    }
    rw.replace_op(op, &[result]);
    Some(())
}
