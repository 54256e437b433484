//! Ops whose computation may be written as the one op it consists of.

use terrace_affine::AffineMap;
use terrace_dialects_mem::constraints::ANY_TENSOR;
use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::def::{TypeConstraint, op_error};
use terrace_ir::effects::{ConditionallySpeculatable, MemoryEffects};
use terrace_ir::interfaces::DestinationStyleOp;
use terrace_ir::{
    Attr, BlockRef, CheckResult, Context, Loc, OpKind, OpRef, OpSpec, Region, RegionRef, Type, TypeData,
    Value,
};
use terrace_macros::op;

use crate::attrs::SortedDimsAttr;
use crate::generic::name_args;
use crate::region_ops::YieldOp;
use crate::structured::{Structured, is_element_used, second_slot, structured_interfaces, verify_structured};
use crate::syntax::{add_tensor_results, parse_dims, parse_parts, print_dims, print_parts};
use crate::tiling::StructuredTiling;
use terrace_ir::tiling::{PartialReductionOp, TilingInterface};

/// A ranked tensor or memref.
pub static TENSOR_OR_MEMREF: TypeConstraint =
    TypeConstraint::new("memref of any type values or ranked tensor of any type values", |cx, ty| {
        matches!(ty.data(cx), TypeData::MemRef { .. } | TypeData::RankedTensor { .. })
    });

/// Computes each element of the destination from those of the inputs at the same place.
#[op("linalg.map",
     traits(SingleBlockImplicitTerminator("linalg.yield"), RecursiveMemoryEffects),
     interfaces(dyn Structured, dyn DestinationStyleOp, dyn MemoryEffects, dyn ConditionallySpeculatable,
                dyn TilingInterface = StructuredTiling, dyn PartialReductionOp = StructuredTiling),
     asm = (parse_map, print_map),
     syntax = "(`{` <op> `}`)? (`ins` `(` $inputs `:` type($inputs) `)`)? `outs` `(` $init `:` type($init) `)` attr-dict \
               (`(` <arguments> `)` $mapper)?",
     verify = verify_map, verify_regions = verify_structured,
     names = "mapped", block_names = block_names)]
pub struct MapOp {
    inputs: VarOperand<TENSOR_OR_MEMREF>,
    init: Operand<TENSOR_OR_MEMREF>,
    result: VarRes<ANY_TENSOR>,
    mapper: Region<Sized<1>>,
}

/// Combines elements along some dimensions.
#[op("linalg.reduce",
     traits(SingleBlockImplicitTerminator("linalg.yield"), RecursiveMemoryEffects),
     interfaces(dyn Structured, dyn DestinationStyleOp, dyn MemoryEffects, dyn ConditionallySpeculatable,
                dyn TilingInterface = StructuredTiling, dyn PartialReductionOp = StructuredTiling),
     asm = (parse_reduce, print_reduce),
     syntax = "(`{` <op> `}`)? `ins` `(` $inputs `:` type($inputs) `)` `outs` `(` $inits `:` type($inits) `)` `dimensions` \
               `=` $dimensions attr-dict (`(` <arguments> `)` $combiner)?",
     verify = verify_reduce, verify_regions = verify_structured,
     names = "reduced", block_names = block_names)]
pub struct ReduceOp {
    inputs: VarOperand<TENSOR_OR_MEMREF>,
    inits: VarOperand<TENSOR_OR_MEMREF>,
    dimensions: Prop<SortedDimsAttr>,
    _results: VarRes<ANY_TENSOR>,
    combiner: Region<Sized<1>>,
}

fn shape(op: OpRef<'_>, operand: usize) -> &[i64] {
    if operand < op.num_operands() { op.operand(operand).ty().shape_or_scalar(op.cx()) } else { &[] }
}

