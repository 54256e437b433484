//! `tosa-to-scf`: branches, loops, and scatters as loops.

use terrace_conversion::{
    Conversion, ConversionPass, ConversionPatterns, ConversionRewriter, ConversionTarget,
};
use terrace_dialects_core::arith::IndexCastOp;
use terrace_dialects_core::scf;
use terrace_dialects_core::scf::build::for_loop;
use terrace_dialects_mem::make_slices::extract_slice_of;
use terrace_dialects_mem::tensor::{CastOp, ExtractOp, InsertSliceOp, with_shape};
use terrace_dialects_tosa::control_flow::{IfOp, WhileOp};
use terrace_dialects_tosa::images::ScatterOp;
use terrace_ir::{Context, DYNAMIC, InsertPoint, Loc, OpFoldResult, Region, Rewriter, Type, Value};
use terrace_pass::PassDef;
use terrace_pass::pass::EMPTY_PASS;
use terrace_passes_shared::arithmetic::Arith;
use terrace_passes_shared::tensor_sizes::size_of;

/// The pass.
pub static TOSA_TO_SCF: PassDef = PassDef {
    name: "tosa-to-scf",
    class: "TosaToSCFPass",
    doc: "Lower TOSA to the SCF dialect",
    make: |options| ConversionPass::plain(options, conversion),
    ..EMPTY_PASS
};

fn conversion(cx: &Context) -> Conversion {
    let target = ConversionTarget::new()
        .legal_dialects(&["tensor", "scf"])
        .illegal::<IfOp>(cx)
        .illegal::<ScatterOp>(cx)
        .illegal::<WhileOp>(cx)
        .mark_unknown_op_dynamically_legal(|_| true);
    let mut patterns = ConversionPatterns::new();
    patterns
        .add::<IfOp>(cx, "IfOpConverter", lower_if)
        .add::<ScatterOp>(cx, "ScatterOpConverter", lower_scatter)
        .add::<WhileOp>(cx, "WhileOpConverter", lower_while);
    Conversion { target, patterns }
}

/// The one element of a tensor.
fn condition_of(rw: &mut Rewriter<'_>, tensor: Value, loc: Loc) -> Option<Value> {
    let rank = rw.body().value_type(tensor).shape(rw.cx())?.len();
    let zeros: Vec<Value> = (0..rank).map(|_| Arith::new(rw, loc).index(0)).collect();
    Some(rw.build_value(ExtractOp::of(tensor, &zeros).result(Type::I1).loc(loc)))
}

/// The values with what is known of their shapes as in `types`.
fn cast_all(rw: &mut Rewriter<'_>, values: &[Value], types: &[Type], loc: Loc) -> Option<Vec<Value>> {
    let mut cast = |(&value, &ty): (&Value, &Type)| match rw.body().value_type(value) {
        from if from == ty => value,
        _ => rw.build_value(CastOp::of(value).dest(ty).loc(loc)),
    };
    (values.len() == types.len()).then(|| values.iter().zip(types).map(&mut cast).collect())
}

