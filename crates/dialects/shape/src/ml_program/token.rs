//! Tokens, which order accesses to globals in a graph.

use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::SymbolRefAttr;
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::{CustomArg, CustomDirective, TypeConstraint};
use terrace_ir::effects::{EffectOn, reads};
use terrace_ir::interfaces::SymbolUser;
use terrace_ir::symbols::SymbolTables;
use terrace_ir::{CheckResult, OpKind, OpRef};
use terrace_macros::{op, type_def};

use crate::ml_program::global::{GlobalAccess, verify_use};

/// A token of a completed access.
#[type_def("ml_program.token", format = "")]
pub struct TokenType {}

/// A token.
pub static TOKEN_TYPE: TypeConstraint = TypeConstraint::only(
    "Token for establishing execution ordering in a graph",
    |cx, ty| ty.isa::<TokenType>(cx),
    |cx| TokenType::get(cx).into(),
);

/// A token of which nothing came before.
#[op("ml_program.token", traits(Pure, InferTypes), format = "attr-dict")]
pub struct TokenOp {
    token: Res<TOKEN_TYPE>,
}

/// Reads a mutable global, after the producers of the tokens.
#[op("ml_program.global_load_graph", interfaces(dyn SymbolUser), effects(reads(EffectOn::Symbol(0))),
     customs(&TOKEN_ORDERING),
     format = "$global `` custom<TokenOrdering>($consumeTokens, type($produceToken)) `:` type($result) attr-dict")]
#[allow(non_snake_case)]
pub struct GlobalLoadGraphOp {
    global: Prop<SymbolRefAttr>,
    consumeTokens: VarOperand<TOKEN_TYPE>,
    result: Res<ANY_TYPE>,
    produceToken: Res<TOKEN_TYPE>,
}

/// Writes a mutable global, after the producers of the tokens.
#[op("ml_program.global_store_graph", interfaces(dyn SymbolUser), effects(reads(EffectOn::Symbol(0))),
     customs(&TOKEN_ORDERING),
     format = "$global `=` $value `` custom<TokenOrdering>($consumeTokens, type($produceToken)) `:` type($value) \
               attr-dict")]
#[allow(non_snake_case)]
pub struct GlobalStoreGraphOp {
    global: Prop<SymbolRefAttr>,
    value: Operand<ANY_TYPE>,
    consumeTokens: VarOperand<TOKEN_TYPE>,
    produceToken: Res<TOKEN_TYPE>,
}

impl SymbolUser for GlobalLoadGraphOp {
    fn verify_symbol_uses(&self, op: OpRef<'_>, tables: &SymbolTables) -> CheckResult {
        let view = GlobalLoadGraphOp::view_of(op);
        verify_use(op, tables, view.global_attr(), view.result().ty(), GlobalAccess::Load, false)
    }
}

impl SymbolUser for GlobalStoreGraphOp {
    fn verify_symbol_uses(&self, op: OpRef<'_>, tables: &SymbolTables) -> CheckResult {
        let view = GlobalStoreGraphOp::view_of(op);
        verify_use(op, tables, view.global_attr(), view.value().ty(), GlobalAccess::Store, false)
    }
}

/// `ordering(%a, %b -> !ml_program.token)`, or `ordering(() -> !ml_program.token)`.
static TOKEN_ORDERING: CustomDirective =
    CustomDirective { name: "TokenOrdering", parse: parse_ordering, print: print_ordering };

/// The slots of the consumed tokens and of the produced one.
fn slots(args: &[CustomArg]) -> (usize, usize) {
    match args {
        [CustomArg::Operand(needed), CustomArg::ResultType(given)] => (*needed as usize, *given as usize),
        _ => (0, 0),
    }
}

fn parse_ordering(p: &mut dyn OpParser, state: &mut ParseState, args: &[CustomArg]) -> PResult<bool> {
    let (needed, given) = slots(args);
    p.token("ordering")?;
    p.token("(")?;
    if p.optional_token("(") {
        p.token(")")?;
    } else {
        let tokens = p.operand_list(Delimiter::None)?;
        state.slots.operands[needed].extend(tokens);
    }
    p.token("->")?;
    let ty = p.ty()?;
    state.slots.result_types[given].push(ty);
    p.token(")")?;
    Ok(true)
}

fn print_ordering(p: &mut dyn OpPrinter, op: OpRef<'_>, args: &[CustomArg]) {
    let (needed, given) = slots(args);
    p.text(" ordering(");
    if op.operand_group(needed).next().is_none() {
        p.text("()");
    } else {
        p.values(&mut op.operand_group(needed));
    }
    p.text(" -> ");
    let (start, _) = op.result_range(given);
    p.ty(op.result(start).ty());
    p.text(")");
}