impl Structured for MapOp {
    fn indexing_maps(&self, op: OpRef<'_>) -> Vec<AffineMap> {
        let rank = shape(op, self.destinations(op).0).len() as u32;
        vec![AffineMap::identity(rank); op.num_operands()]
    }
    fn parallel(&self, op: OpRef<'_>) -> Vec<bool> {
        vec![true; shape(op, self.destinations(op).0).len()]
    }
    fn destinations(&self, op: OpRef<'_>) -> (usize, usize) {
        second_slot(op)
    }
    fn reads_destination(&self, op: OpRef<'_>, operand: usize) -> bool {
        // Upstream overlooks that the computation may use what the destination holds.
        !op.cx().matches_upstream() && is_element_used(op, operand)
    }
}

fn dimensions(op: OpRef<'_>) -> Vec<usize> {
    ReduceOp::view_of(op).dimensions().iter().filter_map(|dim| usize::try_from(dim).ok()).collect()
}

impl Structured for ReduceOp {
    fn indexing_maps(&self, op: OpRef<'_>) -> Vec<AffineMap> {
        let identity = AffineMap::identity(shape(op, 0).len() as u32);
        let reduced = identity.drop_results(&dimensions(op));
        let inputs = self.destinations(op).0;
        (0..op.num_operands()).map(|i| if i < inputs { identity.clone() } else { reduced.clone() }).collect()
    }
    fn parallel(&self, op: OpRef<'_>) -> Vec<bool> {
        let mut kinds = vec![true; shape(op, 0).len()];
        for dim in dimensions(op) {
            if let Some(kind) = kinds.get_mut(dim) {
                *kind = false;
            }
        }
        kinds
    }
    fn destinations(&self, op: OpRef<'_>) -> (usize, usize) {
        // As many destinations as inputs.
        (op.num_operands() / 2, op.num_operands() - op.num_operands() / 2)
    }
}

structured_interfaces!(MapOp, ReduceOp);

fn block_names(op: OpRef<'_>, region: Region, set: &mut dyn FnMut(Value, &str)) {
    name_args(op, region, set, "init");
}

/// `{ op {attributes} }`, where it stands there.
fn parse_payload(p: &mut dyn OpParser) -> PResult<Option<ParseState>> {
    if !p.optional_token("{") {
        return Ok(None);
    }
    let name = p.custom_op_name()?;
    let mut payload = ParseState::new(name, p.name_loc(), Box::default());
    let count = p.cx().op_info(name).def().map_or(0, |def| def.props.len());
    payload.props.resize(count, Attr::NULL);
    p.optional_attr_dict(&mut payload)?;
    p.token("}")?;
    Ok(Some(payload))
}

/// The order of the payload's block arguments.
#[derive(Clone, Copy)]
enum Order {
    /// The elements of the inputs.
    Inputs,
    /// The element of the destination, then those of the inputs.
    DestinationFirst,
}

/// Adds a region with the payload op.
fn add_payload(
    p: &mut dyn OpParser,
    state: &mut ParseState,
    payload: &ParseState,
    types: &[Type],
    order: Order,
) {
    let region = p.new_region(state);
    let (loc, cx) = (state.loc, p.cx());
    let elements: Vec<Type> = types.iter().map(|ty| ty.element_type_or_self(cx)).collect();
    let Some(&result) = elements.last() else { return };
    p.with_body(&mut |cx, body| {
        let block = body.new_block();
        body.append_block(region, block);
        body.add_args(block, elements.iter().map(|&ty| (ty, Loc::UNKNOWN)));
        let args: Vec<Value> = body.args(block).collect();
        let operands: Vec<Value> = match (order, args.split_last()) {
            (Order::Inputs, Some((_, inputs))) => inputs.to_vec(),
            (Order::DestinationFirst, Some((&destination, inputs))) => [&[destination], inputs].concat(),
            _ => Vec::new(),
        };
        let mut props = payload.props.to_vec();
        for (prop, default) in props.iter_mut().zip(&cx.op_info(payload.name).prop_defaults) {
            if prop.is_null() {
                *prop = *default;
            }
        }
        let made = body.new_op(&OpSpec {
            name: payload.name,
            operands: &operands,
            results: &[result],
            props: &props,
            attrs: cx.dict(payload.attrs.to_vec()),
            successors: &[],
            loc,
        });
        body.append_op(block, made);
        let value = body.single_result(made);
        let end = body.build(cx, YieldOp::of(&[value]).loc(loc));
        body.append_op(block, end.into());
    });
}

