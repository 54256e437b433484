//! Functions, loops and jumps.

use crate::types::RangeType;
use terrace_dialects_builtin::function::{BUILTIN_FUNCTION, parse_function, print_function, verify_function};
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{DictArrayAttr, FunctionTypeAttr, StrAttr, SymbolNameAttr, SymbolRefAttr};
use terrace_ir::def::op_error;
use terrace_ir::interfaces::{Callable, FunctionOp};
use terrace_ir::{CheckResult, OpKind, OpRef, RegionRef, Type};
use terrace_macros::op;

use crate::matching::StrArrayAttr;
use crate::pattern::BenefitAttr;
use crate::types::{ANY_PDL, OPERATION_TYPE, PDL_RANGE};

/// A function that matches or rewrites.
#[op("pdl_interp.func", traits(Symbol, IsolatedFromAbove), interfaces(dyn FunctionOp, dyn Callable),
     asm = (parse_func, print_func),
     syntax = "$sym_name `(` <arguments> `)` (`->` <result types>)? (`attributes` attr-dict)? $body",
     verify = verify_func)]
pub struct FuncOp {
    sym_name: Prop<SymbolNameAttr>,
    function_type: Prop<FunctionTypeAttr>,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
    body: Region<Min<1>>,
}

impl FunctionOp for FuncOp {}

impl Callable for FuncOp {
    fn callable_region<'a>(&self, op: OpRef<'a>) -> Option<RegionRef<'a>> {
        Some(FuncOp::view_of(op).body()).filter(|region| !region.is_empty())
    }

    fn callable_results(&self, op: OpRef<'_>) -> Vec<Type> {
        FuncOp::view_of(op).function_type().1.to_vec()
    }
}

fn parse_func(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    parse_function(p, state, &BUILTIN_FUNCTION)
}

fn print_func(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    print_function(p, op, &FuncOp::MODEL, &BUILTIN_FUNCTION);
}

fn verify_func(op: OpRef<'_>) -> CheckResult {
    verify_function(op, &FuncOp::MODEL)
}

/// Branches to a block.
#[op("pdl_interp.branch", traits(Pure, Terminator), format = "$dest attr-dict")]
pub struct BranchOp {
    dest: Succ,
}

/// Ends an iteration.
#[op("pdl_interp.continue", traits(Pure, HasParent(&["pdl_interp.foreach"]), Terminator), format = "attr-dict")]
pub struct ContinueOp {}

/// Ends the function.
#[op("pdl_interp.finalize", traits(Pure, Terminator), format = "attr-dict")]
pub struct FinalizeOp {}

/// Runs its region for each entity of a range.
#[op("pdl_interp.foreach", traits(Terminator), asm = (parse_foreach, print_foreach),
     syntax = "<variable> `:` <type> `in` $values $region attr-dict `->` $successor",
     verify = verify_foreach)]
pub struct ForEachOp {
    values: Operand<PDL_RANGE>,
    region: Region,
    successor: Succ,
}

fn parse_foreach(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let loc = p.loc();
    let variable = p.argument(true, false)?;
    p.token("in")?;
    let range = p.operand()?;
    let ty = RangeType::get_checked(p.cx(), variable.ty).map_err(|message| p.error(loc, message))?.into();
    let values = p.resolve(range, ty)?;
    state.operands.push(values);
    p.region(state, &[variable], false)?;
    p.optional_attr_dict(state)?;
    p.token("->")?;
    let successor = p.successor()?;
    state.successors.push(successor);
    Ok(())
}

fn print_foreach(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = ForEachOp::view_of(op);
    p.text(" ");
    if let Some(variable) = view.region().entry().and_then(|entry| entry.args().next()) {
        p.argument(variable, false);
        p.text(" : ");
        p.ty(variable.ty());
    }
    p.text(" in ");
    p.value(view.values());
    p.text(" ");
    p.region(view.region(), false, true);
    p.attr_dict(op, &[]);
    p.text(" -> ");
    p.successor(view.successor());
}

fn verify_foreach(op: OpRef<'_>) -> CheckResult {
    let view = ForEachOp::view_of(op);
    let arguments: Vec<_> = view.region().entry().into_iter().flat_map(|entry| entry.args()).collect();
    let [variable] = arguments.as_slice() else {
        return Err(op_error(op, "requires exactly one argument"));
    };
    if crate::types::range_element(op.cx(), view.values().ty()) != Some(variable.ty()) {
        return Err(op_error(op, "operand must be a range of loop variable type"));
    }
    Ok(())
}

/// Records a match of a pattern, with the arguments of its rewriter.
#[op(
    "pdl_interp.record_match",
    traits(AttrSizedOperandSegments, Terminator),
    format = "$rewriter (`(` $inputs^ `:` type($inputs) `)`)? `:` `benefit` `(` $benefit `)` `,` \
               (`generatedOps` `(` $generatedOps^ `)` `,`)? `loc` `(` `[` $matchedOps `]` `)` \
               (`,` `root` `(` $rootKind^ `)`)? attr-dict `->` $dest"
)]
#[allow(non_snake_case)]
pub struct RecordMatchOp {
    inputs: VarOperand<ANY_PDL>,
    matchedOps: VarOperand<OPERATION_TYPE>,
    rewriter: Prop<SymbolRefAttr>,
    rootKind: OptProp<StrAttr>,
    generatedOps: OptProp<StrArrayAttr>,
    benefit: Prop<BenefitAttr>,
    dest: Succ,
}
