//! Conditions and loops.

use terrace_dialects_core::scf::print_assignments;
use terrace_ir::asm::{Argument, OpParser, OpPrinter, Operand, PResult, ParseState};
use terrace_ir::interfaces::LoopLike;
use terrace_ir::ir::RegionRef;
use terrace_ir::{CheckResult, DYNAMIC, Loc, OpDef, OpKind, OpRef, Type, ValueRef};
use terrace_macros::op;

use crate::shapes::{InferBy, InferShapedType, Shape};
use crate::syntax::{also, function_type, print_function_type};
use crate::types::{I1_TENSOR, TENSOR};
use crate::verify::{fail, may_be_size_one, quoted, same_types};

/// Runs one of its regions.
#[op("tosa.cond_if", traits(SingleBlockImplicitTerminator("tosa.yield"), RecursiveMemoryEffects),
     interfaces(dyn InferShapedType = OF_BRANCHES), verify = verify_if, asm = (parse_cond_if, print_cond_if),
     syntax = "$condition (`(` <argument> `=` $input_list `)`)? `:` type($condition) (`(` type($input_list) `)`)? (`->` \
               type($output_list))? $then_graph `else` $else_graph attr-dict")]
pub struct IfOp {
    condition: Operand<I1_TENSOR>,
    input_list: VarOperand<TENSOR>,
    output_list: VarRes<TENSOR>,
    then_graph: Region<Sized<1>>,
    else_graph: Region<Sized<1>>,
}

/// Runs its second region as long as the first one yields true.
#[op("tosa.while_loop", traits(SingleBlockImplicitTerminator("tosa.yield"), RecursiveMemoryEffects),
     interfaces(dyn InferShapedType = OF_BODY, dyn LoopLike), verify = verify_while,
     asm = (parse_while_loop, print_while_loop),
     syntax = "(`(` <argument> `=` $input_list `)`)? `:` functional-type(operands, results) $cond_graph `do` \
               $body_graph (`attributes` attr-dict)?")]
pub struct WhileOp {
    input_list: VarOperand<TENSOR>,
    output_list: VarRes<TENSOR>,
    cond_graph: Region<Sized<1>>,
    body_graph: Region<Sized<1>>,
}

impl LoopLike for WhileOp {
    fn regions<'a>(&self, op: OpRef<'a>) -> Vec<RegionRef<'a>> {
        vec![WhileOp::view_of(op).body_graph()]
    }
    fn inits(&self, _op: OpRef<'_>) -> (usize, usize) {
        (0, 0)
    }
    fn iter_args<'a>(&self, _op: OpRef<'a>) -> Vec<ValueRef<'a>> {
        Vec::new()
    }
    fn yielded<'a>(&self, _op: OpRef<'a>) -> Option<Vec<ValueRef<'a>>> {
        Some(Vec::new())
    }
}

/// Ends a region with its results.
#[op("tosa.yield", traits(Terminator, Pure), format = "$inputs attr-dict `:` type($inputs)")]
pub struct YieldOp {
    inputs: VarOperand<TENSOR>,
}

/// Returns the shape that is known of both.
fn meet(one: &Shape, other: &Shape) -> Shape {
    let (Some(one), Some(other)) = (one, other) else { return None };
    let same = |(&a, &b): (&i64, &i64)| if a == b { a } else { DYNAMIC };
    (one.len() == other.len()).then(|| one.iter().zip(other).map(same).collect())
}

const OF_BRANCHES: InferBy = InferBy(|input| {
    let [first, second] = input.yields else { return None };
    let shape = |ty: &Type| ty.shape(input.cx()).map(<[i64]>::to_vec);
    let both = || first.iter().zip(second);
    (first.len() == second.len())
        .then(|| both().map(|(one, other)| meet(&shape(one), &shape(other))).collect())
});

const OF_BODY: InferBy = InferBy(|input| {
    let [_, body] = input.yields else { return None };
    Some(body.iter().map(|ty| ty.shape(input.cx()).map(<[i64]>::to_vec)).collect())
});

/// The types of the arguments of a region.
fn argument_types(region: RegionRef<'_>) -> Vec<Type> {
    region.entry().map_or(Vec::new(), |block| block.arg_types())
}

/// The values that a region yields; `None` if it does not end in `tosa.yield`.
pub fn yielded(region: RegionRef<'_>) -> Option<Vec<ValueRef<'_>>> {
    let last = region.entry()?.last()?.cast::<YieldOp>()?;
    Some(last.inputs().collect())
}

fn types_of<'a>(values: impl Iterator<Item = ValueRef<'a>>) -> Vec<Type> {
    values.map(|value| value.ty()).collect()
}

fn verify_if(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), IfOp::view_of(op));
    let (inputs, outputs) = (types_of(view.input_list()), types_of(view.output_list()));
    let (inputs, outputs) = ((&inputs[..], "'input_list'"), (&outputs[..], "'output_list'"));
    let graphs = [
        (view.then_graph(), "'then_graph' arguments", "'then_graph' results"),
        (view.else_graph(), "'else_graph' arguments", "'else_graph' results"),
    ];
    for (graph, arguments, _) in graphs {
        same_types(op, (&argument_types(graph), arguments), inputs)?;
    }
    for (graph, _, results) in graphs {
        if let Some(values) = yielded(graph) {
            same_types(op, (&types_of(values.into_iter()), results), outputs)?;
        }
    }
    let condition = view.condition().ty();
    match may_be_size_one(cx, condition) {
        true => Ok(()),
        false => fail(op, format!("'condition' must be a size 1 tensor, got {}", quoted(cx, condition))),
    }
}