/// The region: of the payload, or as it is written.
fn parse_body(
    p: &mut dyn OpParser,
    state: &mut ParseState,
    payload: Option<ParseState>,
    types: &[Type],
    order: Order,
) -> PResult<()> {
    let Some(payload) = payload else {
        let args = p.argument_list(Delimiter::Paren, true, true)?;
        p.region(state, &args, false)?;
        return Ok(());
    };
    if types.is_empty() {
        p.new_region(state);
        return Ok(());
    }
    add_payload(p, state, &payload, types, order);
    Ok(())
}

fn parse_map(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let payload = parse_payload(p)?;
    let parts = parse_parts(p, state, false)?;
    add_tensor_results(p, state, &parts.outputs);
    p.optional_attr_dict(state)?;
    let types = [parts.inputs, parts.outputs].concat();
    parse_body(p, state, payload, &types, Order::Inputs)
}

fn parse_reduce(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let payload = parse_payload(p)?;
    let parts = parse_parts(p, state, false)?;
    add_tensor_results(p, state, &parts.outputs);
    parse_dims(p, state, "dimensions")?;
    p.optional_attr_dict(state)?;
    let types = [parts.inputs, parts.outputs].concat();
    parse_body(p, state, payload, &types, Order::DestinationFirst)
}

/// The single op of the computation, if its operands are the arguments in the order that the short form
/// requires.
fn payload_of(block: BlockRef<'_>, order: Order) -> Option<OpRef<'_>> {
    let mut ops = block.ops();
    let (payload, end, None) = (ops.next()?, ops.next()?, ops.next()) else { return None };
    let args: Vec<Value> = block.args().map(|arg| arg.id()).collect();
    let expected = match order {
        Order::Inputs => args.split_last()?.1.to_vec(),
        // The destination is the last argument; upstream looks at the first.
        Order::DestinationFirst => [&args[1..], &args[..1]].concat(),
    };
    // The short form could not be read with the name of an op without dialect; upstream writes it even so.
    let named = !payload.name_text().starts_with('.');
    let fits = named && !expected.is_empty() && payload.operands().map(|value| value.id()).eq(expected);
    let mut yielded = end.operands();
    let only = yielded.next().and_then(|value| value.defining_op()).map(|op| op.id());
    (fits && end.num_operands() == 1 && only == Some(payload.id())).then_some(payload)
}

/// ` { op {attributes} }`.
fn print_payload(p: &mut dyn OpPrinter, payload: OpRef<'_>) {
    let cx = payload.cx();
    p.text(" { ");
    p.text(payload.name_text());
    let none = terrace_dialects_core::arith::attrs::no_fastmath(cx);
    let elided = payload
        .def()
        .and_then(|def| def.props.iter().find(|prop| payload.inherent_attr(prop.name) == Some(none)))
        .map(|prop| prop.name);
    p.attr_dict(payload, elided.as_slice());
    p.text(" }");
}

/// The region, where it is written.
fn print_body(p: &mut dyn OpPrinter, region: RegionRef<'_>) {
    p.indent();
    p.newline();
    p.text("(");
    if let Some(block) = region.entry() {
        for (i, arg) in block.args().enumerate() {
            if i > 0 {
                p.text(", ");
            }
            p.argument(arg, true);
            p.argument_loc(arg.loc());
        }
    }
    p.text(") ");
    p.region(region, false, true);
    p.outdent();
}

fn print_map(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let region = MapOp::view_of(op).mapper();
    let payload = region.entry().and_then(|block| payload_of(block, Order::Inputs));
    if let Some(payload) = payload {
        print_payload(p, payload);
    }
    print_parts(p, op);
    p.attr_dict(op, &[]);
    if payload.is_none() {
        print_body(p, region);
    }
}

fn print_reduce(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let region = ReduceOp::view_of(op).combiner();
    let payload = region.entry().and_then(|block| payload_of(block, Order::DestinationFirst));
    if let Some(payload) = payload {
        print_payload(p, payload);
    }
    print_parts(p, op);
    print_dims(p, op, "dimensions");
    p.attr_dict(op, &["dimensions"]);
    if payload.is_none() {
        print_body(p, region);
    }
}

/// Extents as upstream writes them in messages.
pub fn extents(shape: &[i64]) -> String {
    shape.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

fn element(cx: &Context, ty: Type) -> Type {
    ty.element_type_or_self(cx)
}

fn verify_map(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), MapOp::view_of(op));
    let fail = |message: String| Err(op_error(op, message));
    let args = view.mapper().entry().map_or(Vec::new(), |block| block.arg_types());
    let inputs = view.inputs().len();
    if inputs + 1 != args.len() {
        let (operands, args) = (inputs + 1, args.len());
        return fail(format!(
            "expects number of operands to match the arity of mapper, but got: {operands} and {args}"
        ));
    }
    for (input, &arg) in view.inputs().zip(&args) {
        let element = element(cx, input.ty());
        if arg != element {
            let [element, arg] = [element, arg].map(|ty| cx.type_text(ty));
            return fail(format!("expected element type of input '{element}' to match bbArg type '{arg}'"));
        }
    }
    let output = view.init().ty().shape_or_scalar(cx);
    for input in view.inputs() {
        let input = input.ty().shape_or_scalar(cx);
        if input != output {
            let (input, output) = (extents(input), extents(output));
            return fail(format!("expected shape of input ({input}) to match shape of output ({output})"));
        }
    }
    Ok(())
}

