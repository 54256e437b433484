//! Builders of structured ops with their bodies.

use terrace_affine::AffineMap;
use terrace_ir::build::OperationState;
use terrace_ir::{Attr, Context, Loc, Op, OpBuilder, OpDef, OpKind, Region, Rewriter, Type, Value};

use crate::attrs::{ElementwiseKindAttr, IteratorType, TypeFn, TypeFnAttr};
use crate::elementwise::{ElementwiseOp, compute};
use crate::generic::GenericOp;
use crate::matmul::{BatchMatmulOp, MatmulOp};
use crate::named::{NamedOp, mul_add};
use crate::region_builders::Scalars;
use crate::structured::{MEMOIZED, element_or_self};
use crate::transpose_broadcast::{BroadcastOp, TransposeOp};
use terrace_ir::attr_kind::AttrKind;

/// A region whose block has an argument for the element of each operand, filled by `build`.
///
/// # Errors
///
/// If `build` returns one.
pub fn region_for(
    cx: &Context,
    body: &mut OpBuilder<'_>,
    operands: &[Value],
    build: &mut dyn FnMut(&mut Scalars<'_>) -> Result<(), String>,
) -> Result<Region, String> {
    let types: Vec<Type> =
        operands.iter().map(|&value| element_or_self(cx, body.value_type(value))).collect();
    let (region, block) = (body.new_region(), body.new_block());
    body.append_block(region, block);
    body.add_args(block, types.into_iter().map(|ty| (ty, Loc::UNKNOWN)));
    build(&mut Scalars { cx, body: body.reborrow(), block, warnings: Vec::new() })?;
    Ok(region)
}

/// A region that yields the first argument.
pub(crate) fn first_region(cx: &Context, body: &mut OpBuilder<'_>, operands: &[Value]) -> Region {
    let made = region_for(cx, body, operands, &mut |s| {
        s.yield_value(s.arg(0));
        Ok(())
    });
    made.unwrap_or_else(|_| body.new_region())
}

/// The types of the results of an op with these destinations: those that are tensors.
pub fn tensor_types(rw: &Rewriter<'_>, destinations: &[Value]) -> Vec<Type> {
    let cx = rw.cx();
    destinations.iter().map(|&value| rw.value(value).ty()).filter(|ty| ty.is_tensor(cx)).collect()
}

/// A callback that emits the computation of an op of this kind; `None` for kinds whose region is part of the syntax.
type Payload = Box<dyn Fn(&mut Scalars<'_>) -> Result<(), String>>;

fn payload_of(cx: &Context, def: &'static OpDef, props: &[Option<Attr>]) -> Option<Payload> {
    let slot = |name: &str| def.props.iter().position(|prop| prop.name == name);
    let given = |name: &str| slot(name).and_then(|slot| props.get(slot).copied().flatten());
    let unsigned = given("cast").and_then(|cast| TypeFnAttr::value(cx, cast)) == Some(TypeFn::CastUnsigned);
    if let Some(named) = cx.op_info(cx.op_name(def.name)).interface::<dyn NamedOp>() {
        let computed = named.entry().body;
        return Some(Box::new(move |s| computed.build(s, unsigned)));
    }
    if [MatmulOp::DEF, BatchMatmulOp::DEF].iter().any(|product| std::ptr::eq(*product, def)) {
        return Some(Box::new(move |s| mul_add(s, unsigned)));
    }
    let function = given("kind").and_then(|kind| ElementwiseKindAttr::value(cx, kind));
    let elementwise = std::ptr::eq(def, ElementwiseOp::DEF);
    function
        .filter(|_| elementwise)
        .map(|function| Box::new(move |s: &mut Scalars<'_>| compute(s, function)) as Payload)
}

/// A named op, with its inherent attributes but the segment sizes, at the insertion point. `None` if its function is
/// not defined for the operands.
pub fn make_named(
    rw: &mut Rewriter<'_>,
    def: &'static OpDef,
    inputs: &[Value],
    outputs: &[Value],
    props: &[Option<Attr>],
    loc: Loc,
) -> Option<Op> {
    let cx = rw.cx();
    let types = tensor_types(rw, outputs);
    let payload = payload_of(cx, def, props)?;
    let operands = [inputs, outputs].concat();
    let region = region_for(cx, &mut rw.op_builder(), &operands, &mut |s| payload(s)).ok()?;
    let mut state = OperationState::new(def);
    state.set_loc(loc);
    state.operands(0, inputs);
    state.operands(1, outputs);
    (0..).zip(props).for_each(|(slot, prop)| state.prop(slot, *prop));
    state.results(0, &types);
    state.regions(0, &[region]);
    let op = rw.build(state);
    if let Some(maps) = rw.op(op).interface::<dyn NamedOp>().and_then(|named| named.fixed_maps(rw.op(op))) {
        rw.set_attr(op, MEMOIZED, maps_attr(cx, &maps));
    }
    Some(op)
}

/// An array of maps.
pub fn maps_attr(cx: &Context, maps: &[AffineMap]) -> Attr {
    let maps: Vec<Attr> = maps.iter().map(|map| cx.affine_map_attr(map.clone())).collect();
    cx.array_attr(&maps)
}

/// The operands and attributes of a `linalg.generic`.
pub struct Loops<'a> {
    /// Inputs.
    pub inputs: &'a [Value],
    /// Destinations.
    pub outputs: &'a [Value],
    /// For each operand, the indexing map.
    pub maps: &'a [AffineMap],
    /// For each loop, whether it is parallel.
    pub parallel: &'a [bool],
}

/// `linalg.generic` with a region that no op owns, at the insertion point.
pub fn make_generic(
    rw: &mut Rewriter<'_>,
    loops: &Loops<'_>,
    types: &[Type],
    region: Region,
    loc: Loc,
) -> Op {
    let cx = rw.cx();
    let maps = maps_attr(cx, loops.maps);
    let kind = |&parallel: &bool| {
        let kind = if parallel { IteratorType::Parallel } else { IteratorType::Reduction };
        kind.attr(cx)
    };
    let kinds: Vec<Attr> = loops.parallel.iter().map(kind).collect();
    let kinds = cx.array_attr(&kinds);
    let generic = GenericOp::of().loc(loc).inputs(loops.inputs).outputs(loops.outputs);
    let generic = generic.indexing_maps_attr(maps).iterator_types_attr(kinds);
    rw.build(generic.result_tensors(types).region(region)).into()
}

/// `linalg.transpose` at the insertion point.
pub fn make_transpose(rw: &mut Rewriter<'_>, input: Value, init: Value, dims: &[i64], loc: Loc) -> Op {
    let (cx, types) = (rw.cx(), tensor_types(rw, &[init]));
    let region = first_region(cx, &mut rw.op_builder(), &[input, init]);
    let op = TransposeOp::of(input, init).loc(loc).permutation_attr(cx.i64_array(dims));
    rw.build(op.result(&types).region(region)).into()
}

/// `linalg.broadcast` at the insertion point.
pub fn make_broadcast(rw: &mut Rewriter<'_>, input: Value, init: Value, dims: &[i64], loc: Loc) -> Op {
    let (cx, types) = (rw.cx(), tensor_types(rw, &[init]));
    let region = first_region(cx, &mut rw.op_builder(), &[input, init]);
    let op = BroadcastOp::of(input, init).loc(loc).dimensions_attr(cx.i64_array(dims));
    rw.build(op.result(&types).region(region)).into()
}

/// `linalg.fill` at the insertion point.
pub fn make_fill(rw: &mut Rewriter<'_>, value: Value, to: Value, loc: Loc) -> Option<Op> {
    make_named(rw, crate::named_elementwise::FillOp::DEF, &[value], &[to], &[], loc)
}
