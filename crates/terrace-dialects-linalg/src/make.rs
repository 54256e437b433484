//! Making structured ops, with what they have inside.

use terrace_ir::build::{SlotValues, build_op};
use terrace_ir::rewriter::Mapping;
use terrace_ir::{Attr, Body, Context, Loc, Op, OpDef, OpKind, Region, Rewriter, Type, Value};

use crate::named::{NamedOp, window};
use crate::scalar::Scalars;
use crate::structured::{MEMOIZED, element_or_self};

/// A region whose block has an argument for the element of each operand, filled by `build`.
pub(crate) fn region_for(
    cx: &Context,
    body: &mut Body,
    operands: &[Value],
    build: &mut dyn FnMut(&mut Scalars<'_>) -> Result<(), String>,
) -> Result<Region, String> {
    let types: Vec<Type> =
        operands.iter().map(|&value| element_or_self(cx, body.value_type(value))).collect();
    let (region, block) = (body.new_region(), body.new_block());
    body.append_block(region, block);
    body.add_args(block, types.into_iter().map(|ty| (ty, Loc::UNKNOWN)));
    build(&mut Scalars { cx, body, block, warnings: Vec::new() })?;
    Ok(region)
}

/// A region that yields the first argument.
pub(crate) fn first_region(cx: &Context, body: &mut Body, operands: &[Value]) -> Region {
    let made = region_for(cx, body, operands, &mut |s| {
        s.yield_value(s.arg(0));
        Ok(())
    });
    made.unwrap_or_else(|_| body.new_region())
}

/// The types of the results of an op with these destinations: those that are tensors.
pub(crate) fn tensor_types(rw: &Rewriter<'_>, destinations: &[Value]) -> Vec<Type> {
    let cx = rw.cx();
    destinations.iter().map(|&value| rw.value(value).ty()).filter(|ty| ty.is_tensor(cx)).collect()
}

/// An op of a table, with its inherent attributes but the segment sizes, at the insertion point. None where its
/// function is not defined for the operands.
pub(crate) fn make_named(
    rw: &mut Rewriter<'_>,
    def: &'static OpDef,
    inputs: &[Value],
    outputs: &[Value],
    props: &[Option<Attr>],
    loc: Loc,
) -> Option<Op> {
    let cx = rw.cx();
    let types = tensor_types(rw, outputs);
    let named = cx.op_info(cx.op_name(def.name)).interface::<dyn NamedOp>()?;
    let entry = named.entry();
    let slot = |name: &str| def.props.iter().position(|prop| prop.name == name);
    let given = |name: &str| slot(name).and_then(|slot| props.get(slot).copied().flatten());
    let unsigned = given("cast").is_some_and(|cast| crate::attrs::is_unsigned(cx, cast));
    let windows = ["strides", "dilations"].map(|name| window(cx, given(name)));
    let memoized = entry.maps(&windows[0], &windows[1]).map(|maps| {
        let maps: Vec<Attr> = maps.into_iter().map(|map| cx.affine_map_attr(map)).collect();
        cx.dict(vec![(cx.str(MEMOIZED), cx.array_attr(&maps))])
    });
    let operands = [inputs, outputs].concat();
    let mut failed = false;
    let op = rw.add(|cx, body| {
        let region = region_for(cx, body, &operands, &mut |s| entry.body.build(s, unsigned));
        failed = region.is_err();
        let region = region.unwrap_or_else(|_| body.new_region());
        let values = SlotValues {
            operands: &[inputs, outputs],
            props,
            successors: &[],
            results: &[&types],
            regions: &[&[region]],
        };
        let op = build_op(cx, body, def, values, loc);
        if let Some(attrs) = memoized {
            body.set_attrs(op, attrs);
        }
        op
    });
    if failed {
        rw.erase(op);
        return None;
    }
    Some(op)
}

/// `linalg.fill` at the insertion point.
pub(crate) fn make_fill(rw: &mut Rewriter<'_>, value: Value, to: Value, loc: Loc) -> Option<Op> {
    make_named(rw, crate::named_elementwise::FillOp::DEF, &[value], &[to], &[], loc)
}

/// A copy of an op, with other operands and other types of its results, at the insertion point.
pub(crate) fn copy_with(rw: &mut Rewriter<'_>, op: Op, operands: &[Value], types: &[Type]) -> Option<Op> {
    let copy = rw.clone_op(op, &mut Mapping::new())?;
    rw.set_operands(copy, operands);
    let results: Vec<Value> = rw.body().results(copy).collect();
    for (value, &ty) in results.into_iter().zip(types) {
        rw.set_type(value, ty);
    }
    Some(copy)
}