/// Verifies that all of these operands have the shape of the first.
fn verify_same_shapes(op: OpRef<'_>, first: usize, count: usize, names: [&str; 2]) -> CheckResult {
    let [all, one] = names;
    match (1..count).find(|&i| shape(op, first + i) != shape(op, first)) {
        Some(i) => Err(op_error(
            op,
            format!(
                "expects all {all} to have the same shapes. Shape at {one}-index {i} is not equal to the shape at \
                 {one}-index 0."
            ),
        )),
        None => Ok(()),
    }
}

fn verify_reduce(op: OpRef<'_>) -> CheckResult {
    let cx = op.cx();
    let fail = |message: String| Err(op_error(op, message));
    let (inputs, inits) = ReduceOp::MODEL.destinations(op);
    if inputs == 0 {
        return Ok(());
    }
    verify_same_shapes(op, 0, inputs, ["inputs", "input"])?;
    verify_same_shapes(op, inputs, inits, ["outputs", "output"])?;
    let (input, init) = (shape(op, 0), shape(op, inputs));
    let dims = ReduceOp::view_of(op).dimensions().to_vec();
    let rank = input.len() as i64;
    if dims.iter().any(|dim| !(0..rank).contains(dim)) {
        return fail(format!("dimensions for reduction should be in the range [0, {}].", rank - 1));
    }
    let kept = input.iter().enumerate().filter(|(i, _)| dims.binary_search(&(*i as i64)).is_err());
    let kept: Vec<i64> = kept.map(|(_, &extent)| extent).collect();
    if kept.len() != init.len() {
        let (kept, rank) = (kept.len(), init.len());
        return fail(format!(
            "number of dimensions after reduction {kept} doesn't match the init rank {rank}"
        ));
    }
    if kept != init {
        let (init, kept) = (extents(init), extents(&kept));
        return fail(format!(
            "init dimensions [{init}] doesn't match input dimensions after reduction [{kept}]"
        ));
    }
    let args = ReduceOp::view_of(op).combiner().entry().map_or(Vec::new(), |block| block.arg_types());
    if args.len() != op.num_operands() {
        return fail("mismatching number of operands and block arguments".to_string());
    }
    for (i, (operand, &arg)) in op.operands().zip(&args).enumerate() {
        let element = element(cx, operand.ty());
        if element != arg {
            let which = if i < inputs { "input" } else { "output" };
            let [element, arg] = [element, arg].map(|ty| cx.type_text(ty));
            return fail(format!(
                "{which} element type '{element}' does not match corresponding block argument type '{arg}'"
            ));
        }
    }
    Ok(())
}