fn verify_while(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), WhileOp::view_of(op));
    let (inputs, outputs) = (types_of(view.input_list()), types_of(view.output_list()));
    let inputs = (&inputs[..], "'input_list'");
    same_types(op, inputs, (&outputs, "'output_list'"))?;
    same_types(op, (&argument_types(view.cond_graph()), "'cond_graph' arguments"), inputs)?;
    same_types(op, (&argument_types(view.body_graph()), "'body_graph' arguments"), inputs)?;
    if let Some(values) = yielded(view.body_graph()) {
        same_types(op, (&types_of(values.into_iter()), "'body_graph' results"), inputs)?;
    }
    let Some(values) = yielded(view.cond_graph()) else { return Ok(()) };
    let [condition] = values[..] else { return fail(op, "require 'cond_graph' only have one result") };
    let ty = condition.ty();
    if !may_be_size_one(cx, ty) {
        return fail(op, format!("'cond_graph' result must be a size 1 tensor, got {}", quoted(cx, ty)));
    }
    match ty.element_type_or_self(cx) == Type::I1 {
        true => Ok(()),
        false => fail(op, format!("'cond_graph' result must be a boolean tensor, got {}", quoted(cx, ty))),
    }
}

/// `(%a = %x, %b = %y)`, or nothing: arguments and the operands they start with.
fn assignments(p: &mut dyn OpParser) -> PResult<Option<(Vec<Argument>, Vec<Operand>)>> {
    if !p.optional_token("(") {
        return Ok(None);
    }
    let (mut args, mut inits) = (Vec::new(), Vec::new());
    let mut ends = p.optional_token(")");
    while !ends {
        args.push(p.argument(false, false)?);
        p.token("=")?;
        inits.push(p.operand()?);
        ends = !p.optional_token(",");
        if ends {
            p.token(")")?;
        }
    }
    Ok(Some((args, inits)))
}

fn resolve_inputs(
    p: &mut dyn OpParser,
    state: &mut ParseState,
    inits: &[Operand],
    types: &[Type],
    loc: Loc,
) -> PResult<()> {
    if inits.len() != types.len() {
        let (wanted, found) = (inits.len(), types.len());
        let message = format!("expected as many input types as operands (expected {wanted} got {found})");
        return Err(p.error(loc, message));
    }
    let loc = p.loc();
    state.operands.extend(p.resolve_all(inits, types, loc)?);
    Ok(())
}

/// `%condition (%a = %x) : tensor<i1> (tensor<f32>) -> tensor<f32> {..} else {..}`
fn parse_cond_if(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let condition = p.operand()?;
    let list = assignments(p)?;
    let ty = match p.token(":") {
        Ok(()) => p.ty(),
        Err(failed) => Err(failed),
    };
    let ty = ty.map_err(|_| also(p, "expected type for condition operand"))?;
    state.operands.push(p.resolve(condition, ty)?);
    match list {
        Some((_, inits)) => {
            const WHAT: &str =
                "expected list of types for block arguments followed by arrow type and list of return types";
            let (inputs, results) = function_type(p).map_err(|_| also(p, WHAT))?;
            state.results.extend(results);
            let loc = p.loc();
            resolve_inputs(p, state, &inits, &inputs, loc)?;
        }
        None => state.results.extend(p.optional_arrow_type_list()?),
    }
    p.region(state, &[], false)?;
    if p.optional_token("else") {
        p.region(state, &[], false)?;
    } else {
        p.new_region(state);
    }
    p.optional_attr_dict(state)
}

/// Prints `tosa.cond_if`.
fn print_cond_if(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = IfOp::view_of(op);
    p.text(" ");
    p.value(view.condition());
    let args = view.then_graph().entry().into_iter().flat_map(|block| block.args());
    print_assignments(p, " ", args, view.input_list());
    p.text(" : ");
    p.ty(view.condition().ty());
    if view.input_list().len() > 0 {
        p.text(" (");
        p.types_of(&mut view.input_list());
        p.text(")");
    }
    p.arrow_types(&op.result_types());
    p.text(" ");
    p.region(view.then_graph(), true, true);
    if !view.else_graph().is_empty() {
        p.text(" else ");
        p.region(view.else_graph(), true, true);
    }
    p.attr_dict(op, &[]);
}

/// `(%a = %x) : (tensor<f32>) -> tensor<f32> {..} do {..}`
fn parse_while_loop(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let (mut args, inits) = assignments(p)?.unwrap_or((Vec::new(), Vec::new()));
    p.token(":")?;
    let loc = p.loc();
    let (inputs, results) = function_type(p)?;
    state.results.extend(results);
    resolve_inputs(p, state, &inits, &inputs, loc)?;
    for (arg, ty) in args.iter_mut().zip(inputs) {
        arg.ty = ty;
    }
    p.region(state, &args, false)?;
    p.token("do")?;
    p.region(state, &[], false)?;
    p.optional_attr_dict_with_keyword(state)
}

/// Prints `tosa.while_loop`.
fn print_while_loop(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = WhileOp::view_of(op);
    let args = view.cond_graph().entry().into_iter().flat_map(|block| block.args());
    print_assignments(p, " ", args, view.input_list());
    p.text(" : ");
    print_function_type(p, op);
    p.text(" ");
    p.region(view.cond_graph(), false, true);
    p.text(" do ");
    p.region(view.body_graph(), true, true);
    p.attr_dict_with_keyword(op, &[]);
}

/// The ops of this file.
pub(crate) const OPS: &[&OpDef] = &[IfOp::DEF, WhileOp::DEF, YieldOp::DEF];