/// The terminator that a region gets instead of its yield, made of the values yielded and the arguments of its block. Values
/// that go on get the given types.
type End = fn(&mut Rewriter<'_>, &[Value], &[Value], &[Type], Loc) -> Option<()>;

const YIELD: End = |rw, yielded, _, types, loc| {
    let yielded = cast_all(rw, yielded, types, loc)?;
    rw.build(scf::YieldOp::of(&yielded).loc(loc));
    Some(())
};

const CONDITION: End = |rw, yielded, args, types, loc| {
    let condition = condition_of(rw, *yielded.first()?, loc)?;
    let args = cast_all(rw, args, types, loc)?;
    rw.build(scf::ConditionOp::of(condition, &args).loc(loc));
    Some(())
};

/// Moves the ops of a region into a new one, with arguments of these types, or with none and `values` in their place.
fn moved(
    rw: &mut ConversionRewriter<'_>,
    region: Region,
    args: Result<&[Type], &[Value]>,
    (end, types): (End, &[Type]),
) -> Option<Region> {
    let old = rw.body().entry(region)?;
    let old_args: Vec<Value> = rw.body().args(old).collect();
    let old_args = old_args.into_iter().map(|arg| (rw.value(arg).ty(), rw.value(arg).loc()));
    let (old_types, locs): (Vec<Type>, Vec<Loc>) = old_args.unzip();
    let args_of = |types: &[Type]| types.iter().copied().zip(locs).collect::<Vec<(Type, Loc)>>();
    let new = rw.new_region();
    let block = rw.create_block(new, &args.map_or(Vec::new(), args_of));
    let own: Vec<Value> = rw.body().args(block).collect();
    let last = rw.body().last_op(old)?;
    let loc = rw.body().loc(last);
    rw.set_insertion_point_to_end(block);
    let values = cast_all(rw, args.err().unwrap_or(&own), &old_types, loc)?;
    rw.inline_block(old, InsertPoint::End(block), &values);
    let yielded: Vec<Value> = rw.body().operands(last).collect();
    rw.set_insertion_point_before(last);
    end(rw, &yielded, &own, types, loc)?;
    rw.erase_op(last);
    Some(new)
}

fn lower_if(rw: &mut ConversionRewriter<'_>, op: IfOp) -> Option<()> {
    let view = op.view(rw);
    let (loc, condition) = (view.0.loc(), view.condition().id());
    let inputs: Vec<Value> = view.input_list().map(|value| value.id()).collect();
    let types: Vec<Type> = view.output_list().map(|value| value.ty()).collect();
    let condition = condition_of(rw, condition, loc)?;
    let point = rw.insertion_point()?;
    let regions = rw.take_regions(op);
    let yes = moved(rw, regions[0], Err(&inputs), (YIELD, &types))?;
    let no = moved(rw, regions[1], Err(&inputs), (YIELD, &types))?;
    rw.set_insertion_point(point);
    rw.replace(op, scf::IfOp::of(condition).loc(loc).results(&types).then_region(yes).else_region(no));
    Some(())
}

fn lower_while(rw: &mut ConversionRewriter<'_>, op: WhileOp) -> Option<()> {
    let view = op.view(rw);
    let loc = view.0.loc();
    let (inputs, carried): (Vec<Value>, Vec<Type>) =
        view.input_list().map(|value| (value.id(), value.ty())).unzip();
    let types: Vec<Type> = view.output_list().map(|value| value.ty()).collect();
    let point = rw.insertion_point()?;
    let regions = rw.take_regions(op);
    let before = moved(rw, regions[0], Ok(&carried), (CONDITION, &types))?;
    let after = moved(rw, regions[1], Ok(&types), (YIELD, &carried))?;
    rw.set_insertion_point(point);
    rw.replace(op, scf::WhileOp::of(&inputs).loc(loc).results(&types).before(before).after(after));
    Some(())
}

/// Writes each row of the input over the row that its index names.
fn lower_scatter(rw: &mut ConversionRewriter<'_>, op: ScatterOp) -> Option<()> {
    let view = op.view(rw);
    let (loc, cx) = (view.0.loc(), rw.cx());
    let (values, indices, input) = (view.values_in(), view.indices(), view.input());
    let (result_ty, input_ty) = (values.ty(), input.ty());
    if view.values_out().ty() != result_ty {
        return None;
    }
    let (values, input) = (values.id(), input.id());
    let (index_ty, indices) = (indices.ty().element_type_or_self(cx), indices.id());
    let [batches, rows, channels] = [0, 1, 2].map(|dim| size_of(rw, input, dim, loc));
    let mut make = Arith::new(rw, loc);
    let (zero, one) = (make.index(0), make.index(1));
    let index = OpFoldResult::Value;
    let lists = |batch: Value, row: Value| {
        let sizes = vec![index(one), index(one), index(channels)];
        [vec![index(batch), index(row), index(zero)], sizes, vec![index(one); 3]]
    };
    let slice_ty = with_shape(cx, input_ty, &[DYNAMIC; 3]);
    let outer = for_loop(rw, [zero, batches, one], &[values], loc, |rw, batch, results| {
        let inner = for_loop(rw, [zero, rows, one], results, loc, |rw, row, results| {
            let index = rw.build_value(ExtractOp::of(indices, &[batch, row]).result(index_ty).loc(loc));
            let index = Arith::new(rw, loc).cast::<IndexCastOp>(index, Type::INDEX);
            let slice = extract_slice_of(rw, input, &lists(batch, row), slice_ty, loc);
            let slice = rw.body().results(slice).next()?;
            let [offsets, sizes, strides] = lists(batch, index);
            let insert = InsertSliceOp::of(slice, *results.first()?).loc(loc).result(result_ty);
            let insert = insert.mixed_offsets(&offsets).mixed_sizes(&sizes).mixed_strides(&strides);
            Some(vec![rw.build_value(insert)])
        })?;
        Some(rw.body().results(inner).collect())
    })?;
    let results: Vec<Value> = rw.body().results(outer).collect();
    rw.replace_op(op, &results);
    Some(())
}
